#include <algorithm>
#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// What one row of logits adds to the sums.
struct RowLoss {
    double loss, negativeLogLikelihood;
    bool correct;
};

/// Adds the bias to a row of logits and returns its losses; with gradients it turns the logits into
/// scale * (softmax - target), target being (1-e) one-hot + e/V.
RowLoss lossOfRow(float* logits, const float* b, std::int64_t width, std::int32_t label, float smoothing,
                  bool gradients, float scale) {
    float max = -INFINITY, total = 0;
    double sumExp = 0;
#pragma omp simd reduction(max : max) reduction(+ : total)
    for (std::int64_t v = 0; v < width; ++v) {
        const float logit = b != nullptr ? logits[v] + b[v] : logits[v];
        logits[v] = logit;
        max = std::max(max, logit);
        total += logit;
    }
    const float labelLogit = logits[label];
    for (std::int64_t v = 0; v < width; ++v) {
        logits[v] = std::exp(logits[v] - max);
        sumExp += logits[v];
    }
    const float uniform = smoothing / static_cast<float>(width);
    if (gradients) {
        const float factor = scale / static_cast<float>(sumExp), shift = scale * uniform;
#pragma omp simd
        for (std::int64_t v = 0; v < width; ++v) logits[v] = factor * logits[v] - shift;
        logits[label] -= scale * (1.f - smoothing);
    }
    const double logSum = max + std::log(sumExp);
    return {logSum - (1. - smoothing) * labelLogit - static_cast<double>(uniform) * total,
            logSum - labelLogit, labelLogit >= max};
}

constexpr std::int64_t kChunkFloats = 1 << 19;  // logits of one chunk

}  // namespace

LossSums CpuBackend::linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b,
                                        const Tensor& labels, const LossArgs& args, const Tensor& dx,
                                        const Tensor& dw, const Tensor& db) {
    const ProductSizes n = checkCrossEntropy(x, w, b, labels, args, dx, dw, db);
    const bool gradients = dx.defined() || dw.defined() || db.defined();
    const std::int64_t chunk =
        std::clamp<std::int64_t>(kChunkFloats / n.out, 16, std::max<std::int64_t>(16, n.rows));
    const ArenaScope scope(m_scratch);
    float* logits = scratch(chunk * n.out);
    const float *xs = x.data<float>(), *ws = w.data<float>();
    const float* bs = b.defined() ? b.data<float>() : nullptr;
    const std::int32_t* label = labels.data<std::int32_t>();
    auto* rowLoss = static_cast<RowLoss*>(m_scratch.allocate(sizeof(RowLoss) * chunk));
    LossSums sums;
    for (std::int64_t first = 0; first < n.rows; first += chunk) {
        const std::int64_t rows = std::min(chunk, n.rows - first);
        const float* xc = xs + first * n.in;
        parallelFor(n.out, grainOf(kGrainFlops, 2 * rows * n.in), [&](std::int64_t begin, std::int64_t end) {
            gemm(Transpose::No, Transpose::Yes, rows, end - begin, n.in, xc, n.in, ws + begin * n.in, n.in,
                 0.f, logits + begin, n.out);
        });
        parallelFor(rows, grainOf(kGrainBytes, 8 * n.out), [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t r = begin; r < end; ++r) {
                float* row = logits + r * n.out;
                if (label[first + r] == args.ignore) {
                    std::fill_n(row, n.out, 0.f);
                    continue;
                }
                rowLoss[r] = lossOfRow(row, bs, n.out, label[first + r], static_cast<float>(args.smoothing),
                                       gradients, static_cast<float>(args.gradientScale));
            }
        });
        for (std::int64_t r = 0; r < rows; ++r) {
            if (label[first + r] == args.ignore) continue;
            sums.loss += rowLoss[r].loss;
            sums.negativeLogLikelihood += rowLoss[r].negativeLogLikelihood;
            sums.correct += rowLoss[r].correct ? 1 : 0;
            sums.tokens += 1;
        }
        if (dx.defined())
            parallelFor(
                rows, grainOf(kGrainFlops, 2 * n.out * n.in), [&](std::int64_t begin, std::int64_t end) {
                    gemm(Transpose::No, Transpose::No, end - begin, n.in, n.out, logits + begin * n.out,
                         n.out, ws, n.in, 1.f, dx.data<float>() + (first + begin) * n.in, n.in);
                });
        if (dw.defined() || db.defined())
            parallelFor(n.out, grainOf(kGrainFlops, 2 * rows * n.in),
                        [&](std::int64_t begin, std::int64_t end) {
                            if (dw.defined())
                                gemm(Transpose::Yes, Transpose::No, end - begin, n.in, rows, logits + begin,
                                     n.out, xc, n.in, 1.f, dw.data<float>() + begin * n.in, n.in);
                            if (db.defined())
                                for (std::int64_t r = 0; r < rows; ++r)
                                    for (std::int64_t v = begin; v < end; ++v)
                                        db.data<float>()[v] += logits[r * n.out + v];
                        });
    }
    return sums;
}

}  // namespace vitrine
