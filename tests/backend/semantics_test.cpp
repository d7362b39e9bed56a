#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/core/threading.h"
#include "tests/support/op_case.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;

/// What ops mean, computed once more in the test, for both backends.
class Semantics : public ::testing::TestWithParam<const char*> {
protected:
    std::unique_ptr<Backend> m_backend = createBackend(GetParam());
};

TEST_P(Semantics, FusedLossIsLinearThenCrossEntropy) {
    const std::int64_t rows = 130, width = 24, vocabulary = 70;
    const double smoothing = 0.1;
    const std::int32_t pad = 3;
    const Tensor x = randomTensor(DType::F32, {rows, width}, 1),
                 w = randomTensor(DType::F32, {vocabulary, width}, 2);
    const Tensor b = randomTensor(DType::F32, {vocabulary}, 3), labels = randomIds({rows}, vocabulary, 4);
    const Tensor logits = Tensor::zeros(DType::F32, {rows, vocabulary});
    m_backend->linear(x, w, b, Activation::None, logits);
    double loss = 0, nll = 0;
    std::int64_t tokens = 0, correct = 0;
    const Tensor dlogits = Tensor::zeros(DType::F32, {rows, vocabulary});
    for (std::int64_t r = 0; r < rows; ++r) {
        const std::int32_t label = labels.data<std::int32_t>()[r];
        if (label == pad) continue;
        double denominator = 0, best = -std::numeric_limits<double>::infinity();
        for (std::int64_t v = 0; v < vocabulary; ++v) {
            denominator += std::exp(logits.at(r * vocabulary + v));
            best = std::max(best, logits.at(r * vocabulary + v));
        }
        for (std::int64_t v = 0; v < vocabulary; ++v) {
            const double logProbability = logits.at(r * vocabulary + v) - std::log(denominator);
            const double target = (v == label ? 1 - smoothing : 0) + smoothing / vocabulary;
            loss -= target * logProbability;
            if (v == label) nll -= logProbability;
            dlogits.data<float>()[r * vocabulary + v] =
                static_cast<float>(0.25 * (std::exp(logProbability) - target));
        }
        ++tokens;
        correct += logits.at(r * vocabulary + label) == best ? 1 : 0;
    }
    const Tensor dx = Tensor::zeros(DType::F32, x.shape()), dw = Tensor::zeros(DType::F32, w.shape());
    const Tensor db = Tensor::zeros(DType::F32, b.shape());
    const Tensor dx2 = dx.clone(), dw2 = dw.clone(), db2 = db.clone();
    const LossSums sums = m_backend->linearCrossEntropy(x, w, b, labels, {smoothing, pad, 0.25}, dx, dw, db);
    m_backend->linearBackward(x, w, Tensor(), Activation::None, dlogits, dx2, dw2, db2);
    EXPECT_NEAR(sums.loss, loss, 1e-5 * loss);
    EXPECT_NEAR(sums.negativeLogLikelihood, nll, 1e-5 * nll);
    EXPECT_EQ(sums.tokens, tokens);
    EXPECT_EQ(sums.correct, correct);
    EXPECT_LT(tokens, rows);
    EXPECT_LE(relativeError(dx, dx2), 5e-6);
    EXPECT_LE(relativeError(dw, dw2), 5e-6);
    EXPECT_LE(relativeError(db, db2), 5e-6);
}

TEST_P(Semantics, StagesAndApplyMakeUpAttention) {
    const std::int64_t B = 2, h = 4, g = 2, T = 5, S = 6, dh = 8;
    const Tensor q = randomTensor(DType::F32, {B, T, h * dh}, 1),
                 k = randomTensor(DType::F32, {B, S, g * dh}, 2);
    const Tensor v = randomTensor(DType::F32, {B, S, g * dh}, 3);
    const std::vector<std::int32_t> lengths{6, 4};
    AttentionArgs args{headsOf(q, h, dh), headsOf(k, g, dh), headsOf(v, g, dh), {}, 0.3};
    args.mask.causal = true;
    args.mask.queryOffset = 1;
    args.mask.keyLengths = lengths;
    const auto square = [&] { return Tensor::zeros(DType::F32, {B, h, T, S}); };
    const AttentionStages stages{square(), square(), square(), square()};
    const Tensor out = Tensor::zeros(DType::F32, {B, T, h * dh}), applied = out.clone();
    m_backend->attentionStages(args, stages);
    m_backend->attentionApply(stages.weights, args.value, applied);
    m_backend->attention(args, out, Tensor(), Tensor());
    EXPECT_LE(relativeError(applied, out), 2e-6);
    for (std::int64_t i = 0; i < B * h * T * S; ++i) {
        const std::int64_t b = i / (h * T * S), t = i / S % T, s = i % S;
        EXPECT_NEAR(stages.scaled.at(i), 0.3 * stages.scores.at(i), 1e-6);
        if (args.mask.visible(b, t, s)) {
            EXPECT_EQ(stages.masked.at(i), stages.scaled.at(i));
        } else {
            EXPECT_EQ(stages.masked.at(i), -std::numeric_limits<double>::infinity());
            EXPECT_EQ(stages.weights.at(i), 0);
        }
    }
    for (std::int64_t row = 0; row < B * h * T; ++row) {
        double sum = 0;
        for (std::int64_t s = 0; s < S; ++s) sum += stages.weights.at(row * S + s);
        EXPECT_NEAR(sum, 1, 1e-6);
    }
}

TEST_P(Semantics, RowsThatSeeNothingGiveZerosAndNoGradient) {
    for (const std::int64_t T : {1, 5}) {  // both the path of one row and that of blocks
        const std::int64_t B = 2, h = 2, S = 7, dh = 8;
        const Tensor q = randomTensor(DType::F32, {B, T, h * dh}, 1, 50),
                     k = randomTensor(DType::F32, {B, S, h * dh}, 2);
        const Tensor v = randomTensor(DType::F32, {B, S, h * dh}, 3);
        const std::vector<std::int32_t> lengths{0, 7};
        AttentionArgs args{headsOf(q, h, dh), headsOf(k, h, dh), headsOf(v, h, dh), {}, 1};
        args.mask.keyLengths = lengths;
        const Tensor out = randomTensor(DType::F32, {B, T, h * dh}, 4),
                     dout = randomTensor(DType::F32, {B, T, h * dh}, 5);
        const Tensor max = randomTensor(DType::F32, {B, h, T}, 6),
                     sum = randomTensor(DType::F32, {B, h, T}, 7);
        const Tensor dq = Tensor::zeros(DType::F32, q.shape()), dk = Tensor::zeros(DType::F32, k.shape());
        const Tensor dv = dk.clone();
        m_backend->attention(args, out, max, sum);
        m_backend->attentionBackward(args, out, max, sum, dout, headsOf(dq, h, dh), headsOf(dk, h, dh),
                                     headsOf(dv, h, dh));
        for (std::int64_t i = 0; i < T * h * dh; ++i) {
            EXPECT_EQ(out.at(i), 0);
            EXPECT_EQ(dq.at(i), 0);
        }
        for (std::int64_t i = 0; i < h * T; ++i) {
            EXPECT_EQ(max.at(i), -std::numeric_limits<double>::infinity());
            EXPECT_EQ(sum.at(i), 0);
        }
        for (std::int64_t i = 0; i < S * h * dh; ++i) {
            EXPECT_EQ(dk.at(i), 0);
            EXPECT_EQ(dv.at(i), 0);
        }
        EXPECT_GT(m_backend->sumOfSquares(out), 0);  // the other entry is not empty
        EXPECT_GT(m_backend->sumOfSquares(dv), 0);
    }
}

TEST_P(Semantics, HugeScoresDoNotOverflow) {
    const Tensor q = randomTensor(DType::F32, {1, 4, 8}, 1, 1e4),
                 k = randomTensor(DType::F32, {1, 5, 8}, 2, 1e4);
    const Tensor v = randomTensor(DType::F32, {1, 5, 8}, 3), out = Tensor::zeros(DType::F32, {1, 4, 8});
    m_backend->attention({headsOf(q, 1, 8), headsOf(k, 1, 8), headsOf(v, 1, 8), {}, 1}, out, Tensor(),
                         Tensor());
    for (const float value : out.elements<float>()) EXPECT_TRUE(std::isfinite(value));
}

TEST_P(Semantics, LayerNormHasMeanBetaAndVarianceGammaSquared) {
    const std::int64_t rows = 9, width = 37;
    const Tensor x = randomTensor(DType::F32, {rows, width}, 1, 3),
                 y = Tensor::zeros(DType::F32, {rows, width});
    const Tensor gamma = Tensor::zeros(DType::F32, {width}), beta = gamma.clone(),
                 zeros = Tensor::zeros(DType::F32, x.shape());
    for (float& value : gamma.elements<float>()) value = 2;
    for (float& value : beta.elements<float>()) value = -5;
    m_backend->layerNorm(x, gamma, beta, 0, y);
    for (std::int64_t r = 0; r < rows; ++r) {
        double mean = 0, variance = 0;
        for (std::int64_t i = 0; i < width; ++i) mean += y.at(r * width + i) / width;
        for (std::int64_t i = 0; i < width; ++i) variance += std::pow(y.at(r * width + i) - mean, 2) / width;
        EXPECT_NEAR(mean, -5, 1e-5);
        EXPECT_NEAR(variance, 4, 1e-4);
    }
    const Tensor together = y.clone(), apart = y.clone(), sum = y.clone();
    const Tensor f = randomTensor(DType::F32, x.shape(), 2);
    m_backend->addNorm(x, f, {}, gamma, beta, 1e-5, together, Tensor(), Tensor(), Tensor());
    m_backend->add(x, f, sum);
    m_backend->layerNorm(sum, gamma, beta, 1e-5, apart);
    EXPECT_EQ(relativeError(together, apart), 0);
}

TEST_P(Semantics, AddMayOverwriteAnArgument) {
    const Tensor a = randomTensor(DType::F32, {100}, 1), b = randomTensor(DType::F32, {100}, 2),
                 y = a.clone();
    m_backend->add(y, b, y);
    for (std::int64_t i = 0; i < 100; ++i)
        EXPECT_EQ(y.data<float>()[i], a.data<float>()[i] + b.data<float>()[i]);
}

TEST_P(Semantics, FirstAdamWStepMovesByTheLearningRateAgainstTheSign) {
    const Tensor values = randomTensor(DType::F32, {50}, 1), before = values.clone();
    const Tensor gradients = randomTensor(DType::F32, {50}, 2);
    const Tensor m = Tensor::zeros(DType::F32, {50}), v = m.clone();
    AdamWArgs args;
    args.learningRate = 0.01;
    args.weightDecay = 0.1;
    args.gradientScale = 0.5;
    m_backend->adamW(values, gradients, m, v, args);
    for (std::int64_t i = 0; i < 50; ++i) {
        const double g = 0.5 * gradients.at(i);
        EXPECT_NEAR(values.at(i), before.at(i) * (1 - 0.01 * 0.1) - 0.01 * (g > 0 ? 1 : -1), 1e-6);
        EXPECT_NEAR(m.at(i), 0.1 * g, 1e-7);
        EXPECT_NEAR(v.at(i), 0.02 * g * g, 1e-7);
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, Semantics, ::testing::Values("reference", "cpu"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace vitrine
