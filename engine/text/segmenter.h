#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/text/vocabulary.h"

namespace vitrine {

/// Cuts runs of Chinese characters into the pieces of a vocabulary; private to this rung.
///
/// Chooses the segmentation with the largest product of piece probabilities (count + 1) / (all counts +
/// pieces), by dynamic programming from the right (Viterbi). Where none was counted that is the one with the
/// fewest pieces. Ties go to the longer first piece. A character that no piece covers becomes one kUnknownId.
/// Takes O(characters x longest piece).
class Segmenter {
public:
    struct Piece {
        TokenId id;
        std::size_t begin;
        std::size_t end;
    };

    /// Keeps a reference: the vocabulary must outlive the segmenter.
    explicit Segmenter(const Vocabulary& vocabulary);
    /// Appends the pieces of bytes [begin, end) of `text`.
    void segment(std::string_view text, std::size_t begin, std::size_t end, std::vector<Piece>& out) const;

private:
    const Vocabulary* m_vocabulary;
    // Costs are whole numbers (1000 x negative logarithm), so that every machine agrees on ties.
    std::vector<std::int64_t> m_costs;
    std::int64_t m_unknownCost = 0;
    std::size_t m_longest = 1;  // characters
};

}  // namespace vitrine
