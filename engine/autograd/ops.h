#pragma once

#include "engine/autograd/context.h"

namespace vitrine {

// Differentiable forms of the backend's coarse ops: each runs the forward op and, when the context has a
// tape, records the node that runs the backward op. Shapes as in engine/backend/backend.h; inputs with
// leading axes (B, N, ...) are taken as rows.

/// (B, N, in) -> (B, N, out); w (out, in), b (out) or default-constructed.
Variable linear(const ForwardContext& ctx, const Variable& x, const Variable& w, const Variable& b,
                Activation activation = Activation::None);

/// ids (B, N) -> (B, N, d).
Variable embed(const ForwardContext& ctx, const Tensor& ids, const Variable& table, double scale,
               const Tensor& positions, std::int64_t firstPosition, std::uint32_t dropoutSite);

/// Heads inside an activation or a cache, with the place of their gradients (data null when none flows).
struct HeadsVariable {
    HeadsView value, gradient;
};
/// Head i is columns [firstColumn + i*width, firstColumn + (i+1)*width) of x (B, N, columns).
HeadsVariable headsOf(const Variable& x, std::int64_t heads, std::int64_t width,
                      std::int64_t firstColumn = 0);
/// -> (B, T, h*dv). mask.keyLengths and mask.painted must live until the tape has run.
Variable attention(const ForwardContext& ctx, const HeadsVariable& query, const HeadsVariable& key,
                   const HeadsVariable& value, const MaskSpec& mask, double scale);

/// LayerNorm(x + dropout(f)), (B, N, d).
Variable addNorm(const ForwardContext& ctx, const Variable& x, const Variable& f, const Variable& gamma,
                 const Variable& beta, double epsilon, std::uint32_t dropoutSite);

/// Cross-entropy of the output head. With a tape, the gradients of gradientScale * loss are made at once (the
/// logits are never kept), so this must be the last op of the pass.
LossSums linearCrossEntropy(const ForwardContext& ctx, const Variable& x, const Variable& w,
                            const Variable& b, const Tensor& labels, const LossArgs& args);

}  // namespace vitrine
