#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/session/gold_alignment.h"
#include "ui/bridge/experiment.h"
#include "ui/common/answer.h"

namespace vitrine {

/// What went wrong, and where in the window it belongs.
struct EngineError {
    enum class Stage { Model, Translation, Step };
    Stage stage = Stage::Model;
    Sentence sentence;  ///< sentenceText() says it in the language of the window

    bool operator==(const EngineError&) const = default;
};

class EngineWorker;

/// The only part of the window that talks to the engine. It watches the Experiment, works on a thread of its
/// own, and hands finished, immutable results to the window's thread: the worker leaves them in a slot that a
/// timer looks into, so no signal carries data across threads. The newest state wins; results of older ones
/// are dropped, and work that nobody waits for any more is cancelled.
class EngineBridge : public QObject {
    Q_OBJECT
public:
    explicit EngineBridge(Experiment& experiment, QObject* parent = nullptr);
    ~EngineBridge() override;

    /// The sites that visible views need. Asks again only when the present answer lacks one.
    void setWantedSites(std::vector<Site> sites);
    /// Whether translations of the branches are wanted (their view is visible).
    void setBranchesWanted(bool wanted);

    /// All null until there is something; they keep showing the last good thing while newer work runs (see
    /// busy()), but never outlive an error: then story and answer are null.
    const std::shared_ptr<const LoadedModel>& model() const { return m_model; }
    const std::shared_ptr<const Story>& story() const { return m_story; }
    const std::shared_ptr<const StepAnswer>& answer() const { return m_answer; }
    /// The gold alignment of the sentence when the grammar knows it; comes after the answer.
    const std::shared_ptr<const GoldAlignment>& gold() const { return m_gold; }
    /// One for each branch of the state, in order; empty until they are there.
    const std::vector<std::shared_ptr<const Story>>& branches() const { return m_branches; }
    const std::optional<EngineError>& error() const { return m_error; }
    /// True while the newest state has not been answered.
    bool busy() const { return m_busy; }

    /// Runs the event loop until nothing is outstanding; false when that takes longer than the limit. For
    /// captures and tests.
    bool waitUntilIdle(int milliseconds = 30000);

Q_SIGNALS:
    void modelChanged();
    void storyChanged();
    void answerChanged();
    void goldChanged();
    void branchesChanged();
    void errorChanged();
    void busyChanged();

private:
    void post();
    void poll();
    void setBusy(bool busy);
    template <class T>
    void take(T& mine, const T& theirs, void (EngineBridge::*changed)());

    Experiment& m_experiment;
    std::unique_ptr<EngineWorker> m_worker;
    QTimer m_timer;
    std::vector<Site> m_sites;
    bool m_branchesWanted = false, m_busy = false;
    std::uint64_t m_generation = 0;
    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<const Story> m_story;
    std::shared_ptr<const StepAnswer> m_answer;
    std::shared_ptr<const GoldAlignment> m_gold;
    std::vector<std::shared_ptr<const Story>> m_branches;
    std::optional<EngineError> m_error;
};

}  // namespace vitrine
