#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tensor/tensor.h"

namespace vitrine {

/// A parameter or another saved tensor: "encoder.0.self.query.weight" and its elements.
struct NamedTensor {
    std::string name;
    Tensor tensor;
};

struct NamedShape {
    std::string name;
    Shape shape;

    bool operator==(const NamedShape&) const = default;
};

std::vector<NamedShape> shapesOf(std::span<const NamedTensor> tensors);

/// Throws one Error "[where] ..." naming the tensors that are missing, unexpected (also: there twice) or of
/// another shape; long lists are cut and counted. The order does not matter.
void requireTensors(std::string_view where, std::span<const NamedShape> found,
                    std::span<const NamedShape> expected);

}  // namespace vitrine
