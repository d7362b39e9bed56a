#include "engine/text/utf8.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/core/printable.h"

namespace vitrine {
namespace {

unsigned byteAt(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

}  // namespace

std::optional<std::size_t> invalidUtf8At(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = wellFormedBytes(text, i);
        if (bytes == 0) return i;
        i += bytes;
    }
    return std::nullopt;
}

void requireUtf8(std::string_view text, std::string_view where) {
    if (const auto at = invalidUtf8At(text))
        fail(where, "the text is not valid UTF-8 at byte ", *at, "; save it as UTF-8 and try again");
}

std::size_t codePointBytes(char firstByte) {
    const auto lead = static_cast<unsigned char>(firstByte);
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

char32_t nextCodePoint(std::string_view text, std::size_t& position) {
    const std::size_t bytes = codePointBytes(text[position]);
    const unsigned lead = byteAt(text, position);
    char32_t value = bytes == 1 ? lead : lead & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) value = (value << 6) | (byteAt(text, position + i) & 0x3F);
    position += bytes;
    return value;
}

std::size_t codePointCount(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

void appendUtf8(std::string& out, char32_t c) {
    const auto put = [&](unsigned value) { out.push_back(static_cast<char>(value)); };
    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xC0 | (c >> 6));
        put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        put(0xE0 | (c >> 12));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    } else {
        put(0xF0 | (c >> 18));
        put(0x80 | ((c >> 12) & 0x3F));
        put(0x80 | ((c >> 6) & 0x3F));
        put(0x80 | (c & 0x3F));
    }
}

}  // namespace vitrine
