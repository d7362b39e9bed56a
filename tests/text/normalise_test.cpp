#include "engine/text/normalise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

TEST(Normalise, UnfoldsWidthsButKeepsChinesePunctuation) {
    EXPECT_EQ(normalise("ＡＢＣ１２３％"), "ABC123%");
    EXPECT_EQ(normalise("你好，世界！真的？（是）：“好”；…。、"), "你好，世界！真的？（是）：“好”；…。、");
    EXPECT_EQ(normalise("①ﬁ㎏"), "1fikg");
}

TEST(Normalise, TakesAsciiMarksAfterChineseForChineseOnes) {
    EXPECT_EQ(normalise("你好吗?"), "你好吗？");
    EXPECT_EQ(normalise("你好, 我很好."), "你好， 我很好。");
    EXPECT_EQ(normalise("真的吗?!"), "真的吗？！");
    EXPECT_EQ(normalise("他说:好;对"), "他说：好；对");
    EXPECT_EQ(normalise("好．"), "好。");
    EXPECT_EQ(normalise("我... 版.5 好.."), "我... 版.5 好..") << "an ellipsis and a number";
    EXPECT_EQ(normalise("Really? 3,5. 我 (no) NLP?"), "Really? 3,5. 我 (no) NLP?")
        << "no mark of a Chinese text";
    EXPECT_EQ(normalise("?，!"), "?，！");
}

TEST(Normalise, CollapsesSpacesAndRemovesInvisibleCharacters) {
    EXPECT_EQ(normalise(" \t a\u3000b\u00A0\r\n c  "), "a b c");
    EXPECT_EQ(normalise("\uFEFFa\u200Bb\u00ADc"), "abc");
    EXPECT_EQ(normalise(" \u3000 "), "");
}

TEST(Normalise, UnifiesApostrophesInsideWordsOnly) {
    EXPECT_EQ(normalise("I don’t. ‘No’ means ‘no’"), "I don't. ‘No’ means ‘no’");
    EXPECT_EQ(normalise("a▁b"), "a_b");
}

TEST(Normalise, ComposesAccents) {
    EXPECT_EQ(normalise("cafe\u0301"), "caf\u00E9");
}

TEST(Normalise, KnowsWhereEveryByteCameFrom) {
    const std::string original = "  ＡＢ\u3000 cafe\u0301 我";
    const NormalisedText normal = normaliseWithOrigin(original);
    ASSERT_EQ(normal.text, "AB café 我");
    ASSERT_EQ(normal.from.size(), normal.text.size());
    const auto originalOf = [&](const std::string& part) {
        const std::size_t at = normal.text.find(part);
        const auto [begin, end] = normal.originalSpan(at, at + part.size());
        return original.substr(begin, end - begin);
    };
    EXPECT_EQ(originalOf("A"), "Ａ");
    EXPECT_EQ(originalOf("B"), "Ｂ");
    EXPECT_EQ(originalOf(" c"), "\u3000 c");
    EXPECT_EQ(originalOf("é"), "e\u0301");
    EXPECT_EQ(originalOf("我"), "我");
    EXPECT_EQ(normal.originalSpan(0, 0), (std::pair<std::size_t, std::size_t>(2, 2)));
}

TEST(Normalise, TwiceIsOnce) {
    const Rng rng(11);
    const std::u32string alphabet =
        U"ab Z’‘'＇！!，,?:;…．. \u3000\t9９①½ﬁ我爱カｶ\u3099\u0301é▁_“”\u200B\u00A8";
    std::uint64_t at = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        const std::uint64_t length = rng.below(12, RandomUse::Test, 1, at++);
        for (std::uint64_t i = 0; i < length; ++i)
            appendUtf8(text, alphabet[rng.below(alphabet.size(), RandomUse::Test, 2, at++)]);
        const std::string once = normalise(text);
        ASSERT_EQ(normalise(once), once) << text;
    }
}

TEST(Normalise, OriginsAreOrderedSpansOfTheOriginal) {
    const Rng rng(12);
    const std::u32string alphabet = U"ab  e\u0301ﬁ½我！\u200Bが\u3099か\u3000";
    std::uint64_t at = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (int i = 0; i < 10; ++i)
            appendUtf8(text, alphabet[rng.below(alphabet.size(), RandomUse::Test, 3, at++)]);
        const NormalisedText normal = normaliseWithOrigin(text);
        ASSERT_EQ(normal.from.size(), normal.text.size());
        ASSERT_EQ(normal.to.size(), normal.text.size());
        for (std::size_t i = 0; i < normal.text.size(); ++i) {
            ASSERT_LT(normal.from[i], normal.to[i]);
            ASSERT_LE(normal.to[i], text.size());
            if (i > 0) {
                ASSERT_LE(normal.from[i - 1], normal.from[i]);
            }
        }
    }
}

TEST(Normalise, RefusesBadAndEnormousText) {
    EXPECT_THAT([] { normalise("abc\xFF"); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("not valid UTF-8 at byte 3")));
    EXPECT_THAT([] { normalise(std::string(kMaxTextBytes + 1, 'a')); },
                testing::ThrowsMessage<Error>(testing::HasSubstr("more than the 1048576 bytes")));
}

TEST(ComparisonKey, ForgetsCasePunctuationAndSpaces) {
    EXPECT_EQ(comparisonKey("I don't know!"), comparisonKey("i DON’T   know"));
    EXPECT_EQ(comparisonKey("我爱你。"), comparisonKey("我 爱你！"));
    EXPECT_NE(comparisonKey("I know"), comparisonKey("I knew"));
    EXPECT_EQ(comparisonKey("?!…"), "");
}

}  // namespace
}  // namespace vitrine
