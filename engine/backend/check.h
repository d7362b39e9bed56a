#pragma once

#include <cstdint>

#include "engine/backend/backend.h"

namespace vitrine {

/// What every backend checks before it computes: each function throws Error when an argument has a shape or
/// type that does not fit, and returns the sizes of the call otherwise. Activations count as matrices: any
/// rank will do when the product of all axes but the last is R and the last is the width. Nothing allocates
/// unless it throws.

struct ProductSizes {
    std::int64_t rows = 0, in = 0, out = 0;
};
ProductSizes checkLinear(const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& y);
/// y may be undefined without an activation.
ProductSizes checkLinearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                                 const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db);
/// Also checks the labels: each is in [0, V) or ignored.
ProductSizes checkCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& labels,
                               const LossArgs& args, const Tensor& dx, const Tensor& dw, const Tensor& db);

struct EmbedSizes {
    std::int64_t rows = 0, length = 0, vocabulary = 0, width = 0;  // rows = B*N, length = N
};
/// Also checks the ids: each is in [0, V).
EmbedSizes checkEmbed(const Tensor& ids, const Tensor& table, const Tensor& positions,
                      std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y);
EmbedSizes checkEmbedBackward(const Tensor& ids, const DropoutSpec& dropout, const Tensor& dy,
                              const Tensor& dtable);

struct AttentionSizes {
    std::int64_t batch = 0, heads = 0, groups = 0, queries = 0, keys = 0, keyWidth = 0, valueWidth = 0;

    /// Query heads that read one key/value head.
    std::int64_t share() const { return heads / groups; }
    /// The key/value head that query head h reads.
    std::int64_t groupOf(std::int64_t head) const { return head / share(); }
};
/// rowMax and rowSum may be undefined.
AttentionSizes checkAttention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                              const Tensor& rowSum);
AttentionSizes checkAttentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                      const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                      const HeadsView& dkey, const HeadsView& dvalue);
AttentionSizes checkAttentionStages(const AttentionArgs& args, const AttentionStages& stages);
AttentionSizes checkAttentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out);

struct RowSizes {
    std::int64_t rows = 0, width = 0;
};
RowSizes checkAddNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout, const Tensor& gamma,
                      const Tensor& beta, const Tensor& y, const Tensor& sum, const Tensor& mean,
                      const Tensor& rstd);
RowSizes checkAddNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                              const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                              const Tensor& dx, const Tensor& df, const Tensor& dgamma, const Tensor& dbeta);
RowSizes checkLayerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, const Tensor& y);
/// Returns the count of elements.
std::int64_t checkAdd(const Tensor& a, const Tensor& b, const Tensor& y);
std::int64_t checkAdamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                        const Tensor& secondMoment, const AdamWArgs& args);

}  // namespace vitrine
