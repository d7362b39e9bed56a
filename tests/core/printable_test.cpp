#include "engine/core/printable.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/core/strict_json.h"
#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using namespace std::string_literals;

TEST(Printable, EscapesWhatATerminalWouldObey) {
    EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
    EXPECT_EQ(printable("a\0b\n\r\t\x7f"s), "a\\x00b\\n\\r\\t\\x7f");
    EXPECT_EQ(printable("\u009b31m"), "\\xc2\\x9b31m");         // the one-character form of ESC [
    EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");      // turns the direction
    EXPECT_EQ(printable("x\xff\xe7\x8b"), "x\\xff\\xe7\\x8b");  // never, and half a character
    EXPECT_EQ(printable("\xc0\x80\xed\xa0\x80"), "\\xc0\\x80\\xed\\xa0\\x80");  // overlong, surrogate
}

TEST(Printable, LeavesTextAsItIs) {
    for (const char* text : {"", "a path/with spaces.txt", "我爱机器翻译", "é — “quoted” \\x1b 😀", "\u00a0"})
        EXPECT_EQ(printable(text), text);
}

TEST(Printable, CutsTheMiddleBetweenCharacters) {
    EXPECT_EQ(printable("0123456789abcdef", 11), "0123...cdef");
    EXPECT_EQ(printable("0123456789a", 11), "0123456789a");
    EXPECT_EQ(printable("狗狗狗狗狗", 11), "狗...狗");
    const std::string once = printable(std::string(10'000, '\x1b'), 100);
    EXPECT_LE(once.size(), 100u);
    EXPECT_EQ(printable(once, 100), once);
}

TEST(Printable, NoErrorShowsRawForeignText) {
    const std::string foreign = "\x1b[2J\xff" + std::string(5000, 'y');
    const std::string text = errorOf([&] { fail("file " + foreign, "it says '", foreign, "', expected 1"); });
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_LT(text.size(), 1100u);
    EXPECT_EQ(text.substr(text.size() - 12), ", expected 1");
    const std::string nested = errorOf([&] { fail("x", phrase("in ", Sentence(foreign))); });
    EXPECT_EQ(nested.find('\x1b'), std::string::npos);
}

TEST(Printable, AJsonErrorNamesThePlaceInWordsOfOurOwn) {
    EXPECT_EQ(errorOf([] { parseStrictJson("{\n  \"a\": 1,\n  b\n}", "card"); }),
              "[card] expected valid JSON, but there is an error at line 3, column 3; correct the text");
    EXPECT_EQ(errorOf([] { parseStrictJson("[\"" + std::string(3000, 'z') + "\x1b\"]", "card"); }),
              "[card] expected valid JSON, but there is an error at line 1, column 3003; correct the text");
    EXPECT_EQ(errorOf([] { parseStrictJson("[1e999]", "card"); }),
              "[card] expected valid JSON, but it holds a number that is out of range; correct the text");
}

}  // namespace
}  // namespace vitrine
