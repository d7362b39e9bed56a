#include "engine/core/sentence.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>

#include "engine/core/error.h"

namespace vitrine {
namespace {

template <class... Args>
Sentence failed(std::string_view where, const Args&... args) {
    try {
        fail(where, args...);
    } catch (const Error& error) {
        EXPECT_EQ(error.what(), error.sentence().text);
        return error.sentence();
    }
}

TEST(SentenceTest, LiteralsAreWordsAndTheRestIsArguments) {
    const char* name = "width";
    const std::string unit = "features";
    const Sentence said = failed("contract", name, " is ", 7, ' ', unit, ", expected 2 to ", 8.5);
    EXPECT_EQ(said.text, "[contract] width is 7 features, expected 2 to 8.5");
    EXPECT_EQ(said.place, "contract");
    EXPECT_EQ(said.pattern, "%1 is %2 %3, expected 2 to %4");
    ASSERT_EQ(said.arguments.size(), 4u);
    EXPECT_EQ(said.arguments[0].text, "width");
    EXPECT_EQ(said.arguments[3].text, "8.5");
    for (const Sentence& argument : said.arguments) EXPECT_TRUE(argument.pattern.empty()) << argument;
}

TEST(SentenceTest, PercentSignsOfWordsAreDoubledThoseOfArgumentsAreNot) {
    const Sentence said = failed("x", "5 % of ", std::string("100 %"), "%");
    EXPECT_EQ(said.text, "[x] 5 % of 100 %%");
    EXPECT_EQ(said.pattern, "5 %% of %1%%");
    EXPECT_EQ(said.arguments[0].text, "100 %");
}

TEST(SentenceTest, PartsKeepWordsOfTheirOwn) {
    const Sentence said = failed("json", "step is ", Wording{"a text"}, ", expected ",
                                 phrase("an integer from ", 0, " to ", 9));
    EXPECT_EQ(said.text, "[json] step is a text, expected an integer from 0 to 9");
    EXPECT_EQ(said.pattern, "step is %1, expected %2");
    EXPECT_EQ(said.arguments[0].pattern, "a text");
    EXPECT_EQ(said.arguments[1].pattern, "an integer from %1 to %2");
    EXPECT_EQ(said.arguments[1].arguments[1].text, "9");
}

TEST(SentenceTest, AWrappedErrorIsAPartWithItsPlace) {
    const Sentence inner = failed("io", "there is no file ", std::string("/a"));
    const Error outer(phrase("its ", "card", ": ", inner));
    EXPECT_STREQ(outer.what(), "its card: [io] there is no file /a");
    EXPECT_EQ(outer.sentence().pattern, "its card: %1");
    EXPECT_EQ(outer.sentence().arguments[0], inner);
}

TEST(SentenceTest, EveryExceptionHasOne) {
    EXPECT_EQ(sentenceOf(Error("as it is")).text, "as it is");
    EXPECT_TRUE(sentenceOf(Error("as it is")).pattern.empty());
    EXPECT_NE(sentenceOf(std::bad_alloc()).text.find("memory"), std::string::npos);
    EXPECT_EQ(sentenceOf(std::runtime_error("odd")).arguments[0].text, "odd");
    EXPECT_EQ(systemReason(ENOENT).pattern, systemReason(ENOENT).text);
}

}  // namespace
}  // namespace vitrine
