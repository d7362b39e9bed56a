#pragma once

#include <span>
#include <vector>

#include "engine/contract/contract.h"
#include "engine/nn/attention.h"

namespace vitrine {

class DecoderCache;

/// Right-padded sentence pairs, note N-3 3.1: slot t reads y(t-1) and predicts y(t).
struct Batch {
    Tensor source;                                // (B, S) i32, padded with pad
    Tensor targetInput;                           // (B, T) i32: <bos> y1 .. y(T-1)
    Tensor labels;                                // (B, T) i32: y1 .. <eos>
    std::span<const std::int32_t> sourceLengths;  // (B)
    std::span<const std::int32_t> targetLengths;  // (B)
};

/// One block of the encoder: self-attention, feed-forward.
struct EncoderBlock {
    MultiHeadAttention self;
    FeedForward ffn;
};

/// One block of the decoder: masked self-attention, cross-attention, feed-forward (note N-3 3.2.3).
struct DecoderBlock {
    MultiHeadAttention self, cross;
    FeedForward ffn;
};

/// The encoder-decoder Transformer a contract describes (Vaswani et al. 2017). It holds parameters and
/// nothing else; a forward pass leaves no trace in it, so one model may be read from several threads.
class Transformer {
public:
    /// Validates the contract, declares and allocates all parameters (zero until initialise() or loading).
    explicit Transformer(Contract contract, DType type = DType::F32);

    const Contract& contract() const { return m_contract; }
    ParameterStore& parameters() { return m_parameters; }
    const ParameterStore& parameters() const { return m_parameters; }
    DType type() const { return m_parameters.type(); }

    /// ids (B, S) -> encoder output H (B, S, d). Lengths (B) mask padded keys; empty when nothing is padded.
    Variable encode(const ForwardContext& ctx, const Tensor& ids,
                    std::span<const std::int32_t> lengths) const;
    /// ids (B, T), memory H (B, S, d) -> (B, T, d).
    Variable decode(const ForwardContext& ctx, const Tensor& ids, std::span<const std::int32_t> lengths,
                    const Variable& memory, std::span<const std::int32_t> sourceLengths) const;
    /// (B, T, d) -> one score for every target token, (B, T, Vt).
    Tensor logits(const ForwardContext& ctx, const Variable& hidden) const;
    /// Teacher-forced loss of a batch. With a tape in the context the gradients of gradientScale * loss are
    /// accumulated after ctx.tape->backward().
    LossSums loss(const ForwardContext& ctx, const Batch& batch, const LossArgs& args) const;

    /// Computes the cross-attention keys and values of every layer for memory (B, S, d); the cache starts
    /// empty.
    void startCache(const ForwardContext& ctx, DecoderCache& cache, const Variable& memory,
                    std::span<const std::int32_t> sourceLengths) const;
    /// Feeds one token of each running sentence, ids (B, 1), and returns the next scores (B, 1, Vt), the same
    /// as logits() of the whole prefix at its last position.
    Tensor step(const ForwardContext& ctx, DecoderCache& cache, const Tensor& ids) const;

private:
    Variable embedTokens(const ForwardContext& ctx, const Tensor& ids, Stack stack,
                         std::int64_t firstPosition) const;

    Contract m_contract;
    ParameterStore m_parameters;
    ParameterId m_sourceTable, m_targetTable, m_outputWeight, m_outputBias;
    std::vector<EncoderBlock> m_encoder;
    std::vector<DecoderBlock> m_decoder;
    Tensor m_positions;  // (P, d)
};

/// Every site a forward pass of this contract has, in order of computation.
std::vector<Site> siteCatalogue(const Contract& contract);

}  // namespace vitrine
