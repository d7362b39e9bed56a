#include "engine/text/tokenizer.h"

#include <tuple>

#include "engine/text/bpe_model.h"
#include "engine/text/normalise.h"
#include "engine/text/token_model.h"
#include "engine/text/word_model.h"

namespace vitrine {

Tokenizer Tokenizer::words(Vocabulary vocabulary) {
    return Tokenizer(std::make_shared<WordModel>(std::move(vocabulary)));
}

Tokenizer Tokenizer::bpe(Vocabulary vocabulary, std::vector<BpeMerge> merges) {
    return Tokenizer(std::make_shared<BpeModel>(std::move(vocabulary), std::move(merges)));
}

TokenizerKind Tokenizer::kind() const {
    return m_model->kind();
}
const Vocabulary& Tokenizer::vocabulary() const {
    return m_model->vocabulary();
}
std::span<const BpeMerge> Tokenizer::merges() const {
    return m_model->merges();
}

std::vector<Token> Tokenizer::encode(std::string_view text) const {
    const NormalisedText normal = normaliseWithOrigin(text);
    std::vector<Token> tokens = m_model->encodeNormalised(normal.text);
    for (Token& token : tokens) {
        token.unknown = token.id == kUnknownId;
        token.piece = token.unknown ? normal.text.substr(token.begin, token.end - token.begin)
                                    : vocabulary().piece(token.id);
        std::tie(token.begin, token.end) = normal.originalSpan(token.begin, token.end);
    }
    return tokens;
}

std::vector<TokenId> Tokenizer::encodeIds(std::string_view text) const {
    std::vector<TokenId> ids;
    for (const Token& token : m_model->encodeNormalised(normalise(text))) ids.push_back(token.id);
    return ids;
}

std::string Tokenizer::decode(std::span<const TokenId> ids) const {
    std::vector<std::string_view> pieces;
    pieces.reserve(ids.size());
    for (const TokenId id : ids) {
        const std::string& piece = vocabulary().piece(id);
        if (id == kUnknownId)
            pieces.push_back(kUnknownMark);
        else if (!vocabulary().isSpecial(id))
            pieces.push_back(piece);
    }
    return m_model->join(pieces);
}

}  // namespace vitrine
