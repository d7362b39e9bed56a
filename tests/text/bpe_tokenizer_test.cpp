#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/text/learn.h"
#include "engine/text/normalise.h"
#include "tests/text/token_helpers.h"

namespace vitrine {
namespace {

using testing::ElementsAre;

// The learner's plain twin: counts every pair anew for every merge.
std::vector<std::pair<std::string, std::string>> plainMerges(std::vector<std::vector<std::string>> words,
                                                             const Tokenizer& learnt, std::size_t merges) {
    std::vector<std::pair<std::string, std::string>> result;
    while (result.size() < merges) {
        std::map<std::pair<std::int32_t, std::int32_t>, std::uint64_t> counts;
        const auto id = [&](const std::string& piece) { return learnt.vocabulary().find(piece)->value; };
        for (const auto& word : words)
            for (std::size_t i = 0; i + 1 < word.size(); ++i) ++counts[{id(word[i]), id(word[i + 1])}];
        const auto best = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        if (best == counts.end() || best->second < 2) break;
        const std::string left = learnt.vocabulary().piece(TokenId(best->first.first));
        const std::string right = learnt.vocabulary().piece(TokenId(best->first.second));
        result.emplace_back(left, right);
        for (auto& word : words)
            for (std::size_t i = 0; i + 1 < word.size(); ++i)
                if (word[i] == left && word[i + 1] == right) {
                    word[i] += right;
                    word.erase(word.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                }
    }
    return result;
}

std::vector<std::string> randomLines(std::uint64_t seed, int lines) {
    const Rng rng(seed);
    std::vector<std::string> result;
    std::uint64_t at = 0;
    for (int i = 0; i < lines; ++i) {
        std::string line;
        for (int word = 0; word < 4; ++word) {
            if (word > 0) line += ' ';
            const std::uint64_t length = 1 + rng.below(7, RandomUse::Test, 1, at++);
            for (std::uint64_t c = 0; c < length; ++c)
                line += static_cast<char>('a' + rng.below(3, RandomUse::Test, 2, at++));
        }
        result.push_back(line);
    }
    return result;
}

TEST(Bpe, LearnsTheMergesOfThePlainAlgorithm) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto lines = randomLines(seed, 40);
        BpeOptions options;
        options.vocabularySize = 60;
        const Tokenizer learnt = learnBpe(lines, options);
        std::vector<std::vector<std::string>> words;
        for (const std::string& line : lines) {
            std::istringstream stream(line);
            for (std::string word; stream >> word;) {
                words.push_back({"▁"});
                for (char c : word) words.back().emplace_back(1, c);
            }
        }
        const auto expected = plainMerges(words, learnt, learnt.merges().size());
        ASSERT_EQ(expected.size(), learnt.merges().size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(learnt.vocabulary().piece(learnt.merges()[i].left), expected[i].first) << i;
            EXPECT_EQ(learnt.vocabulary().piece(learnt.merges()[i].right), expected[i].second) << i;
        }
    }
}

TEST(Bpe, TellsEachMergeWithItsCount) {
    BpeOptions options;
    options.minCharacterCount = 1;
    const Tokenizer learnt =
        learnBpe(std::vector<std::string>{"low low low lower lower newest newest"}, options);
    const BpeMerge& first = learnt.merges()[0];
    // ▁+l, l+o and o+w all stand five times: the smallest left id wins, and ▁ comes first.
    EXPECT_EQ(first.count, 5u);
    EXPECT_EQ(learnt.vocabulary().piece(first.result), "▁l");
    EXPECT_EQ(first.left, *learnt.vocabulary().find("▁"));
    EXPECT_EQ(first.right, *learnt.vocabulary().find("l"));
    const BpeMerge& second = learnt.merges()[1];
    EXPECT_EQ(second.count, 5u);
    EXPECT_EQ(learnt.vocabulary().piece(second.result), "ow");  // o is an older piece than ▁l
}

TEST(Bpe, LearnsWordsOfUnsegmentedChinese) {
    const std::vector<std::string> lines = {"我爱机器翻译", "他爱机器学习", "机器很好",
                                            "翻译很难",     "她学习翻译",   "我学习"};
    const Tokenizer learnt = learnBpe(lines, {});
    EXPECT_THAT(piecesOf(learnt, "机器翻译"), ElementsAre("机器", "翻译"));
    EXPECT_THAT(piecesOf(learnt, "我爱学习"), testing::Contains("学习"));
}

TEST(Bpe, KeepsWordsDigitsMarksAndScriptsApart) {
    std::vector<std::string> lines(50, "In 1999, we use C++17 我们用Python写 3 个程序。");
    BpeOptions options;
    options.vocabularySize = 500;
    options.maxChineseChars = 16;
    const Tokenizer learnt = learnBpe(lines, options);
    EXPECT_THAT(piecesOf(learnt, lines[0]),
                ElementsAre("▁In", "▁1", "9", "9", "9", ",", "▁we", "▁use", "▁C", "+", "+", "1", "7", "▁",
                            "我们用", "Python", "写", "▁3", "▁", "个程序", "。"));
}

TEST(Bpe, RoundTripIsExactOnNormalisedText) {
    std::vector<std::string> lines = {"He said, \"I don't know!\" (twice)  - and left...",
                                      "我用 Python 写，程序。",
                                      "“你好”—he’d say: 3.14 %",
                                      "a",
                                      "1",
                                      "(x)"};
    BpeOptions options;
    options.minCharacterCount = 1;
    for (const std::int32_t size : {70, 80, 400}) {
        options.vocabularySize = size;
        const Tokenizer learnt = learnBpe(lines, options);
        for (const std::string& line : lines) EXPECT_EQ(roundTrip(learnt, line), normalise(line));
    }
}

TEST(Bpe, MarksUnknownCharactersWithTheirText) {
    const Tokenizer learnt = learnBpe(std::vector<std::string>{"abab abab baba 我爱 我爱"}, {});
    const std::string text = "ab 鲸 aΩb";
    const auto tokens = learnt.encode(text);
    std::vector<std::string> unknown;
    for (const Token& token : tokens) {
        EXPECT_EQ(token.unknown, token.id == kUnknownId);
        if (!token.unknown) continue;
        unknown.push_back(token.piece);
        EXPECT_EQ(text.substr(token.begin, token.end - token.begin), token.piece);
    }
    EXPECT_THAT(unknown, ElementsAre("鲸", "Ω"));
    EXPECT_EQ(learnt.decode(idsOf(tokens)), "ab ⟨?⟩ a⟨?⟩b");
}

TEST(Bpe, SpansCoverEveryByteButSpaces) {
    const std::string text = "  Ｔhe cafe\u0301's  我爱 3 机器！ ";
    const Tokenizer learnt = learnBpe(std::vector<std::string>(3, text), {});
    std::string covered(text.size(), '-');
    std::size_t last = 0;
    for (const Token& token : learnt.encode(text)) {
        EXPECT_LE(last, token.begin);
        EXPECT_LE(token.begin, token.end);
        last = token.end;
        for (std::size_t i = token.begin; i < token.end; ++i) covered[i] = 'x';
    }
    for (std::size_t i = 0; i < text.size(); ++i) EXPECT_TRUE(text[i] == ' ' || covered[i] == 'x') << i;
    EXPECT_EQ(last, text.size() - 1);
}

TEST(Bpe, RespectsTheLongestPieceAndTheSize) {
    std::vector<std::string> lines(20, "internationalisation 我们都喜欢机器翻译");
    BpeOptions options;
    options.vocabularySize = 1000;
    options.maxPieceChars = 5;
    options.maxChineseChars = 2;
    const Tokenizer learnt = learnBpe(lines, options);
    for (std::int32_t id = kSpecialCount; id < learnt.size(); ++id) {
        const std::string& piece = learnt.vocabulary().piece(TokenId(id));
        EXPECT_LE(piece.size(), piece[0] & 0x80 ? 7u : 5u)
            << piece;  // two characters, or a mark and four letters
    }
    options.vocabularySize = 35;
    EXPECT_EQ(learnBpe(lines, options).size(), 35);
    options.vocabularySize = 10;
    EXPECT_THAT([&] { learnBpe(lines, options); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("do not fit into a vocabulary of 10")));
}

TEST(Bpe, IsDeterministic) {
    const auto lines = randomLines(9, 200);
    EXPECT_EQ(learnBpe(lines, {}).toJson(), learnBpe(lines, {}).toJson());
}

TEST(Bpe, TakesAMegabyteWithoutSpacesInSeconds) {
    const Tokenizer learnt = learnBpe(std::vector<std::string>(5, "aaaaaaaaaaaaaaaa 啊啊啊啊啊啊"), {});
    const auto start = std::chrono::steady_clock::now();
    const auto ids = learnt.encodeIds(std::string(kMaxTextBytes, 'a'));
    EXPECT_LE(ids.size(), kMaxTextBytes / 8);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(Bpe, LearnsFromALineWithoutSpaces) {
    const auto start = std::chrono::steady_clock::now();
    std::string line;
    const Rng rng(3);
    for (std::uint64_t i = 0; i < 100000; ++i)
        line += static_cast<char>('a' + rng.below(26, RandomUse::Test, 1, i));
    BpeOptions options;
    options.vocabularySize = 1000;
    EXPECT_EQ(learnBpe(std::vector<std::string>{line}, options).size(), 1000);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

}  // namespace
}  // namespace vitrine
