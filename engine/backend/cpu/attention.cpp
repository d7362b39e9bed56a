#include <algorithm>

#include "engine/backend/cpu/attention_block.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/backend/cpu/matrix_vector.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// Where the results of one call go; rowMax and rowSum may be null.
struct Outputs {
    float *out, *rowMax, *rowSum;
};

/// Turns scores into exp(score - max), column by column, and returns max and sum of each row. A row that sees
/// nothing becomes all zero.
void softmaxColumns(const QueryBlock& block, float* scores, float* max, float* sum) {
    for (std::int64_t lane = 0; lane < block.padded; lane += kLanes) {
        Vec most = broadcast(kMinusInfinity);
        for (std::int64_t s = 0; s < block.someEnd; ++s)
            most = larger(most, load(scores + s * block.padded + lane));
        for (std::int64_t s = block.someEnd; s < block.end; ++s) {
            float* const at = scores + s * block.padded + lane;
            const Vec value = block.masked(load(at), s, lane);
            store(at, value);
            most = larger(most, value);
        }
        const Vec shift = most == broadcast(kMinusInfinity) ? Vec{} : most;
        Vec total{};
        for (std::int64_t s = 0; s < block.end; ++s) {
            float* const at = scores + s * block.padded + lane;
            const Vec value = exponential(load(at) - shift);
            store(at, value);
            total += value;
        }
        store(max + lane, most);
        store(sum + lane, total);
    }
}

/// One block: scores, softmax, weighted sum, with everything between in `memory`.
void attendBlock(const AttentionArgs& args, const AttentionSizes& n, const QueryBlock& block,
                 const float* values, std::int64_t valueStride, float* memory, const Outputs& to) {
    const std::int64_t width = paddedToLanes(n.valueWidth);
    float* const queries = memory;
    float* const sums = queries + n.keyWidth * block.padded;  // (rows, padded dv)
    float* const scores = sums + QueryBlock::kRows * width;
    alignas(64) float max[QueryBlock::kRows], sum[QueryBlock::kRows];
    block.score(args, n, queries, scores);
    softmaxColumns(block, scores, max, sum);
    tileProduct<false>(block.rows, width, block.end, {scores, 1, block.padded}, values, valueStride, sums,
                       width);
    for (std::int64_t t = 0; t < block.rows; ++t) {
        float* row = to.out + ((block.b * n.queries + block.first + t) * n.heads + block.h) * n.valueWidth;
        const float factor = sum[t] > 0 ? 1 / sum[t] : 0.f;
#pragma omp simd
        for (std::int64_t i = 0; i < n.valueWidth; ++i) row[i] = factor * sums[t * width + i];
    }
    const std::int64_t at = (block.b * n.heads + block.h) * n.queries + block.first;
    if (to.rowMax != nullptr) std::copy_n(max, block.rows, to.rowMax + at);
    if (to.rowSum != nullptr) std::copy_n(sum, block.rows, to.rowSum + at);
}

/// softmax of scores [0, end) in place without the division; returns max and sum.
void softmaxRow(float* scores, std::int64_t end, float& max, float& sum) {
    Vec most = broadcast(kMinusInfinity), total{};
    std::int64_t s = 0;
    for (; s + kLanes <= end; s += kLanes) most = larger(most, load(scores + s));
    max = largestLane(most);
    for (; s < end; ++s) max = std::max(max, scores[s]);
    const Vec shift = broadcast(max == kMinusInfinity ? 0.f : max);
    for (s = 0; s + kLanes <= end; s += kLanes) {
        const Vec value = exponential(load(scores + s) - shift);
        store(scores + s, value);
        total += value;
    }
    if (s < end) {
        const Vec value = exponential(loadPart(scores + s, end - s) - shift);
        storePart(scores + s, value, end - s);
        total += loadPart(scores + s, end - s);
    }
    sum = sumOfLanes(total);
}

/// to (width) = factor * sum over s of weights[s] * values[s], for one slice of a vector's width.
void weightedSum(const float* weights, std::int64_t end, const float* values, std::int64_t stride,
                 std::int64_t width, float factor, float* to) {
    for (std::int64_t i = 0; i < width; i += kLanes) {
        const std::int64_t count = std::min(kLanes, width - i);
        Vec sums[4] = {};  // four chains of additions
        const auto value = [&](std::int64_t s) {
            const float* from = values + s * stride + i;
            return count == kLanes ? load(from) : loadPart(from, count);
        };
        std::int64_t s = 0;
        for (; s + 4 <= end; s += 4)
            for (int j = 0; j < 4; ++j) sums[j] += weights[s + j] * value(s + j);
        for (; s < end; ++s) sums[0] += weights[s] * value(s);
        storePart(to + i, ((sums[0] + sums[1]) + (sums[2] + sums[3])) * factor, count);
    }
}

/// One query row of one head, as in decoding with a cache: two matrix-vector products and nothing packed.
void attendRow(const AttentionArgs& args, const AttentionSizes& n, std::int64_t b, std::int64_t h,
               std::int64_t t, float* scores, const Outputs& to) {
    const std::int64_t g = n.groupOf(h);
    const std::int64_t end = std::max<std::int64_t>(0, args.mask.visibleEnd(b, t, n.keys));
    matrixVector(args.key.at<float>(b, g, 0), args.key.rowStride, args.query.at<float>(b, h, t), end,
                 n.keyWidth, scores);
    const auto scale = static_cast<float>(args.scale);
    const float* painted =
        args.mask.painted != nullptr ? args.mask.painted->data<float>() + t * n.keys : nullptr;
    for (std::int64_t s = 0; s < end; ++s)
        scores[s] = scores[s] * scale + (painted != nullptr ? painted[s] : 0.f);
    float max = 0, sum = 0;
    softmaxRow(scores, end, max, sum);
    weightedSum(scores, end, args.value.at<float>(b, g, 0), args.value.rowStride, n.valueWidth,
                sum > 0 ? 1 / sum : 0.f, to.out + ((b * n.queries + t) * n.heads + h) * n.valueWidth);
    const std::int64_t at = (b * n.heads + h) * n.queries + t;
    if (to.rowMax != nullptr) to.rowMax[at] = max;
    if (to.rowSum != nullptr) to.rowSum[at] = sum;
}

/// Fewer query rows than this are computed one by one.
constexpr std::int64_t kFewRows = 3;

}  // namespace

void CpuBackend::attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                           const Tensor& rowSum) {
    const AttentionSizes n = checkAttention(args, out, rowMax, rowSum);
    const ArenaScope scope(m_scratch);
    const Outputs to{out.data<float>(), rowMax.defined() ? rowMax.data<float>() : nullptr,
                     rowSum.defined() ? rowSum.data<float>() : nullptr};
    const std::int64_t grain = grainOf(kGrainFlops, 2 * n.queries * n.keys * (n.keyWidth + n.valueWidth));
    const int parts = partCount(n.batch * n.heads, grain);
    if (n.queries < kFewRows) {
        float* memory = scratch(parts * paddedToLanes(n.keys));
        parallelFor(n.batch * n.heads, grain, [&](int part, std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                for (std::int64_t t = 0; t < n.queries; ++t)
                    attendRow(args, n, i / n.heads, i % n.heads, t, memory + part * paddedToLanes(n.keys),
                              to);
        });
        return;
    }
    const std::int64_t width = paddedToLanes(n.valueWidth);
    const bool pack = width != n.valueWidth;  // tiles read whole vectors of a value row
    const std::int64_t packed = pack ? n.keys * width : 0;
    const std::int64_t perPart = packed + QueryBlock::kRows * (n.keyWidth + width + n.keys);
    float* memory = scratch(parts * perPart);
    parallelFor(n.batch * n.heads, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        float* const mine = memory + part * perPart;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / n.heads, h = i % n.heads;
            const float* values = args.value.at<float>(b, n.groupOf(h), 0);
            if (pack) packRows(values, args.value.rowStride, n.keys, n.valueWidth, mine, width);
            for (std::int64_t t = 0; t < n.queries; t += QueryBlock::kRows)
                attendBlock(args, n, QueryBlock(args, n, b, h, t), pack ? mine : values,
                            pack ? width : args.value.rowStride, mine + packed, to);
        }
    });
}

}  // namespace vitrine
