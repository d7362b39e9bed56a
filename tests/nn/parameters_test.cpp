#include "engine/nn/parameters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace vitrine {
namespace {

struct Fixture : ::testing::Test {
    ParameterStore store{DType::F32};
    ParameterId queryWeight = store.declare("a.query.weight", {4, 3}, Initial::XavierUniform);
    ParameterId queryBias = store.declare("a.query.bias", {4}, Initial::Zero);
    ParameterId keyWeight = store.declare("a.key.weight", {2, 3}, Initial::XavierUniform);
    ParameterId keyBias = store.declare("a.key.bias", {2}, Initial::Zero);
    ParameterId gamma = store.declare("a.norm.gamma", {3}, Initial::One);
    ParameterId table = store.declare("table", {50, 64}, Initial::Embedding);

    Fixture() {
        store.allocate();
        store.initialise(7);
    }
};

using Parameters = Fixture;

TEST_F(Parameters, MatricesComeBeforeVectorsInTheFlatBuffer) {
    EXPECT_EQ(store.decayedCount(), 4 * 3 + 2 * 3 + 50 * 64);
    EXPECT_EQ(store.values().count(), store.decayedCount() + 4 + 2 + 3);
    const auto* begin = store.values().data<float>();
    EXPECT_LT(store.get(table).value.data<float>(), begin + store.decayedCount());
    EXPECT_GE(store.get(gamma).value.data<float>(), begin + store.decayedCount());
}

TEST_F(Parameters, JoinedShowsNeighboursWithoutCopying) {
    const Variable weights = store.joined(queryWeight, keyWeight);
    ASSERT_EQ(weights.shape(), Shape({6, 3}));
    EXPECT_EQ(weights.value.raw(), store.get(queryWeight).value.raw());
    EXPECT_EQ(weights.value.at(12), store.get(keyWeight).value.at(0));
    const Variable biases = store.joined(queryBias, keyBias);
    EXPECT_EQ(biases.shape(), Shape({6}));
    EXPECT_THROW(store.joined(queryWeight, table), Error);  // another width
}

TEST_F(Parameters, GradientsLieLikeValues) {
    EXPECT_FALSE(store.get(gamma).trained());
    store.allocateGradients();
    const Variable weights = store.joined(queryWeight, keyWeight);
    store.get(keyWeight).gradient.data<float>()[1] = 5;
    EXPECT_EQ(weights.gradient.at(13), 5);
}

TEST_F(Parameters, InitialValuesArePureFunctionsOfSeedAndName) {
    const Tensor first = store.values().clone();
    store.initialise(8);
    EXPECT_NE(std::memcmp(first.raw(), store.values().raw(), first.bytes()), 0);
    store.initialise(7);
    EXPECT_EQ(std::memcmp(first.raw(), store.values().raw(), first.bytes()), 0);
    // Another store with the same name and shape elsewhere gets the same numbers.
    ParameterStore other(DType::F32);
    other.declare("before", {9, 9}, Initial::XavierUniform);
    const ParameterId again = other.declare("a.key.weight", {2, 3}, Initial::XavierUniform);
    other.allocate();
    other.initialise(7);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(other.get(again).value.at(i), store.get(keyWeight).value.at(i));
}

TEST_F(Parameters, InitialValuesHaveTheirSpread) {
    const double bound = std::sqrt(6.0 / (4 + 3));
    for (const float value : store.get(queryWeight).value.elements<float>())
        EXPECT_LE(std::abs(value), bound);
    double squares = 0;
    for (const float value : store.get(table).value.elements<float>()) squares += value * value;
    EXPECT_NEAR(squares / (50 * 64), 1.0 / 64, 0.1 / 64);
    EXPECT_EQ(store.get(gamma).value.at(2), 1);
    EXPECT_EQ(store.get(keyBias).value.at(1), 0);
}

TEST_F(Parameters, RefusesUnknownNamesAndLateDeclarations) {
    EXPECT_THROW(store.find("a.value.weight"), Error);
    EXPECT_EQ(store.find("a.key.bias"), keyBias);
    EXPECT_THROW(store.declare("late", {1}, Initial::Zero), Error);
}

}  // namespace
}  // namespace vitrine
