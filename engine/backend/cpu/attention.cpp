#include <algorithm>
#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

float dot(const float* a, const float* b, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

/// into += factor * from.
void addScaled(float factor, const float* from, std::int64_t count, float* into) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) into[i] += factor * from[i];
}

/// Masked scores of one query row for keys [0, end).
void scoreRow(const AttentionArgs& args, std::int64_t b, std::int64_t h, std::int64_t g, std::int64_t t,
              std::int64_t end, float* scores) {
    const float* query = args.query.at<float>(b, h, t);
    const float* painted =
        args.mask.painted != nullptr ? args.mask.painted->data<float>() + t * args.key.rows : nullptr;
    for (std::int64_t s = 0; s < end; ++s) {
        scores[s] =
            dot(query, args.key.at<float>(b, g, s), args.query.width) * static_cast<float>(args.scale);
        if (painted != nullptr) scores[s] += painted[s];
    }
}

/// Turns scores into exp(score - max) and returns max and sum; a row that sees nothing becomes all zero.
void exponentials(float* scores, std::int64_t end, float& max, float& sum) {
    max = -INFINITY;
    sum = 0;
    for (std::int64_t s = 0; s < end; ++s) max = std::max(max, scores[s]);
    for (std::int64_t s = 0; s < end; ++s) {
        scores[s] = max == -INFINITY ? 0.f : std::exp(scores[s] - max);
        sum += scores[s];
    }
}

}  // namespace

void CpuBackend::attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                           const Tensor& rowSum) {
    const AttentionSizes n = checkAttention(args, out, rowMax, rowSum);
    const ArenaScope scope(m_scratch);
    const std::int64_t grain = grainOf(kGrainFlops, 2 * n.queries * n.keys * (n.keyWidth + n.valueWidth));
    float* scratchRows = scratch(partCount(n.batch * n.heads, grain) * n.keys);
    float* result = out.data<float>();
    parallelFor(n.batch * n.heads, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        float* scores = scratchRows + part * n.keys;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / n.heads, h = i % n.heads, g = n.groupOf(h);
            for (std::int64_t t = 0; t < n.queries; ++t) {
                const std::int64_t visible = args.mask.visibleEnd(b, t, n.keys);
                float max = 0, sum = 0;
                scoreRow(args, b, h, g, t, visible, scores);
                exponentials(scores, visible, max, sum);
                float* row = result + ((b * n.queries + t) * n.heads + h) * n.valueWidth;
                std::fill_n(row, n.valueWidth, 0.f);
                if (sum > 0)
                    for (std::int64_t s = 0; s < visible; ++s)
                        addScaled(scores[s] / sum, args.value.at<float>(b, g, s), n.valueWidth, row);
                if (rowMax.defined()) rowMax.data<float>()[i * n.queries + t] = max;
                if (rowSum.defined()) rowSum.data<float>()[i * n.queries + t] = sum;
            }
        }
    });
}

void CpuBackend::attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                   const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                   const HeadsView& dkey, const HeadsView& dvalue) {
    const AttentionSizes n = checkAttentionBackward(args, out, rowMax, rowSum, dout, dquery, dkey, dvalue);
    const ArenaScope scope(m_scratch);
    const std::int64_t pairs = n.batch * n.groups;
    const std::int64_t grain =
        grainOf(kGrainFlops, n.share() * n.queries * n.keys * (6 * n.keyWidth + 4 * n.valueWidth));
    float* scratchRows = scratch(partCount(pairs, grain) * n.keys);
    const auto scale = static_cast<float>(args.scale);
    parallelFor(pairs, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        float* weights = scratchRows + part * n.keys;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / n.groups, g = i % n.groups;
            for (std::int64_t h = g * n.share(); h < (g + 1) * n.share(); ++h)
                for (std::int64_t t = 0; t < n.queries; ++t) {
                    const std::int64_t row = (b * n.heads + h) * n.queries + t;
                    const std::int64_t at = ((b * n.queries + t) * n.heads + h) * n.valueWidth;
                    const float* gradient = dout.data<float>() + at;
                    const float sum = rowSum.data<float>()[row], max = rowMax.data<float>()[row];
                    if (!(sum > 0)) continue;
                    const std::int64_t visible = args.mask.visibleEnd(b, t, n.keys);
                    scoreRow(args, b, h, g, t, visible, weights);
                    const float mean = dot(gradient, out.data<float>() + at, n.valueWidth);
                    for (std::int64_t s = 0; s < visible; ++s) {
                        const float weight = std::exp(weights[s] - max) / sum;
                        const float dweight = dot(gradient, args.value.at<float>(b, g, s), n.valueWidth);
                        const float dscore = scale * weight * (dweight - mean);
                        if (dvalue.data != nullptr)
                            addScaled(weight, gradient, n.valueWidth, dvalue.at<float>(b, g, s));
                        if (dquery.data != nullptr)
                            addScaled(dscore, args.key.at<float>(b, g, s), n.keyWidth,
                                      dquery.at<float>(b, h, t));
                        if (dkey.data != nullptr)
                            addScaled(dscore, args.query.at<float>(b, h, t), n.keyWidth,
                                      dkey.at<float>(b, g, s));
                    }
                }
        }
    });
}

}  // namespace vitrine
