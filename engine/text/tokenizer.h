#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"
#include "engine/text/vocabulary.h"

namespace vitrine {

enum class TokenizerKind { Word, Bpe };

/// One piece of an encoded text.
struct Token {
    TokenId id;
    std::string piece;  ///< as in the vocabulary; of an unknown token the text it stands for
    std::size_t begin =
        0;  ///< bytes [begin, end) of the text given to encode(), without the space that "▁" stands
    std::size_t end = 0;   ///< for (so a lone "▁" is empty, unless it is the space before Chinese)
    bool unknown = false;  ///< id is kUnknownId
};

/// A learnt BPE rule: where `left` and `right` stand side by side they become `result`.
struct BpeMerge {
    TokenId left;
    TokenId right;
    TokenId result;
    std::uint64_t count = 0;  ///< how often the pair stood in the corpus when it was chosen
};

/// What decode() writes for a token that stands for unknown text.
inline constexpr std::string_view kUnknownMark = "⟨?⟩";
/// Starts a BPE piece that follows a space (U+2581).
inline constexpr std::string_view kSpaceMark = "▁";

class TokenModel;

/// Text to tokens and back. Immutable; copies share their content; safe to use from several threads.
///
/// Word kind: words, numbers and punctuation marks are pieces; a run of Chinese characters is cut into known
/// words so that the product of their frequencies is largest (Viterbi); characters without a piece are single
/// unknown tokens, an unknown word or number is one. decode() puts the spaces: none beside Chinese, none
/// before . , ! ? and the like. Text with its spaces elsewhere comes back in that form, and that form comes
/// back unchanged.
///
/// BPE kind: every text starts as characters, "▁" in place of a space; the learnt merges are applied in order
/// of rank inside words, inside Chinese runs, never across punctuation or digits. An unknown character is one
/// unknown token. decode(encode(text)) is exactly normalise(text) when nothing was unknown.
class Tokenizer {
public:
    /// A word tokenizer over these pieces; counts decide between segmentations.
    static Tokenizer words(Vocabulary vocabulary);
    /// A BPE tokenizer. Throws when a merge names ids that do not exist, a result that is not left + right,
    /// or repeats a pair.
    static Tokenizer bpe(Vocabulary vocabulary, std::vector<BpeMerge> merges);

    /// Reads what toJson() wrote. Strict: throws one sentence for anything else (see tokenizer_json.cpp).
    static Tokenizer fromJson(std::string_view json);
    std::string toJson() const;

    TokenizerKind kind() const;
    const Vocabulary& vocabulary() const;
    std::int32_t size() const { return vocabulary().size(); }
    /// In rank order, empty for the word kind.
    std::span<const BpeMerge> merges() const;

    /// Normalises and cuts the text. No <bos> or <eos> is added. Throws when the text is not valid UTF-8 or
    /// longer than kMaxTextBytes (normalise.h).
    std::vector<Token> encode(std::string_view text) const;
    std::vector<TokenId> encodeIds(std::string_view text) const;

    /// The text of the tokens; <pad>, <bos> and <eos> give nothing, <unk> gives kUnknownMark.
    /// Throws when an id is not in the vocabulary.
    std::string decode(std::span<const TokenId> ids) const;

private:
    explicit Tokenizer(std::shared_ptr<const TokenModel> model) : m_model(std::move(model)) {}
    std::shared_ptr<const TokenModel> m_model;
};

}  // namespace vitrine
