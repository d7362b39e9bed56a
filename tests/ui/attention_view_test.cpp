#include "ui/views/attention/attention_view.h"

#include <gmock/gmock.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "tests/ui/view_fixture.h"

namespace vitrine::testing {
namespace {

using Kind = AttentionKind;
using Stage = AttentionStage;

struct AttentionViewTest : ::testing::Test {
    Bench bench;
    AttentionView view{bench.context()};

    void SetUp() override {
        showAt(view, 900, 620);
        QObject::connect(&bench.experiment, &Experiment::stateChanged, &view,
                         [this] { view.setAnswer(bench.answer()); });
        view.setAnswer(bench.answer());
        view.choose({Kind::Cross, 0, 1, Stage::Weights, false});
        QApplication::processEvents();
    }
    void click(const MatrixHit& hit) {
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().pointOf(hit).toPoint());
        QApplication::processEvents();
    }
    QToolButton* button(const QString& text) {
        for (QToolButton* button : view.findChildren<QToolButton*>())
            if (button->text() == text) return button;
        ADD_FAILURE() << "no button " << text.toStdString();
        return nullptr;
    }
    Locus cell(int row, int column) const {
        return {attentionSite(Kind::Cross, 0, Quantity::Weights), 1, row, column, {}};
    }
};

TEST_F(AttentionViewTest, ShowsTheWeightsOfTheFrame) {
    const auto exact = oracle(*view.answer());
    const LabelledMatrix& shown = view.canvas().content().matrix;
    ASSERT_EQ(shown.rows, 4);
    for (int row = 0; row < shown.rows; ++row)
        for (int column = 0; column < shown.columns; ++column)
            EXPECT_NEAR(shown.at(row, column),
                        element(*exact, attentionSite(Kind::Cross, 0, Quantity::Weights), 1, row, column),
                        1e-5);
    EXPECT_FALSE(view.canvas().content().scale.isSigned);
    EXPECT_EQ(view.canvas().content().scale.largest, 1);
}

TEST_F(AttentionViewTest, HoverPreviewsAndClickLocks) {
    QTest::mouseMove(&view.canvas(), view.canvas().pointOf({1, 2}).toPoint());
    QApplication::processEvents();
    ASSERT_TRUE(bench.selection.hovered().has_value());
    EXPECT_EQ(*bench.selection.hovered(), cell(1, 2));
    EXPECT_FALSE(bench.selection.locked().has_value());
    click({1, 2});
    ASSERT_TRUE(bench.selection.locked().has_value());
    EXPECT_EQ(*bench.selection.locked(), cell(1, 2));
    EXPECT_EQ(view.canvas().content().marks.locked, (MatrixHit{1, 2}));
    click({1, 2});
    EXPECT_FALSE(bench.selection.locked().has_value());
}

TEST_F(AttentionViewTest, ClickOnALabelLocksTheRow) {
    click({3, -1});
    ASSERT_TRUE(bench.selection.locked().has_value());
    EXPECT_EQ(*bench.selection.locked(), cell(3, -1));
}

TEST_F(AttentionViewTest, ArrowsMoveTheLockedCellAndStopAtTheEdge) {
    click({1, 1});
    QTest::keyClick(&view.canvas(), Qt::Key_Right);
    EXPECT_EQ(*bench.selection.locked(), cell(1, 2));
    QTest::keyClick(&view.canvas(), Qt::Key_Down);
    EXPECT_EQ(*bench.selection.locked(), cell(2, 2));
    for (int i = 0; i < 20; ++i) QTest::keyClick(&view.canvas(), Qt::Key_Up);
    EXPECT_EQ(*bench.selection.locked(), cell(0, 2));
    QTest::keyClick(&view.canvas(), Qt::Key_Escape);
    EXPECT_FALSE(bench.selection.locked().has_value());
}

TEST_F(AttentionViewTest, ZeroPostsAnInterventionAndTheRunFollows) {
    const double before = view.answer()->analysis.next.candidates.front().logit;
    click({3, 0});
    QTest::mouseClick(button("Zero"), Qt::LeftButton);
    ASSERT_EQ(bench.experiment.variant().interventions.size(), 1U);
    const Intervention& item = bench.experiment.variant().interventions[0];
    EXPECT_EQ(siteName(item.site), "decoder.0.cross.weights");
    EXPECT_EQ(item.action, Intervention::Action::Set);
    EXPECT_EQ(std::tie(item.head, item.row, item.column), std::make_tuple(1, 3, 0));
    EXPECT_EQ(view.canvas().content().matrix.at(3, 0), 0);
    EXPECT_TRUE(view.canvas().content().marks.isEdited(3, 0));
    EXPECT_FALSE(view.canvas().content().marks.isEdited(2, 0));
    EXPECT_NE(view.answer()->analysis.next.candidates.front().logit, before);
    bench.experiment.undoStack().undo();
    EXPECT_EQ(view.answer()->analysis.next.candidates.front().logit, before);
}

TEST_F(AttentionViewTest, SetTakesTheValueOfTheBox) {
    click({2, 1});
    auto* box = view.findChild<QDoubleSpinBox*>();
    ASSERT_TRUE(box->isVisible());
    EXPECT_NEAR(box->value(), view.canvas().content().matrix.at(2, 1), 1e-3);
    box->setValue(0.75);
    QTest::mouseClick(button("Set"), Qt::LeftButton);
    EXPECT_EQ(view.canvas().content().matrix.at(2, 1), 0.75);
}

TEST_F(AttentionViewTest, HeadOffIsMarkedAndTakenBack) {
    QTest::mouseClick(button("Head off"), Qt::LeftButton);
    ASSERT_EQ(bench.experiment.variant().interventions.size(), 1U);
    EXPECT_EQ(siteName(bench.experiment.variant().interventions[0].site), "decoder.0.cross.heads");
    const auto exact = oracle(*view.answer());
    const Contract& contract = tinyLoadedModel()->contract();
    const int width = static_cast<int>(contract.decoder[0].valueWidth);
    for (int i = 0; i < width; ++i)
        EXPECT_EQ(element(*exact, attentionSite(Kind::Cross, 0, Quantity::Heads), 0, 3, width + i), 0);
    view.setMode(AttentionCanvas::Mode::Wall);
    EXPECT_TRUE(view.canvas().content().headChanged(0, 1));
    EXPECT_FALSE(view.canvas().content().headChanged(0, 0));
    QTest::mouseClick(button("Undo edits here"), Qt::LeftButton);
    EXPECT_TRUE(bench.experiment.variant().interventions.empty());
}

TEST_F(AttentionViewTest, WallShowsEveryHeadAndEnterOpensOne) {
    view.setMode(AttentionCanvas::Mode::Wall);
    QApplication::processEvents();
    const auto& wall = view.canvas().content().wall;
    ASSERT_EQ(wall.size(), 2U);
    click({1, 0});
    EXPECT_EQ(view.model().choice().layer, 1);
    EXPECT_EQ(view.model().choice().head, 0);
    QTest::keyClick(&view.canvas(), Qt::Key_Return);
    EXPECT_EQ(view.canvas().content().mode, AttentionCanvas::Mode::Matrix);
    EXPECT_EQ(view.canvas().content().matrix.cells,
              view.model().matrixOf({Kind::Cross, 1, 0, Stage::Weights, false}).cells);
}

TEST_F(AttentionViewTest, FollowsTheBlockThatAnotherViewOpens) {
    bench.selection.lock({attentionSite(Kind::EncoderSelf, 1, Quantity::Weights), 0, -1, -1, {}});
    EXPECT_EQ(view.model().choice().kind, Kind::EncoderSelf);
    EXPECT_EQ(view.model().choice().layer, 1);
}

TEST_F(AttentionViewTest, HoveringASourceTokenElsewhereMarksItsKey) {
    bench.selection.hover({{Stack::Encoder, -1, Part::Embedding, Quantity::Output}, -1, 2, -1, {}});
    EXPECT_EQ(view.canvas().content().marks.hovered, (MatrixHit{-1, 2}));
}

TEST_F(AttentionViewTest, GoldMarksTheCellsOfTheLinks) {
    // The translation is the grammar's up to the token that the last row writes.
    const std::vector<TokenId>& input = view.answer()->analysis.targetInput;
    auto gold = std::make_shared<GoldAlignment>();
    gold->target = {input[1], input[2], input[3]};
    gold->links = {{1, 0}, {0, 2}};
    view.setGold(gold);
    EXPECT_THAT(view.canvas().content().marks.gold,
                ::testing::UnorderedElementsAre(QPair<int, int>(0, 1), QPair<int, int>(2, 0)));
    gold = std::make_shared<GoldAlignment>(*gold);
    gold->target[1] = kEosId;  // here the translation leaves the grammar's
    view.setGold(gold);
    EXPECT_THAT(view.canvas().content().marks.gold, ::testing::ElementsAre(QPair<int, int>(0, 1)));
    view.choose({Kind::EncoderSelf, 0, 0, Stage::Weights, false});
    EXPECT_TRUE(view.canvas().content().marks.gold.empty());
}

TEST_F(AttentionViewTest, DataIsWhatIsDrawn) {
    const QList<FigureData> data = view.data();
    ASSERT_EQ(data.size(), 1);
    EXPECT_EQ(data[0].name, "weights");
    EXPECT_EQ(data[0].values, view.canvas().content().matrix.cells);
    EXPECT_EQ(data[0].rows.size(), 4);
}

TEST_F(AttentionViewTest, NoControlIsCutOff) {
    for (const int width : {430, 560, 900}) {
        showAt(view, width, 420);
        click({1, 1});
        for (const QToolButton* button : view.findChildren<QToolButton*>()) {
            if (!button->isVisible()) continue;
            EXPECT_GE(button->width(), button->sizeHint().width()) << button->text().toStdString();
            EXPECT_TRUE(view.rect().contains(QRect(button->mapTo(&view, QPoint()), button->size())))
                << button->text().toStdString() << " at " << width;
        }
        bench.selection.release();
    }
}

}  // namespace
}  // namespace vitrine::testing
