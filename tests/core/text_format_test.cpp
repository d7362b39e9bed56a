#include "engine/core/text_format.h"

#include <gtest/gtest.h>

namespace vitrine {

TEST(TextFormat, RoundsHalfToEvenAsPrintfDoes) {
    EXPECT_EQ(formatFixed(15.625, 2), "15.62");
    EXPECT_EQ(formatFixed(15.635, 2), "15.63");  // 15.635 is just below in binary
    EXPECT_EQ(formatFixed(-0.5, 0), "-0");
}

TEST(TextFormat, ShortestKeepsEveryDigitThatCounts) {
    EXPECT_EQ(formatShortest(0.9), "0.9");
    EXPECT_EQ(formatShortest(1e-5), "1e-05");
    EXPECT_EQ(formatShortest(0.90000001), "0.90000001");
    EXPECT_EQ(formatShortest(10), "10");
}

TEST(TextFormat, UsesBinaryUnits) {
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(131072), "128.00 KiB");
    EXPECT_EQ(formatBytes(15.625 * 1024 * 1024 * 1024), "15.62 GiB");
}

}  // namespace vitrine
