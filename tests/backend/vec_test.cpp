#include "engine/backend/cpu/vec.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitrine {
namespace {

TEST(Vec, ExponentialIsThatOfTheLibraryToTwoPartsInTenMillion) {
    double worst = 0;
    for (int i = 0; i <= 2'000'000; ++i) {
        const float x = -87.f + 175.f * static_cast<float>(i) / 2e6f;
        const double expected = std::exp(static_cast<double>(x));
        worst = std::max(worst, std::abs(exponential(broadcast(x))[0] - expected) / expected);
    }
    EXPECT_LT(worst, 2e-7);
    EXPECT_EQ(exponential(broadcast(0.f))[0], 1.f);
}

TEST(Vec, ExponentialIsZeroWhereAKeyIsHidden) {
    EXPECT_EQ(exponential(broadcast(kMinusInfinity))[0], 0.f);
    EXPECT_EQ(exponential(broadcast(-88.f))[kLanes - 1], 0.f);
}

TEST(Vec, TransposesAndAddsLanes) {
    Vec rows[kLanes], sums[kLanes];
    for (int i = 0; i < kLanes; ++i)
        for (int j = 0; j < kLanes; ++j) rows[i][j] = sums[i][j] = static_cast<float>(100 * i + j);
    transpose(rows);
    const Vec total = laneSums(sums);
    for (int i = 0; i < kLanes; ++i) {
        for (int j = 0; j < kLanes; ++j) EXPECT_EQ(rows[i][j], static_cast<float>(100 * j + i));
        EXPECT_EQ(total[i], static_cast<float>(kLanes * 100 * i + kLanes * (kLanes - 1) / 2));
    }
    EXPECT_EQ(sumOfLanes(broadcast(2.f)), 2.f * kLanes);
    EXPECT_EQ(largestLane(__builtin_convertvector(laneNumbers(), Vec)), static_cast<float>(kLanes - 1));
}

TEST(Vec, PartsTouchNothingBeyond) {
    float memory[2 * kLanes];
    for (std::int64_t count = 0; count <= kLanes; ++count) {
        for (float& value : memory) value = 7;
        storePart(memory, broadcast(1.f), count);
        const Vec part = loadPart(memory, count);
        for (std::int64_t i = 0; i < kLanes; ++i) {
            EXPECT_EQ(memory[i], i < count ? 1.f : 7.f);
            EXPECT_EQ(part[i], i < count ? 1.f : 0.f);
        }
    }
}

}  // namespace
}  // namespace vitrine
