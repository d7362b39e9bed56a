#include <cstring>

#include "engine/model/decoder_cache.h"
#include "tests/model/model_fixture.h"

namespace vitrine {
namespace {

class Properties : public SmallModel {};

/// Largest difference of row t of entry b with row t2 of entry b2.
double rowDifference(const Tensor& a, std::int64_t b, std::int64_t t, const Tensor& c, std::int64_t b2,
                     std::int64_t t2) {
    const std::int64_t columns = a.shape()[-1];
    double difference = 0;
    for (std::int64_t v = 0; v < columns; ++v)
        difference = std::max(difference, std::abs(a.at((b * a.shape()[1] + t) * columns + v) -
                                                   c.at((b2 * c.shape()[1] + t2) * columns + v)));
    return difference;
}

TEST_F(Properties, FutureTokensChangeNothingEarlier) {
    const Tensor source = ids({{4, 9, 5}});
    const std::vector<int> target = {1, 6, 20, 8, 11, 3};
    const Tensor before = logits(source, ids({target}));
    for (std::size_t changed = 0; changed < target.size(); ++changed) {
        std::vector<int> other = target;
        other[changed] = other[changed] == 12 ? 13 : 12;
        const Tensor after = logits(source, ids({other}));
        for (std::size_t t = 0; t < target.size(); ++t) {
            const auto row = static_cast<std::int64_t>(t);
            const double difference = rowDifference(before, 0, row, after, 0, row);
            if (t < changed)
                EXPECT_EQ(difference, 0) << "token " << changed << " reached back to row " << t;
            else
                EXPECT_GT(difference, 0) << "token " << changed << " did not reach row " << t;
        }
    }
}

TEST_F(Properties, ASourceWordReachesEveryTargetRow) {
    const Tensor target = ids({{1, 6, 20}});
    const Tensor before = logits(ids({{4, 9, 5}}), target), after = logits(ids({{4, 9, 6}}), target);
    for (std::int64_t t = 0; t < 3; ++t) EXPECT_GT(rowDifference(before, 0, t, after, 0, t), 0);
}

TEST_F(Properties, WordOrderMatters) {
    const Tensor target = ids({{1}});
    EXPECT_GT(rowDifference(logits(ids({{4, 9, 5}}), target), 0, 0, logits(ids({{5, 9, 4}}), target), 0, 0),
              1e-6);
}

TEST_F(Properties, PaddingChangesNoValidOutput) {
    const std::vector<std::vector<int>> sources = {{4, 9, 5, 17, 2}, {7, 0, 0, 0, 0}, {8, 3, 5, 0, 0}};
    const std::vector<std::vector<int>> targets = {{1, 6, 0, 0}, {1, 20, 8, 11}, {1, 0, 0, 0}};
    const std::vector<std::int32_t> sourceLengths = {5, 1, 3}, targetLengths = {2, 4, 1};
    const Tensor together = logits(ids(sources), ids(targets), sourceLengths, targetLengths);
    for (std::size_t b = 0; b < 3; ++b) {
        std::vector<int> source = sources[b], target = targets[b];
        source.resize(static_cast<std::size_t>(sourceLengths[b]));
        target.resize(static_cast<std::size_t>(targetLengths[b]));
        const Tensor alone = logits(ids({source}), ids({target}));
        for (std::int64_t t = 0; t < targetLengths[b]; ++t)
            EXPECT_LT(rowDifference(together, static_cast<std::int64_t>(b), t, alone, 0, t), 1e-12);
    }
}

TEST_F(Properties, WhatPaddingHoldsDoesNotMatter) {
    const std::vector<std::int32_t> sourceLengths = {3}, targetLengths = {2};
    const Tensor a = logits(ids({{4, 9, 5, 0, 0}}), ids({{1, 6, 0}}), sourceLengths, targetLengths);
    const Tensor b = logits(ids({{4, 9, 5, 13, 7}}), ids({{1, 6, 9}}), sourceLengths, targetLengths);
    for (std::int64_t t = 0; t < 2; ++t) EXPECT_EQ(rowDifference(a, 0, t, b, 0, t), 0);
}

/// Three sentences of unequal length, fed token by token.
TEST_F(Properties, CachedLogitsEqualUncachedAtEveryPosition) {
    const Tensor source = ids({{4, 9, 5, 17}, {7, 0, 0, 0}, {8, 3, 0, 0}});
    const std::vector<std::int32_t> lengths = {4, 1, 2};
    const std::vector<std::vector<int>> target = {{1, 6, 20, 8, 11}, {1, 20, 8, 11, 3}, {1, 5, 5, 5, 9}};
    const Tensor full = logits(source, ids(target), lengths);
    Arena arena;
    const ForwardContext ctx = context(arena);
    DecoderCache cache(m_model.contract(), DType::F64, 3, 4, 8);
    m_model.startCache(ctx, cache, m_model.encode(ctx, source, lengths), lengths);
    for (const std::size_t from : {0, 2}) {  // once through, then again from the third token
        cache.truncate(static_cast<std::int64_t>(from));
        for (std::size_t t = from; t < 5; ++t) {
            const Tensor scores =
                m_model.step(ctx, cache, ids({{target[0][t]}, {target[1][t]}, {target[2][t]}}));
            ASSERT_EQ(scores.shape(), Shape({3, 1, 23}));
            for (std::int64_t b = 0; b < 3; ++b)
                EXPECT_LT(rowDifference(scores, b, 0, full, b, static_cast<std::int64_t>(t)), 1e-12);
        }
    }
}

TEST_F(Properties, KeptSentencesGoOnAsIfNothingHappened) {
    const Tensor source = ids({{4, 9, 5, 17}, {7, 0, 0, 0}, {8, 3, 0, 0}});
    const std::vector<std::int32_t> lengths = {4, 1, 2};
    const std::vector<std::vector<int>> target = {{1, 6, 20, 8}, {1, 20, 8, 11}, {1, 5, 5, 9}};
    const Tensor full = logits(source, ids(target), lengths);
    Arena arena;
    const ForwardContext ctx = context(arena);
    DecoderCache cache(m_model.contract(), DType::F64, 3, 4, 8);
    m_model.startCache(ctx, cache, m_model.encode(ctx, source, lengths), lengths);
    m_model.step(ctx, cache, ids({{1}, {1}, {1}}));
    m_model.step(ctx, cache, ids({{6}, {20}, {5}}));
    const std::vector<std::int32_t> kept = {1, 2};
    cache.keep(kept);
    EXPECT_EQ(cache.running(), 2);
    const Tensor third = m_model.step(ctx, cache, ids({{8}, {5}}));
    for (std::int64_t b = 0; b < 2; ++b) EXPECT_LT(rowDifference(third, b, 0, full, b + 1, 2), 1e-12);
    const std::vector<std::int32_t> last = {1};
    cache.keep(last);
    const Tensor fourth = m_model.step(ctx, cache, ids({{9}}));
    EXPECT_LT(rowDifference(fourth, 0, 0, full, 2, 3), 1e-12);
    for (const std::vector<std::int32_t>& wrong : {std::vector<std::int32_t>{1}, {0, 0}, {-1}})
        EXPECT_THROW(cache.keep(wrong), Error);
}

TEST_F(Properties, CrossKeysAreFixedAndLayersHaveTheirOwn) {
    Arena arena;
    const ForwardContext ctx = context(arena);
    DecoderCache cache(m_model.contract(), DType::F64, 1, 4, 8);
    m_model.startCache(ctx, cache, m_model.encode(ctx, ids({{4, 9, 5}}), {}), {});
    const Tensor before = cache.cross(LayerIndex(1)).clone();
    m_model.step(ctx, cache, ids({{1}}));
    m_model.step(ctx, cache, ids({{6}}));
    EXPECT_EQ(std::memcmp(before.raw(), cache.cross(LayerIndex(1)).raw(), before.bytes()), 0);
    EXPECT_NE(cache.self(LayerIndex(0)).keys.at(0), cache.self(LayerIndex(1)).keys.at(0));
}

template <class Run>
std::string errorOf(const Run& run) {
    try {
        run();
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST_F(Properties, WhatDoesNotFitIsAnErrorThatSaysWhy) {
    const auto longRow = std::vector<int>(17, 4);
    EXPECT_NE(errorOf([&] { logits(ids({longRow}), ids({{1}})); }).find("at most 16"), std::string::npos);
    EXPECT_NE(errorOf([&] { logits(ids({{4}}), ids({longRow})); }).find("at most 16"), std::string::npos);
    EXPECT_THROW(logits(ids({{21}}), ids({{1}})), Error);
    EXPECT_THROW(logits(ids({{4}}), ids({{-1}})), Error);
    EXPECT_THROW(logits(Tensor::zeros(DType::I32, {3}), ids({{1}})), Error);
    Arena arena;
    const ForwardContext ctx = context(arena);
    DecoderCache cache(m_model.contract(), DType::F64, 2, 3, 2);
    const Variable memory = m_model.encode(ctx, ids({{4, 9, 5, 6}}), {});
    EXPECT_NE(errorOf([&] { m_model.startCache(ctx, cache, memory, {}); }).find("3 source tokens"),
              std::string::npos);
    m_model.startCache(ctx, cache, m_model.encode(ctx, ids({{4, 9, 5}}), {}), {});
    EXPECT_THROW(m_model.step(ctx, cache, ids({{1}, {1}})), Error);  // one sentence is running
    m_model.step(ctx, cache, ids({{1}}));
    m_model.step(ctx, cache, ids({{1}}));
    EXPECT_NE(errorOf([&] { m_model.step(ctx, cache, ids({{1}})); }).find("all are taken"),
              std::string::npos);
    EXPECT_THROW(cache.truncate(3), Error);
    Contract odd = contract();
    odd.width = 13;
    EXPECT_THROW(Transformer{odd}, Error);
}

}  // namespace
}  // namespace vitrine
