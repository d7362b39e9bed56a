#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/text/learn.h"
#include "engine/text/normalise.h"
#include "tests/text/token_helpers.h"

namespace vitrine {
namespace {

using testing::ElementsAre;

const std::vector<std::string> kLines = {
    "我爱机器翻译。",
    "我喜欢机器学习。",
    "I love machine translation.",
    "Tom's dog doesn't bite, does it?",
    "我爱自然语言处理！",
    "He said, \"Go home!\"",
    "It costs $3.50 (about 20%).",
    "A well-known MP3 player: 7:30 p.m.",
};

WordOptions grammarWords() {
    WordOptions options;
    options.knownWords = {"我", "爱", "喜欢", "机器", "机器翻译", "机器学习", "自然语言处理", "翻译"};
    return options;
}

TEST(WordTokenizer, CutsUnsegmentedChineseIntoKnownWords) {
    const Tokenizer tokenizer = learnWords(kLines, grammarWords());
    EXPECT_THAT(piecesOf(tokenizer, "我爱机器翻译。"), ElementsAre("我", "爱", "机器翻译", "。"));
    EXPECT_THAT(piecesOf(tokenizer, "我喜欢机器"), ElementsAre("我", "喜欢", "机器"));
    EXPECT_THAT(piecesOf(tokenizer, "自然语言处理"), ElementsAre("自然语言处理"));
}

TEST(WordTokenizer, FallsBackToCharactersAndThenToMarkedUnknowns) {
    const Tokenizer tokenizer = learnWords(kLines, grammarWords());
    EXPECT_THAT(piecesOf(tokenizer, "语言"), ElementsAre("语", "言"));  // in the corpus as characters
    const auto tokens = tokenizer.encode("我爱鲸鱼");
    EXPECT_THAT(piecesOf(tokenizer, "我爱鲸鱼"), ElementsAre("我", "爱", "?鲸", "?鱼"));
    EXPECT_TRUE(tokens[2].unknown);
    EXPECT_EQ(tokens[2].id, kUnknownId);
    EXPECT_EQ(tokens[2].begin, 6u);
    EXPECT_EQ(tokens[2].end, 9u);
    EXPECT_EQ(tokenizer.decode(idsOf(tokens)), "我爱⟨?⟩⟨?⟩");
}

TEST(WordTokenizer, WithoutCharactersOnlyListedWordsAreKnown) {
    WordOptions options = grammarWords();
    options.characters = false;
    EXPECT_THAT(piecesOf(learnWords(kLines, options), "语言"), ElementsAre("?语", "?言"));
}

TEST(WordTokenizer, PrefersTheMoreFrequentWordsAndThenTheLongerFirst) {
    Vocabulary counted;
    counted.add("研究", 50);
    counted.add("研究生", 1);
    counted.add("生命", 50);
    counted.add("命", 1);
    EXPECT_THAT(piecesOf(Tokenizer::words(counted), "研究生命"), ElementsAre("研究", "生命"));
    Vocabulary listed;
    for (const char* word : {"研究", "研究生", "生命", "命"}) listed.add(word);
    EXPECT_THAT(piecesOf(Tokenizer::words(listed), "研究生命"), ElementsAre("研究生", "命"));
}

TEST(WordTokenizer, SplitsEnglishAtSpacesAndPunctuation) {
    const Tokenizer tokenizer = learnWords(kLines);
    EXPECT_THAT(piecesOf(tokenizer, "Tom's dog doesn't bite, does it?"),
                ElementsAre("Tom", "'s", "dog", "doesn't", "bite", ",", "does", "it", "?"));
    EXPECT_THAT(piecesOf(tokenizer, "It costs $3.50 (about 20%)."),
                ElementsAre("It", "costs", "$", "3.50", "(", "about", "20", "%", ")", "."));
    EXPECT_THAT(piecesOf(tokenizer, "1880's 7:30"), ElementsAre("?1880", "'s", "7:30"));
    EXPECT_THAT(piecesOf(tokenizer, "A well-known zebra"), ElementsAre("A", "well", "-", "known", "?zebra"));
}

TEST(WordTokenizer, RestoresSpaces) {
    const Tokenizer tokenizer = learnWords(kLines);
    for (const std::string& line : kLines) EXPECT_EQ(tokenizer.decode(tokenizer.encodeIds(line)), line);
    EXPECT_EQ(roundTrip(tokenizer, "I  love\tzebra machine translation ."),
              "I love ⟨?⟩ machine translation.");
}

TEST(WordTokenizer, KeepsCase) {
    const Tokenizer tokenizer = learnWords(kLines);
    EXPECT_THAT(piecesOf(tokenizer, "it It"), ElementsAre("it", "It"));
}

TEST(WordTokenizer, LearnsChineseWordsWithoutAList) {
    std::vector<std::string> lines;
    const std::vector<std::string> subjects = {"我", "你", "他"};
    const std::vector<std::string> verbs = {"喜欢", "讨厌", "研究"};
    const std::vector<std::string> objects = {"机器", "音乐", "狗", "猫"};
    for (const auto& s : subjects)
        for (const auto& v : verbs)
            for (const auto& o : objects) lines.push_back(s + v + o + "。");
    WordOptions options;
    options.minCohesion = 5;
    const Tokenizer tokenizer = learnWords(lines, options);
    EXPECT_THAT(piecesOf(tokenizer, "他研究音乐。"), ElementsAre("他", "研究", "音乐", "。"));
    EXPECT_THAT(piecesOf(tokenizer, "我讨厌猫"), ElementsAre("我", "讨厌", "猫"));
}

TEST(WordTokenizer, DropsRarePiecesFirstAndKeepsTheListed) {
    WordOptions options;
    options.minCount = 2;
    const Tokenizer frequent = learnWords(std::vector<std::string>{"a a b", "a b c"}, options);
    EXPECT_THAT(piecesOf(frequent, "a b c"), ElementsAre("a", "b", "?c"));
    options = {};
    options.knownWords = {"z"};
    options.maxPieces = 6;
    const Tokenizer small = learnWords(std::vector<std::string>{"a a b", "a b c"}, options);
    EXPECT_EQ(small.size(), 6);
    EXPECT_THAT(piecesOf(small, "z a b"), ElementsAre("z", "a", "?b"));
}

TEST(WordTokenizer, SpecialTokensAreNeverFoundInText) {
    const Tokenizer tokenizer = learnWords(std::vector<std::string>{"< eos > bos"});
    EXPECT_THAT(piecesOf(tokenizer, "<eos>"), ElementsAre("<", "eos", ">"));
    EXPECT_EQ(
        tokenizer.decode(std::vector<TokenId>{kBosId, *tokenizer.vocabulary().find("eos"), kEosId, kPadId}),
        "eos");
}

TEST(WordTokenizer, NamesTheBadLine) {
    EXPECT_THAT(
        [] {
            learnWords(std::vector<std::string>{"fine", "bad\xFF"});
        },
        testing::ThrowsMessage<Error>(
            testing::AllOf(testing::HasSubstr("line 2"), testing::HasSubstr("byte 3"))));
    EXPECT_THROW(learnWords(std::vector<std::string>{" "}), Error);
}

TEST(WordTokenizer, RefusesIdsOutsideTheVocabulary) {
    const Tokenizer tokenizer = learnWords(kLines);
    EXPECT_THROW(tokenizer.decode(std::vector<TokenId>{TokenId(tokenizer.size())}), Error);
    EXPECT_THROW(tokenizer.decode(std::vector<TokenId>{TokenId()}), Error);
}

}  // namespace
}  // namespace vitrine
