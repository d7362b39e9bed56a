#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/threading.h"
#include "tests/support/op_case.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;

/// The definition of DropoutSpec, straight from its comment.
bool keptByDefinition(const DropoutSpec& dropout, std::int64_t i) {
    const auto block = dropout.rng.block(RandomUse::Dropout, dropout.site, static_cast<std::uint64_t>(i) / 8);
    const std::uint32_t word = block[static_cast<std::size_t>(i / 2 % 4)];
    const std::uint32_t number = i % 2 == 0 ? word % 65536 : word / 65536;
    return number >= std::lround(dropout.probability * 65536);
}

class Dropout : public ::testing::TestWithParam<const char*> {};

TEST_P(Dropout, KeepsTheElementsOfTheDefinitionInAllThreeOps) {
    const auto backend = createBackend(GetParam());
    for (const std::int64_t width : {1, 7, 64, 100, 257, 1500})
        for (const double probability : {0.1, 0.5, 0.9}) {
            const DropoutSpec dropout{probability, Rng(0x123456789ABCDEF0, 321), siteKey("encoder.1.ffn")};
            const std::int64_t rows = 37;
            const Tensor ones = Tensor::zeros(DType::F32, {rows, width}), zeros = ones.clone();
            for (float& value : ones.elements<float>()) value = 1;
            const Tensor gamma = ones.slice(0, 1).reshaped({width});
            const Tensor sum = ones.clone(), y = ones.clone(), embedded = ones.clone();
            backend->addNorm(zeros, ones, dropout, gamma, gamma, 1e-5, y, sum, Tensor(), Tensor());
            const Tensor ids = Tensor::zeros(DType::I32, {1, rows});
            backend->embed(ids, ones, 1, Tensor(), 0, dropout, embedded);
            const Tensor dtable = Tensor::zeros(DType::F32, {1, width});
            backend->embedBackward(ids, 1, dropout, ones, dtable);
            std::vector<double> columnSums(static_cast<std::size_t>(width));
            const auto scale = static_cast<float>(1 / (1 - probability));
            for (std::int64_t i = 0; i < rows * width; ++i) {
                const float expected = keptByDefinition(dropout, i) ? scale : 0.f;
                ASSERT_EQ(sum.data<float>()[i], expected)
                    << "addNorm, element " << i << " of width " << width;
                ASSERT_EQ(embedded.data<float>()[i], expected)
                    << "embed, element " << i << " of width " << width;
                columnSums[static_cast<std::size_t>(i % width)] += expected;
            }
            for (std::int64_t i = 0; i < width; ++i)
                ASSERT_NEAR(dtable.at(i), columnSums[static_cast<std::size_t>(i)], 1e-3);
        }
}

TEST_P(Dropout, UsesAllOfSeedStepAndSite) {
    const auto backend = createBackend(GetParam());
    const Tensor ones = Tensor::zeros(DType::F32, {16, 64}), zeros = ones.clone();
    for (float& value : ones.elements<float>()) value = 1;
    const Tensor gamma = ones.slice(0, 1).reshaped({64});
    const auto kept = [&](const DropoutSpec& dropout) {
        const Tensor sum = ones.clone(), y = ones.clone();
        backend->addNorm(zeros, ones, dropout, gamma, gamma, 1e-5, y, sum, Tensor(), Tensor());
        return Outputs{{"sum", sum}};
    };
    const Outputs base = kept({0.5, Rng(1, 1), 1});
    EXPECT_TRUE(sameBits(base, kept({0.5, Rng(1, 1), 1})));
    EXPECT_FALSE(sameBits(base, kept({0.5, Rng(1, 2), 1})));
    EXPECT_FALSE(sameBits(base, kept({0.5, Rng(1, 1), 2})));
    EXPECT_FALSE(sameBits(base, kept({0.5, Rng(2, 1), 1})));
    EXPECT_FALSE(sameBits(base, kept({0.5, Rng(std::uint64_t{1} << 32 | 1, 1), 1})));
}

INSTANTIATE_TEST_SUITE_P(Devices, Dropout, ::testing::Values("reference", "cpu"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace vitrine
