#pragma once

#include <cstdint>

namespace vitrine {

/// y (rows) = matrix (rows, width) times x (width); `stride` is the distance between rows. One pass over the
/// matrix, kLanes rows at a time, at the speed of the memory that holds it. On the calling thread.
void matrixVector(const float* matrix, std::int64_t stride, const float* x, std::int64_t rows,
                  std::int64_t width, float* y);

}  // namespace vitrine
