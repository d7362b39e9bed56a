#include "engine/io/named_tensor.h"

#include <gtest/gtest.h>

#include "tests/io/io_helpers.h"

namespace vitrine {
namespace {

std::string problem(const std::vector<NamedShape>& found, const std::vector<NamedShape>& expected) {
    return errorOf([&] { requireTensors("model", found, expected); });
}

TEST(RequireTensors, AcceptsTheSameTensorsInAnyOrder) {
    EXPECT_EQ(problem({{"b", {2}}, {"a", {1, 2}}}, {{"a", {1, 2}}, {"b", {2}}}), "no error");
    EXPECT_EQ(problem({}, {}), "no error");
}

TEST(RequireTensors, NamesEveryKindOfProblemInOneSentence) {
    EXPECT_EQ(problem({{"a", {1}}, {"c", {3, 2}}, {"x", {1}}}, {{"a", {1}}, {"b", {2}}, {"c", {2, 3}}}),
              "[model] the tensors do not fit the model: missing b; unexpected x; of another shape c with "
              "(3, 2) where (2, 3) is expected");
    EXPECT_EQ(problem({{"a", {1}}, {"a", {1}}}, {{"a", {1}}}),
              "[model] the tensors do not fit the model: unexpected a");
    EXPECT_EQ(
        problem({{"a", {1, 1}}}, {{"a", {1}}}),
        "[model] the tensors do not fit the model: of another shape a with (1, 1) where (1) is expected");
}

TEST(RequireTensors, CutsLongLists) {
    std::vector<NamedShape> expected;
    for (char c = 'a'; c < 'k'; ++c) expected.push_back({std::string(1, c), {1}});
    EXPECT_EQ(problem({}, expected),
              "[model] the tensors do not fit the model: missing a, b, c, d, e and 5 more");
}

TEST(RequireTensors, SeesTheShapesOfTensors) {
    const std::vector<NamedTensor> tensors = {{"w", Tensor::zeros(DType::F32, {2, 3})}};
    EXPECT_EQ(shapesOf(tensors), (std::vector<NamedShape>{{"w", {2, 3}}}));
}

}  // namespace
}  // namespace vitrine
