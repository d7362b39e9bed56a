#include "ui/inspector/inspector_view.h"

#include <gmock/gmock.h>

#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <cmath>
#include <limits>
#include <numeric>

#include "tests/ui/view_fixture.h"
#include "ui/common/token_text.h"
#include "ui/inspector/inspector_link.h"
#include "ui/inspector/inspector_numbers.h"
#include "ui/inspector/inspector_text.h"

namespace vitrine::testing {
namespace {

using ::testing::HasSubstr;

const Site kCross{Stack::Decoder, 1, Part::CrossAttention, Quantity::Weights};
const Site kCausal{Stack::Decoder, 0, Part::SelfAttention, Quantity::Weights};

Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

struct InspectorNumbersTest : ::testing::Test {
    std::shared_ptr<const StepAnswer> answer = tinyAnswer({TokenId(5), TokenId(6), TokenId(7)});
    std::shared_ptr<const TraceFrame> exact = oracle(*answer);
    const LoadedModel& model = *answer->question.model;

    double at(const Site& site, Quantity quantity, int head, int row, int column) {
        return element(*exact, with(site, quantity), head, row, column);
    }
};

TEST_F(InspectorNumbersTest, EveryStageOfACellEqualsTheReference) {
    for (const Site& site :
         {kCross, kCausal, Site{Stack::Encoder, 1, Part::SelfAttention, Quantity::Weights}}) {
        const auto n = attentionCell(model, answer->analysis, site, 1, 2, 1);
        ASSERT_TRUE(n.has_value()) << siteName(site);
        EXPECT_NEAR(n->score.computed, at(site, Quantity::Scores, 1, 2, 1), 1e-4);
        EXPECT_NEAR(std::accumulate(n->products.begin(), n->products.end(), 0.0), n->score.computed, 1e-12);
        EXPECT_NEAR(n->scaled.computed, at(site, Quantity::Scaled, 1, 2, 1), 1e-4);
        EXPECT_NEAR(n->masked.computed, at(site, Quantity::Masked, 1, 2, 1), 1e-4);
        EXPECT_NEAR(n->weight.computed, at(site, Quantity::Weights, 1, 2, 1), 1e-5);
        EXPECT_NEAR(n->numerator / n->denominator, n->weight.seen, 1e-5);
        const int width = static_cast<int>(n->value.size());
        for (int i = 0; i < width; ++i) {
            EXPECT_NEAR(n->contribution[static_cast<std::size_t>(i)],
                        at(site, Quantity::Weights, 1, 2, 1) * at(site, Quantity::Value, 0, 1, width + i),
                        1e-4);
            EXPECT_NEAR(n->headOutput[static_cast<std::size_t>(i)],
                        at(site, Quantity::Heads, 0, 2, width + i), 1e-4);
        }
        EXPECT_FALSE(n->score.changed || n->scaled.changed || n->masked.changed || n->weight.changed);
    }
}

TEST_F(InspectorNumbersTest, AHiddenKeyHasNoWeight) {
    const auto n = attentionCell(model, answer->analysis, kCausal, 0, 1, 3);
    ASSERT_TRUE(n.has_value());
    EXPECT_EQ(n->mask, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(n->masked.computed, -std::numeric_limits<double>::infinity());
    EXPECT_EQ(n->numerator, 0);
    EXPECT_EQ(n->weight.computed, 0);
    EXPECT_FALSE(n->masked.changed);
}

TEST_F(InspectorNumbersTest, LayerNormEqualsTheReference) {
    for (const Site& site : {kCross, Site{Stack::Encoder, 0, Part::FeedForward, Quantity::Norm}}) {
        const auto n = normRow(model, answer->analysis, site, 2);
        ASSERT_TRUE(n.has_value());
        double mean = 0;
        for (std::size_t i = 0; i < n->sum.size(); ++i) {
            const int column = static_cast<int>(i);
            EXPECT_NEAR(n->computed[i], at(site, Quantity::Norm, 0, 2, column), 1e-4);
            EXPECT_NEAR(n->residual[i] + n->output[i], at(site, Quantity::Sum, 0, 2, column), 1e-4);
            mean += n->normalised[i];
        }
        EXPECT_NEAR(mean, 0, 1e-6);
        EXPECT_FALSE(n->changed);
    }
}

TEST_F(InspectorNumbersTest, LogitsEmbeddingsAndProjectionsEqualTheReference) {
    const Site logits{Stack::Output, -1, Part::Head, Quantity::Logits};
    for (const int token : {2, 5, 9}) {
        const auto n = logitOf(model, answer->analysis, 3, TokenId(token));
        ASSERT_TRUE(n.has_value());
        EXPECT_NEAR(n->result.computed, element(*exact, logits, 0, 3, token), 1e-4);
    }
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const Site site{stack, -1, Part::Embedding, Quantity::Output};
        const auto n = embeddingRow(model, answer->analysis, stack, 2);
        ASSERT_TRUE(n.has_value());
        for (std::size_t i = 0; i < n->computed.size(); ++i)
            EXPECT_NEAR(n->computed[i], element(*exact, site, 0, 2, static_cast<int>(i)), 1e-5);
    }
    const Site ffn{Stack::Decoder, 1, Part::FeedForward, Quantity::Hidden};
    for (const Site& site :
         {with(kCross, Quantity::Query), with(kCross, Quantity::Key), with(kCausal, Quantity::Value),
          with(kCross, Quantity::Output), ffn, with(ffn, Quantity::Output)}) {
        const auto n = projectedElement(model, answer->analysis, site, 1, 7);
        ASSERT_TRUE(n.has_value()) << siteName(site);
        EXPECT_NEAR(n->result.computed, element(*exact, site, 0, 1, 7), 1e-4) << siteName(site);
    }
}

TEST_F(InspectorNumbersTest, OriginsLeadBackToTheEmbedding) {
    const Contract& contract = model.contract();
    Site site{Stack::Output, -1, Part::Head, Quantity::Logits};
    std::vector<std::string> path;
    for (int steps = 0; steps < 60; ++steps) {
        const auto origin = originOf(contract, site, 1);
        if (!origin) break;
        site = origin->site.quantity == Quantity::Sum ? with(origin->site, Quantity::Residual) : origin->site;
        path.push_back(siteName(site));
    }
    EXPECT_EQ(path.back(), "decoder.embedding.output");
    EXPECT_EQ(siteName(originOf(contract, with(kCross, Quantity::Key), 0)->site), "encoder.1.ffn.norm");
}

TEST_F(InspectorNumbersTest, CandidatesComeFromTheirLogits) {
    const auto n = candidateOf(answer->analysis, answer->analysis.next.candidates[2].token, 1.0);
    ASSERT_TRUE(n.has_value());
    EXPECT_EQ(n->rank, 2);
    EXPECT_NEAR(n->probability.computed, answer->analysis.next.candidates[2].probability, 1e-9);
    EXPECT_FALSE(candidateOf(answer->analysis, kPadId, 1.0).has_value());
}

TEST_F(InspectorNumbersTest, AnEditedWeightIsCalledChanged) {
    Intervention edit{with(kCross, Quantity::Weights), Intervention::Action::Set, 1, 2, 1, 0.9F, {}};
    const auto changed = tinyAnswer({TokenId(5), TokenId(6), TokenId(7)}, {edit});
    const auto n = attentionCell(model, changed->analysis, kCross, 1, 2, 1);
    EXPECT_TRUE(n->weight.changed);
    EXPECT_FLOAT_EQ(static_cast<float>(n->weight.seen), 0.9F);
    EXPECT_FALSE(n->score.changed);
}

TEST(InspectorLink, ComesBackAsThePlace) {
    const Locus places[] = {{kCross, 1, 2, 3, {}},
                            {{Stack::Output, -1, Part::Head, Quantity::Logits}, -1, 4, -1, TokenId(17)},
                            {{Stack::Encoder, -1, Part::Embedding, Quantity::Output}, -1, 0, -1, {}}};
    for (const Locus& place : places) EXPECT_EQ(locusOf(linkTo(place)), place);
    EXPECT_FALSE(locusOf(QUrl("locus:decoder.9.nonsense")).has_value());
    EXPECT_FALSE(locusOf(QUrl("https://example.org")).has_value());
}

struct InspectorViewTest : ::testing::Test {
    Bench bench;
    InspectorView view{bench.context()};
    void SetUp() override {
        showAt(view, 300, 700);
        view.setAnswer(bench.answer());
    }
    std::string text() { return view.browser().toPlainText().toStdString(); }
    std::vector<QString> links() {
        std::vector<QString> all;
        for (QTextBlock block = view.browser().document()->begin(); block.isValid(); block = block.next())
            for (auto it = block.begin(); !it.atEnd(); ++it)
                if (it.fragment().charFormat().isAnchor())
                    all.push_back(it.fragment().charFormat().anchorHref());
        return all;
    }
};

TEST_F(InspectorViewTest, SaysWhatToDoWhileNothingIsLocked) {
    EXPECT_THAT(text(), HasSubstr("Click any cell"));
}

TEST_F(InspectorViewTest, WritesTheRealNumbersOfALockedCell) {
    bench.selection.lock({kCross, 1, 2, 1, {}});
    const auto exact = oracle(*view.answer());
    for (const Quantity quantity : {Quantity::Scores, Quantity::Scaled, Quantity::Weights}) {
        const double value = element(*exact, with(kCross, quantity), 1, 2, 1);
        EXPECT_THAT(text(), HasSubstr(numberText(value, 4).toStdString())) << nameOf(quantity);
    }
}

TEST_F(InspectorViewTest, EveryPlaceOfTheModelHasAPage) {
    for (const Site& site : siteCatalogue(tinyLoadedModel()->contract())) {
        if (site.quantity == Quantity::Tokens || site.quantity == Quantity::Positions) continue;
        bench.selection.lock({site, 0, 1, 0, {}});
        EXPECT_THAT(text(), ::testing::Not(HasSubstr("Reading the numbers"))) << siteName(site);
        EXPECT_FALSE(view.data().isEmpty()) << siteName(site);
    }
}

TEST_F(InspectorViewTest, LinksLeadOnAndBackReturns) {
    const Locus start{kCross, 1, 2, 1, {}};
    bench.selection.lock(start);
    ASSERT_FALSE(links().empty());
    int query = -1;
    const std::vector<QString> all = links();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains("cross.query") && query < 0) query = static_cast<int>(i);
    ASSERT_GE(query, 0);
    Q_EMIT view.browser().anchorClicked(QUrl(all[static_cast<std::size_t>(query)]));
    ASSERT_TRUE(bench.selection.locked().has_value());
    EXPECT_EQ(bench.selection.locked()->site, with(kCross, Quantity::Query));
    EXPECT_EQ(bench.selection.locked()->row, 2);
    auto* back = view.findChild<QToolButton*>();
    ASSERT_TRUE(back->isVisible());
    QTest::mouseClick(back, Qt::LeftButton);
    EXPECT_EQ(*bench.selection.locked(), start);
    EXPECT_FALSE(back->isVisible());
}

TEST_F(InspectorViewTest, EveryLinkOpensAPage) {
    bench.selection.lock({kCross, 1, 2, 1, {}});
    for (int depth = 0; depth < 6; ++depth) {
        const std::vector<QString> all = links();
        for (const QString& link : all) {
            const auto place = locusOf(QUrl(link));
            ASSERT_TRUE(place.has_value()) << link.toStdString();
            bench.selection.lock(*place);
            EXPECT_FALSE(view.data().isEmpty()) << link.toStdString();
        }
    }
}

TEST_F(InspectorViewTest, AsksForTheSitesOfThePlace) {
    bench.selection.lock({kCross, 1, 2, 1, {}});
    const std::vector<Site> sites = view.wantedSites(tinyLoadedModel()->contract());
    for (const Quantity quantity : {Quantity::Query, Quantity::Key, Quantity::Masked, Quantity::Heads})
        EXPECT_THAT(sites, ::testing::Contains(with(kCross, quantity)));
}

TEST_F(InspectorViewTest, AsksForEnoughToFillThePageOfEveryPlace) {
    const Contract& contract = tinyLoadedModel()->contract();
    for (const Site& site : siteCatalogue(contract)) {
        if (site.quantity == Quantity::Tokens || site.quantity == Quantity::Positions) continue;
        bench.selection.lock({site, 0, 1, 0, {}});
        auto sparse = std::make_shared<StepAnswer>(*bench.answer());
        sparse->question.sites = view.wantedSites(contract);
        sparse->analysis = analyse(sparse->question);
        view.setAnswer(sparse);
        EXPECT_FALSE(view.data().isEmpty()) << siteName(site);
    }
}

}  // namespace
}  // namespace vitrine::testing
