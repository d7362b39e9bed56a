#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {
namespace {

template <class T>
constexpr T kHidden = -std::numeric_limits<T>::infinity();

template <class T>
T dot(const T* a, const T* b, std::int64_t count) {
    T sum = 0;
    for (std::int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

/// What the mask adds to the scaled score of query row t and key s of batch entry b: -infinity when hidden.
template <class T>
T maskValue(const MaskSpec& mask, std::int64_t b, std::int64_t t, std::int64_t s, std::int64_t keys) {
    if (!mask.visible(b, t, s)) return kHidden<T>;
    return mask.painted != nullptr ? mask.painted->data<T>()[t * keys + s] : T{0};
}

/// One query row of one head: the stages of note N-2 2.1, one value per key.
template <class T>
struct ScoreRow {
    std::vector<T> scores, scaled, masked, weights;
    T max = kHidden<T>;  ///< the largest masked score; -infinity when nothing is visible
    T sum = 0;           ///< sum of exp(masked - max); 0 when nothing is visible

    explicit ScoreRow(std::int64_t keys) : scores(keys), scaled(keys), masked(keys), weights(keys) {}

    void compute(const AttentionArgs& args, const AttentionSizes& n, std::int64_t b, std::int64_t h,
                 std::int64_t t) {
        const T* query = args.query.at<T>(b, h, t);
        max = kHidden<T>;
        sum = 0;
        for (std::int64_t s = 0; s < n.keys; ++s) {
            scores[s] = dot(query, args.key.at<T>(b, n.groupOf(h), s), n.keyWidth);
            scaled[s] = scores[s] * T(args.scale);
            masked[s] = scaled[s] + maskValue<T>(args.mask, b, t, s, n.keys);
            max = std::max(max, masked[s]);
        }
        for (std::int64_t s = 0; s < n.keys; ++s) {
            weights[s] = masked[s] == kHidden<T> ? T{0} : std::exp(masked[s] - max);
            sum += weights[s];
        }
        for (std::int64_t s = 0; s < n.keys; ++s) weights[s] = sum > 0 ? weights[s] / sum : T{0};
    }
};

template <class Body>
void forEachQueryRow(const AttentionSizes& n, const Body& body) {
    for (std::int64_t b = 0; b < n.batch; ++b)
        for (std::int64_t h = 0; h < n.heads; ++h)
            for (std::int64_t t = 0; t < n.queries; ++t) body(b, h, t);
}

/// Where the features of head h of query row (b, t) stand in a tensor (B, T, h*dv).
std::int64_t outOffset(const AttentionSizes& n, std::int64_t b, std::int64_t h, std::int64_t t) {
    return ((b * n.queries + t) * n.heads + h) * n.valueWidth;
}

std::int64_t rowOffset(const AttentionSizes& n, std::int64_t b, std::int64_t h, std::int64_t t) {
    return (b * n.heads + h) * n.queries + t;
}

template <class T>
void weightedSum(const AttentionSizes& n, const T* weights, const HeadsView& value, std::int64_t b,
                 std::int64_t h, T* out) {
    std::fill_n(out, n.valueWidth, T{0});
    for (std::int64_t s = 0; s < n.keys; ++s) {
        const T* v = value.at<T>(b, n.groupOf(h), s);
        for (std::int64_t i = 0; i < n.valueWidth; ++i) out[i] += weights[s] * v[i];
    }
}

template <class T>
void attentionForward(const AttentionArgs& args, const AttentionSizes& n, T* out, T* rowMax, T* rowSum) {
    ScoreRow<T> row(n.keys);
    forEachQueryRow(n, [&](std::int64_t b, std::int64_t h, std::int64_t t) {
        row.compute(args, n, b, h, t);
        weightedSum(n, row.weights.data(), args.value, b, h, out + outOffset(n, b, h, t));
        if (rowMax != nullptr) rowMax[rowOffset(n, b, h, t)] = row.max;
        if (rowSum != nullptr) rowSum[rowOffset(n, b, h, t)] = row.sum;
    });
}

/// With P the weights and dP = dout V^T: dV = P^T dout, dS = P * (dP - sum_s P dP), dQ = scale dS K,
/// dK = scale dS^T Q. (sum_s P dP equals dout . out.)
template <class T>
void attentionGradients(const AttentionArgs& args, const AttentionSizes& n, const T* dout,
                        const HeadsView& dquery, const HeadsView& dkey, const HeadsView& dvalue) {
    ScoreRow<T> row(n.keys);
    std::vector<T> dweights(n.keys);
    forEachQueryRow(n, [&](std::int64_t b, std::int64_t h, std::int64_t t) {
        const std::int64_t g = n.groupOf(h);
        const T* gradient = dout + outOffset(n, b, h, t);
        row.compute(args, n, b, h, t);
        T mean = 0;
        for (std::int64_t s = 0; s < n.keys; ++s) {
            dweights[s] = dot(gradient, args.value.at<T>(b, g, s), n.valueWidth);
            mean += row.weights[s] * dweights[s];
        }
        for (std::int64_t s = 0; s < n.keys; ++s) {
            const T weight = row.weights[s];
            const T dscore = T(args.scale) * weight * (dweights[s] - mean);
            if (dvalue.data != nullptr)
                for (std::int64_t i = 0; i < n.valueWidth; ++i)
                    dvalue.at<T>(b, g, s)[i] += weight * gradient[i];
            if (dquery.data != nullptr)
                for (std::int64_t i = 0; i < n.keyWidth; ++i)
                    dquery.at<T>(b, h, t)[i] += dscore * args.key.at<T>(b, g, s)[i];
            if (dkey.data != nullptr)
                for (std::int64_t i = 0; i < n.keyWidth; ++i)
                    dkey.at<T>(b, g, s)[i] += dscore * args.query.at<T>(b, h, t)[i];
        }
    });
}

}  // namespace

void ReferenceBackend::attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                 const Tensor& rowSum) {
    const AttentionSizes n = checkAttention(args, out, rowMax, rowSum);
    withElementType(args.query.type, [&](auto zero) {
        using T = decltype(zero);
        attentionForward<T>(args, n, out.data<T>(), elementsOrNull<T>(rowMax), elementsOrNull<T>(rowSum));
    });
}

void ReferenceBackend::attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                         const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                         const HeadsView& dkey, const HeadsView& dvalue) {
    const AttentionSizes n = checkAttentionBackward(args, out, rowMax, rowSum, dout, dquery, dkey, dvalue);
    withElementType(args.query.type, [&](auto zero) {
        using T = decltype(zero);
        attentionGradients<T>(args, n, dout.data<T>(), dquery, dkey, dvalue);
    });
}

void ReferenceBackend::attentionStages(const AttentionArgs& args, const AttentionStages& stages) {
    const AttentionSizes n = checkAttentionStages(args, stages);
    withElementType(args.query.type, [&](auto zero) {
        using T = decltype(zero);
        ScoreRow<T> row(n.keys);
        forEachQueryRow(n, [&](std::int64_t b, std::int64_t h, std::int64_t t) {
            row.compute(args, n, b, h, t);
            const auto keep = [&](const std::vector<T>& values, const Tensor& into) {
                if (into.defined())
                    std::copy(values.begin(), values.end(), into.data<T>() + rowOffset(n, b, h, t) * n.keys);
            };
            keep(row.scores, stages.scores);
            keep(row.scaled, stages.scaled);
            keep(row.masked, stages.masked);
            keep(row.weights, stages.weights);
        });
    });
}

void ReferenceBackend::attentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) {
    const AttentionSizes n = checkAttentionApply(weights, value, out);
    withElementType(value.type, [&](auto zero) {
        using T = decltype(zero);
        forEachQueryRow(n, [&](std::int64_t b, std::int64_t h, std::int64_t t) {
            weightedSum(n, weights.data<T>() + rowOffset(n, b, h, t) * n.keys, value, b, h,
                        out.data<T>() + outOffset(n, b, h, t));
        });
    });
}

}  // namespace vitrine
