#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/op_case.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Tensor floats(const Shape& shape) {
    return Tensor::zeros(DType::F32, shape);
}

/// Every call must throw Error whose text contains the part; the part names the op and what is wrong.
#define EXPECT_REFUSED(call, part) EXPECT_THAT([&] { call; }, ThrowsMessage<Error>(HasSubstr(part)))

class Checks : public ::testing::TestWithParam<const char*> {
protected:
    std::unique_ptr<Backend> m_backend = createBackend(GetParam());
    const Tensor m_none{};
    const DropoutSpec m_dry{};
};

TEST_P(Checks, LinearRefusesWhatDoesNotFit) {
    Backend& b = *m_backend;
    const Tensor x = floats({2, 3}), w = floats({4, 3}), y = floats({2, 4});
    const auto none = Activation::None;
    EXPECT_REFUSED(b.linear(m_none, w, m_none, none, y), "[linear] x is undefined");
    EXPECT_REFUSED(b.linear(x, floats({4, 5}), m_none, none, y), "x has 3 features");
    EXPECT_REFUSED(b.linear(x, floats({12}), m_none, none, y), "weights (out, in)");
    EXPECT_REFUSED(b.linear(x, w, floats({3}), none, y), "bias is f32 (3), expected 4");
    EXPECT_REFUSED(b.linear(x, w, m_none, none, floats({2, 3})), "y is f32 (2, 3), expected f32 (2, 4)");
    EXPECT_REFUSED(b.linear(x, w, m_none, none, Tensor::zeros(DType::F64, {2, 4})), "y is f64");
    EXPECT_REFUSED(b.linearBackward(x, w, m_none, Activation::Relu, y, x, w, m_none), "y is undefined");
    EXPECT_REFUSED(b.linearBackward(x, w, y, none, x, x, w, m_none), "dy is");
    EXPECT_REFUSED(b.linearBackward(x, w, y, none, y, y, w, m_none), "dx is");
    EXPECT_REFUSED(b.linearBackward(x, w, y, none, y, x, x, m_none), "dw is");
    EXPECT_REFUSED(b.linearBackward(x, w, y, none, y, x, w, floats({5})), "db is");
}

TEST_P(Checks, EmbedRefusesIdsAndPositionsOutsideTheirTables) {
    Backend& b = *m_backend;
    const Tensor ids = Tensor::zeros(DType::I32, {1, 3}), table = floats({5, 4}), y = floats({1, 3, 4});
    EXPECT_REFUSED(b.embed(ids, table, 1, floats({4, 4}), 2, m_dry, y), "positions 2 to 4 are needed");
    EXPECT_REFUSED(b.embed(ids, table, 1, floats({4, 4}), -1, m_dry, y), "positions -1");
    EXPECT_REFUSED(b.embed(ids, table, 1, floats({4, 3}), 0, m_dry, y), "positions is");
    EXPECT_REFUSED(b.embed(ids, table, 1, m_none, 0, {1.0, Rng(0), 0}, y), "dropout probability is 1");
    EXPECT_REFUSED(b.embed(ids, table, 1, m_none, 0, {-0.1, Rng(0), 0}, y), "dropout probability");
    EXPECT_REFUSED(b.embed(floats({1, 3}), table, 1, m_none, 0, m_dry, y), "expected elements of type i32");
    for (const std::int32_t bad : {-1, 5}) {
        ids.data<std::int32_t>()[1] = bad;
        EXPECT_REFUSED(b.embed(ids, table, 1, m_none, 0, m_dry, y), concat("contains ", bad));
        EXPECT_REFUSED(b.embedBackward(ids, 1, m_dry, y, table), concat("contains ", bad));
    }
    EXPECT_REFUSED(b.embedBackward(ids, 1, m_dry, floats({1, 2, 4}), table), "dy is");
}

TEST_P(Checks, AttentionRefusesHeadsThatDoNotMatch) {
    Backend& b = *m_backend;
    const Tensor q = floats({2, 3, 8}), k = floats({2, 5, 8}), out = floats({2, 3, 8}),
                 row = floats({2, 4, 3});
    EXPECT_REFUSED(headsOf(q, 5, 2), "expected 5 heads of 2 features");
    AttentionArgs args{headsOf(q, 4, 2), headsOf(k, 4, 2), headsOf(k, 4, 2), {}, 1};
    b.attention(args, out, row, row);  // fits
    AttentionArgs wrong = args;
    wrong.key = headsOf(k, 2, 4);
    EXPECT_REFUSED(b.attention(wrong, out, row, row), "[attention] key is f32 (2, 2, 5, 4)");
    wrong = args;
    wrong.value = headsOf(floats({2, 6, 8}), 4, 2);
    EXPECT_REFUSED(b.attention(wrong, out, row, row), "value is f32 (2, 4, 6, 2)");
    wrong.query = headsOf(q, 3, 2);
    EXPECT_REFUSED(b.attention(wrong, out, row, row), "3 query heads cannot share 4 key heads");
    wrong = args;
    const std::vector<std::int32_t> lengths{1, 2, 3};
    wrong.mask.keyLengths = lengths;
    EXPECT_REFUSED(b.attention(wrong, out, row, row), "3 key lengths, expected one for each of 2");
    const Tensor painted = floats({5, 3});
    wrong = args;
    wrong.mask.painted = &painted;
    EXPECT_REFUSED(b.attention(wrong, out, row, row), "painted mask is f32 (5, 3)");
    EXPECT_REFUSED(b.attention(args, floats({2, 3, 7}), row, row), "out is");
    EXPECT_REFUSED(b.attention(args, out, floats({2, 4}), row), "rowMax is");
    EXPECT_REFUSED(b.attentionBackward(args, out, m_none, row, out, {}, {}, {}), "rowMax is undefined");
    EXPECT_REFUSED(b.attentionBackward(args, out, row, row, q, headsOf(k, 4, 2), {}, {}), "dquery is");
    EXPECT_REFUSED(b.attentionBackward(args, out, row, row, q, {}, headsOf(q, 4, 2), {}), "dkey is");
    EXPECT_REFUSED(b.attentionStages(args, {m_none, m_none, m_none, floats({2, 4, 3, 3})}), "weights is");
    EXPECT_REFUSED(b.attentionApply(floats({2, 4, 3, 4}), args.value, out), "value is");
    EXPECT_REFUSED(b.attentionApply(floats({8, 3, 5}), args.value, out), "expected (B, h, T, S)");
}

TEST_P(Checks, NormLossAndOptimizerRefuseWhatDoesNotFit) {
    Backend& b = *m_backend;
    const Tensor x = floats({2, 3}), gamma = floats({3}), two = floats({2});
    EXPECT_REFUSED(b.addNorm(x, floats({3, 2}), m_dry, gamma, gamma, 1e-5, x, x, two, two), "f is");
    EXPECT_REFUSED(b.addNorm(x, x, m_dry, two, gamma, 1e-5, x, x, two, two), "gamma is");
    EXPECT_REFUSED(b.addNorm(x, x, m_dry, gamma, gamma, 1e-5, x, x, gamma, two), "mean is");
    EXPECT_REFUSED(b.addNormBackward(x, two, m_none, m_dry, gamma, x, x, x, gamma, gamma),
                   "rstd is undefined");
    EXPECT_REFUSED(b.addNormBackward(x, two, two, m_dry, gamma, x, x, x, two, gamma), "dgamma is");
    EXPECT_REFUSED(b.layerNorm(x, gamma, two, 1e-5, x), "beta is");
    EXPECT_REFUSED(b.add(x, gamma, x), "[add] b is f32 (3), expected 6");
    const Tensor labels = Tensor::zeros(DType::I32, {2}), w = floats({4, 3});
    for (const std::int32_t bad : {-1, 4}) {
        labels.data<std::int32_t>()[1] = bad;
        EXPECT_REFUSED(b.linearCrossEntropy(x, w, m_none, labels, {}, m_none, m_none, m_none),
                       concat("label ", bad, " is outside"));
    }
    labels.data<std::int32_t>()[1] = 1;
    EXPECT_REFUSED(b.linearCrossEntropy(x, w, m_none, labels, {1, 0, 1}, m_none, m_none, m_none),
                   "smoothing");
    EXPECT_REFUSED(b.linearCrossEntropy(x, w, m_none, labels, {}, w, m_none, m_none), "dx is");
    EXPECT_REFUSED(b.adamW(x, x, x, gamma, {}), "secondMoment is");
    AdamWArgs stepless;
    stepless.step = 0;
    EXPECT_REFUSED(b.adamW(x, x, x, x, stepless), "step is 0");
    EXPECT_REFUSED(b.sumOfSquares(m_none), "[sumOfSquares]");
}

INSTANTIATE_TEST_SUITE_P(Devices, Checks, ::testing::Values("reference", "cpu"),
                         [](const auto& info) { return std::string(info.param); });

TEST(CpuChecks, DoubleIsRefusedNotConverted) {
    const Tensor x = Tensor::zeros(DType::F64, {2, 2});
    EXPECT_REFUSED(createBackend("cpu")->add(x, x, x), "expected elements of type f32");
}

}  // namespace
}  // namespace vitrine
