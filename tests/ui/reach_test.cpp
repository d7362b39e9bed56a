// A file that names what its model or its translation does not have is refused in one sentence, and nothing
// changes; what the program itself writes is always taken back.
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QTimer>
#include <fstream>

#include "tests/ui/window_fixture.h"
#include "ui/bridge/state_check.h"
#include "ui/common/engine_sentence.h"
#include "ui/shell/capture.h"

namespace vitrine::testing {
namespace {

using Action = Intervention::Action;

class Reach : public WindowTest {
protected:
    ~Reach() override { app.language.set(Language::Code::English); }

    QString path(const char* name) const { return QString::fromStdString((folder.path() / name).string()); }
    int last() const { return app.experiment.lastStep(); }
    static Intervention change(const char* site, Action action, int head, int row, int column) {
        return {parseSite(site), action, head, row, column, 0.5F, {}};
    }
    /// What the window says when the file of this state is opened; empty when it opens.
    QString opening(const ExperimentState& state) {
        writeStateFile(path("s.json"), state, app.modelRoot);
        QString said;
        QTimer person;
        QObject::connect(&person, &QTimer::timeout, &person, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box == nullptr) return;
            said = box->text();
            box->reject();
        });
        person.start(5);
        window->files().openFile(path("s.json"));
        return said;
    }
    /// Refused with these words and nothing else; nothing has changed. The state is the shown one but for
    /// `harm`.
    void expectRefused(const std::function<void(ExperimentState&)>& harm, const char* words) {
        const ExperimentState before = state();
        const auto story = app.bridge.story();
        ExperimentState bad = before;
        harm(bad);
        const QString said = opening(bad);
        EXPECT_TRUE(said.contains(QLatin1String(words))) << said.toStdString() << "\nexpected: " << words;
        EXPECT_EQ(said.count(QLatin1Char('\n')), 1) << said.toStdString();
        EXPECT_EQ(state(), before) << words;
        EXPECT_FALSE(app.experiment.undoStack().canUndo()) << words;
        settle();
        EXPECT_EQ(app.bridge.story(), story) << words;
        EXPECT_FALSE(app.bridge.error()) << words;
    }
    void expectChangeRefused(const Intervention& item, const char* words) {
        expectRefused([&](ExperimentState& bad) { bad.variant.interventions = {item}; }, words);
    }
};

TEST_F(Reach, AStepOrAWordBehindTheEndIsRefused) {
    const TokenId word = nextToken().model().candidate(2).token;
    ASSERT_GE(last(), 3);
    expectRefused([&](ExperimentState& bad) { bad.step = last() + 1; },
                  "but the last step of the translation");
    expectRefused([&](ExperimentState& bad) { bad.variant.forced[StepIndex(last() + 1)] = word; },
                  "the translation has no step 8, where a word is forced; use 0 to 7 or take the word out");
    expectRefused(
        [&](ExperimentState& bad) { bad.variant.kept.assign(static_cast<std::size_t>(last() + 2), word); },
        "are kept");
    expectRefused(
        [&](ExperimentState& bad) {
            bad.branches = {bad.variant, bad.variant};
            bad.branches[1].forced[StepIndex(4000)] = word;
        },
        "the translation of branch 2 has no step 4000");
    expectRefused([&](ExperimentState& bad) { bad.variant.forced[StepIndex(0)] = TokenId(100'000); },
                  "expected an id below");
    expectRefused([&](ExperimentState& bad) { bad.variant.forced[StepIndex(0)] = kBosId; }, "<bos>");
    expectRefused([&](ExperimentState& bad) { bad.variant.kept = {kPadId}; }, "<pad>");
    expectRefused([&](ExperimentState& bad) { bad.modelFolder = "/nowhere"; }, "/nowhere");
    expectRefused(
        [&](ExperimentState& bad) {
            bad.source.clear();
            bad.variant.forced[StepIndex(0)] = word;
        },
        "no sentence");
}

TEST_F(Reach, AChangeOfAPlaceThatIsNotThereIsRefused) {
    expectChangeRefused(change("decoder.9.cross.weights", Action::Set, 0, 0, 0),
                        "no decoder.9.cross.weights");
    expectChangeRefused(change("decoder.0.cross.weights", Action::Set, 3, 0, 0), "index 3 is outside");
    expectChangeRefused(change("decoder.0.cross.weights", Action::Set, 0, last() + 1, 0), "no row 8");
    expectChangeRefused(change("decoder.0.cross.weights", Action::Set, 0, 0, 99), "index 99 is outside");
    expectChangeRefused(change("decoder.0.self.weights", Action::Set, 0, 0, last() + 1), "no column 8");
    expectChangeRefused(change("decoder.0.self.key", Action::Scale, -1, last() + 1, -1), "no row 8");
    expectChangeRefused(change("decoder.0.cross.key", Action::Scale, -1, 99, -1), "index 99 is outside");
    expectChangeRefused(change("encoder.0.self.weights", Action::Set, 0, 99, 0), "index 99 is outside");
    expectChangeRefused(change("output.logits", Action::Set, -1, 0, 100'000), "is outside");
    expectChangeRefused(change("output.logits", Action::Set, -1, last() + 1, 0), "no row 8");
    expectChangeRefused(change("decoder.0.self.norm", Action::Bypass, 0, -1, -1),
                        "only be skipped as a whole");
    expectRefused(
        [&](ExperimentState& bad) {
            bad.branches = {bad.variant};
            bad.branches[0].interventions = {change("decoder.0.cross.weights", Action::Set, 0, 4000, 0)};
        },
        "the translation of branch 1 has 8 steps");
}

TEST_F(Reach, TheLastPlacesAreTaken) {
    const int keys = static_cast<int>(app.bridge.story()->translation.source.size());
    ExperimentState good = state();
    good.step = last();
    good.variant.forced[StepIndex(last())] = nextToken().model().candidate(2).token;
    good.variant.interventions = {change("decoder.0.cross.weights", Action::Set, 2, last(), keys - 1),
                                  change("decoder.0.self.weights", Action::Set, 2, last(), last()),
                                  change("decoder.0.cross.key", Action::Scale, 0, keys - 1, 23)};
    good.branches = {good.variant};
    good.branches[0].interventions.clear();
    EXPECT_EQ(opening(good), QString());
    EXPECT_EQ(state(), good);
    settle();
    EXPECT_FALSE(app.bridge.error());
    app.experiment.undoStack().undo();
    EXPECT_EQ(state().step, 1);
}

TEST_F(Reach, ARefusedFileIsRefusedInChineseToo) {
    app.language.set(Language::Code::Chinese);
    ExperimentState bad = state();
    bad.variant.forced[StepIndex(40)] = nextToken().model().candidate(2).token;
    EXPECT_EQ(opening(bad).section('\n', 1),
              QStringLiteral("译文没有第 40 步，却在那里指定了词；请用 0 到 7，或去掉这个词（保存的状态）"));
}

TEST_F(Reach, AFileGivenAtTheStartIsRefusedAsWell) {
    StartOptions options;
    options.file = path("s.json");
    ExperimentState bad = state();
    bad.variant.forced[StepIndex(40)] = nextToken().model().candidate(2).token;
    writeStateFile(options.file, bad, app.modelRoot);
    EXPECT_THROW(firstState(options, app), Error);
    options.steps = 2;  // says where to stand, not what was forced
    EXPECT_THROW(firstState(options, app), Error);
    bad.variant.forced.clear();
    bad.step = 40;
    writeStateFile(options.file, bad, app.modelRoot);
    EXPECT_EQ(firstState(options, app).step, 2);
    options.steps = -1;
    EXPECT_THROW(firstState(options, app), Error);
}

TEST_F(Reach, WhatTheProgramWritesItOpensAgain) {
    // A word is forced late, a weight changed late; then a word before them ends the translation.
    const TokenId word = nextToken().model().candidate(2).token;
    app.experiment.addIntervention(change("decoder.0.self.weights", Action::Set, 0, 5, 4));
    settle();
    app.experiment.force(StepIndex(6), word);
    settle();
    ExperimentState shorter = state();
    shorter.step = 7;
    shorter.variant.forced[StepIndex(2)] = kEosId;
    app.experiment.replaceState(shorter);
    settle();
    ASSERT_EQ(last(), 2);
    window->files().saveFile(path("mine.json"));
    EXPECT_EQ(state(), shorter) << "saving changes nothing";
    app.experiment.setSource(tinySource().back());
    settle();
    window->files().openFile(path("mine.json"));
    settle();
    EXPECT_EQ(state().source, shorter.source);
    EXPECT_EQ(state().variant.forced, (std::map<StepIndex, TokenId>{{StepIndex(2), kEosId}}));
    EXPECT_TRUE(state().variant.interventions.empty());
    EXPECT_EQ(state().step, 2);
    EXPECT_EQ(state().branches.size(), shorter.branches.size());
    EXPECT_EQ(state().branches.front().interventions.size(), 1u) << "the branch reaches it";
    EXPECT_EQ(last(), 2);
}

TEST_F(Reach, ASettingForTheSameStepTwiceIsRefused) {
    std::string text = stateToJson(state());
    const std::string empty = "\"forced\": []";
    const std::size_t at = text.find(empty);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, empty.size(), R"("forced": [{"step": 1, "token": 5}, {"step": 1, "token": 6}])");
    try {
        stateFromJson(text);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("names step 1 twice"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace vitrine::testing
