#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// Corpus BLEU (Papineni et al. 2002) with everything it is made of.
struct BleuScore {
    double score = 0;                    ///< 0 to 100
    std::array<double, 4> precisions{};  ///< percent, smoothed, for 1- to 4-grams
    std::array<std::uint64_t, 4>
        matches{};  ///< n-grams of the hypotheses that stand in their reference, clipped
    std::array<std::uint64_t, 4> totals{};  ///< n-grams of the hypotheses
    double brevityPenalty = 0;              ///< exp(1 - r/c) when the hypotheses are shorter, else 1
    std::uint64_t hypothesisLength = 0;     ///< tokens, c
    std::uint64_t referenceLength = 0;      ///< tokens, r
};

/// What sacreBLEU 2.6 calls BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp. Hypothesis n belongs to
/// reference n. Throws Error when the numbers differ, when there are none, or when a text is not valid UTF-8.
BleuScore corpusBleu(std::span<const std::string> hypotheses, std::span<const std::string> references);

/// The tokens of one line in the manner of mteval-v13a: HTML entities unfolded, punctuation split off, but
/// points and commas between digits left alone. Expects valid UTF-8.
std::vector<std::string> bleuTokens(std::string_view line);

/// Share (0 to 1) of hypotheses that equal their reference after normalise() of text/normalise.h. Same
/// errors.
double exactMatch(std::span<const std::string> hypotheses, std::span<const std::string> references);

}  // namespace vitrine
