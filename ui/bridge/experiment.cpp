#include "ui/bridge/experiment.h"

#include <QUndoCommand>
#include <algorithm>

namespace vitrine {

/// One change of the document, with the state before and after it: states are small (a sentence and a few
/// numbers), so a pair is simpler than an inverse for each command.
class StateCommand : public QUndoCommand {
public:
    StateCommand(Experiment& experiment, const QString& text, ExperimentState after, int mergeId)
        : QUndoCommand(text),
          m_experiment(experiment),
          m_before(experiment.state()),
          m_after(std::move(after)),
          m_mergeId(mergeId) {}

    int id() const override { return m_mergeId; }
    bool mergeWith(const QUndoCommand* other) override {
        m_after = static_cast<const StateCommand*>(other)->m_after;
        setObsolete(m_after == m_before);
        return true;
    }
    void undo() override { m_experiment.assign(m_before); }
    void redo() override { m_experiment.assign(m_after); }

private:
    Experiment& m_experiment;
    ExperimentState m_before, m_after;
    int m_mergeId;
};

std::map<StepIndex, TokenId> Variant::fixedTokens() const {
    std::map<StepIndex, TokenId> fixed = forced;
    for (std::size_t i = 0; i < kept.size(); ++i)
        fixed.emplace(StepIndex(static_cast<std::int64_t>(i)), kept[i]);
    return fixed;
}

Experiment::Experiment(QObject* parent) : QObject(parent) {
    m_undo.setUndoLimit(1000);
}

void Experiment::assign(const ExperimentState& state) {
    const bool otherRun = state.variant.interventions != m_state.variant.interventions;
    m_state = state;
    Q_EMIT stateChanged();
    if (otherRun) Q_EMIT interventionsChanged();
}

void Experiment::push(const QString& text, ExperimentState after, Gesture gesture) {
    if (after == m_state) return;
    const int kinds = 8;
    const int mergeId = gesture == Gesture::None ? -1 : m_gestureRun * kinds + static_cast<int>(gesture);
    if (gesture == Gesture::None) ++m_gestureRun;
    m_undo.push(new StateCommand(*this, text, std::move(after), mergeId));
}

void Experiment::finishGesture() {
    ++m_gestureRun;
}

void Experiment::setSource(const std::string& source) {
    if (source == m_state.source) return;
    ExperimentState after = m_state;
    after.source = source;
    after.step = 1;
    after.variant.kept.clear();
    after.variant.forced.clear();
    after.branches.clear();
    push(tr("Type a sentence"), std::move(after), Gesture::Source);
}

void Experiment::setModel(const std::string& folder) {
    if (folder == m_state.modelFolder) return;
    ExperimentState after = m_state;
    after.modelFolder = folder;
    after.step = 1;
    after.variant = Variant{after.variant.decoding, {}, {}, {}};
    after.branches.clear();
    push(tr("Choose a model"), std::move(after));
}

void Experiment::setStep(int step) {
    ExperimentState after = m_state;
    after.step = std::clamp(step, 0, std::max(lastStep(), 0));
    push(tr("Move to another step"), std::move(after), Gesture::Step);
}

void Experiment::setDecoding(const Decoding& decoding) {
    validate(decoding);  // here, because what throws inside a command leaves the document half changed
    ExperimentState after = m_state;
    after.variant.decoding = decoding;
    const auto written = std::min<std::size_t>(m_tokens.size(), static_cast<std::size_t>(after.step));
    after.variant.kept.assign(m_tokens.begin(), m_tokens.begin() + static_cast<std::ptrdiff_t>(written));
    push(tr("Change how words are chosen"), std::move(after), Gesture::Decoding);
}

void Experiment::addBranch(ExperimentState& state, const Variant& variant) {
    if (std::find(state.branches.begin(), state.branches.end(), variant) == state.branches.end())
        state.branches.push_back(variant);
}

void Experiment::force(StepIndex step, TokenId token) {
    ExperimentState after = m_state;
    addBranch(after, after.variant);
    Variant& variant = after.variant;
    if (variant.kept.size() > static_cast<std::size_t>(step.value))
        variant.kept.resize(static_cast<std::size_t>(step.value));
    variant.forced.erase(variant.forced.lower_bound(step), variant.forced.end());
    variant.forced[step] = token;
    after.step = step.value + 1;
    push(tr("Force a word"), std::move(after));
}

void Experiment::unforceAll() {
    ExperimentState after = m_state;
    after.variant.forced.clear();
    after.variant.kept.clear();
    push(tr("Let the model choose again"), std::move(after));
}

void Experiment::addIntervention(const Intervention& intervention) {
    ExperimentState after = m_state;
    after.variant.interventions.push_back(intervention);
    after.variant.kept.clear();
    push(tr("Change the run"), std::move(after));
}

void Experiment::removeIntervention(const Intervention& intervention) {
    ExperimentState after = m_state;
    std::erase(after.variant.interventions, intervention);
    after.variant.kept.clear();
    push(tr("Take a change back"), std::move(after));
}

void Experiment::replaceIntervention(const Intervention& old, const Intervention& now) {
    ExperimentState after = m_state;
    std::erase(after.variant.interventions, old);
    after.variant.interventions.push_back(now);
    after.variant.kept.clear();
    push(tr("Change the run"), std::move(after), Gesture::Intervention);
}

void Experiment::setInterventions(const std::vector<Intervention>& interventions) {
    if (interventions == m_state.variant.interventions) return;
    ExperimentState after = m_state;
    after.variant.interventions = interventions;
    after.variant.kept.clear();
    push(tr("Change the run"), std::move(after));
}

void Experiment::clearInterventions() {
    ExperimentState after = m_state;
    after.variant.interventions.clear();
    after.variant.kept.clear();
    push(tr("Take all changes back"), std::move(after));
}

void Experiment::setAside() {
    ExperimentState after = m_state;
    addBranch(after, after.variant);
    push(tr("Set a branch aside"), std::move(after));
}

void Experiment::takeBranch(int index) {
    if (index < 0 || index >= static_cast<int>(m_state.branches.size())) return;
    ExperimentState after = m_state;
    const Variant chosen = after.branches[static_cast<std::size_t>(index)];
    after.branches.erase(after.branches.begin() + index);
    if (chosen != after.variant) addBranch(after, after.variant);
    after.variant = chosen;
    push(tr("Take another branch"), std::move(after));
}

void Experiment::removeBranch(int index) {
    if (index < 0 || index >= static_cast<int>(m_state.branches.size())) return;
    ExperimentState after = m_state;
    after.branches.erase(after.branches.begin() + index);
    push(tr("Remove a branch"), std::move(after));
}

void Experiment::replaceState(const ExperimentState& state) {
    push(tr("Open a file"), state);
}

void Experiment::reset(const ExperimentState& state) {
    m_undo.clear();
    m_tokens.clear();
    assign(state);
}

void Experiment::noteTokens(std::vector<TokenId> tokens) {
    m_tokens = std::move(tokens);
    Q_EMIT tokensNoted();
}

}  // namespace vitrine
