#include "engine/backend/mask.h"

#include <limits>

namespace vitrine {
namespace {

template <class T>
void render(const MaskSpec& mask, std::int64_t b, const Tensor& out) {
    const std::int64_t queries = out.shape()[0], keys = out.shape()[1];
    for (std::int64_t t = 0; t < queries; ++t)
        for (std::int64_t s = 0; s < keys; ++s) {
            T value = mask.visible(b, t, s) ? T{0} : -std::numeric_limits<T>::infinity();
            if (mask.painted != nullptr) value += mask.painted->data<T>()[t * keys + s];
            out.data<T>()[t * keys + s] = value;
        }
}

}  // namespace

void renderMask(const MaskSpec& mask, std::int64_t b, const Tensor& out) {
    require(out.shape().rank() == 2, "mask", "expected a matrix (T, S) to draw into, got ", out.shape());
    require(mask.painted == nullptr || mask.painted->shape() == out.shape(), "mask",
            "the painted mask has shape ", mask.painted == nullptr ? Shape() : mask.painted->shape(),
            ", expected ", out.shape());
    if (out.type() == DType::F64)
        render<double>(mask, b, out);
    else
        render<float>(mask, b, out);
}

}  // namespace vitrine
