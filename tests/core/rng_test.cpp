#include "engine/core/rng.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitrine {
namespace {

// Philox4x32-10 known answer for counter 0, key 0 (Random123 kat_vectors).
TEST(Rng, MatchesThePublishedKnownAnswer) {
    const auto numbers = Rng(0, 0).block(RandomUse{0}, 0, 0);
    EXPECT_EQ(numbers[0], 0x6627e8d5u);
    EXPECT_EQ(numbers[1], 0xe169c58du);
    EXPECT_EQ(numbers[2], 0xbc57ac4cu);
    EXPECT_EQ(numbers[3], 0x9b00dbd8u);
}

TEST(Rng, IsAPureFunctionOfItsKey) {
    EXPECT_EQ(Rng(7, 3).bits(RandomUse::Dropout, 5, 11), Rng(7).atStep(3).bits(RandomUse::Dropout, 5, 11));
    EXPECT_NE(Rng(7, 3).bits(RandomUse::Dropout, 5, 11), Rng(7, 4).bits(RandomUse::Dropout, 5, 11));
    EXPECT_NE(Rng(7, 3).bits(RandomUse::Dropout, 5, 11), Rng(7, 3).bits(RandomUse::Init, 5, 11));
    EXPECT_NE(Rng(7, 3).bits(RandomUse::Dropout, 5, 11), Rng(7, 3).bits(RandomUse::Dropout, 6, 11));
    EXPECT_NE(Rng(7, 3).bits(RandomUse::Dropout, 5, 11), Rng(8, 3).bits(RandomUse::Dropout, 5, 11));
}

TEST(Rng, UniformAndNormalHaveTheirMoments) {
    const Rng rng(42);
    double sum = 0, normalSum = 0, normalSquares = 0;
    const int count = 100000;
    for (int i = 0; i < count; ++i) {
        const float u = rng.uniform(RandomUse::Test, 1, i);
        ASSERT_GE(u, 0.f);
        ASSERT_LT(u, 1.f);
        sum += u;
        const double n = rng.normal(RandomUse::Test, 2, i);
        normalSum += n;
        normalSquares += n * n;
    }
    EXPECT_NEAR(sum / count, 0.5, 0.005);
    EXPECT_NEAR(normalSum / count, 0.0, 0.02);
    EXPECT_NEAR(normalSquares / count, 1.0, 0.03);
}

TEST(Rng, BelowStaysBelow) {
    int seen[7] = {};
    for (int i = 0; i < 7000; ++i) ++seen[Rng(1).below(7, RandomUse::Test, 0, i)];
    for (int n : seen) EXPECT_NEAR(n, 1000, 150);
}

}  // namespace
}  // namespace vitrine
