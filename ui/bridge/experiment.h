#pragma once

#include <QObject>
#include <QUndoStack>
#include <map>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/decode/decoding.h"
#include "engine/trace/intervention.h"

namespace vitrine {

/// How one translation of the sentence comes about: the settings, what was forced, what was changed.
struct Variant {
    Decoding decoding;
    /// The first target tokens, held as they were written when the settings changed: a new setting changes
    /// what follows the cursor, not what stands before it.
    std::vector<TokenId> kept;
    std::map<StepIndex, TokenId> forced;      ///< words the person put in the place of the model's
    std::vector<Intervention> interventions;  ///< changes to the model's run

    /// kept and forced together; forced wins.
    std::map<StepIndex, TokenId> fixedTokens() const;
    bool operator==(const Variant&) const = default;
};

/// Everything that decides what the window shows (but for layout, language and colours). What is shown is a
/// pure function of it.
struct ExperimentState {
    std::string modelFolder;
    std::string source;  ///< the sentence as typed, UTF-8
    int step = 0;        ///< the cursor: how many target tokens are written before the one being chosen
    Variant variant;
    std::vector<Variant> branches;  ///< set aside for comparison, oldest first

    bool operator==(const ExperimentState&) const = default;
};

/// The document: an ExperimentState that changes only by commands, each of which can be undone. Small steps
/// of one kind in a row (moving the cursor, dragging a slider) are one command.
class Experiment : public QObject {
    Q_OBJECT
public:
    explicit Experiment(QObject* parent = nullptr);

    const ExperimentState& state() const { return m_state; }
    const Variant& variant() const { return m_state.variant; }
    QUndoStack& undoStack() { return m_undo; }
    /// True when interventions or forced words make this run differ from the model as trained.
    bool changed() const { return !variant().forced.empty() || !variant().interventions.empty(); }

    /// Another sentence or model starts at step 1 with nothing kept, forced or set aside; interventions go
    /// with the model, because a site may not exist in another one.
    void setSource(const std::string& source);
    void setModel(const std::string& folder);
    void setStep(int step);
    /// Throws Error, and changes nothing, when a setting is outside its range.
    void setDecoding(const Decoding& decoding);
    /// Ends the run of small steps: the next slider movement is a command of its own.
    void finishGesture();

    /// Puts `token` at `step`; later forced words go, and the translation as it was is set aside as a branch.
    /// The cursor moves behind the forced word.
    void force(StepIndex step, TokenId token);
    void unforceAll();

    void addIntervention(const Intervention& intervention);
    /// Removes every intervention equal to this one.
    void removeIntervention(const Intervention& intervention);
    /// Removes `old` (if there) and adds `now` as one command: a slider on the value of an intervention.
    void replaceIntervention(const Intervention& old, const Intervention& now);
    /// The whole list as one command: several changes that belong together.
    void setInterventions(const std::vector<Intervention>& interventions);
    void clearInterventions();

    void setAside();             ///< keeps the present variant as a branch, once
    void takeBranch(int index);  ///< makes it the present variant; the present one takes its place
    void removeBranch(int index);

    /// Replaces everything (a file was opened); undoable.
    void replaceState(const ExperimentState& state);
    /// The first state of a session: not undoable, the stack is cleared.
    void reset(const ExperimentState& state);

    /// Told by the bridge when a translation is there: the tokens that setDecoding() keeps up to the cursor,
    /// and the last step the cursor can reach. Not part of the state.
    void noteTokens(std::vector<TokenId> tokens);
    int lastStep() const { return m_tokens.empty() ? 0 : static_cast<int>(m_tokens.size()) - 1; }

Q_SIGNALS:
    void stateChanged();          ///< after every command, undo and redo
    void interventionsChanged();  ///< after stateChanged(), when the changes to the run are others
    void tokensNoted();

private:
    friend class StateCommand;
    enum class Gesture { None, Step, Decoding, Source, Intervention };
    void push(const QString& text, ExperimentState after, Gesture gesture = Gesture::None);
    void assign(const ExperimentState& state);
    static void addBranch(ExperimentState& state, const Variant& variant);

    ExperimentState m_state;
    QUndoStack m_undo;
    std::vector<TokenId> m_tokens;
    int m_gestureRun = 0;  // distinguishes runs of small steps
};

/// Strict JSON ("format": "vitrine-state", "version": 1). Throws Error naming the key, what was expected and
/// what came. A whole-tensor replacement is not saved: it throws and says so.
std::string stateToJson(const ExperimentState& state);
ExperimentState stateFromJson(const std::string& json);

}  // namespace vitrine
