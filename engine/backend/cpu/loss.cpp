#include <algorithm>
#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/cpu/column_sums.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/backend/cpu/vec.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// What one row of logits adds to the sums; all zero for an ignored row.
struct RowLoss {
    double loss = 0, negativeLogLikelihood = 0;
    bool counted = false, correct = false;
};

/// Applies body(vector of row[v], v) to the whole row and stores what it returns; `rest` fills the lanes
/// behind the last element.
template <class Body>
void updateRow(float* row, std::int64_t width, float rest, const Body& body) {
    std::int64_t v = 0;
    for (; v + kLanes <= width; v += kLanes) store(row + v, body(load(row + v), v, kLanes));
    if (v == width) return;
    const std::int64_t count = width - v;
    const Vec part =
        laneNumbers() < static_cast<std::int32_t>(count) ? loadPart(row + v, count) : broadcast(rest);
    storePart(row + v, body(part, v, count), count);
}

/// Adds the bias to a row of logits and returns its losses; with gradients it turns the logits into
/// gradientScale * (softmax - target), target being (1-e) one-hot + e/V.
RowLoss lossOfRow(float* logits, const float* b, std::int64_t width, std::int32_t label, const LossArgs& args,
                  bool gradients) {
    Vec most = broadcast(kMinusInfinity), total{}, exponentials{};
    if (b != nullptr)
        updateRow(logits, width, 0, [&](Vec logit, std::int64_t v, std::int64_t count) {
            return logit + (count == kLanes ? load(b + v) : loadPart(b + v, count));
        });
    std::int64_t v = 0;
    for (; v + kLanes <= width; v += kLanes) {
        const Vec logit = load(logits + v);
        most = larger(most, logit);
        total += logit;
    }
    float max = largestLane(most), sum = sumOfLanes(total);
    for (; v < width; ++v) {
        max = std::max(max, logits[v]);
        sum += logits[v];
    }
    const float labelLogit = logits[label];
    const Vec shift = broadcast(max);
    updateRow(logits, width, kMinusInfinity, [&](Vec logit, std::int64_t, std::int64_t) {
        const Vec value = exponential(logit - shift);
        exponentials += value;
        return value;
    });
    const float sumExp = sumOfLanes(exponentials);
    const double logSum = static_cast<double>(max) + std::log(static_cast<double>(sumExp));
    const double uniform = args.smoothing / static_cast<double>(width);
    if (gradients) {
        const auto factor = static_cast<float>(args.gradientScale / static_cast<double>(sumExp));
        const auto share = static_cast<float>(args.gradientScale * uniform);
        updateRow(logits, width, 0,
                  [&](Vec value, std::int64_t, std::int64_t) { return value * factor - share; });
        logits[label] -= static_cast<float>(args.gradientScale * (1 - args.smoothing));
    }
    return {
        logSum - (1 - args.smoothing) * static_cast<double>(labelLogit) - uniform * static_cast<double>(sum),
        logSum - static_cast<double>(labelLogit), true, labelLogit >= max};
}

/// One call's matrices and where a chunk of rows keeps its logits.
struct Pass {
    ProductSizes n;
    const float *x, *w, *b;
    const std::int32_t* labels;
    const LossArgs& args;
    float *dx, *dw, *db;
    float* logits;  ///< (chunk rows, V)
    RowLoss* rowLoss;

    bool gradients() const { return dx != nullptr || dw != nullptr || db != nullptr; }
    /// Threads share what makes each product read its largest matrix once: the vocabulary, or the features.
    std::int64_t grain(std::int64_t rows, std::int64_t depth) const {
        return grainOf(kGrainFlops, 2 * rows * depth);
    }
};

void chunkLogits(const Pass& p, std::int64_t first, std::int64_t rows) {
    parallelFor(p.n.out, p.grain(rows, p.n.in), [&](std::int64_t begin, std::int64_t end) {
        gemm(Transpose::No, Transpose::Yes, rows, end - begin, p.n.in, p.x + first * p.n.in, p.n.in,
             p.w + begin * p.n.in, p.n.in, 0.f, p.logits + begin, p.n.out);
    });
}

void chunkLoss(const Pass& p, std::int64_t first, std::int64_t rows) {
    parallelFor(rows, grainOf(kGrainBytes, 8 * p.n.out), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            float* const row = p.logits + r * p.n.out;
            const std::int32_t label = p.labels[first + r];
            if (label != p.args.ignore) {
                p.rowLoss[r] = lossOfRow(row, p.b, p.n.out, label, p.args, p.gradients());
            } else {
                p.rowLoss[r] = {};
                if (p.gradients()) std::fill_n(row, p.n.out, 0.f);
            }
        }
    });
}

void chunkGradients(const Pass& p, std::int64_t first, std::int64_t rows) {
    if (p.dx != nullptr)
        parallelFor(p.n.in, p.grain(rows, p.n.out), [&](std::int64_t begin, std::int64_t end) {
            gemm(Transpose::No, Transpose::No, rows, end - begin, p.n.out, p.logits, p.n.out, p.w + begin,
                 p.n.in, 1.f, p.dx + first * p.n.in + begin, p.n.in);
        });
    if (p.dw != nullptr || p.db != nullptr)
        parallelFor(p.n.out, p.grain(rows, p.n.in), [&](std::int64_t begin, std::int64_t end) {
            if (p.dw != nullptr)
                gemm(Transpose::Yes, Transpose::No, end - begin, p.n.in, rows, p.logits + begin, p.n.out,
                     p.x + first * p.n.in, p.n.in, 1.f, p.dw + begin * p.n.in, p.n.in);
            if (p.db != nullptr) addColumnSums(p.logits, p.n.out, rows, begin, end, p.db);
        });
}

/// Logits of one chunk, a few megabytes: small chunks stay in the caches, but each pays for reading w and
/// for reading and writing dw once more.
constexpr std::int64_t kChunkFloats = 1 << 20;
constexpr std::int64_t kLeastRows = 64;

float* orNull(const Tensor& tensor) {
    return tensor.defined() ? tensor.data<float>() : nullptr;
}

}  // namespace

LossSums CpuBackend::linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b,
                                        const Tensor& labels, const LossArgs& args, const Tensor& dx,
                                        const Tensor& dw, const Tensor& db) {
    const ProductSizes n = checkCrossEntropy(x, w, b, labels, args, dx, dw, db);
    const std::int64_t chunk = std::min(n.rows, std::max(kLeastRows, kChunkFloats / n.out));
    const ArenaScope scope(m_scratch);
    Pass pass{n,      x.data<float>(), w.data<float>(), orNull(b),  labels.data<std::int32_t>(),
              args,   orNull(dx),      orNull(dw),      orNull(db), scratch(chunk * n.out),
              nullptr};
    pass.rowLoss =
        static_cast<RowLoss*>(m_scratch.allocate(sizeof(RowLoss) * static_cast<std::size_t>(chunk)));
    LossSums sums;
    for (std::int64_t first = 0; first < n.rows; first += chunk) {
        const std::int64_t rows = std::min(chunk, n.rows - first);
        chunkLogits(pass, first, rows);
        chunkLoss(pass, first, rows);
        for (std::int64_t r = 0; r < rows; ++r) {
            sums.loss += pass.rowLoss[r].loss;
            sums.negativeLogLikelihood += pass.rowLoss[r].negativeLogLikelihood;
            sums.tokens += pass.rowLoss[r].counted ? 1 : 0;
            sums.correct += pass.rowLoss[r].correct ? 1 : 0;
        }
        chunkGradients(pass, first, rows);
    }
    return sums;
}

}  // namespace vitrine
