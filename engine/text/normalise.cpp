#include "engine/text/normalise.h"

#include <unicode/bytestream.h>
#include <unicode/edits.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include "engine/core/error.h"
#include "engine/text/characters.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "text";

// One code point with the bytes of the original it stands for.
struct Character {
    char32_t value;
    std::uint32_t from;
    std::uint32_t to;
};
using Characters = std::vector<Character>;

bool keptFromNfkc(char32_t c) {
    switch (c) {
        case U'！':
        case U'（':
        case U'）':
        case U'，':
        case U'：':
        case U'；':
        case U'？':
        case U'～':
        case U'…':
            return true;
        default:
            return false;
    }
}

// Appends the code points of `text`, byte i of which stands for original bytes [from(i), to(i)).
void appendCharacters(Characters& out, const NormalisedText& text) {
    for (std::size_t i = 0; i < text.text.size();) {
        const std::size_t begin = i;
        const char32_t value = nextCodePoint(text.text, i);
        out.push_back({value, text.from[begin], text.to[i - 1]});
    }
}

void appendBytes(NormalisedText& out, const Character& character) {
    appendUtf8(out.text, character.value);
    out.from.resize(out.text.size(), character.from);
    out.to.resize(out.text.size(), character.to);
}

// NFKC of one run that holds no kept character; the origins follow ICU's list of edits.
void appendNfkc(Characters& out, const NormalisedText& run) {
    if (run.text.empty()) return;
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* nfkc = icu::Normalizer2::getNFKCInstance(status);
    require(U_SUCCESS(status), kPlace, "ICU has no NFKC data: ", u_errorName(status));
    NormalisedText result;
    icu::StringByteSink<std::string> sink(&result.text);
    icu::Edits edits;
    nfkc->normalizeUTF8(0, icu::StringPiece(run.text.data(), static_cast<int32_t>(run.text.size())), sink,
                        &edits, status);
    require(U_SUCCESS(status), kPlace, "ICU could not normalise the text: ", u_errorName(status));

    icu::Edits::Iterator iterator = edits.getFineIterator();
    while (iterator.next(status)) {
        const auto source = static_cast<std::size_t>(iterator.sourceIndex());
        const auto oldLength = static_cast<std::size_t>(iterator.oldLength());
        for (int32_t i = 0; i < iterator.newLength(); ++i) {
            if (iterator.hasChange()) {
                result.from.push_back(run.from[source]);
                result.to.push_back(run.to[oldLength > 0 ? source + oldLength - 1 : source]);
            } else {
                result.from.push_back(run.from[source + static_cast<std::size_t>(i)]);
                result.to.push_back(run.to[source + static_cast<std::size_t>(i)]);
            }
        }
    }
    appendCharacters(out, result);
}

Characters compose(std::string_view text) {
    Characters out;
    out.reserve(text.size());
    NormalisedText run;
    for (std::size_t i = 0; i < text.size();) {
        const auto begin = static_cast<std::uint32_t>(i);
        const char32_t value = nextCodePoint(text, i);
        const auto end = static_cast<std::uint32_t>(i);
        if (isFormatCharacter(value)) continue;
        if (!keptFromNfkc(value)) {
            appendBytes(run, {value, begin, end});
            continue;
        }
        appendNfkc(out, run);
        run = {};
        out.push_back({value, begin, end});
    }
    appendNfkc(out, run);
    return out;
}

// Whether the text written so far ends, spaces aside, in Chinese: then a mark that follows is a Chinese mark.
bool followsChinese(const std::string& written) {
    std::size_t end = written.size();
    while (end > 0 && written[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > 0 && (written[--begin] & 0xC0) == 0x80) continue;
    if (begin == end) return false;
    return isWide(nextCodePoint(written, begin));
}

// The full-width form of an ASCII mark that people type in Chinese sentences for want of the other; else
// `mark`.
char32_t chineseMark(char32_t mark, char32_t next) {
    switch (mark) {
        case U'?':
            return U'？';
        case U'!':
            return U'！';
        case U',':
            return U'，';
        case U':':
            return U'：';
        case U';':
            return U'；';
        case U'.':  // not of an ellipsis or a number
            return next == U'.' || (next >= U'0' && next <= U'9') ? mark : U'。';
        default:
            return mark;
    }
}

bool isLetterAt(const Characters& characters, std::size_t i) {
    return i < characters.size() && characterClass(characters[i].value) == CharacterClass::Letter;
}

}  // namespace

std::pair<std::size_t, std::size_t> NormalisedText::originalSpan(std::size_t begin, std::size_t end) const {
    if (begin < end) return {from[begin], to[end - 1]};
    const std::size_t at = begin < from.size() ? from[begin] : to.empty() ? 0 : to.back();
    return {at, at};
}

NormalisedText normaliseWithOrigin(std::string_view text) {
    require(text.size() <= kMaxTextBytes, kPlace, "the text has more than the ", kMaxTextBytes,
            " bytes that are accepted at once; split it into sentences");
    requireUtf8(text, kPlace);
    const Characters characters = compose(text);
    NormalisedText out;
    out.text.reserve(text.size());
    for (std::size_t i = 0; i < characters.size(); ++i) {
        Character c = characters[i];
        if (characterClass(c.value) == CharacterClass::Space) {
            while (i + 1 < characters.size() &&
                   characterClass(characters[i + 1].value) == CharacterClass::Space)
                c.to = characters[++i].to;
            c.value = U' ';
            if (out.text.empty() || i + 1 == characters.size()) continue;
        } else if (c.value == U'\u2581') {
            c.value = U'_';
        } else if ((c.value == U'’' || c.value == U'‘') && i > 0 && isLetterAt(characters, i - 1) &&
                   isLetterAt(characters, i + 1)) {
            c.value = U'\'';
        } else if (followsChinese(out.text)) {
            c.value = chineseMark(c.value, i + 1 < characters.size() ? characters[i + 1].value : U' ');
        }
        appendBytes(out, c);
    }
    return out;
}

std::string normalise(std::string_view text) {
    return normaliseWithOrigin(text).text;
}

std::string comparisonKey(std::string_view text) {
    const std::string normal = normalise(text);
    std::string key;
    for (std::size_t i = 0; i < normal.size();) {
        const char32_t c = nextCodePoint(normal, i);
        const CharacterClass kind = characterClass(c);
        if (kind == CharacterClass::Space || kind == CharacterClass::Punctuation) continue;
        appendUtf8(key, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT)));
    }
    return key;
}

}  // namespace vitrine
