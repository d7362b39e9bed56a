#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitrine {

/// The longest text the tokenizers and the normaliser accept, in bytes (1 MiB).
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;

/// A normalised text that remembers where each of its bytes came from.
struct NormalisedText {
    std::string text;
    std::vector<std::uint32_t> from;  ///< for byte i of text: first byte of the original it stands for
    std::vector<std::uint32_t> to;    ///< and one past the last

    /// The bytes of the original text that bytes [begin, end) of `text` stand for. An empty span stays empty.
    std::pair<std::size_t, std::size_t> originalSpan(std::size_t begin, std::size_t end) const;
};

/// One spelling for what reads the same:
///  - Unicode NFKC (full-width letters and digits become ASCII, compatibility forms are unfolded), but the
///    Chinese punctuation ！（），：；？～ and the ellipsis … stay as they are;
///  - the ASCII marks ? ! , : ; . directly after Chinese become the Chinese ones (吗? -> 吗？), as
///    people type both; a dot before another dot or a digit stays;
///  - invisible format characters (category Cf) are removed;
///  - ’ and ‘ between two letters become ' (don’t -> don't); ▁ (U+2581), the tokenizers' own mark, becomes _;
///  - runs of white space become one space, none at the ends.
/// Case is kept. Normalising twice changes nothing more.
/// Throws when the text is not valid UTF-8 (with the byte offset) or longer than kMaxTextBytes.
NormalisedText normaliseWithOrigin(std::string_view text);
std::string normalise(std::string_view text);

/// What two sentences have in common when they differ only in case, punctuation and spacing: the normalised
/// text, case-folded, letters and digits only. Empty when the text has neither.
std::string comparisonKey(std::string_view text);

}  // namespace vitrine
