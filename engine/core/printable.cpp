#include "engine/core/printable.h"

namespace vitrine {
namespace {

unsigned byteAt(std::string_view text, std::size_t i) {
    return static_cast<unsigned char>(text[i]);
}

bool continues(std::string_view text, std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return i < text.size() && byteAt(text, i) >= low && byteAt(text, i) <= high;
}

/// Of a well-formed sequence: the C0 and C1 controls, line and paragraph separator, and the marks that turn
/// the direction of writing (what stands behind one may look like other text).
bool invisible(std::string_view sequence) {
    const unsigned first = byteAt(sequence, 0);
    if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
    const unsigned second = byteAt(sequence, 1);
    if (sequence.size() == 2) return first == 0xC2 && second < 0xA0;  // U+0080 to U+009F
    if (sequence.size() > 3 || first != 0xE2) return false;
    const unsigned third = byteAt(sequence, 2);
    const bool marks = second == 0x80 && (third == 0x8E || third == 0x8F || (third >= 0xA8 && third <= 0xAE));
    return marks || (second == 0x81 && third >= 0xA6 && third <= 0xA9);  // U+2066 to U+2069
}

void appendEscaped(std::string& out, std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : bytes) {
        if (c == '\n' || c == '\r' || c == '\t') {
            out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
            continue;
        }
        const auto value = static_cast<unsigned char>(c);
        out += "\\x";
        out += kDigits[value >> 4];
        out += kDigits[value & 15];
    }
}

std::string escaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = wellFormedBytes(text, i);
        const std::string_view sequence = text.substr(i, length == 0 ? 1 : length);
        if (length == 0 || invisible(sequence))
            appendEscaped(out, sequence);
        else
            out += sequence;
        i += sequence.size();
    }
    return out;
}

bool startsCharacter(std::string_view text, std::size_t i) {
    return i >= text.size() || (byteAt(text, i) & 0xC0) != 0x80;
}

}  // namespace

std::size_t wellFormedBytes(std::string_view text, std::size_t i) {
    // Table 3-7 of the Unicode standard.
    const unsigned lead = byteAt(text, i);
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead <= 0xDF) return continues(text, i + 1) ? 2 : 0;
    if (lead >= 0xE0 && lead <= 0xEF) {
        const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = lead == 0xED ? 0x9F : 0xBF;
        return continues(text, i + 1, low, high) && continues(text, i + 2) ? 3 : 0;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
        const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
        return continues(text, i + 1, low, high) && continues(text, i + 2) && continues(text, i + 3) ? 4 : 0;
    }
    return 0;
}

std::string printable(std::string_view text, std::size_t maxBytes) {
    std::string out = escaped(text);
    if (out.size() <= maxBytes) return out;
    constexpr std::string_view kDots = "...";
    const std::size_t half = (maxBytes - kDots.size()) / 2;
    std::size_t head = half, tail = out.size() - half;
    while (!startsCharacter(out, head)) --head;
    while (!startsCharacter(out, tail)) ++tail;
    return out.replace(head, tail - head, kDots);
}

}  // namespace vitrine
