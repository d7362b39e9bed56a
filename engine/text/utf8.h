#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace vitrine {

/// The byte offset of the first byte that is not well-formed UTF-8 (overlong forms, surrogates and values
/// above U+10FFFF are refused, RFC 3629), or nothing when the text is fine.
std::optional<std::size_t> invalidUtf8At(std::string_view text);

/// Throws "[where] ... is not valid UTF-8 at byte N" unless the text is well-formed.
void requireUtf8(std::string_view text, std::string_view where);

/// The code point that starts at `position`, which is moved behind it. Expects well-formed UTF-8.
char32_t nextCodePoint(std::string_view text, std::size_t& position);

/// Bytes of the code point that starts with this byte; expects the first byte of well-formed UTF-8.
std::size_t codePointBytes(char firstByte);

/// Code points in well-formed UTF-8.
std::size_t codePointCount(std::string_view text);

void appendUtf8(std::string& out, char32_t codePoint);

}  // namespace vitrine
