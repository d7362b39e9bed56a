#include "engine/session/translate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/session/analyse.h"
#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;

class Translate : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        testing::TemporaryFolder folder;
        testing::saveTinyModel(folder.path(), 3);
        s_model = loadModel(folder.path());
    }
    static void TearDownTestSuite() { s_model.reset(); }
    static std::shared_ptr<const LoadedModel> s_model;
};
std::shared_ptr<const LoadedModel> Translate::s_model;

std::vector<TokenId> tokensOf(const Translation& translation) {
    std::vector<TokenId> ids;
    for (const TranslationStep& step : translation.steps) ids.push_back(step.token);
    return ids;
}

/// Cached decoding against analyse(), which computes every prefix from scratch.
void expectTheStepsOfAnalyse(const std::shared_ptr<const LoadedModel>& model, const std::string& source,
                             const Decoding& decoding, const ForcedTokens& forced) {
    const Translation translation = translate(*model, source, decoding, forced);
    Question q;
    q.model = model;
    q.source = source;
    q.decoding = decoding;
    for (std::size_t step = 0; step < translation.steps.size(); ++step) {
        const TranslationStep& taken = translation.steps[step];
        const Analysis analysis = analyse(q);
        const auto hand = forced.find(StepIndex(static_cast<std::int64_t>(step)));
        EXPECT_EQ(taken.forced, hand != forced.end());
        EXPECT_EQ(taken.token, hand != forced.end() ? hand->second : analysis.next.chosen) << "step " << step;
        q.prefix.push_back(taken.token);
        EXPECT_NEAR(analyse(q).logProbabilities.back(), taken.logProbability, 2e-5);
    }
    EXPECT_EQ(translation.text, model->target.decode(q.prefix));
    EXPECT_EQ(translation.finished, q.prefix.back() == kEosId);
}

TEST_F(Translate, IsWhatAnalyseSaysStepByStep) {
    Decoding greedy;
    greedy.maxTokens = 12;
    Decoding sample = greedy;
    sample.strategy = Strategy::Sample;
    sample.temperature = 1.5;
    sample.seed = 11;
    for (const std::string& source : testing::tinySource()) {
        expectTheStepsOfAnalyse(s_model, source, greedy, {});
        expectTheStepsOfAnalyse(s_model, source, sample, {});
        expectTheStepsOfAnalyse(s_model, source, greedy,
                                {{StepIndex(1), TokenId(7)}, {StepIndex(4), TokenId(5)}});
    }
}

TEST_F(Translate, ManyAtOnceAreTheSameAsOneByOne) {
    std::vector<std::string> sources;
    for (int i = 0; i < 40; ++i) {
        std::string text;
        for (int k = 0; k <= i % 7; ++k) text += testing::tinySource()[static_cast<std::size_t>((i + k) % 6)];
        sources.push_back(text);
    }
    sources[5].clear();
    Decoding d;
    d.strategy = Strategy::Sample;  // sentences end at different steps
    d.temperature = 2;
    for (const std::int64_t slots : {1, 7, 64}) {
        std::size_t done = 0;
        const auto many =
            translateMany(*s_model, sources, d, slots, [&](std::size_t count) { done = count; });
        ASSERT_EQ(many.size(), sources.size());
        EXPECT_EQ(done, sources.size() - 1);
        bool ended = false, ran = false;
        for (std::size_t i = 0; i < sources.size(); ++i) {
            if (sources[i].empty()) {
                EXPECT_TRUE(many[i].steps.empty());
                continue;
            }
            const Translation alone = translate(*s_model, sources[i], d);
            EXPECT_EQ(tokensOf(many[i]), tokensOf(alone)) << "sentence " << i << ", " << slots << " slots";
            EXPECT_EQ(many[i].text, alone.text);
            EXPECT_NEAR(many[i].logProbability, alone.logProbability, 1e-3);
            (alone.finished ? ended : ran) = true;
        }
        EXPECT_TRUE(ended) << "no sentence ended early, so giving up slots was not tried";
    }
}

TEST_F(Translate, InterventionsGoThroughTheUncachedPath) {
    Decoding d;
    d.maxTokens = 8;
    const Translation plain = translate(*s_model, "狗咬人", d);
    Intervention same;
    same.site = parseSite("decoder.0.self.heads");
    same.value = 1;
    EXPECT_EQ(tokensOf(translate(*s_model, "狗咬人", d, {}, Interventions({same}))), tokensOf(plain));
    Intervention favour;  // a large logit for one token makes it win at every step
    favour.site = parseSite("output.logits");
    favour.action = Intervention::Action::Set;
    favour.column = 6;
    favour.value = 1000;
    const Translation changed = translate(*s_model, "狗咬人", d, {}, Interventions({favour}));
    EXPECT_EQ(tokensOf(changed), std::vector<TokenId>(8, TokenId(6)));
    EXPECT_EQ(tokensOf(translate(*s_model, "狗咬人", d)), tokensOf(plain)) << "the change left a trace";
}

TEST_F(Translate, WarnsOfUnknownPiecesOnce) {
    const Translation translation = translate(*s_model, "我爱火火", {});
    ASSERT_EQ(translation.warnings.size(), 1u);
    EXPECT_THAT(translation.warnings[0], HasSubstr("火"));
    EXPECT_TRUE(translate(*s_model, "我爱机器翻译", {}).warnings.empty());
}

TEST_F(Translate, ErrorsAndCancelling) {
    EXPECT_THROW(translate(*s_model, "", {}), Error);
    std::string endless;
    for (int i = 0; i < 41; ++i) endless += "狗";
    EXPECT_THROW(translate(*s_model, endless, {}), Error);
    const std::vector<std::string> sources = {"狗", endless};
    try {
        translateMany(*s_model, sources, {});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("sentence 2 has 41 tokens"));
    }
    CancelToken cancel;
    cancel.cancel();
    EXPECT_THROW(translate(*s_model, "狗", {}, {}, {}, &cancel), Cancelled);
    EXPECT_THROW(translateMany(*s_model, std::span(sources).first(1), {}, 4, {}, &cancel), Cancelled);
}

}  // namespace
}  // namespace vitrine
