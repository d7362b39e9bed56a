#pragma once

#include <cstdint>

#include "engine/backend/backend.h"

namespace vitrine {

/// Calls body(T{}) with T the element type of a floating tensor.
template <class Body>
void withElementType(DType type, const Body& body) {
    if (type == DType::F64)
        body(double{});
    else
        body(float{});
}

/// The elements, or null when the tensor is undefined: an optional argument.
template <class T>
T* elementsOrNull(const Tensor& tensor) {
    return tensor.defined() ? tensor.data<T>() : nullptr;
}

/// What dropout multiplies element i with: 1/(1-p) when it is kept, 0 when it is dropped.
double dropoutFactor(const DropoutSpec& dropout, std::int64_t i);

}  // namespace vitrine
