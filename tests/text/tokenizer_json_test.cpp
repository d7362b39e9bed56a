#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/text/learn.h"
#include "tests/text/token_helpers.h"

namespace vitrine {
namespace {

using testing::HasSubstr;

TEST(TokenizerJson, ComesBackTheSame) {
    const std::vector<std::string> lines = {"I love \"machine\" translation \\ 我爱机器翻译。",
                                            "I love machines"};
    for (const Tokenizer& tokenizer : {learnWords(lines), learnBpe(lines, {})}) {
        const Tokenizer back = Tokenizer::fromJson(tokenizer.toJson());
        EXPECT_EQ(back.toJson(), tokenizer.toJson());
        EXPECT_EQ(back.kind(), tokenizer.kind());
        EXPECT_EQ(back.encodeIds(lines[0]), tokenizer.encodeIds(lines[0]));
        EXPECT_EQ(back.merges().size(), tokenizer.merges().size());
    }
}

const std::string kSpecials = R"("<pad>","<bos>","<eos>","<unk>")";

std::string word(const std::string& pieces, const std::string& counts, const std::string& more = "") {
    return R"({"format":"vitrine-tokenizer","version":1,"kind":"word","pieces":[)" + pieces +
           R"(],"counts":[)" + counts + "]" + more + "}";
}

std::string bpe(const std::string& merges) {
    return R"({"format":"vitrine-tokenizer","version":1,"kind":"bpe","pieces":[)" + kSpecials +
           R"(,"▁","a","b","ab"],"counts":[0,0,0,0,1,1,1,1],"merges":)" + merges + "}";
}

TEST(TokenizerJson, TheSmallFilesOfTheseTestsAreFine) {
    EXPECT_EQ(Tokenizer::fromJson(word(kSpecials + R"(,"a")", "0,0,0,0,1")).size(), 5);
    EXPECT_EQ(Tokenizer::fromJson(bpe("[[5,6,3]]")).merges()[0].result, TokenId(7));
}

TEST(TokenizerJson, RefusesHostileFilesWithASentence) {
    const std::string deep(100000, '[');
    const struct {
        std::string file;
        const char* expected;
    } cases[] = {
        {"", "malformed at byte 1"},
        {"{", "malformed at byte 2"},
        {"[]", "is of type array, expected an object"},
        {deep, "nested too deeply"},
        {R"({"format":)" + deep, "nested too deeply"},
        {"{}", "\"format\" is missing"},
        {R"({"format":"gguf"})", "another kind of file"},
        {R"({"format":"vitrine-tokenizer","version":2})", "\"version\" is not 1"},
        {R"({"format":"vitrine-tokenizer","version":1,"kind":7})", "\"kind\" is neither"},
        {word(kSpecials, "0,0,0,0", R"(,"extra":1)"), "key \"extra\" does not belong"},
        {word(kSpecials, "0,0,0,0", R"(,"merges":[])"), "key \"merges\" does not belong"},
        {word(kSpecials, "0,0,0,0", R"(,"kind":"word")"), "key \"kind\" stands twice"},
        {word(R"("<pad>","<bos>")", "0,0"), "expected at least <pad> <bos> <eos> <unk>"},
        {word(R"("<pad>","<eos>","<bos>","<unk>")", "0,0,0,0"), "piece 1 is \"<eos>\", expected \"<bos>\""},
        {word(kSpecials + R"(,"a")", "0,0,0,0"), "5 pieces and 4 counts"},
        {word(kSpecials + R"(,"a","a")", "0,0,0,0,1,1"), "already piece 4"},
        {word(kSpecials + R"(,"<pad>")", "0,0,0,0,1"), "already piece 0"},
        {word(kSpecials + R"(,"")", "0,0,0,0,1"), "piece 4 is empty"},
        {word(kSpecials + R"(,"a\u0000")", "0,0,0,0,1"), "a space or a control character (code 0)"},
        {word(kSpecials + R"(,"a b")", "0,0,0,0,1"), "a space or a control character (code 32)"},
        {word(kSpecials + ",\"a\xFF\"", "0,0,0,0,1"), "malformed at byte"},
        {word(kSpecials + R"(,"\ud800")", "0,0,0,0,1"), "malformed at byte"},
        {word(kSpecials + ",\"" + std::string(2000, 'a') + "\"", "0,0,0,0,1"), "expected at most 1024"},
        {word(kSpecials + ",7", "0,0,0,0,1"), "piece 4 is of type number"},
        {word(kSpecials + R"(,"a")", "0,0,0,0,-1"), "count 4 is not a whole number"},
        {word(kSpecials + R"(,"a")", "0,0,0,0,1.5"), "count 4 is not a whole number"},
        {word(kSpecials + R"(,"a")", "0,0,0,0,1e999"), "out of range"},
        {word(kSpecials + R"(,"a")", "0,0,0,0,18446744073709551615"), "expected at most 9007199254740992"},
        {word(kSpecials, "0,0,0,0") + "x", "malformed at byte"},
        {bpe("{}"), "\"merges\" is of type object"},
        {bpe("[[5,6]]"), "merge 0 is not [left id, right id, count]"},
        {bpe("[[5,6,true]]"), "count of merge 0 is not"},
        {bpe("[[5,6,[1]]]"), "nested too deeply"},
        {bpe("[[5,6,[[1]]]]"), "nested too deeply"},
        {bpe("[[5,99999999999,1]]"), "expected at most 7"},
        {bpe("[[5,-1,1]]"), "right id of merge 0 is not"},
        {bpe("[[0,5,1]]"), "not a piece"},
        {bpe("[[6,5,1]]"), "\"ba\", which is not a piece"},
        {bpe("[[5,6,1],[5,6,1]]"), "merge 1 repeats merge 0"},
    };
    for (const auto& c : cases)
        EXPECT_THAT([&] { Tokenizer::fromJson(c.file); },
                    testing::ThrowsMessage<Error>(HasSubstr(c.expected)))
            << c.file.substr(0, 200);
}

TEST(TokenizerJson, RefusesEnormousFilesBeforeReadingThem) {
    EXPECT_THAT([] { Tokenizer::fromJson(std::string((16u << 20) + 1, ' ')); },
                testing::ThrowsMessage<Error>(HasSubstr("expected at most 16777216")));
}

TEST(TokenizerJson, EveryCutAndEveryFlippedByteIsEitherReadOrRefused) {
    const std::string file = learnBpe(std::vector<std::string>{"ab ab abc 我爱我爱"}, {}).toJson();
    std::size_t refused = 0;
    for (std::size_t i = 0; i < file.size(); ++i) {
        std::string flipped = file;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x11);
        for (const std::string& damaged : {file.substr(0, i), flipped}) {
            try {
                const Tokenizer tokenizer = Tokenizer::fromJson(damaged);
                roundTrip(tokenizer, "abc 我爱");
            } catch (const Error&) {
                ++refused;
            }
        }
    }
    EXPECT_GT(refused, file.size());
}

TEST(Bpe, NeedsThePieceForTheSpace) {
    Vocabulary vocabulary;
    vocabulary.add("a");
    EXPECT_THAT([&] { Tokenizer::bpe(vocabulary, {}); },
                testing::ThrowsMessage<Error>(HasSubstr("no piece \"▁\"")));
}

}  // namespace
}  // namespace vitrine
