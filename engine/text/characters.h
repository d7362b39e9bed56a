#pragma once

namespace vitrine {

/// What a character is to a tokenizer.
enum class CharacterClass {
    Letter,       ///< letters and combining marks of scripts that separate words by spaces
    Digit,        ///< decimal digits
    Cjk,          ///< Han, kana and bopomofo: scripts written without spaces
    Space,        ///< Unicode white space
    Punctuation,  ///< punctuation, symbols and everything else
};

CharacterClass characterClass(char32_t c);
/// True for the Cjk class, for CJK punctuation and for full-width forms: no space is written beside them.
bool isWide(char32_t c);
/// Invisible format characters (zero-width spaces, byte order mark, soft hyphen; category Cf).
bool isFormatCharacter(char32_t c);
bool isControlCharacter(char32_t c);

}  // namespace vitrine
