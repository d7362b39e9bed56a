#include "engine/tensor/shape.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

TEST(Shape, CountsElementsAndRows) {
    EXPECT_EQ((Shape{2, 3, 4}).count(), 24);
    EXPECT_EQ((Shape{2, 3, 4}).rows(), 6);
    EXPECT_EQ(Shape{}.count(), 1);
    EXPECT_EQ(Shape{}.rows(), 1);
    EXPECT_EQ((Shape{5}).rows(), 1);
    EXPECT_EQ((Shape{3, 0}).count(), 0);
    EXPECT_EQ((Shape{3, 0}).rows(), 3);
}

TEST(Shape, IndexesFromBothEnds) {
    const Shape shape{2, 3, 4};
    EXPECT_EQ(shape[0], 2);
    EXPECT_EQ(shape[-1], 4);
    EXPECT_EQ(shape[-3], 2);
    EXPECT_EQ(shape.rank(), 3);
}

TEST(Shape, HasAText) {
    EXPECT_EQ((Shape{2, 8, 5}).text(), "(2, 8, 5)");
    EXPECT_EQ((Shape{7}).text(), "(7)");
    EXPECT_EQ(Shape{}.text(), "()");
}

TEST(Shape, ComparesRankAndLengths) {
    EXPECT_EQ((Shape{2, 3}), Shape(std::vector<std::int64_t>{2, 3}));
    EXPECT_NE((Shape{2, 3}), (Shape{2, 3, 1}));
    EXPECT_NE((Shape{0}), Shape{});
}

TEST(Shape, RefusesWhatItCannotHold) {
    EXPECT_EQ(errorOf([] { Shape({1, 1, 1, 1, 1, 1, 1}); }), "[shape] expected at most 6 axes, got 7");
    EXPECT_EQ(errorOf([] { Shape({2, -1}); }), "[shape] expected axis lengths >= 0, got -1");
}

}  // namespace
}  // namespace vitrine
