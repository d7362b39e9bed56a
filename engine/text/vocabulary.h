#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/ids.h"

namespace vitrine {

inline constexpr TokenId kPadId{0};      ///< <pad> fills the short sentences of a batch
inline constexpr TokenId kBosId{1};      ///< <bos> starts a translation
inline constexpr TokenId kEosId{2};      ///< <eos> ends one
inline constexpr TokenId kUnknownId{3};  ///< <unk> stands for text without a piece
inline constexpr std::int32_t kSpecialCount = 4;

/// The pieces a tokenizer knows, numbered from 0. The first four are always the special ones above; they are
/// never found in text (typing "<eos>" gives the pieces of those five characters).
class Vocabulary {
public:
    static constexpr std::size_t kMaxPieces = std::size_t{1} << 20;
    static constexpr std::size_t kMaxPieceBytes = 1024;

    Vocabulary();

    std::int32_t size() const { return static_cast<std::int32_t>(m_pieces.size()); }
    /// Throws when the id is not of this vocabulary.
    const std::string& piece(TokenId id) const;
    /// How often the piece was seen while learning; 0 for pieces that were only listed.
    std::uint64_t count(TokenId id) const;
    std::optional<TokenId> find(std::string_view piece) const;
    bool isSpecial(TokenId id) const { return id.value >= 0 && id.value < kSpecialCount; }

    /// Appends a piece. Throws when it is empty, known already, not UTF-8, longer than kMaxPieceBytes, has
    /// spaces or control characters, or when the vocabulary is full.
    TokenId add(std::string piece, std::uint64_t count = 0);
    void setCount(TokenId id, std::uint64_t count);

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::size_t checked(TokenId id) const;

    std::vector<std::string> m_pieces;
    std::vector<std::uint64_t> m_counts;
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> m_ids;
};

}  // namespace vitrine
