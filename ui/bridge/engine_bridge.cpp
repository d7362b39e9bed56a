#include "ui/bridge/engine_bridge.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <algorithm>

#include "ui/bridge/engine_worker.h"

namespace vitrine {
namespace {
constexpr int kPollMilliseconds = 8;  // only while something is outstanding
}

EngineBridge::EngineBridge(Experiment& experiment, QObject* parent)
    : QObject(parent), m_experiment(experiment), m_worker(std::make_unique<EngineWorker>()) {
    m_timer.setInterval(kPollMilliseconds);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EngineBridge::poll);
    connect(&experiment, &Experiment::stateChanged, this, &EngineBridge::post);
}

EngineBridge::~EngineBridge() = default;

void EngineBridge::setWantedSites(std::vector<Site> sites) {
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    if (sites == m_sites) return;
    const bool lacking = !std::includes(m_sites.begin(), m_sites.end(), sites.begin(), sites.end());
    m_sites = std::move(sites);
    if (lacking) post();
}

void EngineBridge::setBranchesWanted(bool wanted) {
    if (wanted == m_branchesWanted) return;
    m_branchesWanted = wanted;
    if (wanted && !m_experiment.state().branches.empty()) post();
}

void EngineBridge::post() {
    m_worker->post({++m_generation, m_experiment.state(), m_sites, m_branchesWanted});
    setBusy(true);
    m_timer.start();
}

void EngineBridge::setBusy(bool busy) {
    if (busy == m_busy) return;
    m_busy = busy;
    Q_EMIT busyChanged();
}

template <class T>
void EngineBridge::take(T& mine, const T& theirs, void (EngineBridge::*changed)()) {
    if (mine == theirs) return;
    mine = theirs;
    Q_EMIT(this->*changed)();
}

void EngineBridge::poll() {
    const std::shared_ptr<const EngineOutcome> outcome = m_worker->take();
    if (!outcome || outcome->generation != m_generation) return;
    // A handler below may change the document; then the rest of this outcome is stale.
    const std::uint64_t generation = m_generation;
    const auto current = [&] { return generation == m_generation; };

    if (outcome->done) {
        m_timer.stop();
        setBusy(false);
    }
    if (outcome->model || outcome->done) take(m_model, outcome->model, &EngineBridge::modelChanged);
    if (current() && (outcome->story || outcome->done)) {
        if (outcome->story && outcome->story != m_story) {
            std::vector<TokenId> tokens;
            for (const TranslationStep& step : outcome->story->translation.steps)
                tokens.push_back(step.token);
            m_experiment.noteTokens(std::move(tokens));
        }
        take(m_story, outcome->story, &EngineBridge::storyChanged);
    }
    if (current() && (outcome->answer || outcome->done))
        take(m_answer, outcome->answer, &EngineBridge::answerChanged);
    if (current() && outcome->done) {
        take(m_gold, outcome->gold, &EngineBridge::goldChanged);
        take(m_branches, outcome->branches, &EngineBridge::branchesChanged);
        take(m_error, outcome->error, &EngineBridge::errorChanged);
    }
}

bool EngineBridge::waitUntilIdle(int milliseconds) {
    QElapsedTimer timer;
    timer.start();
    while (m_busy && timer.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 20);
    return !m_busy;
}

}  // namespace vitrine
