// Drives the window by mouse and keys and compares what it shows with what the reference backend computes.
#include "tests/ui/window_fixture.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QScrollBar>
#include <ctime>

#include "ui/common/token_text.h"
#include "ui/views/translate/story_strip.h"

namespace vitrine::testing {
namespace {

/// Time this thread computed: what the hand waits for on a machine that has nothing else to do.
double threadMilliseconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// QTest::keyClicks() knows ASCII only; an input method hands over whole texts like this.
void type(QWidget* widget, const std::string& text) {
    QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, QString::fromStdString(text));
    QCoreApplication::sendEvent(widget, &press);
}

class Window : public WindowTest {
protected:
    /// What the reference backend says about the step that the window shows.
    Analysis independent() {
        const auto model = loadModel(state().modelFolder, "reference");
        const Translation story =
            translate(*model, state().source, state().variant.decoding, state().variant.fixedTokens());
        Question question{model, state().source, {}, state().variant.decoding, {}, {}};
        const std::size_t written =
            std::min<std::size_t>(static_cast<std::size_t>(state().step), story.steps.size() - 1);
        for (std::size_t i = 0; i < written; ++i) question.prefix.push_back(story.steps[i].token);
        return analyse(question);
    }
    void expectTableIsTrue() {
        const Analysis truth = independent();
        const CandidateModel& shown = nextToken().model();
        ASSERT_EQ(shown.count(), static_cast<int>(truth.next.candidates.size()));
        for (int row = 0; row < shown.count(); ++row) {
            const Candidate& expected = truth.next.candidates[static_cast<std::size_t>(row)];
            EXPECT_NEAR(shown.candidate(row).logit, expected.logit, 1e-4) << "row " << row;
            EXPECT_NEAR(shown.candidate(row).afterMinP, expected.afterMinP, 1e-4) << "row " << row;
        }
        EXPECT_EQ(shown.table().chosen, truth.next.chosen);
    }
    void clickRow(int row, int x) {
        CandidateTable& table = nextToken().table();
        const QRect area = table.rowRect(row);
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, QPoint(x, area.center().y()));
        settle();
    }
};

TEST_F(Window, OpensOneStepInAndShowsTheTruth) {
    EXPECT_EQ(state().step, 1);
    ASSERT_TRUE(app.bridge.answer());
    EXPECT_EQ(app.bridge.answer()->question.prefix.size(), 1u);
    expectTableIsTrue();
}

TEST_F(Window, OpensOnTheCrossAttentionOfTheLastLayerWithItsHeadsAveraged) {
    auto& attention = *qobject_cast<AttentionView*>(window->page().view(QStringLiteral("attention")));
    const AttentionChoice last{AttentionKind::Cross, 1, kAllHeads, AttentionStage::Weights, false};
    EXPECT_EQ(attention.model().choice(), last);
    const Site site = attentionSite(AttentionKind::Cross, 1, Quantity::Weights);
    Question question = app.bridge.answer()->question;
    question.model = loadModel(state().modelFolder, "reference");
    question.sites = {site};
    const Analysis truth = analyse(question);
    const Tensor& weights = truth.frame->get(site);  // (1, h, T, S)
    const std::int64_t heads = weights.shape()[1], cells = weights.count() / heads;
    const LabelledMatrix& shown = attention.canvas().content().matrix;
    ASSERT_EQ(static_cast<std::int64_t>(shown.cells.size()), cells);
    for (std::int64_t cell = 0; cell < cells; ++cell) {
        double mean = 0;
        for (std::int64_t head = 0; head < heads; ++head)
            mean += weights.at(head * cells + cell) / static_cast<double>(heads);
        EXPECT_NEAR(shown.cells[static_cast<std::size_t>(cell)], mean, 1e-5) << cell;
    }
}

TEST_F(Window, AnotherModelOpensOnItsLastLayerUnlessABlockWasChosen) {
    saveTinyModel(folder.path() / "deep", 2, 4);
    saveTinyModel(folder.path() / "deeper", 3, 5);
    auto& attention = *qobject_cast<AttentionView*>(window->page().view(QStringLiteral("attention")));
    app.experiment.setModel((folder.path() / "deep").string());
    settle();
    EXPECT_EQ(attention.model().choice().layer, 3);
    EXPECT_FALSE(attention.canvas().content().matrix.empty());
    key(Qt::Key_Down);
    EXPECT_EQ(attention.model().choice().layer, 2);
    app.experiment.setModel((folder.path() / "deeper").string());
    settle();
    EXPECT_EQ(attention.model().choice().layer, 2);
}

TEST_F(Window, KeysStep) {
    const int last = app.experiment.lastStep();
    ASSERT_GE(last, 3);
    key(Qt::Key_Right);
    EXPECT_EQ(state().step, 2);
    expectTableIsTrue();
    key(Qt::Key_PageDown);
    EXPECT_EQ(state().step, 3);
    key(Qt::Key_PageUp);
    key(Qt::Key_Left);
    EXPECT_EQ(state().step, 1);
    key(Qt::Key_Home);
    EXPECT_EQ(state().step, 0);
    expectTableIsTrue();
    key(Qt::Key_Left);
    EXPECT_EQ(state().step, 0);
    key(Qt::Key_End);
    EXPECT_EQ(state().step, last);
    key(Qt::Key_Right);
    EXPECT_EQ(state().step, last);
    expectTableIsTrue();
}

TEST_F(Window, ClickingACandidateForcesItAndUndoTakesItBack) {
    const Translation before = app.bridge.story()->translation;
    const TokenId other = nextToken().model().candidate(2).token;
    ASSERT_NE(other, before.steps[1].token);
    clickRow(2, 20);
    EXPECT_EQ(state().variant.forced.at(StepIndex(1)), other);
    EXPECT_EQ(state().step, 2);
    const auto model = loadModel(state().modelFolder, "reference");
    const Translation truth =
        translate(*model, state().source, state().variant.decoding, {{StepIndex(1), other}});
    const Translation& shown = app.bridge.story()->translation;
    ASSERT_EQ(shown.steps.size(), truth.steps.size());
    for (std::size_t i = 0; i < truth.steps.size(); ++i) {
        EXPECT_EQ(shown.steps[i].token, truth.steps[i].token) << "step " << i;
        EXPECT_NEAR(shown.steps[i].logProbability, truth.steps[i].logProbability, 1e-4) << "step " << i;
    }
    expectTableIsTrue();
    ASSERT_EQ(state().branches.size(), 1u) << "the translation that was left is set aside";
    window->page().showFull(QStringLiteral("branches"));  // they are translated when somebody looks
    settle();
    ASSERT_EQ(app.bridge.branches().size(), 1u);
    EXPECT_EQ(app.bridge.branches()[0]->translation.text, before.text);
    window->page().leaveFull();
    settle();

    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_TRUE(state().variant.forced.empty());
    EXPECT_EQ(app.bridge.story()->translation.text, before.text);
    key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(state().variant.forced.at(StepIndex(1)), other);
}

TEST_F(Window, ClickingTheLogitExplainsIt) {
    const TokenId token = nextToken().model().candidate(1).token;
    CandidateTable& table = nextToken().table();
    clickRow(1, table.viewport()->width() * 2 / 5);
    ASSERT_TRUE(app.selection.locked());
    EXPECT_EQ(app.selection.locked()->token, token);
    EXPECT_EQ(app.selection.locked()->site.quantity, Quantity::Logits);
    EXPECT_TRUE(state().variant.forced.empty());
    key(Qt::Key_Escape);
    EXPECT_FALSE(app.selection.locked());
}

TEST_F(Window, SlidersAreFollowedBeforeTheEngineAnswers) {
    QSlider* slider = nullptr;
    for (QSlider* each : nextToken().findChildren<QSlider*>())
        if (each->accessibleName() == QLatin1String("Temperature")) slider = each;
    ASSERT_TRUE(slider);
    const double begun = threadMilliseconds();
    slider->setValue(NextTokenView::positionOfTemperature(2.5));
    const double milliseconds = threadMilliseconds() - begun;
    EXPECT_TRUE(app.bridge.busy());
    EXPECT_LT(milliseconds, 30);
    const double shown = nextToken().model().candidate(0).tempered;
    EXPECT_EQ(state().variant.decoding.strategy, Strategy::Sample) << "touching a setting means to draw";
    EXPECT_NEAR(state().variant.decoding.temperature, 2.5, 0.06);
    settle();
    EXPECT_NEAR(nextToken().model().candidate(0).tempered, shown, 1e-12);
    expectTableIsTrue();
}

TEST_F(Window, ThousandDrawsAddUpAndFollowQ) {
    auto* many = nextToken().findChild<QCheckBox*>();
    QTest::mouseClick(many, Qt::LeftButton, {}, QPoint(8, many->height() / 2));
    std::int64_t sum = 0;
    double distance = 0;
    const CandidateModel& model = nextToken().model();
    for (int row = 0; row < model.count(); ++row) {
        sum += model.draws(row);
        distance += std::abs(static_cast<double>(model.draws(row)) / CandidateModel::kManyDraws -
                             model.candidate(row).afterMinP);
    }
    EXPECT_EQ(sum, CandidateModel::kManyDraws);
    EXPECT_LT(distance / 2, 0.2);  // total variation; about sqrt(V / draws) / 2 for a flat q
}

TEST_F(Window, TypingTranslatesAndAnEmptySentenceSaysWhatToDo) {
    SentenceEdit* edit = window->header().sentence();
    edit->setFocus();
    edit->selectAll();
    type(edit, tinySource().back());
    QTest::keyClick(edit, Qt::Key_Return);
    settle();
    EXPECT_EQ(state().source, tinySource().back());
    EXPECT_EQ(app.bridge.story()->request.source, tinySource().back());
    expectTableIsTrue();
    edit->clear();
    QTest::keyClick(edit, Qt::Key_A);
    QTest::keyClick(edit, Qt::Key_Backspace);
    QTest::keyClick(edit, Qt::Key_Return);
    settle();
    EXPECT_FALSE(app.bridge.story());
    EXPECT_TRUE(nextToken().model().empty());
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(state().source, tinySource().back());
}

TEST_F(Window, ClickingATargetWordGoesToItsStep) {
    auto* strip = qobject_cast<StoryStrip*>(window->page().view(QStringLiteral("story")));
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->wordRect(3).center().toPoint());
    settle();
    EXPECT_EQ(state().step, 3);
    expectTableIsTrue();
}

TEST_F(Window, SpacePlaysToTheEnd) {
    auto* speed = window->transport().findChild<QComboBox*>();
    speed->setCurrentIndex(2);
    window->setFocus();
    window->transport().playButton()->clearFocus();
    QTest::keyClick(window.get(), Qt::Key_Space);
    EXPECT_TRUE(window->transport().playing());
    const int last = app.experiment.lastStep();
    EXPECT_TRUE(
        QTest::qWaitFor([&] { return state().step == last && !window->transport().playing(); }, 20000));
}

TEST_F(Window, SpacePlaysFromTheStart) {
    key(Qt::Key_Space);
    EXPECT_TRUE(window->transport().playing());
}

TEST_F(Window, FullViewAndPresentationComeBack) {
    key(Qt::Key_F11);
    EXPECT_TRUE(window->page().full());
    key(Qt::Key_Escape);
    EXPECT_FALSE(window->page().full());
    key(Qt::Key_F5);
    EXPECT_TRUE(window->presenting());
    EXPECT_FALSE(window->header().isVisible());
    EXPECT_EQ(app.theme.textSize(), Theme::TextSize::Presentation);
    key(Qt::Key_F5);
    EXPECT_EQ(app.theme.textSize(), Theme::TextSize::Medium);
    EXPECT_TRUE(window->header().isVisible());
}

TEST_F(Window, OnlyVisibleViewsAreGivenAnswers) {
    View* branches = window->page().view(QStringLiteral("branches"));
    window->page().showFull(QStringLiteral("next_token"));
    settle();
    ASSERT_FALSE(branches->isVisible());
    const auto old = branches->story();
    key(Qt::Key_Right);
    nextToken().table().setFocus();
    clickRow(2, 20);
    EXPECT_EQ(branches->story(), old);
    window->page().leaveFull();
    window->page().showFull(QStringLiteral("branches"));
    settle();
    EXPECT_EQ(branches->story(), app.bridge.story()) << "it catches up when it is shown";
}

TEST_F(Window, AMissingModelIsASentenceAndUndoRecovers) {
    app.experiment.setModel((folder.path() / "nowhere").string());
    settle();
    ASSERT_TRUE(app.bridge.error());
    EXPECT_EQ(app.bridge.error()->stage, EngineError::Stage::Model);
    EXPECT_FALSE(app.bridge.answer());
    EXPECT_TRUE(nextToken().model().empty());
    bool said = false;
    for (const QLabel* label : window->findChildren<QLabel*>())
        said = said || (label->isVisible() && label->property("role") == "error" && !label->text().isEmpty());
    EXPECT_TRUE(said);
    key(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_FALSE(app.bridge.error());
    expectTableIsTrue();
}

}  // namespace
}  // namespace vitrine::testing
