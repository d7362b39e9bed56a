#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/tokenizer.h"

namespace vitrine {

/// What differs between the kinds of tokenizer; private to this rung.
class TokenModel {
public:
    explicit TokenModel(Vocabulary vocabulary) : m_vocabulary(std::move(vocabulary)) {}
    virtual ~TokenModel() = default;
    TokenModel(const TokenModel&) = delete;
    TokenModel& operator=(const TokenModel&) = delete;

    const Vocabulary& vocabulary() const { return m_vocabulary; }
    virtual TokenizerKind kind() const = 0;
    virtual std::span<const BpeMerge> merges() const { return {}; }
    /// Tokens of a normalised text; begin and end are bytes of it, `piece` may be left empty for known
    /// pieces.
    virtual std::vector<Token> encodeNormalised(std::string_view text) const = 0;
    /// The text of pieces from which special tokens are removed and in which unknown ones are kUnknownMark.
    virtual std::string join(std::span<const std::string_view> pieces) const = 0;

private:
    Vocabulary m_vocabulary;
};

}  // namespace vitrine
