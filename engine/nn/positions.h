#pragma once

#include "engine/tensor/tensor.h"

namespace vitrine {

/// Sinusoidal position vectors (N, d), note N-2 1.2.3: PE(pos, 2i) = sin(pos / base^(2i/d)), PE(pos, 2i+1) =
/// cos of the same angle. d must be even.
Tensor sinusoidalPositions(DType type, std::int64_t count, std::int64_t width, double base);

}  // namespace vitrine
