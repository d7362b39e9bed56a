#pragma once

#include <string>
#include <vector>

namespace vitrine {

/// Says that source word `source` and target word `target` mean the same; indices into the word lists of a
/// pair.
struct AlignmentLink {
    int source = 0;
    int target = 0;
    friend bool operator==(const AlignmentLink&, const AlignmentLink&) = default;
};

/// The parts of a corpus. Train never meets what Valid and Test were held out for.
enum class CorpusPart { Train, Valid, Test };

/// A sentence and its translation, with the words of both sides and the gold links between them.
/// `source` is the source words without spaces (Chinese); `target` joins the target words with single spaces,
/// except before punctuation. Links are sorted by target, then source; function words may have none.
struct PairExample {
    std::string source;
    std::string target;
    std::vector<std::string> sourceWords;
    std::vector<std::string> targetWords;
    std::vector<AlignmentLink> links;
    int pattern = -1;  ///< index into Grammar::patternNames(), -1 for pairs that no grammar made
    CorpusPart part = CorpusPart::Train;
};

}  // namespace vitrine
