#include "engine/text/vocabulary.h"

#include "engine/core/error.h"
#include "engine/text/characters.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "vocabulary";

void checkPiece(const std::string& piece, std::size_t id) {
    require(!piece.empty(), kPlace, "piece ", id, " is empty; every piece needs at least one character");
    require(piece.size() <= Vocabulary::kMaxPieceBytes, kPlace, "piece ", id, " has ", piece.size(),
            " bytes, expected at most ", Vocabulary::kMaxPieceBytes);
    if (const auto at = invalidUtf8At(piece)) fail(kPlace, "piece ", id, " is not valid UTF-8 at byte ", *at);
    for (std::size_t i = 0; i < piece.size();) {
        const char32_t c = nextCodePoint(piece, i);
        require(!isControlCharacter(c) && characterClass(c) != CharacterClass::Space, kPlace, "piece ", id,
                " contains a space or a control character (code ", static_cast<std::uint32_t>(c), ")");
    }
}

}  // namespace

Vocabulary::Vocabulary() {
    for (const char* special : {"<pad>", "<bos>", "<eos>", "<unk>"}) {
        m_ids.emplace(special, size());
        m_pieces.emplace_back(special);
        m_counts.push_back(0);
    }
}

std::size_t Vocabulary::checked(TokenId id) const {
    require(id.value >= 0 && id.value < size(), kPlace, "token ", id.value,
            " is not in the vocabulary, expected 0 to ", size() - 1);
    return static_cast<std::size_t>(id.value);
}

const std::string& Vocabulary::piece(TokenId id) const {
    return m_pieces[checked(id)];
}
std::uint64_t Vocabulary::count(TokenId id) const {
    return m_counts[checked(id)];
}
void Vocabulary::setCount(TokenId id, std::uint64_t count) {
    m_counts[checked(id)] = count;
}

std::optional<TokenId> Vocabulary::find(std::string_view piece) const {
    const auto it = m_ids.find(piece);
    return it == m_ids.end() ? std::nullopt : std::optional(TokenId(it->second));
}

TokenId Vocabulary::add(std::string piece, std::uint64_t count) {
    require(m_pieces.size() < kMaxPieces, kPlace, "more than ", kMaxPieces,
            " pieces; choose a smaller vocabulary");
    checkPiece(piece, m_pieces.size());
    const auto [it, isNew] = m_ids.emplace(piece, size());
    require(isNew, kPlace, "piece ", m_pieces.size(), " \"", piece, "\" is already piece ", it->second,
            "; pieces must be different");
    m_pieces.push_back(std::move(piece));
    m_counts.push_back(count);
    return TokenId(it->second);
}

}  // namespace vitrine
