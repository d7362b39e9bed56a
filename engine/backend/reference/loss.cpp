#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {
namespace {

/// Cross-entropy of one row of logits against the smoothed target (1-e) one-hot + e/V; turns the logits into
/// the gradient softmax - target.
template <class T>
void rowLoss(std::vector<T>& logits, std::int64_t label, double smoothing, LossSums& sums) {
    const T max = *std::max_element(logits.begin(), logits.end());
    const auto width = T(logits.size());
    const T labelLogit = logits[label];
    double sumExp = 0, sumLogits = 0;  // thousands of terms: too many for a float
    for (const T logit : logits) {
        sumExp += std::exp(logit - max);
        sumLogits += logit;
    }
    const T logSum = max + T(std::log(sumExp));  // log of the softmax denominator
    sums.negativeLogLikelihood += logSum - labelLogit;
    sums.loss += logSum - T(1 - smoothing) * labelLogit - T(smoothing) * T(sumLogits) / width;
    sums.tokens += 1;
    sums.correct += labelLogit >= max ? 1 : 0;
    for (T& logit : logits) logit = std::exp(logit - logSum) - T(smoothing) / width;
    logits[label] -= T(1 - smoothing);
}

template <class T>
LossSums crossEntropy(const ProductSizes& n, const T* x, const T* w, const T* b, const std::int32_t* labels,
                      const LossArgs& args, T* dx, T* dw, T* db) {
    LossSums sums;
    std::vector<T> logits(n.out);
    for (std::int64_t r = 0; r < n.rows; ++r) {
        if (labels[r] == args.ignore) continue;
        for (std::int64_t v = 0; v < n.out; ++v) {
            logits[v] = b != nullptr ? b[v] : T{0};
            for (std::int64_t i = 0; i < n.in; ++i) logits[v] += x[r * n.in + i] * w[v * n.in + i];
        }
        rowLoss(logits, labels[r], args.smoothing, sums);
        for (std::int64_t v = 0; v < n.out; ++v) {
            const T g = T(args.gradientScale) * logits[v];
            if (db != nullptr) db[v] += g;
            for (std::int64_t i = 0; i < n.in; ++i) {
                if (dx != nullptr) dx[r * n.in + i] += g * w[v * n.in + i];
                if (dw != nullptr) dw[v * n.in + i] += g * x[r * n.in + i];
            }
        }
    }
    return sums;
}

}  // namespace

LossSums ReferenceBackend::linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b,
                                              const Tensor& labels, const LossArgs& args, const Tensor& dx,
                                              const Tensor& dw, const Tensor& db) {
    const ProductSizes n = checkCrossEntropy(x, w, b, labels, args, dx, dw, db);
    LossSums sums;
    withElementType(x.type(), [&](auto zero) {
        using T = decltype(zero);
        sums = crossEntropy<T>(n, x.data<T>(), w.data<T>(), elementsOrNull<T>(b), labels.data<std::int32_t>(),
                               args, elementsOrNull<T>(dx), elementsOrNull<T>(dw), elementsOrNull<T>(db));
    });
    return sums;
}

}  // namespace vitrine
