#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/data/pair_file.h"

namespace vitrine {

struct SplitSizes {
    std::size_t valid = 1000;
    std::size_t test = 1000;
};

/// Indices into the pairs, ascending in every part.
struct CorpusSplit {
    std::vector<std::size_t> train;
    std::vector<std::size_t> valid;
    std::vector<std::size_t> test;
    std::size_t components = 0;        ///< groups that had to stay together
    std::size_t largestComponent = 0;  ///< pairs in the largest of them
};

/// Splits pairs so that no sentence of one part stands in another, not even with other case, punctuation or
/// spaces.
///
/// Pairs that share a normalised side (comparisonKey of text/normalise.h; a side without letters is taken as
/// it is) form connected components, which are never cut. Components in an order drawn from the seed fill
/// test, then valid, to exactly the sizes asked for; the rest is train. Components above 2% of a part go
/// there only when smaller ones do not suffice. Same pairs, sizes and seed, same split.
///
/// Throws Error when the sizes cannot be met.
CorpusSplit splitByComponents(std::span<const SentencePair> pairs, const SplitSizes& sizes,
                              std::uint64_t seed);

/// Answers whether a pair has a normalised side in common with any of the pairs put in; keeps other training
/// data (a grammar, a second corpus) away from held-out sentences.
class SideIndex {
public:
    void add(const SentencePair& pair);
    bool shares(const SentencePair& pair) const;

private:
    std::unordered_set<std::string> m_chinese;
    std::unordered_set<std::string> m_english;
};

}  // namespace vitrine
