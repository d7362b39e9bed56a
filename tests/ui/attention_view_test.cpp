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

TEST_F(AttentionViewTest, ThumbnailsPreviewAndChooseHeads) {
    const auto& heads = view.canvas().content().heads;
    ASSERT_EQ(heads.size(), static_cast<std::size_t>(view.model().heads(Kind::Cross, 0)) + 1);
    EXPECT_TRUE(heads[2].chosen);
    for (int head = kAllHeads; head < view.model().heads(Kind::Cross, 0); ++head)
        EXPECT_EQ(heads[static_cast<std::size_t>(head + 1)].matrix.cells,
                  view.model().matrixOf({Kind::Cross, 0, head, Stage::Weights, false}).cells);
    ASSERT_FALSE(view.canvas().pointOfHead(0).isNull()) << "no room at 900 x 620";
    const auto shown = [&] { return view.canvas().content().matrix.cells; };
    const std::vector<double> before = shown();
    const auto first = view.model().matrixOf({Kind::Cross, 0, 0, Stage::Weights, false}).cells;
    QTest::mouseMove(&view.canvas(), view.canvas().pointOfHead(0).toPoint());
    QApplication::processEvents();
    EXPECT_EQ(shown(), first);
    EXPECT_EQ(view.model().choice().head, 1) << "looking chooses nothing";
    QTest::mouseMove(&view.canvas(), QPoint(1, 1));
    QApplication::processEvents();
    EXPECT_EQ(shown(), before);
    for (const int head : {0, kAllHeads}) {
        QTest::mouseClick(&view.canvas(), Qt::LeftButton, {}, view.canvas().pointOfHead(head).toPoint());
        QApplication::processEvents();
        EXPECT_EQ(view.model().choice().head, head);
        EXPECT_EQ(shown(), view.model().matrixOf({Kind::Cross, 0, head, Stage::Weights, false}).cells);
    }
}

TEST_F(AttentionViewTest, ThumbnailsHatchWhatTheMaskHidesAsTheLargePictureDoes) {
    view.choose({Kind::DecoderSelf, 1, 0, Stage::Weights, false});
    const QRectF area = QRectF(view.canvas().rect()).adjusted(8, 8, -8, -8);
    /// Of the inner pixels of a cell of a 4 x 4 matrix, those that are hatched.
    const auto hatched = [&](const QImage& image, const QRectF& picture, int row, int column) {
        const QRect cell =
            QRectF(picture.left() + column * picture.width() / 4, picture.top() + row * picture.height() / 4,
                   picture.width() / 4, picture.height() / 4)
                .toRect()
                .adjusted(2, 2, -2, -2);
        double count = 0;
        for (int y = cell.top(); y <= cell.bottom(); ++y)
            for (int x = cell.left(); x <= cell.right(); ++x)
                count += image.pixelColor(x, y) == bench.theme.colors().cut ||
                         image.pixelColor(x, y) == bench.theme.colors().strongLine;
        return count / (cell.width() * cell.height());
    };
    const auto expectCausal = [&](const QImage& image, const QRectF& picture) {
        for (int row = 0; row < 4; ++row)
            for (int column = 0; column < 4; ++column)
                if (column > row)
                    EXPECT_EQ(hatched(image, picture, row, column), 1) << row << ' ' << column;
                else
                    EXPECT_EQ(hatched(image, picture, row, column), 0) << row << ' ' << column;
    };
    const AttentionCanvas::Content& content = view.canvas().content();
    const int tiles = static_cast<int>(content.heads.size());
    const AttentionPlan plan = planMatrix(content.matrix, content.scale, tiles, area, bench.theme);
    ASSERT_TRUE(plan.strip.there());
    const QImage strip = view.canvas().grab().toImage();
    for (int i = 0; i < tiles; ++i) expectCausal(strip, plan.strip.picture(i));
    view.setMode(AttentionCanvas::Mode::Wall);
    QApplication::processEvents();
    const QImage wall = view.canvas().grab().toImage();
    const WallLayout layout(2, 3, QRectF(view.canvas().rect()).adjusted(8, 8, -8, -8), bench.theme);
    for (const auto& [layer, head] : {std::pair(0, 0), {0, 2}, {1, 0}, {1, 1}})
        expectCausal(wall, layout.picture(layer, head));
}

TEST_F(AttentionViewTest, AnotherHeadKeepsTheLockedCell) {
    click({2, 1});
    view.choose({Kind::Cross, 0, 0, Stage::Weights, false});
    ASSERT_TRUE(bench.selection.locked().has_value());
    EXPECT_EQ(bench.selection.locked()->head, 0);
    EXPECT_EQ(bench.selection.locked()->row, 2);
    EXPECT_EQ(bench.selection.locked()->column, 1);
}

TEST_F(AttentionViewTest, APlaceOfAnotherKindMarksItsToken) {
    bench.selection.lock({attentionSite(Kind::Cross, 0, Quantity::Key), 1, 2, 5, {}});
    EXPECT_EQ(view.canvas().content().marks.locked, (MatrixHit{-1, 2})) << "a key is a source token";
    bench.selection.lock({attentionSite(Kind::Cross, 0, Quantity::Query), 1, 2, 1, {}});
    EXPECT_EQ(view.canvas().content().marks.locked, (MatrixHit{2, -1})) << "feature 1 is no source token";
}

TEST_F(AttentionViewTest, ThumbnailsGoWhereThereIsNoRoomAndOverlapNothing) {
    for (const QSize size : {QSize(620, 420), QSize(1200, 420), QSize(1060, 720), QSize(420, 300)}) {
        showAt(view, size.width(), size.height());
        const AttentionCanvas::Content& content = view.canvas().content();
        const QRectF area = QRectF(view.canvas().rect()).adjusted(8, 8, -8, -8);
        const AttentionPlan plan = planMatrix(content.matrix, content.scale,
                                              static_cast<int>(content.heads.size()), area, bench.theme);
        const MatrixPicture picture(content.matrix, content.scale, plan.picture, bench.theme);
        const MatrixPicture alone(content.matrix, content.scale, area, bench.theme);
        EXPECT_TRUE(area.contains(picture.layout.cells())) << size.width();
        EXPECT_TRUE(picture.numbersFit || !alone.numbersFit) << size.width();
        for (int i = 0; plan.strip.there() && i < static_cast<int>(content.heads.size()); ++i) {
            const QRectF tile = plan.strip.label(i).united(plan.strip.picture(i));
            EXPECT_TRUE(area.contains(tile)) << size.width() << " tile " << i;
            EXPECT_FALSE(tile.intersects(picture.layout.cells().united(picture.layout.scale())));
        }
        EXPECT_EQ(plan.strip.there(), size != QSize(420, 300)) << size.width();
    }
}

TEST_F(AttentionViewTest, AShortSentenceFillsALargeCanvasAndStandsInItsMiddle) {
    const auto expectCentred = [](const QRectF& area, const QRectF& used, const char* what) {
        EXPECT_NEAR(used.left() - area.left(), area.right() - used.right(), 2) << what;
        EXPECT_NEAR(used.top() - area.top(), area.bottom() - used.bottom(), 2) << what;
        EXPECT_TRUE(area.contains(used)) << what;
    };
    showAt(view, 1860, 1600);
    view.choose({Kind::Cross, 0, kAllHeads, Stage::Weights, false});
    QApplication::processEvents();
    const AttentionCanvas::Content& content = view.canvas().content();
    const QRectF area = QRectF(view.canvas().rect()).adjusted(8, 8, -8, -8);
    const int heads = static_cast<int>(content.heads.size());
    const AttentionPlan plan = planMatrix(content.matrix, content.scale, heads, area, bench.theme);
    const MatrixPicture picture(content.matrix, content.scale, plan.picture, bench.theme);
    ASSERT_TRUE(plan.strip.there());
    QRectF used(plan.picture.topLeft(), QPointF(picture.layout.right(), picture.layout.bottom()));
    for (int i = 0; i < heads; ++i) used = used.united(plan.strip.label(i)).united(plan.strip.picture(i));
    EXPECT_GE(used.height(), area.height() * 0.75);
    EXPECT_GE(used.width(), area.width() * 0.75);
    EXPECT_LE(picture.layout.cell(0, 0).height(), area.height() / 4);
    EXPECT_NEAR(used.top() - area.top(), area.bottom() - used.bottom(), 1.5);
    EXPECT_NEAR(used.center().x(), area.center().x(), 3);  // a tile has 2 px at its right
    EXPECT_TRUE(area.contains(used));
    click({2, 1});  // the pointer finds the cells where they are
    EXPECT_EQ(bench.selection.locked()->row, 2);
    EXPECT_EQ(bench.selection.locked()->column, 1);

    const AttentionPlan lines = planLines(content.matrix, 0, area, bench.theme);
    const LinesLayout list(content.matrix, lines.picture, bench.theme);
    expectCentred(area, {lines.picture.topLeft(), QPointF(list.right(), list.bottom())}, "lines");
    const WallLayout wall(2, 3, area, bench.theme);
    expectCentred(area,
                  QRectF(wall.tile(0, 0).topLeft(), wall.tile(1, 2).bottomRight() + QPointF(8, 6))
                      .adjusted(0, 0, matrixMetrics(bench.theme).scaleWidth, 0),
                  "wall");
}

TEST(MatrixLayoutTest, RowLabelsAreWholeWhereThereIsRoom) {
    const Theme theme;
    LabelledMatrix matrix;
    matrix.rows = matrix.columns = 4;
    matrix.cells.assign(16, 0.25);
    for (const char* words : {"<bos> I", "I like", "like machine", "a computer"}) {
        const QStringList pair = QString::fromLatin1(words).split(QLatin1Char(' '));
        matrix.rowTokens.push_back({pair[0], pair[1], false, false});
        matrix.columnTokens.push_back({QStringLiteral("我"), {}, false, false});
    }
    for (const double width : {420.0, 600.0, 1100.0}) {
        const MatrixPicture picture(matrix, {}, QRectF(0, 0, width, 400), theme);
        EXPECT_TRUE(picture.layout.labelsFit());
        for (int row = 0; row < matrix.rows; ++row) {
            const AxisToken& token = matrix.rowTokens[static_cast<std::size_t>(row)];
            const MatrixLayout::RowLabel label = MatrixLayout::fittedLabel(
                token, QFontMetricsF(picture.label), picture.layout.rowLabel(row).width());
            EXPECT_EQ(label.input, token.text) << width;
            EXPECT_EQ(label.predicted, token.predicted) << width;
        }
    }
}

TEST_F(AttentionViewTest, AnExtremeEditLeavesTheScaleToTheModel) {
    for (const Stage stage : {Stage::Scores, Stage::Masked}) {
        view.choose({Kind::Cross, 0, 1, stage, false});
        const double before = view.canvas().content().scale.largest;
        bench.experiment.setInterventions(withSet({}, {Kind::Cross, 0, stage, 1, 2, 1}, -99).items());
        ASSERT_EQ(view.canvas().content().matrix.at(2, 1), -99);
        EXPECT_LE(view.canvas().content().scale.largest, before);
        EXPECT_GT(view.canvas().content().scale.largest, 0);
        bench.experiment.clearInterventions();
    }
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
