#pragma once

#include "engine/text/segmenter.h"
#include "engine/text/token_model.h"

namespace vitrine {

/// The word kind of Tokenizer; private to this rung.
class WordModel final : public TokenModel {
public:
    explicit WordModel(Vocabulary vocabulary);
    TokenizerKind kind() const override { return TokenizerKind::Word; }
    std::vector<Token> encodeNormalised(std::string_view text) const override;
    std::string join(std::span<const std::string_view> pieces) const override;

private:
    Segmenter m_segmenter;
};

}  // namespace vitrine
