#include "engine/session/analyse.h"
#include "engine/session/site_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <thread>

#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;

class Analyse : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<testing::TemporaryFolder>();
        testing::saveTinyModel(s_folder->path());
    }
    static void TearDownTestSuite() { s_folder.reset(); }
    static std::shared_ptr<const LoadedModel> model(const char* backend = "cpu") {
        return loadModel(s_folder->path(), backend);
    }
    static Question question(std::shared_ptr<const LoadedModel> loaded) {
        Question q;
        q.model = std::move(loaded);
        q.source = "我爱机器翻译";
        q.prefix = {TokenId(6), TokenId(9), TokenId(4)};
        return q;
    }
    static void expectError(const Question& q, const std::string& words) {
        try {
            analyse(q);
            ADD_FAILURE() << "answered, expected: " << words;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(words));
        }
    }
    static std::unique_ptr<testing::TemporaryFolder> s_folder;
};
std::unique_ptr<testing::TemporaryFolder> Analyse::s_folder;

std::vector<double> logitsOf(const Analysis& analysis) {
    std::vector<double> logits(2000, 0);
    for (const Candidate& c : analysis.next.candidates)
        logits[static_cast<std::size_t>(c.token.value)] = c.logit;
    return logits;
}

/// Computed here from the parts, on the reference backend: what analyse() must say.
TEST_F(Analyse, SaysWhatTheReferenceComputes) {
    const auto loaded = model();
    const Question q = question(loaded);
    const Analysis analysis = analyse(q);

    const auto backend = createBackend("reference");
    Arena arena;
    const ForwardContext ctx{*backend, arena};
    const auto tokens = loaded->source.encodeIds(q.source);
    const Tensor source = Tensor::zeros(DType::I32, {1, static_cast<std::int64_t>(tokens.size())});
    for (std::size_t i = 0; i < tokens.size(); ++i) source.data<std::int32_t>()[i] = tokens[i].value;
    const Tensor target = Tensor::zeros(DType::I32, {1, 4});
    const std::int32_t inputs[] = {kBosId.value, 6, 9, 4};
    std::memcpy(target.raw(), inputs, sizeof inputs);
    const Variable memory = loaded->transformer.encode(ctx, source, {});
    const Variable hidden = loaded->transformer.decode(ctx, target, {}, memory, {});
    const Tensor logits = loaded->transformer.logits(ctx, hidden);
    const std::int64_t columns = logits.shape()[-1];

    ASSERT_EQ(analysis.next.candidates.size(), static_cast<std::size_t>(columns - 2));
    for (const Candidate& c : analysis.next.candidates) {
        EXPECT_NE(c.token, kPadId);
        EXPECT_NE(c.token, kBosId);
        EXPECT_NEAR(c.logit, logits.at(3 * columns + c.token.value), 2e-5);
    }
    ASSERT_EQ(analysis.logProbabilities.size(), 3u);
    for (std::int64_t t = 0; t < 3; ++t) {
        double sum = 0;
        for (std::int64_t v = 2; v < columns; ++v)
            sum += std::exp(logits.at(t * columns + v));  // pad 0, bos 1
        const double expected = logits.at(t * columns + inputs[t + 1]) - std::log(sum);
        EXPECT_NEAR(analysis.logProbabilities[static_cast<std::size_t>(t)], expected, 2e-5);
    }
    EXPECT_EQ(analysis.targetInput, (std::vector<TokenId>{kBosId, TokenId(6), TokenId(9), TokenId(4)}));
    EXPECT_EQ(analysis.text, loaded->target.decode(q.prefix));
    EXPECT_FALSE(analysis.finished);
    // Two decoder blocks: 3*(8+8) and 2*(10+12) floats a token.
    EXPECT_EQ(analysis.selfCacheBytes, 4u * 92 * 4);
    EXPECT_EQ(analysis.crossCacheBytes, tokens.size() * 92 * 4);
}

TEST_F(Analyse, ShowsEverySiteOfTheCatalogueWithItsAxesAndChangesNoBits) {
    const auto loaded = model();
    Question q = question(loaded);
    const Analysis unwatched = analyse(q);
    q.sites = siteCatalogue(loaded->contract());
    const Analysis watched = analyse(q);
    EXPECT_EQ(logitsOf(unwatched), logitsOf(watched));
    EXPECT_TRUE(unwatched.frame->tensors.empty());
    EXPECT_EQ(watched.frame->tensors.size(), q.sites.size());
    EXPECT_TRUE(watched.frame->leftOut.empty());
    const Tensor& weights = watched.frame->get(parseSite("decoder.1.cross.weights"));
    EXPECT_EQ(weights.shape(), Shape({1, 2, 4, static_cast<std::int64_t>(watched.source.size())}));
    for (const Site& site : q.sites)
        EXPECT_EQ(watched.frame->get(site).shape(),
                  siteShape(loaded->contract(), site, static_cast<std::int64_t>(watched.source.size()), 4))
            << siteName(site);
    EXPECT_THROW(siteShape(loaded->contract(), parseSite("decoder.7.self.heads"), 3, 4), Error);
    for (std::int64_t row = 0; row < weights.rows(); ++row) {
        double sum = 0;
        for (std::int64_t s = 0; s < weights.shape()[-1]; ++s)
            sum += weights.at(row * weights.shape()[-1] + s);
        EXPECT_NEAR(sum, 1, 1e-6);
    }
}

TEST_F(Analyse, IsAPureFunctionAlsoFromSeveralThreads) {
    const auto loaded = model("reference");
    const Question q = question(loaded);
    const std::vector<double> expected = logitsOf(analyse(q));
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, i] {
            for (int turn = 0; turn < 20; ++turn)
                wrong[static_cast<std::size_t>(i)] += logitsOf(analyse(q)) == expected ? 0 : 1;
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

TEST_F(Analyse, InterventionsChangeTheAnswer) {
    Question q = question(model());
    const auto before = logitsOf(analyse(q));
    Intervention off;
    off.site = parseSite("decoder.0.cross.heads");
    off.head = 1;
    q.interventions = Interventions({off});
    EXPECT_NE(logitsOf(analyse(q)), before);
    off.value = 1;  // multiplied by one: nothing changes
    q.interventions = Interventions({off});
    const auto same = logitsOf(analyse(q));
    for (std::size_t i = 0; i < same.size(); ++i) EXPECT_NEAR(same[i], before[i], 1e-5);
}

TEST_F(Analyse, InterventionsThatWouldChangeNothingAreErrors) {
    Question q = question(model());
    Intervention item;
    const auto ask = [&](const char* site, Intervention::Action action, const std::string& words) {
        item.site = parseSite(site);
        item.action = action;
        q.interventions = Interventions({item});
        expectError(q, words);
    };
    ask("decoder.7.self.heads", Intervention::Action::Scale, "no decoder.7.self.heads");
    ask("encoder.embedding.tokens", Intervention::Action::Scale, "only shown");
    ask("encoder.embedding.positions", Intervention::Action::Set, "only shown");
    ask("encoder.0.self.weights", Intervention::Action::Bypass, "not a stage that can be skipped");
    item.head = 1;
    ask("encoder.0.self.masked", Intervention::Action::Bypass, "only be skipped as a whole");
    item.head = -1;
    item.row = 99;
    ask("encoder.0.self.weights", Intervention::Action::Set, "index 99 is outside");
    ask("decoder.0.cross.key", Intervention::Action::Set, "index 99 is outside");
    ask("decoder.1.cross.value", Intervention::Action::Scale, "index 99 is outside");
}

TEST_F(Analyse, FinishedTextsAndUnknownWords) {
    Question q = question(model());
    q.prefix.push_back(kEosId);
    q.source = "我爱火车";
    const Analysis analysis = analyse(q);
    EXPECT_TRUE(analysis.finished);
    EXPECT_TRUE(analysis.source.back().unknown);
    EXPECT_THAT(unknownWarnings(analysis.source), ::testing::Contains(HasSubstr("车")));
}

TEST_F(Analyse, BadQuestionsAreErrorsThatSayWhatToDo) {
    const Question good = question(model());
    Question q = good;
    q.model = nullptr;
    expectError(q, "names no model");
    q = good;
    q.source = " \n ";
    expectError(q, "empty");
    q.source = "\xff";
    expectError(q, "UTF-8");
    q.source.clear();
    for (int i = 0; i < 41; ++i) q.source += "狗";
    expectError(q, "at most 40");
    q = good;
    q.prefix.assign(40, TokenId(5));
    expectError(q, "at most 39");
    q.prefix.assign(39, TokenId(5));
    EXPECT_EQ(analyse(q).targetInput.size(), 40u);
    q.prefix = {TokenId(100000)};
    expectError(q, "100000");
    q.prefix = {kBosId};
    expectError(q, "<bos>");
    q = good;
    q.decoding.temperature = 9;
    expectError(q, "temperature");
    q = good;
    q.sites = {parseSite("encoder.5.ffn.hidden")};
    expectError(q, "no encoder.5.ffn.hidden");
    q = good;
    CancelToken cancel;
    cancel.cancel();
    EXPECT_THROW(analyse(q, &cancel), Cancelled);
}

}  // namespace
}  // namespace vitrine
