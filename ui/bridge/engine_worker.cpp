#include "ui/bridge/engine_worker.h"

#include <algorithm>

#include "engine/session/assets.h"

namespace vitrine {
namespace {

constexpr std::size_t kModelsKept = 4, kStoriesKept = 32;
constexpr std::size_t kAnswerBytesKept = std::size_t{128} << 20;

bool isBlank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

std::size_t bytesOf(const StepAnswer& answer) {
    std::size_t bytes = 0;
    if (answer.analysis.frame)
        for (const auto& [site, tensor] : answer.analysis.frame->tensors) bytes += tensor.bytes();
    return bytes;
}

StoryRequest requestOf(const std::shared_ptr<const LoadedModel>& model, const std::string& source,
                       const Variant& variant) {
    const std::int64_t size = model->target.size();
    for (const auto& [step, token] : variant.fixedTokens())
        require(token.value >= 0 && token.value < size, "translate", "a forced word has the number ",
                token.value, ", but the model knows ", size, " words; let the model choose again");
    return {model, source, variant.decoding, variant.fixedTokens(), Interventions(variant.interventions)};
}

Question questionOf(const Story& story, int step, const std::vector<Site>& sites) {
    const StoryRequest& r = story.request;
    Question question{r.model, r.source, {}, r.decoding, r.interventions, sites};
    const int written = std::clamp(step, 0, story.lastStep());
    for (int i = 0; i < written; ++i)
        question.prefix.push_back(story.translation.steps[static_cast<std::size_t>(i)].token);
    return question;
}

}  // namespace

EngineWorker::EngineWorker() : m_thread([this] { loop(); }) {}

EngineWorker::~EngineWorker() {
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
        m_next.reset();
        if (m_running) m_running->cancel();
    }
    m_wake.notify_all();
    m_thread.join();
}

void EngineWorker::post(EngineJob job) {
    {
        const std::lock_guard lock(m_mutex);
        // A job that differs only in step or settings is nearly done and warms the caches; one for another
        // model, sentence or run is lost work.
        if (m_running && (m_runningState.modelFolder != job.state.modelFolder ||
                          m_runningState.source != job.state.source ||
                          m_runningState.variant.interventions != job.state.variant.interventions))
            m_running->cancel();
        m_next = std::move(job);
    }
    m_wake.notify_one();
}

void EngineWorker::loop() {
    for (;;) {
        EngineJob job;
        std::shared_ptr<CancelToken> cancel;
        {
            std::unique_lock lock(m_mutex);
            m_running.reset();
            m_wake.wait(lock, [this] { return m_stop || m_next; });
            if (m_stop) return;
            job = std::move(*m_next);
            m_next.reset();
            m_running = cancel = std::make_shared<CancelToken>();
            m_runningState = job.state;
        }
        run(job, *cancel);
    }
}

void EngineWorker::publish(const EngineOutcome& outcome) {
    m_outcome.put(std::make_shared<const EngineOutcome>(outcome));
}

void EngineWorker::run(const EngineJob& job, const CancelToken& cancel) {
    EngineOutcome outcome;
    outcome.generation = job.generation;
    EngineError::Stage stage = EngineError::Stage::Model;
    try {
        if (!job.state.modelFolder.empty()) {
            outcome.model = modelAt(job.state.modelFolder);
            if (!isBlank(job.state.source)) {
                stage = EngineError::Stage::Translation;
                outcome.story =
                    storyOf(requestOf(outcome.model, job.state.source, job.state.variant), cancel);
                publish(outcome);
                stage = EngineError::Stage::Step;
                outcome.answer = answerTo(questionOf(*outcome.story, job.state.step, job.sites), cancel);
                publish(outcome);
                outcome.gold = goldOf(outcome.model, job.state.source);
                if (job.branches) {
                    stage = EngineError::Stage::Translation;
                    for (const Variant& branch : job.state.branches)
                        outcome.branches.push_back(
                            storyOf(requestOf(outcome.model, job.state.source, branch), cancel));
                }
            }
        }
    } catch (const Cancelled&) {
        return;  // a newer job waits
    } catch (const std::exception& error) {
        outcome.error = EngineError{stage, sentenceOf(error)};
    }
    outcome.done = true;
    publish(outcome);
}

/// The overlay of grammar sentences; null for all others, and for all when the grammar does not ship.
std::shared_ptr<const GoldAlignment> EngineWorker::goldOf(const std::shared_ptr<const LoadedModel>& model,
                                                          const std::string& source) {
    if (model == m_goldModel && source == m_goldSource) return m_gold;
    if (!m_grammarRead) {
        m_grammarRead = true;
        try {
            m_grammar.emplace(assetsFolder() / "grammar" / "everyday.txt");
        } catch (const Error&) {  // nothing else needs it here
        }
    }
    m_goldModel = model;
    m_goldSource = source;
    m_gold = nullptr;
    if (!m_grammar) return nullptr;
    if (auto gold = m_grammar->align(model->source, model->target, source))
        m_gold = std::make_shared<const GoldAlignment>(std::move(*gold));
    return m_gold;
}

std::shared_ptr<const LoadedModel> EngineWorker::modelAt(const std::string& folder) {
    const auto found = std::find_if(m_models.begin(), m_models.end(),
                                    [&](const auto& entry) { return entry.first == folder; });
    if (found != m_models.end()) {
        m_models.splice(m_models.begin(), m_models, found);
    } else {
        m_models.emplace_front(folder, loadModel(folder));
        if (m_models.size() > kModelsKept) m_models.pop_back();
    }
    return m_models.front().second;
}

std::shared_ptr<const Story> EngineWorker::storyOf(const StoryRequest& request, const CancelToken& cancel) {
    const auto found = std::find_if(m_stories.begin(), m_stories.end(),
                                    [&](const auto& story) { return story->request == request; });
    if (found != m_stories.end()) {
        m_stories.splice(m_stories.begin(), m_stories, found);
    } else {
        m_stories.push_front(std::make_shared<const Story>(
            Story{request, translate(*request.model, request.source, request.decoding, request.forced,
                                     request.interventions, &cancel)}));
        if (m_stories.size() > kStoriesKept) m_stories.pop_back();
    }
    return m_stories.front();
}

std::shared_ptr<const StepAnswer> EngineWorker::answerTo(const Question& question,
                                                         const CancelToken& cancel) {
    const auto found = std::find_if(m_answers.begin(), m_answers.end(),
                                    [&](const auto& answer) { return answer->question == question; });
    if (found != m_answers.end()) {
        m_answers.splice(m_answers.begin(), m_answers, found);
        return m_answers.front();
    }
    m_answers.push_front(
        std::make_shared<const StepAnswer>(StepAnswer{question, analyse(question, &cancel)}));
    std::size_t bytes = 0;
    auto end = m_answers.begin();
    for (; end != m_answers.end(); ++end) {
        bytes += bytesOf(**end);
        if (bytes > kAnswerBytesKept && end != m_answers.begin()) break;
    }
    m_answers.erase(end, m_answers.end());
    return m_answers.front();
}

}  // namespace vitrine
