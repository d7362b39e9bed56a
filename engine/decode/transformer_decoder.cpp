#include "engine/decode/transformer_decoder.h"

#include <algorithm>

namespace vitrine {
namespace {

Tensor roomFor(const Transformer& model) {
    return Tensor::zeros(DType::I32, {1, model.contract().maxPositions});
}

void requireFloat(const Transformer& model) {
    require(model.type() == DType::F32, "decoding", "the model's numbers are ", nameOf(model.type()),
            ", expected f32");
}

/// The scores of the last position of logits (1, T, Vt).
std::span<const float> lastRow(const Tensor& logits) {
    const std::size_t count = static_cast<std::size_t>(logits.shape()[-1]);
    return logits.elements<float>().last(count);
}

}  // namespace

Tensor packIds(const Tensor& room, std::span<const TokenId> ids, std::int64_t vocabulary,
               std::string_view what) {
    const auto count = static_cast<std::int64_t>(ids.size());
    require(count > 0, "model", "the ", what, " is empty, expected at least one token");
    require(count <= room.count(), "model", "the ", what, " has ", count,
            " tokens, this model reads at most ", room.count(), "; shorten it");
    std::int32_t* cells = room.data<std::int32_t>();
    for (const TokenId id : ids) {
        require(id.value >= 0 && id.value < vocabulary, "model", "the ", what, " holds the token ", id.value,
                ", this model knows 0 to ", vocabulary - 1);
        *cells++ = id.value;
    }
    return room.reshaped({room.count()}).slice(0, count).reshaped({1, count});
}

CachedDecoder::CachedDecoder(const Transformer& model, Backend& backend, TokenId begin)
    : m_model(model),
      m_backend(backend),
      m_begin(begin),
      m_cache(model.contract(), model.type(), 1, model.contract().maxPositions,
              model.contract().maxPositions),
      m_source(roomFor(model)),
      m_token(Tensor::zeros(DType::I32, {1, 1})) {
    requireFloat(model);
    m_fed.reserve(static_cast<std::size_t>(model.contract().maxPositions));
}

void CachedDecoder::start(std::span<const TokenId> source) {
    const Tensor ids = packIds(m_source, source, m_model.contract().sourceVocabulary, "source sentence");
    m_arena.reset();
    m_fed.clear();
    m_logits = Tensor();
    const ForwardContext ctx{m_backend, m_arena};
    m_model.startCache(ctx, m_cache, m_model.encode(ctx, ids, {}), {});
}

void CachedDecoder::feed(TokenId token) {
    require(token.value >= 0 && token.value < vocabulary(), "model", "the translation holds the token ",
            token.value, ", this model knows 0 to ", vocabulary() - 1);
    m_arena.reset();
    m_token.data<std::int32_t>()[0] = token.value;
    m_logits = m_model.step(ForwardContext{m_backend, m_arena}, m_cache, m_token);
    m_fed.push_back(token);
}

std::span<const float> CachedDecoder::next(std::span<const TokenId> prefix) {
    require(m_cache.running() == 1, "decoding", "no sentence was started; call start() before next()");
    std::size_t common = 0;  // tokens of the prefix that the cache holds; one less than m_fed counts
    while (common < prefix.size() && common + 1 < m_fed.size() && m_fed[common + 1] == prefix[common])
        ++common;
    const bool known = m_logits.defined() && common == prefix.size() && m_fed.size() == prefix.size() + 1;
    if (!known) {
        m_logits = Tensor();
        // The last token is always fed anew: its scores are what is asked for.
        const std::size_t kept = m_fed.empty() ? 0 : std::min(common + 1, prefix.size());
        m_fed.resize(kept);
        m_cache.truncate(static_cast<std::int64_t>(kept));
        for (std::size_t i = kept; i <= prefix.size(); ++i) feed(i == 0 ? m_begin : prefix[i - 1]);
    }
    return lastRow(m_logits);
}

UncachedDecoder::UncachedDecoder(const Transformer& model, Backend& backend, TokenId begin,
                                 const Interventions* interventions)
    : m_model(model),
      m_backend(backend),
      m_begin(begin),
      m_interventions(interventions),
      m_source(roomFor(model)),
      m_target(roomFor(model)) {
    requireFloat(model);
}

void UncachedDecoder::start(std::span<const TokenId> source) {
    const Tensor ids = packIds(m_source, source, m_model.contract().sourceVocabulary, "source sentence");
    m_memoryArena.reset();
    ForwardContext ctx{m_backend, m_memoryArena};
    ctx.interventions = m_interventions;
    m_memory = m_model.encode(ctx, ids, {});
}

std::span<const float> UncachedDecoder::next(std::span<const TokenId> prefix) {
    require(m_memory.value.defined(), "decoding", "no sentence was started; call start() before next()");
    std::int32_t* cells = m_target.data<std::int32_t>();
    const auto count = static_cast<std::int64_t>(prefix.size()) + 1;
    require(count <= m_target.count(), "model", "the translation has ", count,
            " tokens with its first one, this model reads at most ", m_target.count());
    packIds(m_target, std::span(&m_begin, 1), vocabulary(), "translation");
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        require(prefix[i].value >= 0 && prefix[i].value < vocabulary(), "model",
                "the translation holds the token ", prefix[i].value, ", this model knows 0 to ",
                vocabulary() - 1);
        cells[i + 1] = prefix[i].value;
    }
    const Tensor ids = m_target.reshaped({m_target.count()}).slice(0, count).reshaped({1, count});
    m_arena.reset();
    ForwardContext ctx{m_backend, m_arena};
    ctx.interventions = m_interventions;
    return lastRow(m_model.logits(ctx, m_model.decode(ctx, ids, {}, m_memory, {})));
}

}  // namespace vitrine
