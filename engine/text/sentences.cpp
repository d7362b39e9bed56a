#include "engine/text/sentences.h"

#include "engine/text/characters.h"
#include "engine/text/normalise.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::u32string_view kChineseEnds = U"。！？";
constexpr std::u32string_view kAsciiEnds = U".!?";
constexpr std::u32string_view kClosing = U"”’」』）》】\")]";

bool contains(std::u32string_view set, char32_t c) {
    return set.find(c) != std::u32string_view::npos;
}

bool isSpoken(char32_t c) {
    const CharacterClass kind = characterClass(c);
    return kind == CharacterClass::Letter || kind == CharacterClass::Digit || kind == CharacterClass::Cjk;
}

/// Whether a sentence ends after the mark at `at`.
bool endsAt(std::u32string_view text, std::size_t at) {
    if (contains(kChineseEnds, text[at])) return true;
    if (!contains(kAsciiEnds, text[at])) return false;
    if (text[at] == U'.' && at > 0 && characterClass(text[at - 1]) == CharacterClass::Digit) return false;
    const char32_t next = at + 1 < text.size() ? text[at + 1] : U' ';
    return next == U' ' || isWide(next);
}

std::string utf8Of(std::u32string_view text) {
    while (!text.empty() && text.front() == U' ') text.remove_prefix(1);
    std::string out;
    for (const char32_t c : text) appendUtf8(out, c);
    return out;
}

}  // namespace

std::vector<std::string> splitSentences(std::string_view text) {
    const std::string normal = normalise(text);
    std::u32string characters;
    for (std::size_t i = 0; i < normal.size();) characters.push_back(nextCodePoint(normal, i));
    const std::u32string_view all = characters;
    std::vector<std::string> sentences;
    std::size_t begin = 0, end = 0;  // of the sentence; until its end is found, `end` is not after `begin`
    bool spoken = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isSpoken(all[i])) {
            if (end > begin) {
                sentences.push_back(utf8Of(all.substr(begin, end - begin)));
                begin = end;
            }
            spoken = true;
        } else if (end > begin) {
            if (i == end && (endsAt(all, i) || contains(kClosing, all[i]))) ++end;
        } else if (spoken && endsAt(all, i)) {
            end = i + 1;
        }
    }
    if (begin < all.size()) sentences.push_back(utf8Of(all.substr(begin)));
    return sentences;
}

}  // namespace vitrine
