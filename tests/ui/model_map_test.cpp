#include <gmock/gmock.h>

#include <QCheckBox>
#include <QPushButton>
#include <QTest>
#include <cmath>

#include "tests/ui/view_fixture.h"
#include "ui/views/model_map/map_view.h"

namespace vitrine::testing {
namespace {

struct ModelMapTest : ::testing::Test {
    Bench bench;
    ModelMapView view{bench.context()};

    void SetUp() override {
        QObject::connect(&bench.experiment, &Experiment::stateChanged, &view,
                         [this] { view.setAnswer(bench.answer()); });
        showAt(view, 1000, 420);
        view.setAnswer(bench.answer());
        QApplication::processEvents();
    }
    int node(Stack stack, int layer, Part part) {
        return view.model().nodeOf({stack, static_cast<std::int16_t>(layer), part, Quantity::Output});
    }
    void click(const QPointF& point) {
        QTest::mouseClick(&view.map(), Qt::LeftButton, {}, point.toPoint());
        QApplication::processEvents();
    }
};

TEST_F(ModelMapTest, HasABoxForEverythingInTheContract) {
    // 2 embeddings, 2 encoder blocks of 2 and 2 decoder blocks of 3 sublayers, 1 output head.
    EXPECT_EQ(view.model().nodes().size(), 2U + 4U + 6U + 1U);
}

TEST_F(ModelMapTest, NumbersEqualTheReference) {
    const auto exact = oracle(*view.answer());
    for (const MapNode& node : view.model().nodes()) {
        for (std::size_t head = 0; head < node.pictures.size(); ++head) {
            Site site = node.site;
            site.quantity = Quantity::Weights;
            const auto& picture = node.pictures[head];
            for (int row = 0; row < picture.rows; ++row)
                for (int column = 0; column < picture.columns; ++column)
                    EXPECT_NEAR(picture.weights[static_cast<std::size_t>(row * picture.columns + column)],
                                element(*exact, site, static_cast<int>(head), row, column), 1e-5);
        }
        if (node.site.part == Part::Head) continue;
        const bool embedding = node.site.part == Part::Embedding;
        Site stream = node.site;
        if (!embedding) stream.quantity = Quantity::Residual;
        for (std::size_t row = 0; row < node.streamNorms.size(); ++row) {
            double squares = 0;
            for (int i = 0; i < 24; ++i)
                squares += std::pow(element(*exact, stream, 0, static_cast<int>(row), i), 2);
            EXPECT_NEAR(node.streamNorms[row], std::sqrt(squares), 1e-4) << siteName(stream);
        }
        EXPECT_EQ(node.updateNorms.empty(), embedding);
    }
}

TEST_F(ModelMapTest, NothingOverlapsAtAnySize) {
    for (const QSize size : {QSize(850, 250), QSize(1000, 420), QSize(1280, 700), QSize(1900, 900)}) {
        showAt(view, size.width(), size.height());
        const MapLayout layout = view.map().layoutNow();
        const QRectF whole = view.map().rect();
        const int count = static_cast<int>(view.model().nodes().size());
        for (int i = 0; i < count; ++i) {
            EXPECT_TRUE(whole.contains(layout.box(i))) << i << " at " << size.width();
            for (int j = i + 1; j < count; ++j)
                EXPECT_FALSE(layout.box(i).intersects(layout.box(j)))
                    << i << ',' << j << " at " << size.width();
            for (int head = 0; head < view.model().nodes()[static_cast<std::size_t>(i)].heads; ++head) {
                EXPECT_TRUE(layout.box(i).contains(layout.head(i, head))) << i << " at " << size.width();
                EXPECT_FALSE(layout.head(i, head).intersects(layout.bars(i)));
            }
        }
    }
}

TEST_F(ModelMapTest, ClickOnABoxOpensItsBlock) {
    const int cross = node(Stack::Decoder, 1, Part::CrossAttention);
    click(view.map().layoutNow().titleOf(cross).center());
    ASSERT_TRUE(bench.selection.locked().has_value());
    EXPECT_EQ(siteName(bench.selection.locked()->site), "decoder.1.cross.weights");
    EXPECT_EQ(view.chosenNode(), cross);
}

TEST_F(ModelMapTest, ClickOnAHeadNormBarAndCandidate) {
    const MapLayout layout = view.map().layoutNow();
    const int self = node(Stack::Decoder, 0, Part::SelfAttention);
    click(layout.head(self, 2).center());
    EXPECT_EQ(bench.selection.locked()->head, 2);
    click(layout.norm(self).center());
    EXPECT_EQ(siteName(bench.selection.locked()->site), "decoder.0.self.norm");
    EXPECT_EQ(bench.selection.locked()->row, 3);
    click(layout.bar(self, 1).center());
    EXPECT_EQ(bench.selection.locked()->row, 1);
    const int output = node(Stack::Output, -1, Part::Head);
    click(layout.candidate(output, 1).center());
    EXPECT_EQ(bench.selection.locked()->token, view.answer()->analysis.next.candidates[1].token);
    QTest::keyClick(&view.map(), Qt::Key_Escape);
    EXPECT_FALSE(bench.selection.locked().has_value());
}

TEST_F(ModelMapTest, ArrowsGoFromBoxToBox) {
    view.map().setFocus();
    click(view.map().layoutNow().titleOf(1).center());
    QTest::keyClick(&view.map(), Qt::Key_Right);
    EXPECT_EQ(view.chosenNode(), 2);
    QTest::keyClick(&view.map(), Qt::Key_Left);
    QTest::keyClick(&view.map(), Qt::Key_Left);
    QTest::keyClick(&view.map(), Qt::Key_Left);
    EXPECT_EQ(view.chosenNode(), 0);
}

TEST_F(ModelMapTest, EverySwitchPostsItsInterventionAndIsMarked) {
    const int self = node(Stack::Decoder, 1, Part::SelfAttention);
    click(view.map().layoutNow().titleOf(self).center());
    struct Case {
        MapSwitch what;
        int head;
        const char* site;
        Intervention::Action action;
    };
    using Action = Intervention::Action;
    const Case cases[] = {{MapSwitch::Sublayer, -1, "decoder.1.self.output", Action::Scale},
                          {MapSwitch::Residual, -1, "decoder.1.self.residual", Action::Scale},
                          {MapSwitch::Norm, -1, "decoder.1.self.norm", Action::Bypass},
                          {MapSwitch::Scaling, -1, "decoder.1.self.scaled", Action::Bypass},
                          {MapSwitch::Mask, -1, "decoder.1.self.masked", Action::Bypass},
                          {MapSwitch::Head, 1, "decoder.1.self.heads", Action::Scale}};
    const double plain = view.answer()->analysis.next.candidates.front().logit;
    for (const Case& item : cases) {
        QCheckBox* box = view.switchBox(item.what, item.head);
        ASSERT_NE(box, nullptr) << item.site;
        EXPECT_TRUE(box->isChecked());
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(12, box->height() / 2));
        ASSERT_EQ(bench.experiment.variant().interventions.size(), 1U) << item.site;
        const Intervention& posted = bench.experiment.variant().interventions[0];
        EXPECT_EQ(siteName(posted.site), item.site);
        EXPECT_EQ(posted.action, item.action);
        EXPECT_EQ(posted.value, 0);
        EXPECT_EQ(posted.head, item.head);
        EXPECT_FALSE(box->isChecked());
        // A mask taken off changes nothing at the last position, which sees everything anyway.
        if (item.what != MapSwitch::Mask) {
            EXPECT_NE(view.answer()->analysis.next.candidates.front().logit, plain) << item.site;
        }
        QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(12, box->height() / 2));
        EXPECT_TRUE(bench.experiment.variant().interventions.empty()) << item.site;
    }
    EXPECT_EQ(view.switchBox(MapSwitch::Head, 2), nullptr);  // the second block has two heads
}

TEST_F(ModelMapTest, ResetTakesAllChangesBack) {
    bench.experiment.addIntervention(
        switchedOff(MapSwitch::Positions, {Stack::Encoder, -1, Part::Embedding, Quantity::Output}));
    bench.experiment.addIntervention(
        switchedOff(MapSwitch::Norm, {Stack::Encoder, 0, Part::FeedForward, Quantity::Output}));
    auto* reset = view.findChild<QPushButton*>();
    ASSERT_TRUE(reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    EXPECT_TRUE(bench.experiment.variant().interventions.empty());
    EXPECT_FALSE(reset->isVisible());
}

TEST_F(ModelMapTest, DataHoldsTheNorms) {
    const QList<FigureData> data = view.data();
    ASSERT_EQ(data.size(), 4);
    EXPECT_EQ(data[0].name, "encoder-stream");
    EXPECT_EQ(data[0].shape, (std::vector<qint64>{5, data[0].columns.size()}));
    EXPECT_EQ(data[0].values[0], view.model().nodes()[0].streamNorms[0]);
}

TEST_F(ModelMapTest, AsksForExactlyWhatItDraws) {
    auto sparse = std::make_shared<StepAnswer>(*bench.answer());
    sparse->question.sites = view.wantedSites(tinyLoadedModel()->contract());
    sparse->analysis = analyse(sparse->question);
    view.setAnswer(sparse);
    for (const MapNode& node : view.model().nodes()) {
        EXPECT_EQ(node.pictures.size(), static_cast<std::size_t>(node.heads));
        EXPECT_EQ(node.streamNorms.empty(), node.site.part == Part::Head);
    }
}

}  // namespace
}  // namespace vitrine::testing
