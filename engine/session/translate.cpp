#include "engine/session/translate.h"

#include "engine/decode/generate_many.h"
#include "engine/session/analyse.h"

namespace vitrine {
namespace {

Translation finish(const LoadedModel& model, std::vector<Token> source, Generation generation) {
    Translation translation;
    translation.warnings = unknownWarnings(source);
    translation.source = std::move(source);
    translation.finished = generation.finished;
    translation.logProbability = generation.logProbability();
    translation.steps = std::move(generation.tokens);
    std::vector<TokenId> ids;
    for (const TranslationStep& step : translation.steps) ids.push_back(step.token);
    translation.text = model.target.decode(ids);
    return translation;
}

}  // namespace

Translation translate(const LoadedModel& model, const std::string& source, const Decoding& decoding,
                      const ForcedTokens& forced, const Interventions& interventions,
                      const CancelToken* cancel) {
    validate(decoding);
    validate(interventions, model.contract());
    std::vector<Token> tokens = readSource(model, source);
    const std::vector<TokenId> ids = idsOf(tokens);
    const WorkspacePool::Lease workspace = model.workspaces->lease(model.transformer);
    Generation generation;
    if (interventions.empty()) {
        if (!workspace->decoder) workspace->decoder.emplace(model.transformer, *workspace->backend, kBosId);
        workspace->decoder->start(ids);
        generation = generate(*workspace->decoder, decoding, translationRules(), {}, forced, cancel);
    } else {
        UncachedDecoder decoder(model.transformer, *workspace->backend, kBosId, &interventions);
        decoder.start(ids);
        generation = generate(decoder, decoding, translationRules(), {}, forced, cancel);
    }
    return finish(model, std::move(tokens), std::move(generation));
}

std::vector<Translation> translateMany(const LoadedModel& model, std::span<const std::string> sources,
                                       const Decoding& decoding, std::int64_t slots,
                                       const std::function<void(std::size_t)>& progress,
                                       const CancelToken* cancel) {
    std::vector<std::vector<Token>> tokens;
    std::vector<std::vector<TokenId>> ids;  // of the sentences that have any
    for (std::size_t i = 0; i < sources.size(); ++i) {
        tokens.push_back(model.source.encode(sources[i]));
        const auto length = static_cast<std::int64_t>(tokens.back().size());
        require(length <= model.contract().maxPositions, "session", "sentence ", i + 1, " has ", length,
                " tokens, this model reads at most ", model.contract().maxPositions, "; shorten it");
        if (length > 0) ids.push_back(idsOf(tokens.back()));
    }
    const WorkspacePool::Lease workspace = model.workspaces->lease(model.transformer);
    std::vector<Generation> generations = generateMany(model.transformer, *workspace->backend, ids, kBosId,
                                                       decoding, translationRules(), slots, progress, cancel);
    std::vector<Translation> translations;
    std::size_t next = 0;
    for (std::vector<Token>& source : tokens) {
        if (source.empty())
            translations.emplace_back();
        else
            translations.push_back(finish(model, std::move(source), std::move(generations[next++])));
    }
    return translations;
}

}  // namespace vitrine
