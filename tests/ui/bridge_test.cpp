// The document and the bridge without a window.
#include "ui/bridge/engine_bridge.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "tests/support/tiny_model.h"

namespace vitrine::testing {
namespace {

class Bridge : public ::testing::Test {
protected:
    Bridge() {
        saveTinyModel(folder.path() / "tiny");
        state.modelFolder = (folder.path() / "tiny").string();
        state.source = tinySource().front();
        state.step = 1;
        state.variant.decoding.maxTokens = 8;
    }
    TemporaryFolder folder;
    Experiment experiment;
    EngineBridge bridge{experiment};
    ExperimentState state;
};

TEST_F(Bridge, AnswersTheState) {
    experiment.reset(state);
    EXPECT_TRUE(bridge.busy());
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_TRUE(bridge.answer());
    EXPECT_EQ(bridge.answer()->question.source, state.source);
    EXPECT_EQ(bridge.answer()->question.prefix.size(), 1u);
    EXPECT_EQ(bridge.story()->translation.steps.front().token, bridge.answer()->question.prefix.front());
}

TEST_F(Bridge, NothingStaleEverArrives) {
    int stale = 0, arrived = 0;
    QObject::connect(&bridge, &EngineBridge::storyChanged, &bridge, [&] {
        if (!bridge.story()) return;
        ++arrived;
        if (bridge.story()->request.source != experiment.state().source) ++stale;
    });
    QObject::connect(&bridge, &EngineBridge::answerChanged, &bridge, [&] {
        if (!bridge.answer()) return;
        const int step = std::min(experiment.state().step, experiment.lastStep());
        if (static_cast<int>(bridge.answer()->question.prefix.size()) != step) ++stale;
    });
    experiment.reset(state);
    for (int round = 0; round < 60; ++round) {
        experiment.setSource(tinySource()[static_cast<std::size_t>(round) % tinySource().size()]);
        experiment.setStep(round % 5);
        QCoreApplication::processEvents(QEventLoop::AllEvents, round % 3);
    }
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_EQ(stale, 0);
    EXPECT_GE(arrived, 1);
    EXPECT_EQ(bridge.story()->request.source, experiment.state().source);
}

TEST_F(Bridge, MoreSitesAreAskedForFewerAreNot) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    const Site weights{Stack::Decoder, 0, Part::CrossAttention, Quantity::Weights};
    bridge.setWantedSites({weights});
    EXPECT_TRUE(bridge.busy());
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_TRUE(bridge.answer()->analysis.frame->find(weights));
    bridge.setWantedSites({});
    EXPECT_FALSE(bridge.busy());
}

TEST_F(Bridge, ErrorsHaveAPlaceAndGoAway) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    experiment.setSource(std::string(900, 'x') + std::string(200, '.'));
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_TRUE(bridge.error()) << "the tiny model cannot read a thousand pieces";
    EXPECT_EQ(bridge.error()->stage, EngineError::Stage::Translation);
    EXPECT_FALSE(bridge.answer()) << "no numbers of another sentence stay";
    experiment.undoStack().undo();
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_FALSE(bridge.error());
    EXPECT_TRUE(bridge.answer());
}

TEST_F(Bridge, SettingsKeepWhatIsWritten) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    experiment.setStep(3);
    const std::vector<TranslationStep> before = bridge.story()->translation.steps;
    Decoding decoding = state.variant.decoding;
    decoding.strategy = Strategy::Sample;
    decoding.temperature = 5;
    decoding.seed = 99;
    experiment.setDecoding(decoding);
    ASSERT_TRUE(bridge.waitUntilIdle());
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(bridge.story()->translation.steps[i].token, before[i].token) << "step " << i;
}

TEST_F(Bridge, WhatIsRememberedIsThereAtOnce) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    const auto expectShown = [&] {
        EXPECT_FALSE(bridge.busy());
        ASSERT_TRUE(bridge.answer());
        EXPECT_EQ(bridge.story()->request.source, experiment.state().source);
        EXPECT_EQ(static_cast<int>(bridge.answer()->question.prefix.size()), experiment.state().step);
    };
    experiment.setStep(2);  // was computed ahead
    expectShown();
    ASSERT_TRUE(bridge.waitUntilIdle());
    experiment.setStep(1);
    expectShown();
    experiment.setSource(tinySource()[1]);
    EXPECT_TRUE(bridge.busy());
    ASSERT_TRUE(bridge.waitUntilIdle());
    experiment.undoStack().undo();  // with story, step and gold
    expectShown();
    EXPECT_EQ(bridge.story()->request.source, state.source);
    experiment.undoStack().redo();
    expectShown();
    EXPECT_EQ(bridge.story()->request.source, tinySource()[1]);
}

TEST_F(Bridge, AnotherModelAnswersAfterUndoAtOnce) {
    saveTinyModel(folder.path() / "other", 2);
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    const auto first = bridge.model();
    experiment.setModel((folder.path() / "other").string());
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_EQ(bridge.model()->name, "other");
    EXPECT_EQ(bridge.answer()->question.model, bridge.model());
    experiment.undoStack().undo();
    EXPECT_FALSE(bridge.busy());
    EXPECT_EQ(bridge.model(), first);
    EXPECT_EQ(bridge.answer()->question.model, first);
}

TEST_F(Bridge, GoldComesAfterTheAnswerAndGoesWithTheSentence) {
    state.source = "我爱机器翻译";
    bool answeredFirst = false;
    QObject::connect(&bridge, &EngineBridge::goldChanged, &bridge,
                     [&] { answeredFirst = bridge.answer() && !bridge.busy(); });
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_TRUE(bridge.gold());
    EXPECT_TRUE(answeredFirst);
    experiment.setSource("翻译翻译翻译");
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_EQ(bridge.story()->request.source, "翻译翻译翻译");
    EXPECT_FALSE(bridge.gold());
    experiment.undoStack().undo();
    EXPECT_TRUE(bridge.gold());
}

TEST_F(Bridge, BranchesAreTranslatedWhenSomebodyLooks) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    const std::string before = bridge.story()->translation.text;
    experiment.force(StepIndex(0), TokenId(7));
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_TRUE(bridge.branches().empty());
    bridge.setBranchesWanted(true);
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_EQ(bridge.branches().size(), 1u);
    EXPECT_EQ(bridge.branches()[0]->translation.text, before);
    experiment.takeBranch(0);
    EXPECT_EQ(bridge.story()->translation.text, before) << "at once";
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_EQ(bridge.branches().size(), 1u);
    EXPECT_EQ(bridge.branches()[0]->translation.steps[0].token, TokenId(7));
    experiment.removeBranch(0);
    EXPECT_TRUE(bridge.branches().empty());
}

TEST_F(Bridge, AMissingModelLeavesNothingBehind) {
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    experiment.setModel((folder.path() / "nowhere").string());
    ASSERT_TRUE(bridge.waitUntilIdle());
    ASSERT_TRUE(bridge.error());
    EXPECT_EQ(bridge.error()->stage, EngineError::Stage::Model);
    EXPECT_FALSE(bridge.model() || bridge.story() || bridge.answer() || bridge.gold());
    saveTinyModel(folder.path() / "nowhere");
    experiment.setSource(tinySource()[1]);
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_FALSE(bridge.error()) << "it is there now";
    ASSERT_TRUE(bridge.answer());
    EXPECT_EQ(bridge.answer()->question.model->name, "nowhere");
    experiment.undoStack().undo();
    experiment.undoStack().undo();
    EXPECT_FALSE(bridge.error());
    EXPECT_TRUE(bridge.answer());
    experiment.setSource(" ");
    EXPECT_FALSE(bridge.busy());
    EXPECT_TRUE(bridge.model());
    EXPECT_FALSE(bridge.story() || bridge.answer() || bridge.gold());
}

// A handler that changes the document while results are being published.
TEST_F(Bridge, HandlersMayChangeTheState) {
    QObject::connect(&bridge, &EngineBridge::answerChanged, &bridge, [&] {
        if (bridge.answer() && experiment.state().step < 3) experiment.setStep(experiment.state().step + 1);
    });
    experiment.reset(state);
    ASSERT_TRUE(bridge.waitUntilIdle());
    EXPECT_EQ(experiment.state().step, 3);
    EXPECT_EQ(bridge.answer()->question.prefix.size(), 3u);
}

TEST(ExperimentTest, SmallStepsAreOneCommandAndUndoGoesAllTheWay) {
    Experiment experiment;
    ExperimentState first;
    first.source = "a";
    experiment.reset(first);
    experiment.noteTokens(std::vector<TokenId>(10, TokenId(5)));
    for (int step = 1; step < 6; ++step) experiment.setStep(step);
    EXPECT_EQ(experiment.undoStack().count(), 1);
    experiment.force(StepIndex(2), TokenId(7));
    experiment.setSource("b");
    EXPECT_TRUE(experiment.variant().forced.empty());
    EXPECT_EQ(experiment.undoStack().count(), 3);
    const ExperimentState last = experiment.state();
    while (experiment.undoStack().canUndo()) experiment.undoStack().undo();
    EXPECT_EQ(experiment.state(), first);
    while (experiment.undoStack().canRedo()) experiment.undoStack().redo();
    EXPECT_EQ(experiment.state(), last);
}

TEST(ExperimentTest, ForcingEarlierDropsLaterForcedWords) {
    Experiment experiment;
    experiment.reset({});
    experiment.force(StepIndex(4), TokenId(7));
    experiment.force(StepIndex(1), TokenId(8));
    EXPECT_EQ(experiment.variant().forced, (std::map<StepIndex, TokenId>{{StepIndex(1), TokenId(8)}}));
    EXPECT_EQ(experiment.state().branches.size(), 2u);
    experiment.takeBranch(1);
    EXPECT_EQ(experiment.variant().forced, (std::map<StepIndex, TokenId>{{StepIndex(4), TokenId(7)}}));
    EXPECT_EQ(experiment.state().branches.size(), 2u) << "the one that was left takes its place";
}

}  // namespace
}  // namespace vitrine::testing
