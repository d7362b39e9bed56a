#include "engine/tensor/float16.h"

#include <bit>
#include <cmath>

namespace vitrine {

float fromFloat16(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 0x1Fu, mantissa = bits & 0x3FFu;
    if (exponent == 0) {  // zero or subnormal, in units of 2^-24
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return sign != 0 ? -magnitude : magnitude;
    }
    // The exponent moves from bias 15 to bias 127; infinity and NaN keep all ones.
    const std::uint32_t wide = exponent == 31 ? 0xFFu : exponent + (127 - 15);
    return std::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

std::uint16_t toFloat16(float value) {
    const auto wide = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((wide >> 16) & 0x8000);
    const std::uint32_t magnitude = wide & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return sign | 0x7E00;   // NaN
    if (magnitude >= 0x47800000) return sign | 0x7C00;  // infinity, or 65536 and more
    if (magnitude < 0x38800000) {                       // below 2^-14: subnormal, in units of 2^-24
        const float units = std::bit_cast<float>(magnitude) * 0x1p24f;
        return sign | static_cast<std::uint16_t>(std::nearbyint(units));
    }
    const std::uint32_t rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1);
    return sign | static_cast<std::uint16_t>((rounded - 0x38000000) >> 13);
}

float fromBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace vitrine
