#include "engine/session/analysis_cache.h"

#include <gtest/gtest.h>

#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

Question ask(const std::string& source, std::vector<TokenId> prefix = {}) {
    Question q;
    q.source = source;
    q.prefix = std::move(prefix);
    return q;
}

std::shared_ptr<const Analysis> answerOf(std::size_t candidates) {
    auto analysis = std::make_shared<Analysis>();
    analysis->next.candidates.resize(candidates);
    return analysis;
}

TEST(AnalysisCache, FindsEqualQuestionsOnly) {
    AnalysisCache cache(std::size_t{1} << 20);
    Question q = ask("a", {TokenId(4), TokenId(5)});
    q.sites = {parseSite("output.logits")};
    Intervention item;
    item.site = parseSite("decoder.0.self.weights");
    q.interventions = Interventions({item});
    const auto stored = answerOf(3);
    cache.put(q, stored);
    EXPECT_EQ(cache.find(q), stored);

    std::vector<Question> others(8, q);
    others[0].source = "b";
    others[1].prefix.pop_back();
    others[2].decoding.temperature = 2;
    others[3].decoding.seed = 9;
    others[4].sites = {};
    others[5].interventions = Interventions();
    item.value = 0.5f;
    others[6].interventions = Interventions({item});
    item.value = 0;
    item.action = Intervention::Action::Replace;
    item.replacement = Tensor::zeros(DType::F32, {2});
    others[7].interventions = Interventions({item});
    for (const Question& other : others) EXPECT_EQ(cache.find(other), nullptr);
}

TEST(AnalysisCache, ForgetsTheLeastRecentlyUsed) {
    AnalysisCache cache(std::size_t{1} << 20, 3);
    for (const char* source : {"a", "b", "c"}) cache.put(ask(source), answerOf(1));
    EXPECT_NE(cache.find(ask("a")), nullptr);  // now the most recent
    cache.put(ask("d"), answerOf(1));
    EXPECT_EQ(cache.find(ask("b")), nullptr);
    for (const char* source : {"a", "c", "d"}) EXPECT_NE(cache.find(ask(source)), nullptr);
    EXPECT_EQ(cache.size(), 3u);
}

TEST(AnalysisCache, KeepsItsBytesWithinTheLimit) {
    AnalysisCache cache(100'000);
    for (int i = 0; i < 50; ++i) {
        cache.put(ask(std::to_string(i)), answerOf(200));
        EXPECT_LE(cache.bytes(), 100'000u);
    }
    EXPECT_GT(cache.size(), 1u);
    EXPECT_LT(cache.size(), 10u);
    const std::size_t before = cache.size();
    cache.put(ask("large"), answerOf(10'000));
    EXPECT_EQ(cache.find(ask("large")), nullptr);
    EXPECT_EQ(cache.size(), before);
    cache.put(ask("49"), answerOf(1));  // replaced, not kept twice
    EXPECT_EQ(cache.size(), before);
    EXPECT_EQ(cache.find(ask("49"))->next.candidates.size(), 1u);
    cache.clear();
    EXPECT_EQ(cache.bytes(), 0u);
    EXPECT_EQ(cache.size(), 0u);
}

TEST(AnalysisCache, AnswersTheSameQuestionWithoutComputing) {
    testing::TemporaryFolder folder;
    testing::saveTinyModel(folder.path());
    Question q = ask("狗咬人");
    q.model = loadModel(folder.path());
    AnalysisCache cache(std::size_t{1} << 24);
    bool known = true;
    const auto first = analyseCached(cache, q, nullptr, &known);
    EXPECT_FALSE(known);
    EXPECT_EQ(analyseCached(cache, q, nullptr, &known), first);
    EXPECT_TRUE(known);
}

}  // namespace
}  // namespace vitrine
