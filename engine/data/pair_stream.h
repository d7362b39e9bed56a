#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/data/grammar.h"
#include "engine/data/pair_table.h"
#include "engine/text/tokenizer.h"

namespace vitrine {

/// An endless sequence of training pairs. Pair `n` is a pure function of the stream and n, so that training
/// can continue anywhere.
class PairStream {
public:
    virtual ~PairStream() = default;
    /// Appends pairs first .. first + count - 1 to `out`.
    virtual void read(std::uint64_t first, std::uint64_t count, PairTable& out) = 0;
    /// Pairs after which every pair of the source was seen once; 0 when there is no such number.
    virtual std::uint64_t epochLength() const { return 0; }
};

/// Pairs in memory, in another order every epoch: pair n is entry (n mod size) of the permutation that
/// belongs to (seed, n div size).
class ShuffledPairs final : public PairStream {
public:
    /// Throws when the table is empty. The table is shared, not copied.
    ShuffledPairs(std::shared_ptr<const PairTable> pairs, std::uint64_t seed);
    void read(std::uint64_t first, std::uint64_t count, PairTable& out) override;
    std::uint64_t epochLength() const override { return m_pairs->size(); }

private:
    void shuffle(std::uint64_t epoch);

    std::shared_ptr<const PairTable> m_pairs;
    std::uint64_t m_seed, m_epoch = ~std::uint64_t{0};
    std::vector<std::uint32_t> m_order;  // of m_epoch
};

/// Pairs that the grammar makes on the fly from its train part: pair n is Grammar::sample(rng(seed), n), or,
/// when that one is excluded, the first that is not at the rng's steps 1, 2, ...
class GrammarPairs final : public PairStream {
public:
    using Excluded = std::function<bool(const PairExample&)>;

    GrammarPairs(Grammar grammar, Tokenizer source, Tokenizer target, std::uint64_t seed,
                 Excluded excluded = {});
    void read(std::uint64_t first, std::uint64_t count, PairTable& out) override;

private:
    Grammar m_grammar;
    Tokenizer m_source, m_target;
    Rng m_rng;
    Excluded m_excluded;
};

/// Two streams interleaved evenly: of the first n pairs, floor(n * share) come from `guest`, the others from
/// `host`.
class MixedPairs final : public PairStream {
public:
    /// 0 < share < 1.
    MixedPairs(std::unique_ptr<PairStream> host, std::unique_ptr<PairStream> guest, double share);
    void read(std::uint64_t first, std::uint64_t count, PairTable& out) override;
    /// Pairs (of both) after which the host was seen once.
    std::uint64_t epochLength() const override;

private:
    std::unique_ptr<PairStream> m_host, m_guest;
    double m_share;
};

/// Ids of a text, without special tokens.
std::vector<std::int32_t> idsOf(const Tokenizer& tokenizer, std::string_view text);

}  // namespace vitrine
