#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/rng.h"
#include "engine/data/pair_example.h"

namespace vitrine {

class CancelToken;
struct GrammarTables;

/// How large a grammar is. Numbers of pairs are exact numbers of derivations, saturating at 2^64 - 1; in an
/// unambiguous grammar (see Grammar::findAmbiguousSource) they are numbers of distinct pairs.
struct GrammarCounts {
    std::size_t sourceWords = 0;
    std::size_t targetWords = 0;
    std::size_t patterns = 0;
    std::size_t combinations = 0;  ///< (pattern, content word) combinations that can occur
    std::size_t heldOut = 0;       ///< of these, held out for Valid or Test
    std::uint64_t pairs = 0;
    std::uint64_t train = 0;
    std::uint64_t valid = 0;
    std::uint64_t test = 0;
};

/// A synchronous Chinese-English grammar: every derivation yields a Chinese sentence, its English translation
/// and the word alignment. It is read from a text file (assets/grammar/README.md describes the format),
/// contains no recursion and is therefore finite. Immutable; copies share the tables; safe to use from
/// several threads.
///
/// The split holds out combinations: a (pattern, content word) pair is reserved for Test, for Valid or for
/// nothing by a hash of both names. A sentence belongs to Test when it contains a combination of Test, else
/// to Valid when it contains one of Valid, else to Train. Every word and every pattern occurs in Train.
class Grammar {
public:
    /// Reads a grammar. Throws Error naming the line and what was expected; sizes are limited (README.md).
    static Grammar parse(std::string_view text);
    static Grammar load(const std::string& path);

    /// The pair number `index` of a part: a pure function of (rng.seed(), rng.step(), index, part). A pattern
    /// is drawn by its weight, then rules by theirs, alternatives (`a, b`) by the square root of their size
    /// and words evenly; sentences outside the part are drawn again. Throws Error if the part has too few
    /// sentences to find one (a grammar of a few words).
    PairExample sample(const Rng& rng, std::uint64_t index, CorpusPart part) const;

    /// The gold pair of a Chinese sentence of the grammar, or nothing when the grammar does not contain it.
    /// The sentence is normalised first (`normalise`: ? typed for ？) and its spaces are ignored; sourceWords
    /// of the pair spell the sentence as the grammar does. Work is bounded; sentences over 64 characters are
    /// not looked at. Throws Cancelled.
    std::optional<PairExample> findAlignment(std::string_view source,
                                             const CancelToken* cancel = nullptr) const;

    /// All distinct words that can occur in sourceWords and targetWords of a pair, sorted by bytes.
    const std::vector<std::string>& sourceWords() const;
    const std::vector<std::string>& targetWords() const;
    const std::vector<std::string>& patternNames() const;
    GrammarCounts counts() const;

    /// The exact number of distinct Chinese sentences, counted on the deterministic automaton that accepts
    /// the language. Throws Error when the automaton needs more than `maxStates` states.
    std::uint64_t countDistinctSources(std::size_t maxStates = 4'000'000) const;
    /// A Chinese sentence with more than one derivation, or nothing: then English is a function of the
    /// Chinese.
    std::optional<std::string> findAmbiguousSource(std::size_t maxStates = 4'000'000) const;
    /// The deepest nesting of rules; every recursion of this class is bounded by it.
    int depth() const;

private:
    explicit Grammar(std::shared_ptr<const GrammarTables> tables) : m_tables(std::move(tables)) {}
    std::shared_ptr<const GrammarTables> m_tables;
};

}  // namespace vitrine
