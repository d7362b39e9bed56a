#include "engine/text/utf8.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"

namespace vitrine {
namespace {

TEST(Utf8, AcceptsEveryCodePointAndReadsItBack) {
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        std::string text;
        appendUtf8(text, c);
        ASSERT_FALSE(invalidUtf8At(text)) << static_cast<std::uint32_t>(c);
        std::size_t position = 0;
        ASSERT_EQ(nextCodePoint(text, position), c);
        ASSERT_EQ(position, text.size());
        ASSERT_EQ(codePointBytes(text[0]), text.size());
    }
}

TEST(Utf8, RefusesMalformedBytesAtTheirOffset) {
    const struct {
        std::string text;
        std::size_t at;
    } cases[] = {
        {"ab\x80", 2},            // a continuation byte alone
        {"ab\xC0\xAF", 2},        // overlong /
        {"\xE0\x80\xAF", 0},      // overlong in three bytes
        {"\xF0\x80\x80\xAF", 0},  // overlong in four
        {"x\xED\xA0\x80", 1},     // a surrogate
        {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
        {"\xF5\x80\x80\x80", 0},  // never a lead byte
        {"我\xE6\x88", 3},        // cut short
        {"\xFF", 0},
    };
    for (const auto& c : cases) EXPECT_EQ(invalidUtf8At(c.text), c.at) << c.text;
    EXPECT_FALSE(invalidUtf8At("我爱 machine translation 😀"));
}

TEST(Utf8, NamesTheByteInItsFailure) {
    try {
        requireUtf8("good\xFF", "loader");
        FAIL() << "no failure";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(),
                     "[loader] the text is not valid UTF-8 at byte 4; save it as UTF-8 and try again");
    }
}

TEST(Utf8, CountsCodePoints) {
    EXPECT_EQ(codePointCount(""), 0u);
    EXPECT_EQ(codePointCount("我爱you😀"), 6u);
}

}  // namespace
}  // namespace vitrine
