#include "engine/trace/intervention.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using testing::HasSubstr;
using Action = Intervention::Action;

Tensor counting(const Shape& shape, DType type = DType::F32) {
    const Tensor tensor = Tensor::zeros(DType::F32, shape);
    for (std::int64_t i = 0; i < tensor.count(); ++i) tensor.data<float>()[i] = static_cast<float>(i + 1);
    return type == DType::F32 ? tensor : tensor.converted(type);
}

Intervention make(const char* site, Action action, float value, int head = -1, int row = -1,
                  int column = -1) {
    Intervention item;
    item.site = parseSite(site);
    item.action = action;
    item.value = value;
    item.head = head;
    item.row = row;
    item.column = column;
    return item;
}

/// Where is a flat index? Tells by (head, row, column) whether an element must have changed.
using Selection = std::function<bool(std::int64_t head, std::int64_t row, std::int64_t column)>;

/// Applies one change to weights (2, 3, 4, 5) and checks all 120 elements.
void checkWeights(const Intervention& item, DType type, const Selection& selected) {
    const Tensor before = counting({2, 3, 4, 5}, type), after = before.clone();
    Interventions({item}).apply(item.site, after);
    for (std::int64_t i = 0; i < before.count(); ++i) {
        const bool changed = selected(i / 20 % 3, i / 5 % 4, i % 5);
        const double expected = !changed                     ? before.at(i)
                                : item.action == Action::Set ? item.value
                                                             : before.at(i) * item.value;
        ASSERT_EQ(after.at(i), expected) << i;
    }
}

TEST(Interventions, SetsAndScalesExactlyTheSelectedElements) {
    const char* site = "decoder.1.cross.weights";
    for (DType type : {DType::F32, DType::F64})
        for (Action action : {Action::Set, Action::Scale}) {
            checkWeights(make(site, action, 0.5f), type, [](auto...) { return true; });
            checkWeights(make(site, action, 0, 1), type, [](auto h, auto, auto) { return h == 1; });
            checkWeights(make(site, action, -2, -1, 3), type, [](auto, auto r, auto) { return r == 3; });
            checkWeights(make(site, action, 2, -1, -1, 0), type, [](auto, auto, auto c) { return c == 0; });
            checkWeights(make(site, action, 0, 2, 0, 4), type,
                         [](auto h, auto r, auto c) { return h == 2 && r == 0 && c == 4; });
        }
}

TEST(Interventions, ScalingByZeroClearsInfinitiesNever) {
    // Scale multiplies: an infinite score times 0 is NaN and stays visible as such; Set is the way to clear.
    const Tensor scores = Tensor::zeros(DType::F32, {1, 1, 1, 2});
    scores.data<float>()[0] = -INFINITY;
    const Site site = parseSite("encoder.0.self.masked");
    Interventions({make("encoder.0.self.masked", Action::Scale, 0)}).apply(site, scores);
    EXPECT_TRUE(std::isnan(scores.at(0)));
    Interventions({make("encoder.0.self.masked", Action::Set, 0)}).apply(site, scores);
    EXPECT_EQ(scores.at(0), 0);
}

TEST(Interventions, AHeadIsASliceOfTheFeaturesOfHeads) {
    const Tensor before = counting({2, 3, 8}), after = before.clone();  // (B, N, h*dv), h = 4
    const Intervention item = make("encoder.0.self.heads", Action::Set, 0, 2, 1);
    Interventions({item}).apply(item.site, after, 4);
    for (std::int64_t i = 0; i < before.count(); ++i) {
        const std::int64_t row = i / 8 % 3, head = i % 8 / 2;
        ASSERT_EQ(after.at(i), row == 1 && head == 2 ? 0 : before.at(i)) << i;
    }
}

TEST(Interventions, AFeatureOfAResidualIsAColumn) {
    const Tensor before = counting({2, 3, 4}), after = before.clone();
    const Intervention item = make("encoder.0.self.residual", Action::Scale, 10, -1, 2, 3);
    Interventions({item}).apply(item.site, after, 4);
    for (std::int64_t i = 0; i < before.count(); ++i)
        ASSERT_EQ(after.at(i), i / 4 % 3 == 2 && i % 4 == 3 ? 10 * before.at(i) : before.at(i)) << i;
}

TEST(Interventions, ReplacesAWholeTensorOfAnyElementType) {
    for (DType from : {DType::F32, DType::F64})
        for (DType to : {DType::F32, DType::F64}) {
            Intervention item = make("encoder.0.self.mask", Action::Replace, 0);
            item.replacement = counting({6}, from);
            const Tensor tensor = Tensor::zeros(to, {1, 2, 3});
            Interventions({item}).apply(item.site, tensor);
            for (int i = 0; i < 6; ++i) EXPECT_EQ(tensor.at(i), i + 1);
        }
}

TEST(Interventions, ApplyInOrderAndOnlyAtTheirSite) {
    const Interventions list({make("encoder.0.self.sum", Action::Set, 3),
                              make("encoder.0.ffn.sum", Action::Set, 99),
                              make("encoder.0.self.sum", Action::Scale, 2)});
    const Tensor tensor = counting({1, 1, 2});
    list.apply(parseSite("encoder.0.self.sum"), tensor);
    EXPECT_EQ(tensor.at(0), 6);
    const Tensor other = counting({1, 1, 2});
    list.apply(parseSite("encoder.1.self.sum"), other);
    EXPECT_EQ(other.at(0), 1);
}

TEST(Interventions, KnowWhatTheyTouch) {
    const Interventions list(
        {make("encoder.1.self.weights", Action::Set, 0), make("decoder.0.cross.norm", Action::Bypass, 0)});
    EXPECT_TRUE(list.touches(parseSite("encoder.1.self.weights")));
    EXPECT_FALSE(list.touches(parseSite("encoder.0.self.weights")));
    EXPECT_FALSE(list.touches(parseSite("encoder.1.self.scores")));
    EXPECT_TRUE(list.touchesAttention(Stack::Encoder, 1, Part::SelfAttention));
    EXPECT_FALSE(list.touchesAttention(Stack::Encoder, 0, Part::SelfAttention));
    EXPECT_FALSE(list.touchesAttention(Stack::Decoder, 1, Part::SelfAttention));
    // A norm is outside the attention: the fused path may stay.
    EXPECT_FALSE(list.touchesAttention(Stack::Decoder, 0, Part::CrossAttention));
    EXPECT_TRUE(list.bypasses(parseSite("decoder.0.cross.norm")));
    EXPECT_FALSE(list.bypasses(parseSite("encoder.1.self.weights")));
    EXPECT_TRUE(Interventions().empty());
    for (const char* name :
         {"query", "key", "value", "scores", "scaled", "mask", "masked", "weights", "heads"})
        EXPECT_TRUE(Interventions({make(concat("encoder.0.self.", name).c_str(), Action::Scale, 1)})
                        .touchesAttention(Stack::Encoder, 0, Part::SelfAttention))
            << name;
}

TEST(Interventions, ABypassChangesNoElements) {
    const Tensor tensor = counting({1, 1, 2});
    Interventions({make("encoder.0.self.norm", Action::Bypass, 5)})
        .apply(parseSite("encoder.0.self.norm"), tensor);
    EXPECT_EQ(tensor.at(0), 1);
    EXPECT_EQ(tensor.at(1), 2);
}

TEST(Interventions, IndexesOutsideTheTensorAreErrors) {
    const Tensor weights = counting({2, 3, 4, 5});
    const auto problem = [&](int head, int row, int column) {
        const Intervention item = make("encoder.0.self.weights", Action::Set, 0, head, row, column);
        return errorOf([&] { Interventions({item}).apply(item.site, weights); });
    };
    EXPECT_EQ(
        problem(3, 0, 0),
        "[intervention] encoder.0.self.weights has 3 entries along heads, so index 3 is outside; use 0 to 2 "
        "or -1 for all");
    EXPECT_THAT(problem(0, 4, 0), HasSubstr("4 entries along rows, so index 4 is outside"));
    EXPECT_THAT(problem(0, 0, 5), HasSubstr("5 entries along columns, so index 5 is outside"));
    EXPECT_THAT(problem(-2, 0, 0), HasSubstr("index -2 is outside"));
    for (std::int64_t i = 0; i < weights.count(); ++i) ASSERT_EQ(weights.at(i), i + 1);
}

TEST(Interventions, AChangeToATargetPositionNotWrittenYetWaits) {
    const Tensor weights = counting({1, 1, 2, 2});
    const Site site = parseSite("decoder.0.self.weights");
    Interventions({make("decoder.0.self.weights", Action::Set, 0, 0, 2, 0)}).apply(site, weights);
    Interventions({make("decoder.0.self.weights", Action::Set, 0, 0, 0, 2)}).apply(site, weights);
    for (std::int64_t i = 0; i < weights.count(); ++i) EXPECT_EQ(weights.at(i), i + 1);
    Interventions({make("decoder.0.self.weights", Action::Set, 0, 0, 1, 0)}).apply(site, weights);
    EXPECT_EQ(weights.at(2), 0);
}

TEST(Interventions, ReplacementsOfAnotherSizeAreErrors) {
    Intervention item = make("encoder.0.self.norm", Action::Replace, 0);
    const Tensor tensor = counting({1, 2, 3});
    EXPECT_THAT(errorOf([&] { Interventions({item}).apply(item.site, tensor); }),
                HasSubstr("has shape (1, 2, 3), the replacement has no elements"));
    item.replacement = counting({5});
    EXPECT_THAT(errorOf([&] { Interventions({item}).apply(item.site, tensor); }),
                HasSubstr("has shape (1, 2, 3), the replacement has (5)"));
}

TEST(Interventions, AreEqualWhenTheyDoTheSame) {
    const Intervention item = make("encoder.0.self.norm", Action::Set, NAN);
    EXPECT_EQ(item, item);  // by bits, so that a cache finds a NaN again
    for (const auto& edit : std::vector<std::function<void(Intervention&)>>{
             [](Intervention& i) { i.site = parseSite("encoder.1.self.norm"); },
             [](Intervention& i) { i.action = Action::Scale; }, [](Intervention& i) { i.head = 0; },
             [](Intervention& i) { i.row = 0; }, [](Intervention& i) { i.column = 0; },
             [](Intervention& i) { i.value = 0; }, [](Intervention& i) { i.replacement = counting({2}); }}) {
        Intervention other = item;
        edit(other);
        EXPECT_FALSE(other == item);
    }
    Intervention first = item, second = item;
    first.replacement = counting({2});
    second.replacement = counting({2});
    EXPECT_EQ(first, second);
    EXPECT_EQ(Interventions({first}), Interventions({second}));
    second.replacement.data<float>()[1] = 9;
    EXPECT_FALSE(first == second);
}

}  // namespace
}  // namespace vitrine
