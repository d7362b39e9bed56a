#pragma once

#include <cstdint>

namespace vitrine {

/// IEEE 754 binary16 and bfloat16, as checkpoints store them. Conversion to 16 bits rounds half to even;
/// subnormals, infinities and NaN are kept.
float fromFloat16(std::uint16_t bits);
std::uint16_t toFloat16(float value);
float fromBfloat16(std::uint16_t bits);

}  // namespace vitrine
