#include "engine/tensor/float16.h"

#include <bit>
#include <cmath>

namespace vitrine {

float fromFloat16(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1F;
    const int mantissa = bits & 0x3FF;
    const float sign = (bits & 0x8000) != 0 ? -1.f : 1.f;
    if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
    if (exponent == 31) {
        const std::uint32_t wide =
            (bits & 0x8000u) << 16 | 0x7F800000u | static_cast<std::uint32_t>(mantissa) << 13;
        return std::bit_cast<float>(wide);
    }
    return sign * std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
}

std::uint16_t toFloat16(float value) {
    const auto wide = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((wide >> 16) & 0x8000);
    const std::uint32_t magnitude = wide & 0x7FFFFFFF;
    if (magnitude > 0x7F800000) return sign | 0x7E00;   // NaN
    if (magnitude >= 0x47800000) return sign | 0x7C00;  // infinity, or 65536 and more
    if (magnitude < 0x38800000) {                       // below 2^-14: subnormal, in units of 2^-24
        const float units = std::ldexp(std::bit_cast<float>(magnitude), 24);
        return sign | static_cast<std::uint16_t>(std::nearbyint(units));
    }
    const std::uint32_t rounded = magnitude + 0xFFF + ((magnitude >> 13) & 1);
    return sign | static_cast<std::uint16_t>((rounded - 0x38000000) >> 13);
}

float fromBfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace vitrine
