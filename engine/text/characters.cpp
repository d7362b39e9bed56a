#include "engine/text/characters.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

namespace vitrine {
namespace {

bool isCjkScript(char32_t c) {
    if (c == U'\u30FC' || c == U'\u3007') return true;  // the kana length mark is of the common script
    UErrorCode status = U_ZERO_ERROR;
    switch (uscript_getScript(static_cast<UChar32>(c), &status)) {
        case USCRIPT_HAN:
        case USCRIPT_HIRAGANA:
        case USCRIPT_KATAKANA:
        case USCRIPT_BOPOMOFO:
            return true;
        default:
            return false;
    }
}

bool isMark(char32_t c) {
    const auto mask = U_GET_GC_MASK(static_cast<UChar32>(c));
    return (mask & U_GC_M_MASK) != 0;
}

CharacterClass asciiClass(char32_t c) {
    if (c >= '0' && c <= '9') return CharacterClass::Digit;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return CharacterClass::Letter;
    return c == ' ' || (c >= '\t' && c <= '\r') ? CharacterClass::Space : CharacterClass::Punctuation;
}

}  // namespace

CharacterClass characterClass(char32_t c) {
    if (c < 0x80) return asciiClass(c);
    const auto point = static_cast<UChar32>(c);
    if (u_isUWhiteSpace(point)) return CharacterClass::Space;
    if (c >= 0x2E80 && isCjkScript(c)) return CharacterClass::Cjk;
    if (u_isdigit(point)) return CharacterClass::Digit;
    if (u_isalpha(point) || isMark(c)) return CharacterClass::Letter;
    return CharacterClass::Punctuation;
}

bool isWide(char32_t c) {
    if (c < 0x2E80) return false;
    return (c >= 0x3000 && c <= 0x303F) || (c >= 0xFF00 && c <= 0xFFEF) || isCjkScript(c);
}

bool isFormatCharacter(char32_t c) {
    return c >= 0x80 && u_charType(static_cast<UChar32>(c)) == U_FORMAT_CHAR;
}

bool isControlCharacter(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

}  // namespace vitrine
