#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/text/tokenizer.h"

namespace vitrine {

class CancelToken;
class Grammar;

/// A source token and a target token that mean the same.
struct GoldLink {
    int source = 0, target = 0;
    bool operator==(const GoldLink&) const = default;
};

/// What the grammar says about a sentence, in the tokens of one model.
struct GoldAlignment {
    std::vector<TokenId> target;  ///< its translation
    std::vector<GoldLink> links;  ///< by target, then source
    bool operator==(const GoldAlignment&) const = default;
};

/// Knows the grammar's alignments. Immutable; copies share the grammar.
class GoldAligner {
public:
    /// Throws Error when the file is missing or no grammar.
    explicit GoldAligner(const std::filesystem::path& grammarFile);

    /// Nothing when the grammar does not contain the sentence. A token is linked to all tokens of the words
    /// that its own word is linked to. Spaces in the sentence do not count. Throws Cancelled.
    std::optional<GoldAlignment> align(const Tokenizer& source, const Tokenizer& target,
                                       std::string_view sentence, const CancelToken* cancel = nullptr) const;

private:
    std::shared_ptr<const Grammar> m_grammar;
};

}  // namespace vitrine
