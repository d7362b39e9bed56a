#include "engine/data/pair_stream.h"

#include <cmath>
#include <numeric>
#include <utility>

#include "engine/core/error.h"

namespace vitrine {

std::vector<std::int32_t> idsOf(const Tokenizer& tokenizer, std::string_view text) {
    std::vector<std::int32_t> ids;
    for (const TokenId id : tokenizer.encodeIds(text)) ids.push_back(id.value);
    return ids;
}

ShuffledPairs::ShuffledPairs(std::shared_ptr<const PairTable> pairs, std::uint64_t seed)
    : m_pairs(std::move(pairs)), m_seed(seed) {
    require(m_pairs != nullptr && m_pairs->size() > 0, "pairs",
            "there are no pairs to train on, expected at least one");
    m_order.resize(m_pairs->size());
}

void ShuffledPairs::shuffle(std::uint64_t epoch) {
    if (epoch == m_epoch) return;
    std::iota(m_order.begin(), m_order.end(), 0u);
    const Rng rng(m_seed, epoch);
    for (std::size_t i = m_order.size() - 1; i > 0; --i)
        std::swap(m_order[i], m_order[rng.below(i + 1, RandomUse::Shuffle, siteKey("pairs"), i)]);
    m_epoch = epoch;
}

void ShuffledPairs::read(std::uint64_t first, std::uint64_t count, PairTable& out) {
    for (std::uint64_t n = first; n < first + count; ++n) {
        shuffle(n / m_order.size());
        const std::size_t pair = m_order[n % m_order.size()];
        out.add(m_pairs->source(pair), m_pairs->target(pair));
    }
}

GrammarPairs::GrammarPairs(Grammar grammar, Tokenizer source, Tokenizer target, std::uint64_t seed,
                           Excluded excluded)
    : m_grammar(std::move(grammar)),
      m_source(std::move(source)),
      m_target(std::move(target)),
      m_rng(seed),
      m_excluded(std::move(excluded)) {}

void GrammarPairs::read(std::uint64_t first, std::uint64_t count, PairTable& out) {
    for (std::uint64_t n = first; n < first + count; ++n) {
        PairExample pair = m_grammar.sample(m_rng, n, CorpusPart::Train);
        constexpr std::uint64_t kMostDraws = 1000;
        for (std::uint64_t again = 1; m_excluded && m_excluded(pair); ++again) {
            require(again < kMostDraws, "pairs", "nearly all sentences of the grammar are held out");
            pair = m_grammar.sample(m_rng.atStep(again), n, CorpusPart::Train);
        }
        out.add(idsOf(m_source, pair.source), idsOf(m_target, pair.target));
    }
}

MixedPairs::MixedPairs(std::unique_ptr<PairStream> host, std::unique_ptr<PairStream> guest, double share)
    : m_host(std::move(host)), m_guest(std::move(guest)), m_share(share) {
    require(share > 0 && share < 1, "pairs", "the share of the second source is ", share,
            ", expected between 0 and 1");
}

void MixedPairs::read(std::uint64_t first, std::uint64_t count, PairTable& out) {
    const auto guestsBefore = [&](std::uint64_t n) {
        return static_cast<std::uint64_t>(std::floor(static_cast<double>(n) * m_share));
    };
    for (std::uint64_t n = first; n < first + count; ++n) {
        const std::uint64_t guests = guestsBefore(n);
        if (guestsBefore(n + 1) > guests)
            m_guest->read(guests, 1, out);
        else
            m_host->read(n - guests, 1, out);
    }
}

std::uint64_t MixedPairs::epochLength() const {
    return static_cast<std::uint64_t>(
        std::llround(static_cast<double>(m_host->epochLength()) / (1 - m_share)));
}

}  // namespace vitrine
