#pragma once

#include <string>
#include <vector>

#include "engine/text/tokenizer.h"

namespace vitrine {

/// The pieces of a text; unknown ones with a "?" in front.
inline std::vector<std::string> piecesOf(const Tokenizer& tokenizer, std::string_view text) {
    std::vector<std::string> pieces;
    for (const Token& token : tokenizer.encode(text))
        pieces.push_back((token.unknown ? "?" : "") + token.piece);
    return pieces;
}

inline std::vector<TokenId> idsOf(const std::vector<Token>& tokens) {
    std::vector<TokenId> ids;
    for (const Token& token : tokens) ids.push_back(token.id);
    return ids;
}

inline std::string roundTrip(const Tokenizer& tokenizer, std::string_view text) {
    return tokenizer.decode(tokenizer.encodeIds(text));
}

}  // namespace vitrine
