#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vitrine {

/// Bytes of a foreign text that a sentence shows. Long enough for a path and a list of names.
inline constexpr std::size_t kShownBytes = 500;

/// A text from outside (an argument, a path, a file's content) as a terminal or a label may show it: control
/// characters, those that turn the direction of writing, and bytes that are not UTF-8 become \n, \r, \t or
/// \xNN, byte by byte. Of a longer text the middle is left out ("..."), because a path or a sentence says
/// much at its end. Printable text that is short enough stays as it is, so applying it twice does no harm.
/// maxBytes is at least 8; the result is no longer.
std::string printable(std::string_view text, std::size_t maxBytes = kShownBytes);

/// Bytes of the well-formed UTF-8 sequence that starts at `i`, 0 when it is malformed.
std::size_t wellFormedBytes(std::string_view text, std::size_t i);

}  // namespace vitrine
