#include "ui/views/attention/attention_model.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "tests/ui/view_fixture.h"
#include "ui/views/attention/attention_edits.h"

namespace vitrine::testing {
namespace {

using Kind = AttentionKind;
using Stage = AttentionStage;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct AttentionModelTest : ::testing::Test {
    std::shared_ptr<const StepAnswer> answer = tinyAnswer({TokenId(5), TokenId(6), TokenId(7)});
    std::shared_ptr<const TraceFrame> exact = oracle(*answer);
    AttentionModel model;

    void SetUp() override {
        model.setAnalysis(answer->question.model, std::shared_ptr<const Analysis>(answer, &answer->analysis));
    }
    void expectStage(Kind kind, int layer, Stage stage) {
        for (int head = 0; head < model.heads(kind, layer); ++head) {
            const LabelledMatrix matrix = model.matrixOf({kind, layer, head, stage, false});
            ASSERT_FALSE(matrix.empty());
            for (int row = 0; row < matrix.rows; ++row)
                for (int column = 0; column < matrix.columns; ++column) {
                    const double want =
                        element(*exact, attentionSite(kind, layer, quantityOf(stage)), head, row, column);
                    if (std::isinf(want))
                        EXPECT_EQ(matrix.at(row, column), want);
                    else
                        EXPECT_NEAR(matrix.at(row, column), want, 1e-4 * (1 + std::abs(want)));
                }
        }
    }
};

TEST_F(AttentionModelTest, EveryStageEqualsTheReferenceInDouble) {
    for (const Kind kind : {Kind::EncoderSelf, Kind::DecoderSelf, Kind::Cross})
        for (int layer = 0; layer < model.layers(kind); ++layer)
            for (const Stage stage : {Stage::Scores, Stage::Scaled, Stage::Masked, Stage::Weights})
                expectStage(kind, layer, stage);
}

TEST_F(AttentionModelTest, CausalMaskHidesLaterKeysAndOnlyThem) {
    const LabelledMatrix matrix = model.matrixOf({Kind::DecoderSelf, 0, 0, Stage::Masked, false});
    ASSERT_EQ(matrix.rows, 4);
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column)
            EXPECT_EQ(matrix.at(row, column) == -kInfinity, column > row) << row << ',' << column;
}

TEST_F(AttentionModelTest, AWeightOfAHiddenKeyIsNotASmallNumber) {
    for (const int head : {kAllHeads, 1}) {
        const LabelledMatrix matrix = model.matrixOf({Kind::DecoderSelf, 0, head, Stage::Weights, false});
        for (int row = 0; row < matrix.rows; ++row)
            for (int column = 0; column < matrix.columns; ++column)
                EXPECT_EQ(matrix.isHidden(row, column), column > row) << row << ' ' << column;
    }
    const LabelledMatrix cross = model.matrixOf({Kind::Cross, 0, 0, Stage::Weights, false});
    for (int column = 0; column < cross.columns; ++column) EXPECT_FALSE(cross.isHidden(0, column));
}

TEST_F(AttentionModelTest, MeanOfHeadsIsTheMean) {
    const int heads = model.heads(Kind::Cross, 1);
    const LabelledMatrix mean = model.matrixOf({Kind::Cross, 1, kAllHeads, Stage::Weights, false});
    for (int row = 0; row < mean.rows; ++row) {
        double sum = 0;
        for (int column = 0; column < mean.columns; ++column) {
            double want = 0;
            for (int head = 0; head < heads; ++head)
                want += element(*exact, attentionSite(Kind::Cross, 1, Quantity::Weights), head, row, column) /
                        heads;
            EXPECT_NEAR(mean.at(row, column), want, 1e-5);
            sum += mean.at(row, column);
        }
        EXPECT_NEAR(sum, 1, 1e-5);
    }
}

TEST_F(AttentionModelTest, ContributionsOfALockedRowSumToTheHeadsOutput) {
    const LabelledMatrix shares = model.matrixOf({Kind::Cross, 0, 1, Stage::Values, false}, 2);
    const LabelledMatrix outputs = model.matrixOf({Kind::Cross, 0, 1, Stage::Values, false});
    ASSERT_TRUE(shares.sumRow);
    ASSERT_EQ(shares.columns, outputs.columns);
    const Site weights = attentionSite(Kind::Cross, 0, Quantity::Weights);
    const Site values = attentionSite(Kind::Cross, 0, Quantity::Value);
    const int width = shares.columns;
    for (int key = 0; key + 1 < shares.rows; ++key)
        for (int i = 0; i < width; ++i)
            EXPECT_NEAR(shares.at(key, i),
                        element(*exact, weights, 1, 2, key) * element(*exact, values, 0, key, width + i),
                        1e-4);
    for (int i = 0; i < width; ++i) EXPECT_NEAR(shares.at(shares.rows - 1, i), outputs.at(2, i), 1e-4);
}

TEST_F(AttentionModelTest, RowsAreLabelledWithWhatTheyReadAndWrite) {
    const LabelledMatrix matrix = model.matrixOf({Kind::Cross, 0, 0, Stage::Weights, false});
    ASSERT_EQ(matrix.rowTokens.size(), 4U);
    EXPECT_EQ(matrix.rowTokens[0].text, "<bos>");
    for (std::size_t row = 0; row + 1 < 4; ++row)
        EXPECT_EQ(matrix.rowTokens[row].predicted, matrix.rowTokens[row + 1].text);
    EXPECT_FALSE(matrix.rowTokens[3].predicted.isEmpty());
    EXPECT_EQ(matrix.columnTokens.size(), answer->analysis.source.size());
}

TEST_F(AttentionModelTest, AskForWhatIsShown) {
    const Contract& contract = tinyLoadedModel()->contract();
    const auto stages = [&](int layer) {
        return AttentionModel::stageSites(contract, {Kind::Cross, layer, 0, Stage::Weights, false});
    };
    EXPECT_THAT(stages(0), ::testing::Contains(attentionSite(Kind::Cross, 0, Quantity::Masked)));
    EXPECT_EQ(stages(99), stages(1));  // the choice may come from a deeper model
    EXPECT_THAT(AttentionModel::wallSites(contract, Kind::Cross),
                ::testing::UnorderedElementsAre(attentionSite(Kind::Cross, 0, Quantity::Masked),
                                                attentionSite(Kind::Cross, 0, Quantity::Weights),
                                                attentionSite(Kind::Cross, 1, Quantity::Masked),
                                                attentionSite(Kind::Cross, 1, Quantity::Weights)));
}

TEST_F(AttentionModelTest, ChoiceStaysInsideTheModel) {
    model.choose({Kind::Cross, 99, 99, Stage::Weights, false});
    EXPECT_EQ(model.choice().layer, model.layers(Kind::Cross) - 1);
    EXPECT_EQ(model.choice().head, model.heads(Kind::Cross, model.choice().layer) - 1);
}

TEST(WordMerging, AddsOverKeysAndAveragesOverQueries) {
    std::vector<AxisToken> tokens{
        {"machine", {}, false, false}, {"trans", {}, false, false}, {"⋅lation", "x", false, true}};
    EXPECT_EQ(wordNumbers(tokens), (std::vector<int>{0, 1, 1}));
    const std::vector<AxisToken> words = mergedToWords(tokens);
    ASSERT_EQ(words.size(), 2U);
    EXPECT_EQ(words[1].text, "translation");
    EXPECT_EQ(words[1].predicted, "x");
}

TEST(PieceLabels, DropTheSpaceMarkAndMarkContinuations) {
    EXPECT_EQ(pieceLabel("▁machine", TokenizerKind::Bpe, false), "machine");
    EXPECT_EQ(pieceLabel("lation", TokenizerKind::Bpe, false), "⋅lation");
    EXPECT_EQ(pieceLabel("机器", TokenizerKind::Bpe, false), "机器");
    EXPECT_EQ(pieceLabel("<eos>", TokenizerKind::Bpe, true), "<eos>");
    EXPECT_EQ(pieceLabel("love", TokenizerKind::Word, false), "love");
}

TEST(Edits, ReplaceAnEarlierSetOfTheSameCellsAndStackScales) {
    const EditTarget cell{Kind::Cross, 0, Stage::Weights, 1, 2, 3};
    Interventions changes = withSet({}, cell, 0.5F);
    changes = withSet(changes, cell, 0.25F);
    ASSERT_EQ(changes.items().size(), 1U);
    EXPECT_EQ(changes.items()[0].value, 0.25F);
    EXPECT_TRUE(cellIsEdited(changes, Kind::Cross, 0, Stage::Weights, 1, 2, 3));
    EXPECT_TRUE(cellIsEdited(changes, Kind::Cross, 0, Stage::Weights, kAllHeads, 2, 3));
    EXPECT_FALSE(cellIsEdited(changes, Kind::Cross, 0, Stage::Weights, 0, 2, 3));
    EXPECT_FALSE(cellIsEdited(changes, Kind::Cross, 0, Stage::Scores, 1, 2, 3));
    changes = withHeadToggled(changes, Kind::Cross, 0, 2);
    EXPECT_TRUE(headIsOff(changes, Kind::Cross, 0, 2));
    EXPECT_TRUE(withoutEdits(changes, Kind::Cross, 0).empty());
    EXPECT_FALSE(headIsOff(withHeadToggled(changes, Kind::Cross, 0, 2), Kind::Cross, 0, 2));
}

TEST(Edits, OfALaterTargetPositionWaitUntilItIsWritten) {
    // Steps before the changed row have no such row: they run as if nothing was changed.
    const EditTarget cell{Kind::DecoderSelf, 0, Stage::Weights, 0, 2, 1};
    const auto changed = tinyAnswer({TokenId(5)}, withSet({}, cell, 0).items());
    const auto plain = tinyAnswer({TokenId(5)});
    // The changed run takes the staged path, whose sums are in another order.
    EXPECT_NEAR(changed->analysis.next.candidates.front().logit,
                plain->analysis.next.candidates.front().logit, 1e-5);
}

}  // namespace
}  // namespace vitrine::testing
