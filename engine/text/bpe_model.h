#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/text/token_model.h"

namespace vitrine {

/// The BPE kind of Tokenizer; private to this rung.
class BpeModel final : public TokenModel {
public:
    BpeModel(Vocabulary vocabulary, std::vector<BpeMerge> merges);
    TokenizerKind kind() const override { return TokenizerKind::Bpe; }
    std::span<const BpeMerge> merges() const override { return m_merges; }
    std::vector<Token> encodeNormalised(std::string_view text) const override;
    std::string join(std::span<const std::string_view> pieces) const override;

    /// The key of a pair in tables of pairs.
    static std::uint64_t pairKey(TokenId left, TokenId right) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left.value)) << 32 |
               static_cast<std::uint32_t>(right.value);
    }

private:
    void checkMerge(const BpeMerge& merge, std::size_t rank) const;

    std::vector<BpeMerge> m_merges;
    std::unordered_map<std::uint64_t, std::uint32_t> m_ranks;  // pairKey -> index in m_merges
};

}  // namespace vitrine
