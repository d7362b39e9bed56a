#pragma once

#include <span>
#include <vector>

#include "engine/decode/generate.h"
#include "engine/model/decoder_cache.h"
#include "engine/model/transformer.h"

namespace vitrine {

/// A Transformer that reads one sentence and continues its translation with keys and values cached (note
/// N-4.3). The cache grows to the longest sentence and translation seen so far; then start() and next()
/// allocate nothing. Stepping back, or to another branch, recomputes only the tokens after the common prefix.
class CachedDecoder final : public NextTokenModel {
public:
    /// `begin` is the token in front of every prefix, <bos>. Keeps references to model and backend.
    CachedDecoder(const Transformer& model, Backend& backend, TokenId begin);

    /// Reads a source sentence of S tokens. Throws Error when it is empty or too long.
    void start(std::span<const TokenId> source);

    std::int64_t vocabulary() const override { return m_model.contract().targetVocabulary; }
    std::int64_t maxPrefix() const override { return m_model.contract().maxPositions - 1; }
    std::span<const float> next(std::span<const TokenId> prefix) override;

    const DecoderCache& cache() const { return m_cache; }

private:
    void readSource();
    void growTarget(std::int64_t tokens);
    void feed(TokenId token);

    const Transformer& m_model;
    Backend& m_backend;
    TokenId m_begin;
    Arena m_arena;
    DecoderCache m_cache;
    Tensor m_sourceRoom;         // (1, P) i32
    Tensor m_source;             // (1, S) i32, of the running sentence
    Tensor m_token;              // (1, 1) i32
    std::vector<TokenId> m_fed;  // what the cache holds, <bos> first
    Tensor m_logits;             // (1, 1, Vt), of the last token fed
};

/// The same model computed from scratch at every step: what honours interventions, and what the cached path
/// is raced against.
class UncachedDecoder final : public NextTokenModel {
public:
    /// Keeps references to all arguments; `interventions` may be null.
    UncachedDecoder(const Transformer& model, Backend& backend, TokenId begin,
                    const Interventions* interventions = nullptr);

    void start(std::span<const TokenId> source);

    std::int64_t vocabulary() const override { return m_model.contract().targetVocabulary; }
    std::int64_t maxPrefix() const override { return m_model.contract().maxPositions - 1; }
    std::span<const float> next(std::span<const TokenId> prefix) override;

private:
    const Transformer& m_model;
    Backend& m_backend;
    TokenId m_begin;
    const Interventions* m_interventions;
    Arena m_memoryArena, m_arena;
    Tensor m_source, m_target;  // (1, P) i32
    Variable m_memory;          // (1, S, d), in m_memoryArena
};

/// Puts ids into the first row of a tensor (1, P) i32 and returns that row as (1, N). Throws Error when there
/// are none, too many for the model, or one outside its vocabulary; `what` names them in the message.
Tensor packIds(const Tensor& room, std::span<const TokenId> ids, std::int64_t vocabulary, Wording what);

}  // namespace vitrine
