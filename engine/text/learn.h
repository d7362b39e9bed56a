#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/text/tokenizer.h"

namespace vitrine {

/// How learnWords() chooses its pieces.
struct WordOptions {
    /// Words to know whatever the corpus says (a grammar's word list). When any of them is Chinese, Chinese
    /// text is cut into these words and single characters only; otherwise Chinese words are discovered.
    std::vector<std::string> knownWords;
    std::uint64_t minCount = 1;       ///< words, marks and single characters seen less often become unknown
    std::size_t maxPieces = 0;        ///< size with the special tokens, 0 = no limit; rare pieces go first
    bool characters = true;           ///< single Chinese characters of the corpus are pieces too
    std::size_t maxChineseChars = 4;  ///< discovery: longest word
    std::uint64_t minChineseCount =
        5;                    ///< discovery: a word of two or more characters stands at least so often
    double minCohesion = 20;  ///< discovery: so many times more often than its parts would meet by chance
};

/// Learns a word tokenizer. Pieces are ordered: known words, then by falling count, then by bytes.
///
/// Chinese words are discovered in three steps: every run of 2 to maxChineseChars characters that is frequent
/// and cohesive (count(ab) x characters / (count(a) x count(b)) for its worst cut) is a candidate; the corpus
/// is cut with the candidates (segmenter.h) and counted again, four times over; candidates that fell below
/// minChineseCount go.
///
/// Throws when a line is not valid UTF-8 (naming the line), or when nothing is left to learn from.
Tokenizer learnWords(std::span<const std::string> lines, const WordOptions& options = {});

struct BpeOptions {
    std::int32_t vocabularySize = 8000;   ///< pieces in all: special tokens, characters and merges
    std::uint64_t minCharacterCount = 2;  ///< characters seen less often become unknown
    std::uint64_t minPairCount = 2;       ///< learning ends when no pair stands so often
    std::size_t maxPieceChars = 16;       ///< longest piece in characters, "▁" included
    std::size_t maxChineseChars = 4;      ///< longest piece of Chinese characters
};

/// Learns byte-pair encoding (Sennrich et al. 2016) over characters. Pieces are ordered: special tokens, "▁",
/// characters by falling count then code point, then one piece for every merge.
/// Each step merges the pair that stands most often; on equal counts the one with the smaller left id, then
/// the smaller right id. The merges with their counts are Tokenizer::merges(). Fewer pieces than asked for
/// are returned when the corpus has no more pairs.
///
/// Throws when a line is not valid UTF-8 (naming the line), when the corpus is empty, or when the characters
/// alone do not fit into vocabularySize.
Tokenizer learnBpe(std::span<const std::string> lines, const BpeOptions& options = {});

}  // namespace vitrine
