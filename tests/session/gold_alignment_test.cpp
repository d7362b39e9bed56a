#include "engine/session/gold_alignment.h"

#include <gtest/gtest.h>

#include "engine/data/grammar.h"
#include "engine/session/loaded_model.h"
#include "engine/text/learn.h"
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

TEST(GoldAlignment, KeepsEveryLinkOfThePairsOfTheGrammar) {
    const std::string file = VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt";
    const Grammar grammar = Grammar::load(file);
    const GoldAligner aligner(file);
    std::vector<PairExample> pairs;
    std::vector<std::string> sources, targets;
    for (std::uint64_t i = 0; i < 40; ++i) {
        pairs.push_back(grammar.sample(Rng(5), i, CorpusPart::Train));
        sources.push_back(pairs.back().source);
        targets.push_back(pairs.back().target);
    }
    const Tokenizer source = learnWords(sources), target = learnWords(targets);
    int crossing = 0;
    for (const PairExample& pair : pairs) {
        const auto gold = aligner.align(source, target, pair.source);
        ASSERT_TRUE(gold.has_value()) << pair.source;
        const std::vector<Token> from = source.encode(pair.source), to = target.encode(pair.target);
        ASSERT_EQ(gold->target.size(), to.size());
        const auto meet = [](const std::string& a, const std::string& b) {
            return a.find(b) != std::string::npos || b.find(a) != std::string::npos;
        };
        for (const AlignmentLink& link : pair.links) {
            bool found = false;
            for (const GoldLink& own : gold->links)
                found |= meet(pair.sourceWords[static_cast<std::size_t>(link.source)],
                              from[static_cast<std::size_t>(own.source)].piece) &&
                         meet(pair.targetWords[static_cast<std::size_t>(link.target)],
                              to[static_cast<std::size_t>(own.target)].piece);
            EXPECT_TRUE(found) << pair.source << " / " << pair.target;
        }
        for (std::size_t i = 1; i < gold->links.size(); ++i)
            if (gold->links[i].source < gold->links[i - 1].source) ++crossing;
    }
    EXPECT_GT(crossing, 0);  // the words of the two languages stand in different orders
}

TEST(GoldAlignment, LinksTheMarkOfAnAsciiKeyboard) {
    const GoldAligner grammar(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const std::vector<std::string> sources = {"你好吗？"}, targets = {"how are you?"};
    const Tokenizer source = learnWords(sources), target = learnWords(targets);
    const auto typed = grammar.align(source, target, "你好吗?"),
               written = grammar.align(source, target, "你好吗？");
    ASSERT_TRUE(typed.has_value() && written.has_value());
    ASSERT_EQ(typed->links.size(), written->links.size());
    for (std::size_t i = 0; i < typed->links.size(); ++i) {
        EXPECT_EQ(typed->links[i].source, written->links[i].source);
        EXPECT_EQ(typed->links[i].target, written->links[i].target);
    }
    EXPECT_EQ(typed->links.back().target, static_cast<int>(typed->target.size()) - 1)
        << "the mark has its link";
}

TEST(GoldAlignment, OfAnUnknownSentenceIsNothing) {
    const GoldAligner grammar(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const auto model = tinyModel();
    EXPECT_FALSE(grammar.align(model->source, model->target, "翻译翻译翻译").has_value());
}

}  // namespace
}  // namespace vitrine
