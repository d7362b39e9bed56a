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

/// Softmax over the keys of one row, in place; a row that sees nothing becomes all zero.
void softmaxRow(float* row, std::int64_t keys) {
    float max = -INFINITY, sum = 0;
    for (std::int64_t s = 0; s < keys; ++s) max = std::max(max, row[s]);
    for (std::int64_t s = 0; s < keys; ++s) {
        row[s] = max == -INFINITY ? 0.f : std::exp(row[s] - max);
        sum += row[s];
    }
    if (sum > 0)
        for (std::int64_t s = 0; s < keys; ++s) row[s] /= sum;
}

/// Row `index` of a stage somebody watches, or null.
float* stageRow(const Tensor& stage, std::int64_t index, std::int64_t keys) {
    return stage.defined() ? stage.data<float>() + index * keys : nullptr;
}

}  // namespace

// These two serve people who watch, not training: they keep whole matrices and are plain on purpose.

void CpuBackend::attentionStages(const AttentionArgs& args, const AttentionStages& stages) {
    const AttentionSizes n = checkAttentionStages(args, stages);
    const ArenaScope scope(m_scratch);
    const std::int64_t grain = grainOf(kGrainFlops, 4 * n.queries * n.keys * n.keyWidth);
    float* rows = scratch(partCount(n.batch * n.heads, grain) * n.keys);
    parallelFor(n.batch * n.heads, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        float* row = rows + part * n.keys;
        for (std::int64_t i = begin * n.queries; i < end * n.queries; ++i) {
            const std::int64_t b = i / (n.heads * n.queries), h = i / n.queries % n.heads, t = i % n.queries;
            const auto keep = [&](const Tensor& stage) {
                if (stage.defined()) std::copy_n(row, n.keys, stageRow(stage, i, n.keys));
            };
            for (std::int64_t s = 0; s < n.keys; ++s)
                row[s] =
                    dot(args.query.at<float>(b, h, t), args.key.at<float>(b, n.groupOf(h), s), n.keyWidth);
            keep(stages.scores);
            for (std::int64_t s = 0; s < n.keys; ++s) row[s] *= static_cast<float>(args.scale);
            keep(stages.scaled);
            for (std::int64_t s = 0; s < n.keys; ++s) {
                if (!args.mask.visible(b, t, s)) row[s] = -INFINITY;
                if (args.mask.painted != nullptr) row[s] += args.mask.painted->data<float>()[t * n.keys + s];
            }
            keep(stages.masked);
            softmaxRow(row, n.keys);
            keep(stages.weights);
        }
    });
}

void CpuBackend::attentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) {
    const AttentionSizes n = checkAttentionApply(weights, value, out);
    const std::int64_t grain = grainOf(kGrainFlops, 2 * n.queries * n.keys * n.valueWidth);
    parallelFor(n.batch * n.heads, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin * n.queries; i < end * n.queries; ++i) {
            const std::int64_t b = i / (n.heads * n.queries), h = i / n.queries % n.heads, t = i % n.queries;
            const float* row = weights.data<float>() + i * n.keys;
            float* to = out.data<float>() + ((b * n.queries + t) * n.heads + h) * n.valueWidth;
            std::fill_n(to, n.valueWidth, 0.f);
            for (std::int64_t s = 0; s < n.keys; ++s) {
                const float* from = value.at<float>(b, n.groupOf(h), s);
#pragma omp simd
                for (std::int64_t j = 0; j < n.valueWidth; ++j) to[j] += row[s] * from[j];
            }
        }
    });
}

}  // namespace vitrine
