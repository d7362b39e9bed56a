#include "engine/tensor/float16.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

bool isNan(std::uint16_t bits) {
    return (bits & 0x7FFF) > 0x7C00;
}

/// The value of a finite pattern by the definition of binary16, in double.
double valueOf(int bits) {
    const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
    const double magnitude =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024.0 + mantissa, exponent - 25);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

TEST(Float16, EveryPatternHasItsValueAndSurvivesARoundTrip) {
    for (int bits = 0; bits < 65536; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float value = fromFloat16(half);
        if (isNan(half)) {
            ASSERT_TRUE(std::isnan(value)) << bits;
            ASSERT_TRUE(isNan(toFloat16(value))) << bits;
            ASSERT_EQ(toFloat16(value) & 0x8000, bits & 0x8000) << bits;
            continue;
        }
        if ((bits & 0x7FFF) == 0x7C00)
            ASSERT_EQ(value, (bits & 0x8000) != 0 ? -std::numeric_limits<float>::infinity()
                                                  : std::numeric_limits<float>::infinity());
        else
            ASSERT_EQ(value, valueOf(bits)) << bits;
        ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << bits;
        ASSERT_EQ(toFloat16(value), half) << bits;
    }
}

// Half-way points between neighbours are exact in float: they go to the even pattern, and the floats beside
// them to the nearer one. 65520 is half-way between 65504 and the overflow.
TEST(Float16, RoundsHalfToEvenBetweenAllNeighbours) {
    const float inf = std::numeric_limits<float>::infinity();
    for (int low = 0; low < 0x7C00; ++low) {
        const double above = low + 1 == 0x7C00 ? 65536.0 : valueOf(low + 1);
        const double exact = (valueOf(low) + above) / 2;
        const auto middle = static_cast<float>(exact);
        ASSERT_EQ(middle, exact);
        const int even = low % 2 == 0 ? low : low + 1;
        for (int sign : {0, 0x8000}) {
            const float s = sign != 0 ? -1.f : 1.f;
            ASSERT_EQ(toFloat16(s * middle), sign | even) << low;
            ASSERT_EQ(toFloat16(s * std::nextafter(middle, 0.f)), sign | low) << low;
            ASSERT_EQ(toFloat16(s * std::nextafter(middle, inf)), sign | (low + 1)) << low;
        }
    }
}

TEST(Float16, TinyAndHugeValuesGoToZeroAndInfinity) {
    EXPECT_EQ(toFloat16(std::ldexp(1.f, -25)), 0);  // half-way to the smallest subnormal
    EXPECT_EQ(toFloat16(-std::ldexp(1.f, -26)), 0x8000);
    EXPECT_EQ(toFloat16(std::numeric_limits<float>::denorm_min()), 0);
    EXPECT_EQ(toFloat16(1e9f), 0x7C00);
    EXPECT_EQ(toFloat16(-std::numeric_limits<float>::max()), 0xFC00);
}

TEST(Bfloat16, EveryPatternIsTheUpperHalfOfAFloat) {
    for (std::uint32_t bits = 0; bits < 65536; ++bits)
        ASSERT_EQ(std::bit_cast<std::uint32_t>(fromBfloat16(static_cast<std::uint16_t>(bits))), bits << 16);
}

}  // namespace
}  // namespace vitrine
