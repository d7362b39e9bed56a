#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/data/pair_example.h"
#include "engine/model/transformer.h"
#include "engine/text/tokenizer.h"

namespace vitrine {

/// Which decoder position speaks for target word y(t).
enum class AlignmentReading : std::uint8_t {
    Predicting,  ///< the position that reads y(t-1) and predicts y(t): what was looked at to choose the word
    Reading,     ///< the position that reads y(t): what was looked at once the word was there
};

/// How well one cross-attention head points at the words that were translated.
/// Each target word is linked to the source word with the largest attention, summed over the pieces of both;
/// that gives A. With the gold links G taken as both sure and possible (Och and Ney 2003),
/// AER = 1 - 2 |A and G| / (|A| + |G|). Target words without a gold link count in |A|, so 0 is out of reach.
struct HeadAlignment {
    LayerIndex layer;
    HeadIndex head;
    AlignmentReading reading = AlignmentReading::Predicting;
    std::int64_t proposed = 0, gold = 0, common = 0;  ///< |A|, |G|, |A and G|
    double errorRate() const;
};

/// Scores of every head of every decoder layer under both readings, over all pairs; the reference
/// translations are given to the decoder (teacher forcing). Ordered by layer, head, reading.
std::vector<HeadAlignment> alignHeads(const Transformer& model, Backend& backend, const Tokenizer& source,
                                      const Tokenizer& target, std::span<const PairExample> pairs);
/// The one with the smallest error rate under the given reading.
HeadAlignment bestHead(std::span<const HeadAlignment> heads, AlignmentReading reading);

/// For each token the word it belongs to, or -1: words of the pair are found in the text in order.
std::vector<int> wordOfToken(std::string_view text, std::span<const std::string> words,
                             std::span<const Token> tokens);

}  // namespace vitrine
