#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace vitrine {

/// What a stretch of normalised text is before a tokenizer cuts it further.
enum class UnitKind {
    Word,    ///< letters; in word style digits too, with inner apostrophes, points, commas and colons
    Number,  ///< word style: a whole number ("3.5", "1,000", "7:30"); BPE style: one digit
    Cjk,     ///< Chinese characters (and kana) without anything between them
    Symbol,  ///< one punctuation mark or symbol
    Gap,     ///< BPE style: the space before Chinese, which is a piece of its own
};

/// Bytes [begin, end) of the normalised text.
struct Unit {
    UnitKind kind;
    std::size_t begin;
    std::size_t end;
    bool spaceMark;  ///< BPE style: the unit starts with "▁", see splitForBpe(); its bytes are those after
                     ///< the space
};

/// Units as the word tokenizer wants them: "Tom's" gives Tom and 's; "don't", "p.m", "MP3", "7:30" stay
/// whole; a hyphen is a symbol of its own.
std::vector<Unit> splitForWords(std::string_view normalised);
/// Units as the BPE tokenizer wants them: letters with inner apostrophes, single digits, Chinese runs,
/// symbols. A unit after a space has a space mark, except that a space before Chinese is a Gap. A word or
/// digit at the start of the text is marked too, so that "the" is the same piece there and later.
std::vector<Unit> splitForBpe(std::string_view normalised);

}  // namespace vitrine
