#include "engine/train/model_scores.h"

#include <algorithm>

#include "engine/core/text_format.h"
#include "engine/decode/generate_many.h"
#include "engine/text/vocabulary.h"
#include "engine/train/evaluate.h"

namespace vitrine {
namespace {

std::vector<std::string> translateSet(const Transformer& model, const TokenizerPair& tokenizers,
                                      const std::vector<std::vector<TokenId>>& sources, Backend& backend,
                                      const std::function<void(std::size_t)>& progress,
                                      const CancelToken* cancel) {
    const StopRules rules{kEosId, {kPadId, kBosId}};
    std::vector<std::string> texts;
    for (const Generation& generation :
         generateMany(model, backend, sources, kBosId, Decoding{}, rules, 64, progress, cancel)) {
        std::vector<TokenId> ids;
        for (const GeneratedToken& token : generation.tokens) ids.push_back(token.token);
        texts.push_back(tokenizers.target.decode(ids));
    }
    return texts;
}

std::string percent(double share) {
    return formatFixed(100 * share, 2) + " %";
}

}  // namespace

ModelScores scoreModel(const Transformer& model, const TokenizerPair& tokenizers, const HeldOutSet& set,
                       Backend& backend, const std::function<void(std::size_t)>& progress,
                       const CancelToken* cancel) {
    ModelScores scores;
    scores.sentences = set.size();
    BatchLimits limits;
    limits.maxSource = limits.maxTarget = model.contract().maxPositions;
    scores.forced = heldOutScores(model, backend, encodeSet(set, tokenizers), limits, cancel);
    std::vector<std::vector<TokenId>> sources;
    for (const std::string& text : set.sources) {
        sources.push_back(tokenizers.source.encodeIds(text));
        const std::vector<TokenId>& ids = sources.back();
        scores.unknownSources += std::find(ids.begin(), ids.end(), kUnknownId) != ids.end() ? 1 : 0;
    }
    scores.translations = translateSet(model, tokenizers, sources, backend, progress, cancel);
    scores.exactMatch = exactMatch(scores.translations, set.references);
    scores.bleu = corpusBleu(scores.translations, set.references);
    if (!set.examples.empty())
        scores.alignment = alignHeads(model, backend, tokenizers.source, tokenizers.target, set.examples);
    return scores;
}

std::map<std::string, std::string> scoreEntries(const ModelScores& scores, const std::string& prefix) {
    std::map<std::string, std::string> card;
    card[prefix + "sentences"] = std::to_string(scores.sentences);
    card[prefix + "exact_match"] = percent(scores.exactMatch);
    card[prefix + "bleu"] = formatFixed(scores.bleu.score, 2) + " (13a, mixed case)";
    card[prefix + "perplexity"] = formatFixed(scores.forced.perplexity, 4);
    card[prefix + "token_accuracy"] = percent(scores.forced.tokenAccuracy);
    card[prefix + "sentences_with_unknown_pieces"] = std::to_string(scores.unknownSources);
    for (const HeadAlignment& head : scores.alignment) {
        const char* reading = head.reading == AlignmentReading::Predicting ? "predicting" : "reading";
        card[concat(prefix, "alignment_error.", reading, ".decoder.", head.layer.value, ".cross.head.",
                    head.head.value)] = formatFixed(head.errorRate(), 3);
    }
    return card;
}

}  // namespace vitrine
