// Properties of the attention layer that hold for any weights (note N-2 1.2.3 and 2.1).

#include "engine/nn/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/trace/frame.h"

namespace vitrine {
namespace {

class AttentionLayer : public ::testing::Test {
protected:
    static constexpr std::int64_t kWidth = 6, kRows = 5;
    ParameterStore store{DType::F64};
    MultiHeadAttention layer =
        MultiHeadAttention::declare(store, "self", {kWidth, 2, 3, 4, true, true, 1e-5},
                                    {Stack::Encoder, 0, Part::SelfAttention, Quantity::Output});
    std::unique_ptr<Backend> backend = createBackend("reference");
    Arena arena;

    AttentionLayer() {
        store.allocate();
        const Rng rng(3);
        for (std::int64_t i = 0; i < store.values().count(); ++i)
            store.values().data<double>()[i] = rng.normal(RandomUse::Test, 1, i);
    }

    Tensor input() const {
        Tensor x = Tensor::zeros(DType::F64, {1, kRows, kWidth});
        const Rng rng(4);
        for (std::int64_t i = 0; i < x.count(); ++i) x.data<double>()[i] = rng.normal(RandomUse::Test, 2, i);
        return x;
    }

    Tensor run(const Tensor& x, const MaskSpec& mask) {
        ForwardContext ctx{*backend, arena};
        return layer.forwardSelf(ctx, store, {x, {}}, mask).value.clone();
    }

    static Tensor permuted(const Tensor& x, const std::vector<int>& order) {
        Tensor y = x.clone();
        for (std::int64_t row = 0; row < kRows; ++row)
            for (std::int64_t i = 0; i < kWidth; ++i)
                y.data<double>()[row * kWidth + i] = x.at(order[row] * kWidth + i);
        return y;
    }

    static double difference(const Tensor& a, const Tensor& b) {
        double largest = 0;
        for (std::int64_t i = 0; i < a.count(); ++i) largest = std::max(largest, std::abs(a.at(i) - b.at(i)));
        return largest;
    }
};

TEST_F(AttentionLayer, IsPermutationEquivariantWithoutPositions) {
    const std::vector<int> order = {3, 0, 4, 1, 2};
    const Tensor x = input();
    EXPECT_LT(difference(run(permuted(x, order), {}), permuted(run(x, {}), order)), 1e-12);
    EXPECT_GT(difference(run(permuted(x, order), {}), run(x, {})), 0.1);  // equivariant, not invariant
}

TEST_F(AttentionLayer, ACausalMaskBreaksEquivariance) {
    const std::vector<int> order = {3, 0, 4, 1, 2};
    MaskSpec causal;
    causal.causal = true;
    const Tensor x = input();
    EXPECT_GT(difference(run(permuted(x, order), causal), permuted(run(x, causal), order)), 0.1);
}

TEST_F(AttentionLayer, CausalRowsDoNotSeeLaterOnes) {
    MaskSpec causal;
    causal.causal = true;
    const Tensor x = input(), changed = x.clone();
    changed.data<double>()[4 * kWidth] += 10;
    const Tensor before = run(x, causal), after = run(changed, causal);
    for (std::int64_t i = 0; i < 4 * kWidth; ++i) EXPECT_EQ(before.at(i), after.at(i));
    EXPECT_GT(difference(before, after), 0.1);
}

TEST_F(AttentionLayer, WatchedStagesAreTheFormulas) {
    auto request = std::make_shared<TraceRequest>();
    const Site site = layer.close.site;
    for (const Quantity q :
         {Quantity::Query, Quantity::Key, Quantity::Scores, Quantity::Scaled, Quantity::Weights})
        request->sites.push_back(at(site, q));
    FrameRecorder recorder(request, 1, 0);
    ForwardContext ctx{*backend, arena};
    ctx.probe = &recorder;
    layer.forwardSelf(ctx, store, {input(), {}}, {});
    const auto frame = recorder.finish();
    const Tensor &query = frame->get(at(site, Quantity::Query)), &key = frame->get(at(site, Quantity::Key));
    const Tensor& scaled = frame->get(at(site, Quantity::Scaled));
    const Tensor& weights = frame->get(at(site, Quantity::Weights));
    ASSERT_EQ(weights.shape(), Shape({1, 2, kRows, kRows}));
    for (std::int64_t head = 0; head < 2; ++head)
        for (std::int64_t t = 0; t < kRows; ++t) {
            double sum = 0, denominator = 0;
            for (std::int64_t s = 0; s < kRows; ++s) {
                double product = 0;
                for (std::int64_t i = 0; i < 3; ++i)
                    product += query.at(t * 6 + head * 3 + i) * key.at(s * 6 + head * 3 + i);
                const std::int64_t cell = (head * kRows + t) * kRows + s;
                EXPECT_NEAR(scaled.at(cell), product / std::sqrt(3.0), 1e-12);
                sum += weights.at(cell);
                denominator += std::exp(scaled.at(cell));
            }
            EXPECT_NEAR(sum, 1, 1e-12);
            const std::int64_t first = (head * kRows + t) * kRows;
            EXPECT_NEAR(weights.at(first), std::exp(scaled.at(first)) / denominator, 1e-12);
        }
}

TEST_F(AttentionLayer, AStagedRunWithAHarmlessChangeEqualsTheFastOne) {
    const Site site = layer.close.site;
    Intervention harmless{at(site, Quantity::Weights)};
    harmless.value = 1;  // scales every weight by one
    const Interventions interventions({harmless});
    ForwardContext ctx{*backend, arena};
    ctx.interventions = &interventions;
    MaskSpec causal;
    causal.causal = true;
    EXPECT_LT(difference(layer.forwardSelf(ctx, store, {input(), {}}, causal).value, run(input(), causal)),
              1e-12);
}

TEST_F(AttentionLayer, ChangesDuringTrainingAreRefused) {
    Intervention off{at(layer.close.site, Quantity::Heads)};
    const Interventions interventions({off});
    store.allocateGradients();
    Tape tape(arena);
    ForwardContext ctx{*backend, arena, &tape};
    ctx.interventions = &interventions;
    EXPECT_THROW(layer.forwardSelf(ctx, store, {input(), Tensor::zeros(DType::F64, {1, kRows, kWidth})}, {}),
                 Error);
}

}  // namespace
}  // namespace vitrine
