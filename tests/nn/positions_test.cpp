#include "engine/nn/positions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitrine {
namespace {

TEST(SinusoidalPositions, MatchesTheFormula) {
    const Tensor table = sinusoidalPositions(DType::F64, 4, 6, 10000);
    EXPECT_EQ(table.at(0), 0);  // sin 0
    EXPECT_EQ(table.at(1), 1);  // cos 0
    EXPECT_NEAR(table.at(3 * 6 + 0), std::sin(3.0), 1e-15);
    EXPECT_NEAR(table.at(3 * 6 + 1), std::cos(3.0), 1e-15);
    EXPECT_NEAR(table.at(2 * 6 + 4), std::sin(2.0 / std::pow(10000.0, 4.0 / 6)), 1e-15);
}

TEST(SinusoidalPositions, AShiftIsTheSameRotationEverywhere) {
    const std::int64_t d = 8, shift = 5;
    const Tensor table = sinusoidalPositions(DType::F64, 40, d, 10000);
    for (std::int64_t i = 0; i < d; i += 2) {
        const double angle = shift * std::pow(10000.0, -static_cast<double>(i) / d);
        for (std::int64_t position = 0; position + shift < 40; ++position) {
            const double s = table.at(position * d + i), c = table.at(position * d + i + 1);
            EXPECT_NEAR(table.at((position + shift) * d + i), s * std::cos(angle) + c * std::sin(angle),
                        1e-12);
            EXPECT_NEAR(table.at((position + shift) * d + i + 1), c * std::cos(angle) - s * std::sin(angle),
                        1e-12);
        }
    }
}

TEST(SinusoidalPositions, StaysBetweenMinusOneAndOne) {
    const Tensor table = sinusoidalPositions(DType::F32, 200, 32, 10000);
    for (const float value : table.elements<float>()) {
        EXPECT_GE(value, -1.f);
        EXPECT_LE(value, 1.f);
    }
}

}  // namespace
}  // namespace vitrine
