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

Tensor packIds(const Tensor& room, std::span<const TokenId> ids, std::int64_t vocabulary, Wording what) {
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

namespace {

/// Room in a cache for `needed` tokens, given the room so far.
std::int64_t grown(const Transformer& model, std::int64_t room, std::int64_t needed) {
    return std::min(model.contract().maxPositions, std::max(needed, 2 * room));
}

constexpr std::int64_t kFirstRoom = 64;  // tokens of either side

}  // namespace

CachedDecoder::CachedDecoder(const Transformer& model, Backend& backend, TokenId begin)
    : m_model(model),
      m_backend(backend),
      m_begin(begin),
      m_cache(model.contract(), model.type(), 1, grown(model, 0, kFirstRoom), grown(model, 0, kFirstRoom)),
      m_sourceRoom(roomFor(model)),
      m_token(Tensor::zeros(DType::I32, {1, 1})) {
    requireFloat(model);
    m_fed.reserve(static_cast<std::size_t>(model.contract().maxPositions));
}

void CachedDecoder::start(std::span<const TokenId> source) {
    const Contract& contract = m_model.contract();
    m_source = packIds(m_sourceRoom, source, contract.sourceVocabulary, Wording{"source sentence"});
    const std::int64_t length = m_source.count(), room = m_cache.maxSource();
    if (length > room)
        m_cache =
            DecoderCache(contract, m_model.type(), 1, grown(m_model, room, length), m_cache.maxTarget());
    readSource();
}

void CachedDecoder::readSource() {
    m_arena.reset();
    m_fed.clear();
    m_logits = Tensor();
    const ForwardContext ctx{m_backend, m_arena};
    m_model.startCache(ctx, m_cache, m_model.encode(ctx, m_source, {}), {});
}

void CachedDecoder::growTarget(std::int64_t tokens) {
    m_cache = DecoderCache(m_model.contract(), m_model.type(), 1, m_cache.maxSource(),
                           grown(m_model, m_cache.maxTarget(), tokens));
    readSource();
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
    const auto tokens = static_cast<std::int64_t>(prefix.size()) + 1;
    if (tokens > m_cache.maxTarget() && tokens <= m_model.contract().maxPositions) growTarget(tokens);
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
    const Tensor ids =
        packIds(m_source, source, m_model.contract().sourceVocabulary, Wording{"source sentence"});
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
    packIds(m_target, std::span(&m_begin, 1), vocabulary(), Wording{"translation"});
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
