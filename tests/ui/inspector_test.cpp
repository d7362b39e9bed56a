#include "ui/inspector/inspector_view.h"

#include <gmock/gmock.h>

#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolButton>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "tests/ui/view_fixture.h"
#include "ui/common/token_text.h"
#include "ui/inspector/inspector_link.h"
#include "ui/inspector/inspector_numbers.h"
#include "ui/inspector/inspector_places.h"
#include "ui/inspector/inspector_text.h"
#include "ui/inspector/parameter_numbers.h"

namespace vitrine::testing {
namespace {

using ::testing::HasSubstr;

const Site kCross{Stack::Decoder, 1, Part::CrossAttention, Quantity::Weights};
const Site kCausal{Stack::Decoder, 0, Part::SelfAttention, Quantity::Weights};

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

TEST_F(InspectorNumbersTest, WeightedValuesAndPositionsEqualTheReference) {
    for (const Site& site : {kCross, kCausal}) {
        const auto n = weightedValue(model, answer->analysis, with(site, Quantity::Heads), 2, 7);
        ASSERT_TRUE(n.has_value());
        EXPECT_NEAR(n->result.computed, at(site, Quantity::Heads, 0, 2, 7), 1e-5);
        for (std::size_t key = 0; key < n->left.size(); ++key) {
            const int head = 7 / static_cast<int>(model.contract().decoder[0].valueWidth);
            EXPECT_NEAR(n->left[key], at(site, Quantity::Weights, head, 2, static_cast<int>(key)), 1e-5);
            EXPECT_NEAR(n->right[key], at(site, Quantity::Value, 0, static_cast<int>(key), 7), 1e-4);
        }
        EXPECT_FALSE(n->result.changed);
    }
    for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
        const Site site{stack, -1, Part::Embedding, Quantity::Positions};
        const auto n = positionRow(model, answer->analysis, stack, 2);
        ASSERT_TRUE(n.has_value());
        for (std::size_t i = 0; i < n->computed.size(); ++i)
            EXPECT_NEAR(n->computed[i],
                        exact->get(site).at(2 * model.contract().width + static_cast<std::int64_t>(i)), 1e-6);
        EXPECT_FALSE(n->changed);
    }
}

TEST_F(InspectorNumbersTest, EveryParameterMakesTheNumbersOfItsUsers) {
    const ParameterStore& store = model.transformer.parameters();
    for (std::int64_t i = 0; i < store.size(); ++i) {
        const std::string& name = store.name(ParameterId(i));
        const auto facts = parameterFacts(model, name);
        ASSERT_TRUE(facts.has_value()) << name;
        EXPECT_FALSE(facts->users.empty()) << name;
        const Tensor value = store.get(ParameterId(i)).value;
        const int row = facts->isMatrix() ? 3 : -1;
        const std::vector<double> line = parameterValues(model, *facts, row, -1);
        ASSERT_EQ(static_cast<std::int64_t>(line.size()), facts->isMatrix() ? facts->columns : facts->rows);
        for (std::size_t j = 0; j < line.size(); ++j)
            EXPECT_EQ(line[j],
                      value.at((facts->isMatrix() ? 3 * facts->columns : 0) + static_cast<std::int64_t>(j)));
    }
    EXPECT_FALSE(parameterFacts(model, "decoder.9.cross.query.weight").has_value());
    const auto table = parameterFacts(model, "decoder.embedding.table");
    ASSERT_TRUE(table.has_value());
    ASSERT_EQ(table->users.size(), model.contract().tying == Tying::None ? 1U : 2U);
    const std::vector<double> column = parameterValues(model, *table, -1, 5);
    EXPECT_EQ(column[4], parameterValues(model, *table, 4, -1)[5]);
    EXPECT_TRUE(parameterValues(model, *table, 100000, -1).empty());
}

/// Attention cell -> q -> column of W_q times the stream -> LayerNorm -> ... -> embedding: at every step the
/// number that a page starts from is the one that the page before used.
TEST_F(InspectorNumbersTest, TheChainFromACellToTheTableIsUnbroken) {
    const Site site = kCausal;  // the first block: its stream is the embedding
    const auto cell = attentionCell(model, answer->analysis, site, 1, 2, 1);
    ASSERT_TRUE(cell.has_value());
    const int width = static_cast<int>(cell->query.size());
    const auto query = projectedElement(model, answer->analysis, with(site, Quantity::Query), 2, width + 3);
    EXPECT_NEAR(query->result.computed, cell->query[3], 1e-5);
    const SiteParameters names = parametersOf(model.contract(), with(site, Quantity::Query));
    const auto weight = parameterFacts(model, names.weight);
    EXPECT_EQ(query->right, parameterValues(model, *weight, width + 3, -1));
    const Locus stream = settled(model.contract(), {with(site, Quantity::Residual), -1, 2, 5, {}});
    EXPECT_EQ(siteName(stream.site), "decoder.embedding.output");
    EXPECT_EQ(stream.column, 5);
    const auto embedding = embeddingRow(model, answer->analysis, Stack::Decoder, 2);
    EXPECT_NEAR(query->left[5], embedding->computed[5], 1e-5);
    const auto table = parameterFacts(model, parametersOf(model.contract(), stream.site).weight);
    EXPECT_EQ(embedding->tableRow, parameterValues(model, *table, embedding->token.value, -1));
    EXPECT_EQ(embedding->position, positionRow(model, answer->analysis, Stack::Decoder, 2)->seen);
    EXPECT_NEAR(embedding->tableRow[5] * embedding->scale + embedding->position[5],
                element(*exact, stream.site, 0, 2, 5), 1e-5);
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

TEST(InspectorPageTest, SmallNumbersAreNotWrittenAsNothing) {
    EXPECT_EQ(InspectorPage::number(0), "0.0000");
    EXPECT_EQ(InspectorPage::number(0.00005), "0.0001");
    EXPECT_EQ(InspectorPage::number(5.74e-6), "5.7×10⁻⁶");
    EXPECT_EQ(InspectorPage::number(-3e-12), "−3.0×10⁻¹²");
    EXPECT_EQ(InspectorPage::signedNumber(-2e-7), "− 2.0×10⁻⁷");
}

TEST(InspectorLink, ComesBackAsThePlace) {
    const Locus places[] = {{kCross, 1, 2, 3, {}},
                            {{Stack::Output, -1, Part::Head, Quantity::Logits}, -1, 4, -1, TokenId(17)},
                            {{Stack::Encoder, -1, Part::Embedding, Quantity::Output}, -1, 0, -1, {}}};
    for (const Locus& place : places) EXPECT_EQ(locusOf(linkTo(place)), place);
    const Locus entry = trained(places[0], "decoder.1.cross.query.weight", 4, 17);
    EXPECT_EQ(locusOf(linkTo(entry)), entry);
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

TEST_F(InspectorViewTest, ShowsTheNextWordWhileNothingIsLocked) {
    const auto exact = oracle(*view.answer());
    const Site logits{Stack::Output, -1, Part::Head, Quantity::Logits};
    const int last = static_cast<int>(bench.prefix.size());
    const double value = element(*exact, logits, 0, last, view.answer()->analysis.next.chosen.value);
    EXPECT_THAT(text(), HasSubstr(numberText(value, 4).toStdString()));
}

TEST_F(InspectorViewTest, AWideWindowKeepsColumnsTogether) {
    bench.selection.lock({kCross, 1, 2, 1, {}});
    showAt(view, 1400, 700);
    EXPECT_LE(view.browser().document()->textWidth(), 46 * bench.theme.pixelSize(TextRole::Body));
    showAt(view, 300, 700);
    EXPECT_LE(view.browser().document()->textWidth(), 300);
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
        bench.selection.lock({site, 0, 1, 0, {}});
        EXPECT_THAT(text(), ::testing::Not(HasSubstr("Reading the numbers"))) << siteName(site);
        EXPECT_FALSE(view.data().isEmpty()) << siteName(site);
    }
}

// A place can outlive the sentence and the model it was chosen in: then it has no page, and no number of it
// is read.
TEST_F(InspectorViewTest, PlacesBeyondTheAnswerHaveNoPage) {
    const Contract& contract = tinyLoadedModel()->contract();
    const auto hasPage = [&](const Locus& locus) {
        InspectorText::sites(contract, locus);
        InspectorPage page(bench.theme);
        return InspectorText(bench.theme, *view.answer(), page).write(locus);
    };
    const auto beyond = {-1, 0, 1000};
    for (Site site : siteCatalogue(contract))
        for (const int head : beyond)
            for (const int row : beyond)
                for (const int column : beyond) {
                    const bool page = hasPage({site, head, row, column, {}});
                    if (row == 1000 || (isAttention(site.part) && head == 1000) ||
                        (isStage(site.quantity) && row >= 0 && column == 1000)) {
                        EXPECT_FALSE(page) << siteName(site) << ' ' << head << ' ' << row << ' ' << column;
                    }
                    if (site.layer < 0) continue;
                    Site deeper = site;
                    deeper.layer = 1000;
                    EXPECT_FALSE(hasPage({deeper, head, row, column, {}})) << siteName(deeper);
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

/// From a cell and a logit along every link: each opens a page with numbers, none leads nowhere, and the
/// trained numbers are reached.
TEST_F(InspectorViewTest, EveryLinkOpensAPage) {
    std::set<QString> seen;
    std::vector<QString> open{
        linkTo({kCausal, 1, 2, 1, {}}).toString(QUrl::FullyEncoded),
        linkTo({{Stack::Output, -1, Part::Head, Quantity::Logits}, -1, 3, -1, TokenId(5)})
            .toString(QUrl::FullyEncoded)};
    std::set<std::string> parameters;
    for (std::size_t i = 0; i < open.size() && i < 1500; ++i) {
        const auto place = locusOf(QUrl(open[i]));
        ASSERT_TRUE(place.has_value()) << open[i].toStdString();
        parameters.insert(place->parameter.name);
        bench.selection.lock(*place);
        ASSERT_FALSE(view.data().isEmpty() && place->row >= 0) << open[i].toStdString();
        ASSERT_THAT(text(), ::testing::Not(HasSubstr("Reading the numbers"))) << open[i].toStdString();
        for (const QString& link : links())
            if (seen.insert(link).second) open.push_back(link);
    }
    for (const char* name : {"decoder.0.self.query.weight", "decoder.0.self.query.bias",
                             "decoder.embedding.table", "decoder.1.ffn.norm.gamma"})
        EXPECT_THAT(parameters, ::testing::Contains(name));
}

TEST_F(InspectorViewTest, APageOfATrainedNumberShowsItsRow) {
    const LoadedModel& model = *tinyLoadedModel();
    Locus query{with(kCausal, Quantity::Query), -1, 2, 5, {}};
    bench.selection.lock(trained(query, "decoder.0.self.query.weight", 5, 2));
    const auto facts = parameterFacts(model, "decoder.0.self.query.weight");
    for (const double value : parameterValues(model, *facts, 5, -1))
        EXPECT_THAT(text(), HasSubstr(numberText(value, 4).toStdString()));
    EXPECT_THAT(text(), HasSubstr("decoder.0.self.query.weight"));
    std::vector<QString> all = links();
    EXPECT_THAT(all, ::testing::Contains(linkTo(query).toString(QUrl::FullyEncoded)));
    // The tied table names both of its users.
    bench.selection.lock(trained({{Stack::Decoder, -1, Part::Embedding, Quantity::Output}, -1, 1, -1, {}},
                                 "decoder.embedding.table", 5));
    if (model.contract().tying != Tying::None) {
        EXPECT_THAT(text(), HasSubstr("Tied"));
        EXPECT_THAT(text(), HasSubstr("Output head"));
    }
}

/// Every number of the pages of one feature is the reference's.
TEST_F(InspectorViewTest, PagesOfOneFeatureShowTheNumbersOfTheReference) {
    const auto exact = oracle(*view.answer());
    const auto shows = [&](double value) {
        EXPECT_THAT(text(), HasSubstr(numberText(std::abs(value), 4).toStdString()));
    };
    const Site ffn{Stack::Decoder, 1, Part::FeedForward, Quantity::Norm};
    for (const Site& site : {with(kCross, Quantity::Norm), ffn}) {
        bench.selection.lock({site, -1, 2, 3, {}});
        for (const Quantity quantity : {Quantity::Residual, Quantity::Output, Quantity::Sum, Quantity::Norm})
            shows(element(*exact, with(site, quantity), 0, 2, 3));
    }
    for (const Quantity quantity :
         {Quantity::Query, Quantity::Key, Quantity::Value, Quantity::Heads, Quantity::Output}) {
        bench.selection.lock({with(kCross, quantity), -1, 2, 3, {}});
        shows(element(*exact, with(kCross, quantity), 0, 2, 3));
    }
    const Site embedding{Stack::Encoder, -1, Part::Embedding, Quantity::Output};
    bench.selection.lock({embedding, -1, 2, 3, {}});
    shows(element(*exact, embedding, 0, 2, 3));
    shows(exact->get(with(embedding, Quantity::Positions)).at(2 * tinyLoadedModel()->contract().width + 3));
    bench.selection.lock({with(embedding, Quantity::Positions), -1, 2, 3, {}});
    shows(exact->get(with(embedding, Quantity::Positions)).at(2 * tinyLoadedModel()->contract().width + 3));
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
