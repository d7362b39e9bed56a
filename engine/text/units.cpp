#include "engine/text/units.h"

#include "engine/text/characters.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

enum class Style { Words, Bpe };

// Reads the text one code point ahead.
class Cursor {
public:
    explicit Cursor(std::string_view text) : m_text(text) { advance(); }

    bool atEnd() const { return m_begin >= m_text.size(); }
    std::size_t begin() const { return m_begin; }
    char32_t value() const { return m_value; }
    CharacterClass kind() const { return m_kind; }
    // Class of the code point behind this one; Space at the end of the text.
    CharacterClass nextKind() const {
        if (m_end >= m_text.size()) return CharacterClass::Space;
        std::size_t i = m_end;
        return characterClass(nextCodePoint(m_text, i));
    }
    void advance() {
        m_begin = m_end;
        if (atEnd()) return;
        m_value = nextCodePoint(m_text, m_end);
        m_kind = characterClass(m_value);
    }

private:
    std::string_view m_text;
    std::size_t m_begin = 0;
    std::size_t m_end = 0;
    char32_t m_value = 0;
    CharacterClass m_kind = CharacterClass::Space;
};

// Whether the punctuation under the cursor belongs to the word around it.
bool joins(const Cursor& cursor, CharacterClass before, Style style) {
    if (cursor.kind() != CharacterClass::Punctuation) return false;
    const CharacterClass after = cursor.nextKind();
    const bool letters = before == CharacterClass::Letter && after == CharacterClass::Letter;
    const bool digits = before == CharacterClass::Digit && after == CharacterClass::Digit;
    if (cursor.value() == U'\'')  // don't, 1880's
        return after == CharacterClass::Letter && (letters || before == CharacterClass::Digit);
    if (style == Style::Bpe) return false;
    if (cursor.value() == U'.') return letters || digits;
    return digits && (cursor.value() == U',' || cursor.value() == U':');
}

bool continuesWord(const Cursor& cursor, CharacterClass before, Style style) {
    if (cursor.atEnd()) return false;
    if (cursor.kind() == CharacterClass::Letter) return true;
    if (cursor.kind() == CharacterClass::Digit) return style == Style::Words;
    return joins(cursor, before, style);
}

void readWord(Cursor& cursor, Style style) {
    CharacterClass before = cursor.kind();
    cursor.advance();
    while (continuesWord(cursor, before, style)) {
        before = cursor.kind();
        cursor.advance();
    }
}

bool onlyDigitsAndMarks(std::string_view text) {
    for (std::size_t i = 0; i < text.size();)
        if (characterClass(nextCodePoint(text, i)) == CharacterClass::Letter) return false;
    return true;
}

Unit readUnit(Cursor& cursor, std::string_view text, Style style) {
    const std::size_t begin = cursor.begin();
    UnitKind kind = UnitKind::Symbol;
    switch (cursor.kind()) {
        case CharacterClass::Cjk:
            kind = UnitKind::Cjk;
            while (!cursor.atEnd() && cursor.kind() == CharacterClass::Cjk) cursor.advance();
            break;
        case CharacterClass::Digit:
            kind = UnitKind::Number;
            if (style == Style::Words) {
                readWord(cursor, style);
                if (!onlyDigitsAndMarks(text.substr(begin, cursor.begin() - begin))) kind = UnitKind::Word;
            } else {
                cursor.advance();
            }
            break;
        case CharacterClass::Letter:
            kind = UnitKind::Word;
            readWord(cursor, style);
            break;
        default:
            cursor.advance();
            break;
    }
    return {kind, begin, cursor.begin(), false};
}

std::vector<Unit> split(std::string_view text, Style style) {
    std::vector<Unit> units;
    bool space = false;
    for (Cursor cursor(text); !cursor.atEnd();) {
        if (cursor.kind() == CharacterClass::Space) {
            space = true;
            cursor.advance();
            continue;
        }
        Unit unit = readUnit(cursor, text, style);
        const bool wordStart = unit.kind == UnitKind::Word || unit.kind == UnitKind::Number;
        unit.spaceMark = style == Style::Bpe && (space || (units.empty() && wordStart));
        space = false;
        if (unit.spaceMark && unit.kind == UnitKind::Cjk) {
            units.push_back({UnitKind::Gap, unit.begin - 1, unit.begin, true});
            unit.spaceMark = false;
        }
        units.push_back(unit);
    }
    return units;
}

}  // namespace

std::vector<Unit> splitForWords(std::string_view normalised) {
    std::vector<Unit> units;
    for (const Unit& unit : split(normalised, Style::Words)) {
        const std::string_view text = normalised.substr(unit.begin, unit.end - unit.begin);
        const bool possessive =
            unit.kind == UnitKind::Word && text.size() > 2 &&
            (text.substr(text.size() - 2) == "'s" || text.substr(text.size() - 2) == "'S");
        units.push_back(unit);
        if (!possessive) continue;
        units.back().end -= 2;
        units.push_back({UnitKind::Word, unit.end - 2, unit.end, false});
    }
    return units;
}

std::vector<Unit> splitForBpe(std::string_view normalised) {
    return split(normalised, Style::Bpe);
}

}  // namespace vitrine
