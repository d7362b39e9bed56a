#include "engine/session/gold_alignment.h"

#include <algorithm>

#include "engine/data/grammar.h"
#include "engine/text/normalise.h"

namespace vitrine {
namespace {

/// A stretch of a text, counted in bytes that are not spaces.
struct Stretch {
    std::size_t begin = 0, end = 0;
    bool meets(const Stretch& other) const { return begin < other.end && other.begin < end; }
};

/// For every byte position of the text, how many bytes before it are not spaces.
std::vector<std::size_t> inkBefore(std::string_view text) {
    std::vector<std::size_t> before(text.size() + 1, 0);
    for (std::size_t i = 0; i < text.size(); ++i) before[i + 1] = before[i] + (text[i] == ' ' ? 0 : 1);
    return before;
}

std::vector<Stretch> stretchesOf(std::string_view text, const std::vector<Token>& tokens) {
    const std::vector<std::size_t> before = inkBefore(text);
    std::vector<Stretch> stretches;
    for (const Token& token : tokens) stretches.push_back({before[token.begin], before[token.end]});
    return stretches;
}

std::vector<Stretch> stretchesOf(const std::vector<std::string>& words) {
    std::vector<Stretch> stretches;
    std::size_t begin = 0;
    for (const std::string& word : words) {
        const std::size_t length = inkBefore(word).back();
        stretches.push_back({begin, begin + length});
        begin += length;
    }
    return stretches;
}

/// The indices of the tokens that a word covers.
std::vector<int> tokensOf(const Stretch& word, const std::vector<Stretch>& tokens) {
    std::vector<int> covered;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (word.meets(tokens[i])) covered.push_back(static_cast<int>(i));
    return covered;
}

}  // namespace

GoldAligner::GoldAligner(const std::filesystem::path& grammarFile)
    : m_grammar(std::make_shared<const Grammar>(Grammar::load(grammarFile.string()))) {}

std::optional<GoldAlignment> GoldAligner::align(const Tokenizer& source, const Tokenizer& target,
                                                std::string_view text, const CancelToken* cancel) const {
    const std::optional<PairExample> pair = m_grammar->findAlignment(text, cancel);
    if (!pair) return std::nullopt;
    const std::string sentence = normalise(text);  // as the pair spells it and the tokenizer cuts it
    const std::vector<Token> sourceTokens = source.encode(sentence),
                             targetTokens = target.encode(pair->target);
    const std::vector<Stretch> sourcePieces = stretchesOf(sentence, sourceTokens),
                               targetPieces = stretchesOf(pair->target, targetTokens),
                               sourceWords = stretchesOf(pair->sourceWords),
                               targetWords = stretchesOf(pair->targetWords);
    GoldAlignment gold;
    for (const Token& token : targetTokens) gold.target.push_back(token.id);
    for (const AlignmentLink& link : pair->links)
        for (const int to : tokensOf(targetWords[static_cast<std::size_t>(link.target)], targetPieces))
            for (const int from : tokensOf(sourceWords[static_cast<std::size_t>(link.source)], sourcePieces))
                gold.links.push_back({from, to});
    const auto before = [](const GoldLink& a, const GoldLink& b) {
        return a.target != b.target ? a.target < b.target : a.source < b.source;
    };
    std::sort(gold.links.begin(), gold.links.end(), before);
    gold.links.erase(std::unique(gold.links.begin(), gold.links.end()), gold.links.end());
    return gold;
}

}  // namespace vitrine
