#include "engine/session/gold_alignment.h"

#include <gtest/gtest.h>

#include "engine/session/loaded_model.h"
#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

std::shared_ptr<const LoadedModel> tinyModel() {
    static const testing::TemporaryFolder folder;
    testing::saveTinyModel(folder.path() / "tiny");
    return loadModel(folder.path() / "tiny");
}

std::vector<std::string> sourcesOf(const GoldAlignment& gold, const LoadedModel& model,
                                   std::string_view source, const std::string& target) {
    const std::vector<Token> tokens = model.source.encode(source);
    std::vector<std::string> found;
    for (const GoldLink& link : gold.links)
        if (model.target.vocabulary().piece(gold.target[static_cast<std::size_t>(link.target)]) == target)
            found.push_back(tokens[static_cast<std::size_t>(link.source)].piece);
    return found;
}

TEST(GoldAlignment, LinksTokensThatMeanTheSame) {
    const GoldAligner grammar(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const auto model = tinyModel();
    for (const std::string_view source : {"我爱机器翻译", " 我爱 机器翻译"}) {
        const auto gold = grammar.align(model->source, model->target, source);
        ASSERT_TRUE(gold.has_value());
        EXPECT_EQ(sourcesOf(*gold, *model, source, "I"), std::vector<std::string>{"我"});
        EXPECT_EQ(sourcesOf(*gold, *model, source, "love"), std::vector<std::string>{"爱"});
    }
}

TEST(GoldAlignment, FollowsTheWordsNotTheirOrder) {
    // The place stands before the verb in Chinese and behind it in English.
    const GoldAligner grammar(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const auto model = tinyModel();
    int known = 0;
    for (const std::string_view source : {"他们在学校学习", "我在学校学习", "他在学校学习", "她在学校学习"}) {
        const auto gold = grammar.align(model->source, model->target, source);
        if (!gold) continue;
        ++known;
        EXPECT_EQ(sourcesOf(*gold, *model, source, "school"), std::vector<std::string>{"学校"}) << source;
    }
    EXPECT_GT(known, 0);
}

TEST(GoldAlignment, OfAnUnknownSentenceIsNothing) {
    const GoldAligner grammar(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const auto model = tinyModel();
    EXPECT_FALSE(grammar.align(model->source, model->target, "翻译翻译翻译").has_value());
}

}  // namespace
}  // namespace vitrine
