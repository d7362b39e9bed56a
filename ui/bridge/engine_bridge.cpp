#include "ui/bridge/engine_bridge.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QScopedValueRollback>
#include <algorithm>

#include "engine/session/session.h"

namespace vitrine {
namespace {

constexpr int kPollMilliseconds = 2;  // only while something is outstanding
constexpr const char* kChannel = "window";
constexpr const char* kAside = "aside";  // what storiesOf() asks

bool isBlank(const std::string& text) {
    return text.find_first_not_of(" \t\r\n") == std::string::npos;
}

/// The same question, and every site that is wanted.
bool answers(const Question& answered, const Question& wanted) {
    if (!std::includes(answered.sites.begin(), answered.sites.end(), wanted.sites.begin(),
                       wanted.sites.end()))
        return false;
    Question question = wanted;
    question.sites = answered.sites;
    return question == answered;
}

}  // namespace

EngineBridge::EngineBridge(Experiment& experiment, QObject* parent)
    : QObject(parent), m_experiment(experiment), m_session(std::make_unique<Session>()) {
    m_timer.setInterval(kPollMilliseconds);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EngineBridge::advance);
    connect(&experiment, &Experiment::stateChanged, this, [this] {
        m_failed.reset();  // a folder may have been repaired meanwhile
        advance();
    });
}

EngineBridge::~EngineBridge() = default;

void EngineBridge::setWantedSites(std::vector<Site> sites) {
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    if (sites == m_sites) return;
    m_sites = std::move(sites);
    advance();
}

void EngineBridge::setBranchesWanted(bool wanted) {
    if (wanted == m_branchesWanted) return;
    m_branchesWanted = wanted;
    advance();
}

// Handlers of the signals below may change the state and come back here: then the loop goes round once more.
void EngineBridge::advance() {
    m_again = true;
    if (m_advancing) return;
    const QScopedValueRollback<bool> inside(m_advancing, true);
    do m_again = false;
    while (advanceOnce() || m_again);
}

/// Publishes or asks for one thing; false when there is nothing to do for now.
bool EngineBridge::advanceOnce() {
    const std::optional<Need> need = lacking();
    if (!need || need->request == m_failed) {
        rest(!need);
        return false;
    }
    if (need->stage > Stage::Branch) publishBranches();
    if (m_asked && m_asked->request == need->request) {
        m_asked->stage = need->stage;  // the step that was computed ahead may be the one to show now
        setBusy(need->stage <= Stage::Step);
        const std::shared_ptr<const Answer> answer = m_session->take(kChannel);
        if (!answer) return false;
        m_asked.reset();
        accept(*need, *answer);
        return true;
    }
    if (const std::optional<Answer> known = m_session->known(need->request)) {
        accept(*need, *known);
        return true;
    }
    m_asked = need;
    m_session->post(kChannel, need->request);
    m_timer.start();
    setBusy(need->stage <= Stage::Step);
    return false;
}

/// Nothing is lacking (`content`), or it cannot be had.
void EngineBridge::rest(bool content) {
    m_timer.stop();
    if (m_asked) m_session->cancel(kChannel);
    m_asked.reset();
    setBusy(false);
    if (!content) return;
    const ExperimentState& state = m_experiment.state();
    if (state.modelFolder.empty())
        drop(Stage::Model);
    else if (isBlank(state.source))
        drop(Stage::Story);
    publishBranches();
    m_failed.reset();
    set(m_error, {}, &EngineBridge::errorChanged);
}

std::optional<EngineBridge::Need> EngineBridge::lacking() const {
    const ExperimentState& state = m_experiment.state();
    if (state.modelFolder.empty()) return std::nullopt;
    LoadRequest model{state.modelFolder};
    if (!m_model || model != m_modelRequest) return Need{Stage::Model, std::move(model)};
    if (isBlank(state.source)) return std::nullopt;
    TranslationRequest story = requestOf(state.variant);
    if (!m_story || story != m_story->request) return Need{Stage::Story, std::move(story)};
    Question step = questionOf(state.step);
    if (!m_answer || !answers(m_answer->question, step)) return Need{Stage::Step, std::move(step)};
    return lackingExtra();
}

/// What nobody waits for.
std::optional<EngineBridge::Need> EngineBridge::lackingExtra() const {
    const ExperimentState& state = m_experiment.state();
    if (m_branchesWanted)
        for (const Variant& variant : state.branches) {
            TranslationRequest branch = requestOf(variant);
            if (!branchStory(branch)) return Need{Stage::Branch, std::move(branch)};
        }
    GoldRequest gold{m_model, state.source};
    if (gold != m_goldRequest) return Need{Stage::Gold, std::move(gold)};
    if (state.step < m_story->lastStep()) {
        Question ahead = questionOf(state.step + 1);
        if (ahead != m_ahead) return Need{Stage::Ahead, std::move(ahead)};
    }
    return std::nullopt;
}

TranslationRequest EngineBridge::requestOf(const Variant& variant) const {
    return {m_model, m_experiment.state().source, variant.decoding, variant.fixedTokens(),
            Interventions(variant.interventions)};
}

Question EngineBridge::questionOf(int step) const {
    const TranslationRequest& r = m_story->request;
    Question question{r.model, r.source, {}, r.decoding, r.interventions, m_sites};
    const int written = std::clamp(step, 0, m_story->lastStep());
    for (int i = 0; i < written; ++i)
        question.prefix.push_back(m_story->translation.steps[static_cast<std::size_t>(i)].token);
    return question;
}

std::shared_ptr<const Story> EngineBridge::branchStory(const TranslationRequest& request) const {
    if (m_story->request == request) return m_story;
    for (const auto& story : m_branchStories)
        if (story->request == request) return story;
    return nullptr;
}

void EngineBridge::accept(const Need& need, const Answer& answer) {
    const bool extra = need.stage > Stage::Branch;  // these may be missing
    if (!answer.error.empty() && !extra) return acceptError(need, answer.error);
    switch (need.stage) {
        case Stage::Model:
            m_modelRequest = std::get<LoadRequest>(need.request);
            set(m_model, answer.model, &EngineBridge::modelChanged);
            break;
        case Stage::Story:
            acceptStory(std::get<TranslationRequest>(need.request), *answer.translation);
            break;
        case Stage::Step:
            setBusy(false);
            set(m_answer,
                std::make_shared<const StepAnswer>(
                    StepAnswer{std::get<Question>(need.request), *answer.analysis}),
                &EngineBridge::answerChanged);
            m_failed.reset();
            set(m_error, {}, &EngineBridge::errorChanged);
            break;
        case Stage::Branch:
            m_branchStories.push_back(std::make_shared<const Story>(
                Story{std::get<TranslationRequest>(need.request), *answer.translation}));
            break;
        case Stage::Gold:
            m_goldRequest = std::get<GoldRequest>(need.request);
            set(m_gold, answer.gold, &EngineBridge::goldChanged);
            break;
        case Stage::Ahead:
            m_ahead = std::get<Question>(need.request);  // the Session remembers the rest
            break;
    }
}

void EngineBridge::acceptStory(const TranslationRequest& request, const Translation& translation) {
    std::vector<TokenId> tokens;
    for (const TranslationStep& step : translation.steps) tokens.push_back(step.token);
    m_experiment.noteTokens(std::move(tokens));
    set(m_story, std::make_shared<const Story>(Story{request, translation}), &EngineBridge::storyChanged);
    if (m_goldRequest != GoldRequest{request.model, request.source}) {  // of another sentence
        m_goldRequest.reset();
        set(m_gold, {}, &EngineBridge::goldChanged);
    }
}

void EngineBridge::acceptError(const Need& need, const Sentence& sentence) {
    m_failed = need.request;
    drop(need.stage);
    const EngineError::Stage stage = need.stage == Stage::Model  ? EngineError::Stage::Model
                                     : need.stage == Stage::Step ? EngineError::Stage::Step
                                                                 : EngineError::Stage::Translation;
    set(m_error, std::optional(EngineError{stage, sentence}), &EngineBridge::errorChanged);
}

/// Everything from a stage on.
void EngineBridge::drop(Stage from) {
    if (from <= Stage::Model) set(m_model, {}, &EngineBridge::modelChanged);
    if (from <= Stage::Story) set(m_story, {}, &EngineBridge::storyChanged);
    if (from <= Stage::Step) set(m_answer, {}, &EngineBridge::answerChanged);
    m_branchStories.clear();
    set(m_branches, {}, &EngineBridge::branchesChanged);
    if (from > Stage::Step) return;
    m_goldRequest.reset();
    set(m_gold, {}, &EngineBridge::goldChanged);
}

/// Called when all that are wanted are there.
void EngineBridge::publishBranches() {
    std::vector<std::shared_ptr<const Story>> all;
    if (m_branchesWanted && m_story)
        for (const Variant& variant : m_experiment.state().branches)
            all.push_back(branchStory(requestOf(variant)));
    m_branchStories = all;
    set(m_branches, std::move(all), &EngineBridge::branchesChanged);
}

void EngineBridge::setBusy(bool busy) {
    set(m_busy, busy, &EngineBridge::busyChanged);
}

template <class T>
void EngineBridge::set(T& mine, std::type_identity_t<T> value, void (EngineBridge::*changed)()) {
    if (mine == value) return;
    mine = std::move(value);
    Q_EMIT(this->*changed)();
}

std::vector<std::shared_ptr<const Story>> EngineBridge::storiesOf(const ExperimentState& state) {
    std::vector<std::shared_ptr<const Story>> stories;
    if (state.modelFolder.empty() || isBlank(state.source)) return stories;
    const std::shared_ptr<const LoadedModel> model = ask(LoadRequest{state.modelFolder}).model;
    const auto add = [&](const Variant& variant) {
        TranslationRequest request{model, state.source, variant.decoding, variant.fixedTokens(),
                                   Interventions(variant.interventions)};
        const Translation translation = *ask(request).translation;
        stories.push_back(std::make_shared<const Story>(Story{std::move(request), translation}));
    };
    add(state.variant);
    for (const Variant& branch : state.branches) add(branch);
    return stories;
}

Answer EngineBridge::ask(const Request& request) {
    std::optional<Answer> answer = m_session->known(request);
    if (!answer) {
        m_session->post(kAside, request);
        QEventLoop loop;
        QTimer poll;
        connect(&poll, &QTimer::timeout, &loop, [&] {
            const std::shared_ptr<const Answer> come = m_session->take(kAside);
            if (!come) return;
            answer = *come;
            loop.quit();
        });
        poll.start(kPollMilliseconds);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
    if (!answer) throw Cancelled();  // the program ends
    if (!answer->error.empty()) throw Error(answer->error);
    return *answer;
}

bool EngineBridge::waitUntilIdle(int milliseconds) {
    QElapsedTimer timer;
    timer.start();
    while (m_asked && timer.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    return !m_asked;
}

}  // namespace vitrine
