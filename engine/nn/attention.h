#pragma once

#include "engine/nn/layers.h"

namespace vitrine {

/// Keys and values of one layer for a batch of running sentences, preallocated (slot, g, N, dh).
struct KeyValueRows {
    Tensor keys;    // (slots, h, Nmax, dk)
    Tensor values;  // (slots, h, Nmax, dv)
};

/// Multi-head attention with its residual and norm (note N-2 2.1.2):
/// heads_i = softmax(x Wq_i (m Wk_i)^T / sqrt(dk) + mask) m Wv_i; y = norm(x + concat(heads) Wo).
/// m is x itself (self-attention) or the encoder's output (cross-attention).
struct MultiHeadAttention {
    std::int64_t heads = 1, keyWidth = 0, valueWidth = 0;
    double scale = 1;          ///< 1/sqrt(dk), or 1 when the contract leaves scores unscaled
    Linear query, key, value;  // (d -> h*dk), (d -> h*dk), (d -> h*dv)
    Linear output;             // (h*dv -> d)
    AddNorm close;

    struct Sizes {
        std::int64_t width, heads, keyWidth, valueWidth;
        bool bias, scaleScores;
        double epsilon;
    };
    static MultiHeadAttention declare(ParameterStore& store, const std::string& name, const Sizes& sizes,
                                      Site site);

    /// x (B, N, d) attends to itself.
    Variable forwardSelf(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                         const MaskSpec& mask) const;
    /// x (B, T, d) attends to memory (B, S, d).
    Variable forwardCross(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                          const Variable& memory, const MaskSpec& mask) const;

    /// Keys and values of the memory side by side, (B, S, h*dk + h*dv): what cross-attention needs once a
    /// sentence.
    Variable projectMemory(const ForwardContext& ctx, const ParameterStore& store,
                           const Variable& memory) const;
    Variable forwardCrossProjected(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                                   const Variable& keysValues, const MaskSpec& mask) const;
    /// One new position: x (B, 1, d); appends its keys and values at row `length` of the cache and attends to
    /// rows 0..length.
    Variable stepSelf(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                      const KeyValueRows& cache, std::int64_t length) const;

private:
    Variable attend(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                    const HeadsVariable& q, const HeadsVariable& k, const HeadsVariable& v,
                    const MaskSpec& mask) const;
    Variable project(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                     const Linear& first, const Linear& last) const;
};

}  // namespace vitrine
