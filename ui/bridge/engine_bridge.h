#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "engine/core/sentence.h"
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

class Session;

/// The only part of the window that talks to the engine. It watches the Experiment and always works out the
/// first thing that the newest state still lacks: model, translation, step, branches, gold alignment, and the
/// step after this one. What the Session remembers is published at once, within the change of the state. What
/// must be computed is asked for, one thing at a time on one channel, and looked for by a timer, so that no
/// signal carries data across threads. A newer state that lacks something else replaces the question and
/// cancels its work.
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
    /// True while the step of the newest state has not been answered.
    bool busy() const { return m_busy; }

    /// What the present variant of a state and then its branches translate to, apart from what is shown;
    /// empty without a model or a sentence. Runs the event loop until it is known, without the person's
    /// input. Throws Error for what the engine refuses.
    std::vector<std::shared_ptr<const Story>> storiesOf(const ExperimentState& state);

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
    /// In the order in which they are asked for.
    enum class Stage { Model, Story, Step, Branch, Gold, Ahead };
    struct Need {
        Stage stage = Stage::Model;
        Request request;
    };

    void advance();
    bool advanceOnce();
    void rest(bool content);
    std::optional<Need> lacking() const;
    std::optional<Need> lackingExtra() const;
    TranslationRequest requestOf(const Variant& variant) const;
    Question questionOf(int step) const;
    std::shared_ptr<const Story> branchStory(const TranslationRequest& request) const;

    Answer ask(const Request& request);
    void accept(const Need& need, const Answer& answer);
    void acceptStory(const TranslationRequest& request, const Translation& translation);
    void acceptError(const Need& need, const Sentence& sentence);
    void drop(Stage from);
    void publishBranches();
    void setBusy(bool busy);
    template <class T>
    void set(T& mine, std::type_identity_t<T> value, void (EngineBridge::*changed)());

    Experiment& m_experiment;
    std::unique_ptr<Session> m_session;
    QTimer m_timer;
    std::vector<Site> m_sites;
    bool m_branchesWanted = false, m_busy = false;
    bool m_advancing = false, m_again = false;
    std::optional<Need> m_asked;               // waits for its answer
    std::optional<Request> m_failed;           // not asked again before the state changes
    LoadRequest m_modelRequest;                // of m_model
    std::optional<GoldRequest> m_goldRequest;  // of m_gold
    std::optional<Question> m_ahead;           // the step that was computed ahead, or failed to
    std::vector<std::shared_ptr<const Story>> m_branchStories;  // so far
    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<const Story> m_story;
    std::shared_ptr<const StepAnswer> m_answer;
    std::shared_ptr<const GoldAlignment> m_gold;
    std::vector<std::shared_ptr<const Story>> m_branches;
    std::optional<EngineError> m_error;
};

}  // namespace vitrine
