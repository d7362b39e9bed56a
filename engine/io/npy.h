#pragma once

#include <filesystem>
#include <string>

#include "engine/tensor/tensor.h"

namespace vitrine {

/// NumPy's .npy, version 1.0, little endian, C order: f32 as '<f4', f64 as '<f8', i32 as '<i4'
/// (numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
std::string npyBytes(const Tensor& tensor);
/// Written atomically.
void writeNpy(const std::filesystem::path& path, const Tensor& tensor);

}  // namespace vitrine
