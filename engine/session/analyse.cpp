#include "engine/session/analyse.h"

#include <algorithm>
#include <chrono>

#include "engine/cost/cache_bytes.h"

namespace vitrine {
namespace {

void checkSites(const Question& question) {
    if (question.sites.empty()) return;
    const std::vector<Site> known = siteCatalogue(question.model->contract());
    for (const Site& site : question.sites)
        require(std::find(known.begin(), known.end(), site) != known.end(), "session", "this model has no ",
                siteName(site), "; ask for a site of its catalogue");
}

void checkPrefix(const Question& question) {
    const std::int64_t longest = question.model->contract().maxPositions - 1;
    require(static_cast<std::int64_t>(question.prefix.size()) <= longest, "session", "the translation has ",
            question.prefix.size(), " tokens, this model continues at most ", longest);
    for (const TokenId id : question.prefix)
        require(id != kPadId && id != kBosId, "session",
                "the translation holds <pad> or <bos>, which never occur inside one");
}

void check(const CancelToken* cancel) {
    if (cancel != nullptr) cancel->check();
}

/// Logits (1, T, Vt) of the whole prefix; the frame is filled on the way.
Tensor forward(const Question& question, const Analysis& analysis, Workspace& workspace, Probe* probe,
               const CancelToken* cancel) {
    const Transformer& model = question.model->transformer;
    const Tensor source = packIds(workspace.source, idsOf(analysis.source), model.contract().sourceVocabulary,
                                  Wording{"source sentence"});
    const Tensor target = packIds(workspace.target, analysis.targetInput, model.contract().targetVocabulary,
                                  Wording{"translation"});
    workspace.arena.reset();
    ForwardContext ctx{*workspace.backend, workspace.arena};
    ctx.probe = probe;
    ctx.interventions = question.interventions.empty() ? nullptr : &question.interventions;
    const Variable memory = model.encode(ctx, source, {});
    check(cancel);
    const Variable hidden = model.decode(ctx, target, {}, memory, {});
    check(cancel);
    return model.logits(ctx, hidden);
}

void readLogits(const Question& question, const Tensor& logits, Analysis& analysis) {
    const auto columns = static_cast<std::size_t>(logits.shape()[-1]);
    const auto row = [&](std::size_t t) { return logits.elements<float>().subspan(t * columns, columns); };
    const std::vector<TokenId>& banned = translationRules().banned;
    const std::size_t steps = question.prefix.size();
    for (std::size_t t = 0; t < steps; ++t)
        analysis.logProbabilities.push_back(logProbability(row(t), banned, question.prefix[t]));
    analysis.next =
        nextToken(row(steps), banned, question.decoding, StepIndex(static_cast<std::int64_t>(steps)));
}

}  // namespace

Analysis analyse(const Question& question, const CancelToken* cancel) {
    const auto begin = std::chrono::steady_clock::now();
    require(question.model != nullptr, "session", "the question names no model; load one first");
    const LoadedModel& model = *question.model;
    validate(question.decoding);
    validate(question.interventions, model.contract());
    checkSites(question);
    checkPrefix(question);
    check(cancel);

    Analysis analysis;
    analysis.source = readSource(model, question.source);
    analysis.targetInput = {kBosId};
    analysis.targetInput.insert(analysis.targetInput.end(), question.prefix.begin(), question.prefix.end());
    auto request = std::make_shared<TraceRequest>();
    request->sites = question.sites;
    FrameRecorder recorder(request, 0, static_cast<std::int64_t>(question.prefix.size()));
    {
        const WorkspacePool::Lease workspace = model.workspaces->lease(model.transformer);
        const Tensor logits =
            forward(question, analysis, *workspace, question.sites.empty() ? nullptr : &recorder, cancel);
        readLogits(question, logits, analysis);
    }
    analysis.frame = recorder.finish();
    std::vector<TokenId> full = question.prefix;
    analysis.text = model.target.decode(full);
    full.push_back(analysis.next.chosen);
    analysis.fullText = model.target.decode(full);
    analysis.finished = !question.prefix.empty() && question.prefix.back() == kEosId;
    const auto bytes = static_cast<std::size_t>(cacheBytesPerToken(model.contract(), sizeof(float)));
    analysis.selfCacheBytes = bytes * analysis.targetInput.size();
    analysis.crossCacheBytes = bytes * analysis.source.size();
    analysis.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return analysis;
}

}  // namespace vitrine
