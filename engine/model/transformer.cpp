#include "engine/model/transformer.h"

#include <cmath>

#include "engine/model/decoder_cache.h"
#include "engine/nn/positions.h"

namespace vitrine {
namespace {

MultiHeadAttention::Sizes sizesOf(const Contract& contract, const LayerContract& layer) {
    return {contract.width,         layer.heads,          layer.keyWidth,      layer.valueWidth,
            contract.attentionBias, contract.scaleScores, contract.normEpsilon};
}

MultiHeadAttention declareAttention(ParameterStore& store, const Contract& contract,
                                    const LayerContract& layer, const std::string& block, Stack stack,
                                    std::size_t index, Part part) {
    const Site site{stack, static_cast<std::int16_t>(index), part, Quantity::Output};
    return MultiHeadAttention::declare(store, block + '.' + std::string(nameOf(part)),
                                       sizesOf(contract, layer), site);
}

FeedForward declareFfn(ParameterStore& store, const Contract& contract, const LayerContract& layer,
                       const std::string& block, Stack stack, std::size_t index) {
    const Site site{stack, static_cast<std::int16_t>(index), Part::FeedForward, Quantity::Output};
    return FeedForward::declare(store, block + ".ffn", contract.width, layer.ffnWidth, contract.ffnBias,
                                contract.normEpsilon, site);
}

}  // namespace

Transformer::Transformer(Contract contract, DType type)
    : m_contract(std::move(contract)), m_parameters(type) {
    validate(m_contract);
    const Contract& c = m_contract;
    ParameterStore& store = m_parameters;
    const bool shared = c.tying == Tying::All;
    m_targetTable = store.declare(shared ? "shared.table" : "decoder.embedding.table",
                                  {c.targetVocabulary, c.width}, Initial::Embedding);
    m_sourceTable =
        shared ? m_targetTable
               : store.declare("encoder.embedding.table", {c.sourceVocabulary, c.width}, Initial::Embedding);
    for (std::size_t i = 0; i < c.encoder.size(); ++i) {
        const std::string block = "encoder." + std::to_string(i);
        EncoderBlock layer;
        layer.self = declareAttention(store, c, c.encoder[i], block, Stack::Encoder, i, Part::SelfAttention);
        layer.ffn = declareFfn(store, c, c.encoder[i], block, Stack::Encoder, i);
        m_encoder.push_back(layer);
    }
    for (std::size_t i = 0; i < c.decoder.size(); ++i) {
        const std::string block = "decoder." + std::to_string(i);
        DecoderBlock layer;
        layer.self = declareAttention(store, c, c.decoder[i], block, Stack::Decoder, i, Part::SelfAttention);
        layer.cross =
            declareAttention(store, c, c.decoder[i], block, Stack::Decoder, i, Part::CrossAttention);
        layer.ffn = declareFfn(store, c, c.decoder[i], block, Stack::Decoder, i);
        m_decoder.push_back(layer);
    }
    m_outputWeight = c.tying == Tying::None ? store.declare("output.weight", {c.targetVocabulary, c.width},
                                                            Initial::XavierUniform)
                                            : m_targetTable;
    if (c.outputBias) m_outputBias = store.declare("output.bias", {c.targetVocabulary}, Initial::Zero);
    store.allocate();
    m_positions = sinusoidalPositions(type, c.maxPositions, c.width, c.positionBase);
}

Variable Transformer::embedTokens(const ForwardContext& ctx, const Tensor& ids, Stack stack,
                                  std::int64_t firstPosition) const {
    const std::int64_t count = ids.shape()[1], last = firstPosition + count;
    require(ids.shape().rank() == 2 && count > 0, "model", "expected token ids (B, N) with N >= 1, got ",
            ids.shape().text());
    require(last <= m_contract.maxPositions, "model", "the ", Wording{nameOf(stack)}, " got ", last,
            " tokens, this model reads at most ", m_contract.maxPositions, "; shorten the sentence");
    const Variable table = m_parameters.get(stack == Stack::Encoder ? m_sourceTable : m_targetTable);
    const double scale = m_contract.scaleEmbedding ? std::sqrt(static_cast<double>(m_contract.width)) : 1;
    const Site site{stack, -1, Part::Embedding, Quantity::Output};
    const Site tokens = at(site, Quantity::Tokens), positions = at(site, Quantity::Positions);
    const Tensor rows = m_positions.slice(firstPosition, last);
    if (ctx.wants(tokens)) {
        const Tensor looked = ctx.arena.tensor(type(), {ids.shape()[0], count, m_contract.width});
        ctx.backend.embed(ids, table.value, scale, {}, 0, {}, looked);
        ctx.show(tokens, looked);
    }
    ctx.show(positions, rows);
    static constexpr std::uint32_t kDropoutSites[] = {siteKey("encoder.embedding"),
                                                      siteKey("decoder.embedding")};
    const Tensor added =
        ctx.interventions != nullptr && ctx.interventions->bypasses(positions) ? Tensor() : m_positions;
    const Variable x =
        embed(ctx, ids, table, scale, added, firstPosition, kDropoutSites[static_cast<int>(stack)]);
    ctx.settle(site, x.value);
    return x;
}

Variable Transformer::encode(const ForwardContext& ctx, const Tensor& ids,
                             std::span<const std::int32_t> lengths) const {
    Variable x = embedTokens(ctx, ids, Stack::Encoder, 0);
    MaskSpec mask;
    mask.keyLengths = lengths;
    for (const EncoderBlock& block : m_encoder) {
        x = block.self.forwardSelf(ctx, m_parameters, x, mask);
        x = block.ffn.forward(ctx, m_parameters, x);
    }
    return x;
}

Variable Transformer::decode(const ForwardContext& ctx, const Tensor& ids,
                             std::span<const std::int32_t> lengths, const Variable& memory,
                             std::span<const std::int32_t> sourceLengths) const {
    Variable x = embedTokens(ctx, ids, Stack::Decoder, 0);
    MaskSpec selfMask, crossMask;
    selfMask.causal = true;
    selfMask.keyLengths = lengths;
    crossMask.keyLengths = sourceLengths;
    for (const DecoderBlock& block : m_decoder) {
        x = block.self.forwardSelf(ctx, m_parameters, x, selfMask);
        x = block.cross.forwardCross(ctx, m_parameters, x, memory, crossMask);
        x = block.ffn.forward(ctx, m_parameters, x);
    }
    return x;
}

Tensor Transformer::logits(const ForwardContext& ctx, const Variable& hidden) const {
    const Variable bias = m_outputBias.valid() ? m_parameters.get(m_outputBias) : Variable();
    const Tensor scores = linear(ctx, hidden, m_parameters.get(m_outputWeight), bias).value;
    ctx.settle(Site{Stack::Output, -1, Part::Head, Quantity::Logits}, scores);
    return scores;
}

LossSums Transformer::loss(const ForwardContext& ctx, const Batch& batch, const LossArgs& args) const {
    const Variable memory = encode(ctx, batch.source, batch.sourceLengths);
    const Variable hidden = decode(ctx, batch.targetInput, batch.targetLengths, memory, batch.sourceLengths);
    const Variable bias = m_outputBias.valid() ? m_parameters.get(m_outputBias) : Variable();
    return linearCrossEntropy(ctx, hidden, m_parameters.get(m_outputWeight), bias, batch.labels, args);
}

void Transformer::startCache(const ForwardContext& ctx, DecoderCache& cache, const Variable& memory,
                             std::span<const std::int32_t> sourceLengths) const {
    cache.begin(memory.shape()[0], memory.shape()[1], sourceLengths);
    for (std::size_t i = 0; i < m_decoder.size(); ++i) {
        const Variable keysValues = m_decoder[i].cross.projectMemory(ctx, m_parameters, memory);
        cache.crossStorage(LayerIndex(static_cast<std::int64_t>(i))).copyFrom(keysValues.value);
    }
}

Tensor Transformer::step(const ForwardContext& ctx, DecoderCache& cache, const Tensor& ids) const {
    require(ids.shape() == Shape({cache.running(), 1}), "model", "expected one token for each of ",
            cache.running(), " running sentences, got ids ", ids.shape().text());
    Variable x = embedTokens(ctx, ids, Stack::Decoder, cache.length());
    MaskSpec crossMask;
    crossMask.keyLengths = cache.sourceLengths();
    for (std::size_t i = 0; i < m_decoder.size(); ++i) {
        const LayerIndex layer(static_cast<std::int64_t>(i));
        const DecoderBlock& block = m_decoder[i];
        x = block.self.stepSelf(ctx, m_parameters, x, cache.self(layer), cache.length());
        x = block.cross.forwardCrossProjected(ctx, m_parameters, x, {cache.cross(layer), {}}, crossMask);
        x = block.ffn.forward(ctx, m_parameters, x);
    }
    cache.advance();
    return logits(ctx, x);
}

}  // namespace vitrine
