#include "ui/shell/capture.h"

#include <QApplication>
#include <QBuffer>
#include <QSettings>
#include <QThread>
#include <algorithm>

#include "engine/session/site_shape.h"
#include "ui/bridge/state_check.h"
#include "ui/common/whole_file.h"
#include "ui/inspector/parameter_numbers.h"
#include "ui/views/next_token/next_token_view.h"

namespace vitrine {
namespace {

constexpr const char* kWhere = "vitrine";

void settle(AppContext& app) {
    // Showing a view makes it ask for its sites, which makes the engine work: wait until that has come round.
    // Some views gather many changes into one rebuild a few milliseconds later.
    // Rounds are counted, not only timed: on a busy machine one round may take longer than that.
    for (int calm = 0; calm < 8; ++calm) {
        if (app.bridge.busy()) calm = 0;
        require(app.bridge.waitUntilIdle(), kWhere, "the engine did not answer within 30 seconds");
        QThread::msleep(10);
        QCoreApplication::processEvents();
    }
    if (const auto& error = app.bridge.error()) throw Error(error->sentence);
}

TokenId findWord(const Tokenizer& target, const std::string& word) {
    const Vocabulary& vocabulary = target.vocabulary();
    if (const auto id = vocabulary.find(word)) return *id;
    if (const auto id = vocabulary.find(std::string(kSpaceMark) + word)) return *id;
    fail(kWhere, "the model has no word \"", word, "\"; --force needs an entry of its target vocabulary");
}

/// Changes the attention view and the table of candidates as their controls do.
void setViews(const StartOptions& options, TranslatePage& page) {
    auto* attention = qobject_cast<AttentionView*>(page.view(QStringLiteral("attention")));
    auto* next = qobject_cast<NextTokenView*>(page.view(QStringLiteral("next_token")));
    const QStringList pictures{"matrix", "lines", "wall"};
    if (!options.picture.isEmpty())
        attention->setMode(static_cast<AttentionCanvas::Mode>(pictures.indexOf(options.picture)));
    const QStringList stages{"scores", "scaled", "masked", "weights", "values"};
    AttentionChoice choice = attention->model().choice();
    if (!options.stage.isEmpty()) choice.stage = static_cast<AttentionStage>(stages.indexOf(options.stage));
    choice.words = choice.words || options.words;
    attention->choose(choice);
    if (options.draws) next->setManyDraws(true);
}

void within(int number, std::int64_t count, const Sentence& what) {
    require(number < count, kWhere, "--lock names ", what, " ", number, ", but there are ", count,
            ", counted from 0");
}

void checkParameter(const ParameterPlace& place, const LoadedModel& model) {
    if (!place.there()) return;
    const std::optional<ParameterFacts> facts = parameterFacts(model, place.name);
    require(facts.has_value(), kWhere, "--lock names the parameter ", place.name,
            ", which this model does not have; take a name of its checkpoint");
    within(place.row, facts->rows, phrase("parameter row"));
    within(place.column, facts->isMatrix() ? facts->columns : 0, phrase("parameter column"));
}

/// Refuses a place that is not there at the present step: the views would pass it over in silence.
void checkLock(const Locus& place, const AppContext& app) {
    require(app.bridge.model() && app.bridge.story(), kWhere, "--lock needs a model and a sentence");
    const Contract& contract = app.bridge.model()->transformer.contract();
    const bool encoder = place.site.stack == Stack::Encoder;
    const std::vector<LayerContract>& layers = encoder ? contract.encoder : contract.decoder;
    within(place.site.layer, static_cast<std::int64_t>(layers.size()), phrase("layer"));
    const Shape shape = siteShape(contract, place.site,
                                  static_cast<std::int64_t>(app.bridge.story()->translation.source.size()),
                                  std::min(app.experiment.state().step, app.experiment.lastStep()) + 1);
    const bool attention = place.site.part == Part::SelfAttention || place.site.part == Part::CrossAttention;
    within(place.head, attention ? layers[static_cast<std::size_t>(place.site.layer)].heads : 0,
           phrase("head"));
    within(place.row, shape[-2], phrase("row"));
    within(place.column, shape[-1], phrase("column"));
    within(place.token.value, contract.targetVocabulary, phrase("token"));
    checkParameter(place.parameter, *app.bridge.model());
}

}  // namespace

ExperimentState firstState(const StartOptions& options, AppContext& app) {
    ExperimentState state;
    if (!options.file.isEmpty()) {
        state = readStateFile(options.file, app.modelRoot);
    } else {
        state.source = kFirstSentence;
        state.step = 1;
        const auto models = availableModels(app.modelRoot);
        if (!models.empty()) state.modelFolder = models.front().string();
        if (app.remember) {
            const std::string last = QSettings().value(QStringLiteral("model")).toString().toStdString();
            if (std::find(models.begin(), models.end(), std::filesystem::path(last)) != models.end())
                state.modelFolder = last;
        }
    }
    if (!options.model.isEmpty())
        state.modelFolder = modelFolder(app.modelRoot, options.model.toStdString()).string();
    if (!options.text.isEmpty()) state.source = options.text.toStdString();
    if (options.steps >= 0) state.step = 0;
    if (!options.file.isEmpty()) checkState(state, app.bridge.storiesOf(state));
    if (options.steps >= 0) state.step = options.steps;
    return state;
}

void playOptions(const StartOptions& options, AppContext& app) {
    if (!options.forced.empty()) {
        settle(app);
        require(app.bridge.model() != nullptr, kWhere, "--force needs a model");
        auto forced = options.forced;
        std::stable_sort(forced.begin(), forced.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
        for (const auto& [word, step] : forced) {
            require(step <= app.experiment.lastStep(), kWhere, "--force puts \"", word, "\" at step ", step,
                    ", but the last step is ", app.experiment.lastStep(), ", counted from 0");
            app.experiment.force(StepIndex(step), findWord(app.bridge.model()->target, word));
            settle(app);
        }
    }
    if (options.steps >= 0) {
        settle(app);
        require(options.steps <= app.experiment.lastStep(), kWhere, "--steps is ", options.steps,
                ", but the last step is ", app.experiment.lastStep(), ", counted from 0");
        app.experiment.setStep(options.steps);
    }
    if (!options.lock.isEmpty()) {
        settle(app);
        const Locus cell = parseLock(options.lock);
        checkLock(cell, app);
        app.selection.lock(cell);
    }
}

void captureWindow(const StartOptions& options, AppContext& app, MainWindow& window) {
    app.theme.setMotion(false);
    window.resize(options.size);
    window.show();
    playOptions(options, app);
    if (options.present) window.setPresenting(true, false);
    if (!options.view.isEmpty() && options.view != QLatin1String("translate"))
        window.page().showFull(options.view);
    window.resize(options.size);
    settle(app);
    setViews(options, window.page());
    settle(app);
    QBuffer picture;
    picture.open(QIODevice::WriteOnly);
    const bool drawn = window.grab().save(&picture, "PNG");
    require(drawn, kWhere, "the picture could not be drawn; choose another --size");
    const QString reason = writeWholeFile(options.capture, picture.data());
    require(reason.isEmpty(), kWhere, "the file ", options.capture.toStdString(), " could not be written (",
            Wording{reason.toStdString()}, "); choose another folder");
}

}  // namespace vitrine
