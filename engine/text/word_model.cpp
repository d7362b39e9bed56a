#include "engine/text/word_model.h"

#include "engine/text/characters.h"
#include "engine/text/units.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

char32_t firstOf(std::string_view piece) {
    std::size_t i = 0;
    return nextCodePoint(piece, i);
}

char32_t lastOf(std::string_view piece) {
    std::size_t i = piece.size() - 1;
    while (i > 0 && (piece[i] & 0xC0) == 0x80) --i;
    return nextCodePoint(piece, i);
}

// Pieces that stand close to their left, right or both neighbours.
constexpr std::u32string_view kCloseLeft = U".,!?;:)]}%'”’…";
constexpr std::u32string_view kCloseRight = U"([{“‘$#@£¥€";
constexpr std::u32string_view kCloseBoth = U"-/—–_~^\\";

bool has(std::u32string_view set, char32_t c) {
    return set.find(c) != std::u32string_view::npos;
}

// `leftIsWide`: what stands on the left is Chinese. `openQuote`: an odd number of " stands before `right`.
bool spaceBetween(std::string_view left, std::string_view right, bool leftIsWide, bool openQuote) {
    const char32_t a = lastOf(left);
    const char32_t b = firstOf(right);
    if (leftIsWide || isWide(b)) return false;
    if (left == "\"" && openQuote) return false;
    if (right == "\"" && openQuote) return false;
    const bool leftIsMark = codePointCount(left) == 1;
    if (leftIsMark && (has(kCloseRight, a) || has(kCloseBoth, a))) return false;
    return !has(kCloseLeft, b) && !has(kCloseBoth, b);
}

}  // namespace

WordModel::WordModel(Vocabulary vocabulary)
    : TokenModel(std::move(vocabulary)), m_segmenter(this->vocabulary()) {}

std::vector<Token> WordModel::encodeNormalised(std::string_view text) const {
    std::vector<Token> tokens;
    std::vector<Segmenter::Piece> pieces;
    for (const Unit& unit : splitForWords(text)) {
        pieces.clear();
        if (unit.kind == UnitKind::Cjk) {
            m_segmenter.segment(text, unit.begin, unit.end, pieces);
        } else {
            const auto id = vocabulary().find(text.substr(unit.begin, unit.end - unit.begin));
            pieces.push_back({id.value_or(kUnknownId), unit.begin, unit.end});
        }
        for (const auto& piece : pieces) tokens.push_back({piece.id, {}, piece.begin, piece.end, false});
    }
    return tokens;
}

std::string WordModel::join(std::span<const std::string_view> pieces) const {
    std::string text;
    bool openQuote = false;
    bool wide = false;  // of the last known piece: unknown text is taken to be in the same script
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0 && spaceBetween(pieces[i - 1], pieces[i], wide, openQuote)) text.push_back(' ');
        if (pieces[i] != kUnknownMark) wide = isWide(lastOf(pieces[i]));
        text += pieces[i];
        if (pieces[i] == "\"") openQuote = !openQuote;
    }
    return text;
}

}  // namespace vitrine
