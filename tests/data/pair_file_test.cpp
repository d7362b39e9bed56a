#include "engine/data/pair_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/core/error.h"
#include "engine/data/line_reader.h"
#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using testing::HasSubstr;

PairFile read(const std::string& text, const PairFileOptions& options = {}) {
    std::istringstream stream(text);
    return readPairs(stream, options);
}

std::size_t skipped(const PairFile& file, SkipReason reason) {
    return file.report.skipped[static_cast<std::size_t>(reason)];
}

TEST(PairFile, ReadsManyThingsLines) {
    const PairFile file = read("Dogs bark.\t狗叫。\tCC-BY 2.0 #1 & #2\r\nI run. \t 我跑。\n");
    ASSERT_EQ(file.pairs.size(), 2u);
    EXPECT_EQ(file.pairs[0].english, "Dogs bark.");
    EXPECT_EQ(file.pairs[0].chinese, "狗叫。");
    EXPECT_EQ(file.pairs[0].attribution, "CC-BY 2.0 #1 & #2");
    EXPECT_EQ(file.pairs[1].english, "I run.");
    EXPECT_EQ(file.pairs[1].chinese, "我跑。");
    EXPECT_EQ(file.pairs[1].line, 2u);
    EXPECT_EQ(file.report.order, PairOrder::EnglishFirst);
    EXPECT_EQ(file.report.skippedTotal(), 0u);
}

TEST(PairFile, DetectsTheOrderOrTakesTheGivenOne) {
    const std::string text = "\xEF\xBB\xBF狗叫\tDogs bark\n我跑\tI run";
    EXPECT_EQ(read(text).pairs[0].chinese, "狗叫");
    EXPECT_EQ(read(text).report.order, PairOrder::ChineseFirst);
    PairFileOptions options;
    options.order = PairOrder::EnglishFirst;
    EXPECT_EQ(read(text, options).pairs[1].english, "我跑");
    EXPECT_THAT([] { read("one\tuno\n"); },
                testing::ThrowsMessage<Error>(HasSubstr("cannot tell which side is Chinese")));
    EXPECT_EQ(read("one\tuno\n", options).pairs.size(), 1u);
}

TEST(PairFile, ReportsWhatItSkippedLineByLine) {
    PairFileOptions options;
    options.maxLineBytes = 40;
    const PairFile file = read(
        "Good\t好\n"
        "no tab\n"
        "Bad\t\xFF\n"
        "\t空\n"
        "Space\t \xE3\x80\x80 \n"
        "\n"
        "a\tb\tc\td\n" +
            std::string(10000, 'x') + "\t长\n" + std::string("Nul\t\0零\n", 9) + "Fine\t行",
        options);
    EXPECT_EQ(file.report.lines, 10u);
    EXPECT_EQ(file.report.blankLines, 1u);
    EXPECT_EQ(file.report.pairs, 2u);
    EXPECT_EQ(file.pairs[1].line, 10u);
    EXPECT_EQ(skipped(file, SkipReason::WrongColumns), 2u);
    EXPECT_EQ(skipped(file, SkipReason::InvalidUtf8), 1u);
    EXPECT_EQ(skipped(file, SkipReason::EmptySide), 2u);
    EXPECT_EQ(skipped(file, SkipReason::TooLong), 1u);
    EXPECT_EQ(skipped(file, SkipReason::ControlCharacter), 1u);
    EXPECT_EQ(file.report.text(),
              "2 pairs from 10 lines (1 blank), 7 skipped\n"
              "  invalid UTF-8: 1\n"
              "  control character: 1\n"
              "  wrong number of columns: 2\n"
              "  empty side: 2\n"
              "  too long: 1\n"
              "line 2: the line has 1 column, expected two sentences and perhaps an attribution, separated "
              "by tabs\n"
              "line 3: the line is not valid UTF-8 at byte 4\n"
              "line 4: the first side is empty, expected a sentence\n"
              "line 5: the second side is empty, expected a sentence\n"
              "line 7: the line has 4 columns, expected two sentences and perhaps an attribution, separated "
              "by tabs\n"
              "line 8: the line has 10004 bytes, expected at most 40\n"
              "line 9: the line has a control character at byte 4\n");
}

TEST(PairFile, ListsOnlySoManyLinesButCountsAll) {
    PairFileOptions options;
    options.maxListedLines = 2;
    const PairFile file = read("x\nx\nx\nx\nx\nGood\t好\n", options);
    EXPECT_EQ(file.report.list.size(), 2u);
    EXPECT_EQ(file.report.skippedTotal(), 5u);
    EXPECT_THAT(file.report.text(), HasSubstr("... and 3 more"));
}

TEST(PairFile, StopsAtItsLimitsAndSaysSo) {
    PairFileOptions options;
    options.maxPairs = 1;
    const PairFile one = read("Good\t好\nFine\t行\n", options);
    EXPECT_EQ(one.pairs.size(), 1u);
    EXPECT_THAT(one.report.text(), HasSubstr("stopped after 1 pairs"));
    options = {};
    options.maxFileBytes = 12;
    const PairFile bytes = read("Good\t好\nFine\t行\n", options);
    EXPECT_EQ(bytes.pairs.size(), 1u);
    EXPECT_THAT(bytes.report.text(), HasSubstr("stopped after 12 bytes"));
    EXPECT_EQ(read("Good\t好\nFine\t行\n").report.stopped, "");
}

TEST(PairFile, RefusesUtf16AndMissingFiles) {
    EXPECT_THAT([] { read("\xFF\xFEH"); }, testing::ThrowsMessage<Error>(HasSubstr("UTF-16")));
    EXPECT_THAT([] { readPairFile("/nowhere/pairs.tsv"); },
                testing::ThrowsMessage<Error>(HasSubstr("there is no file /nowhere/pairs.tsv")));
    EXPECT_THAT([] { readPairFile("/"); }, testing::ThrowsMessage<Error>(HasSubstr("is a folder")));
    EXPECT_THAT([] { readPairFile("/dev/zero"); },
                testing::ThrowsMessage<Error>(HasSubstr("is a device or a pipe")));
}

TEST(PairFile, AnEmptyFileHasNoPairs) {
    EXPECT_EQ(read("").report.text(), "0 pairs from 0 lines, 0 skipped\n");
}

TEST(ParallelFiles, PairsLineByLine) {
    std::istringstream chinese("狗叫\n\n我跑\n\xFF\n\n");
    std::istringstream english("Dogs bark\n\n\nbad\n");
    const PairFile file = readParallel(chinese, english);
    ASSERT_EQ(file.pairs.size(), 1u);
    EXPECT_EQ(file.pairs[0].english, "Dogs bark");
    EXPECT_EQ(file.pairs[0].chinese, "狗叫");
    EXPECT_EQ(file.report.text(),
              "1 pairs from 4 lines (1 blank), 2 skipped\n"
              "  invalid UTF-8: 1\n"
              "  empty side: 1\n"
              "line 3: the second side is empty, expected a sentence\n"
              "line 4: the line of the first file is not valid UTF-8 at byte 0\n");
    EXPECT_EQ(file.report.briefly(),
              "4 lines, invalid UTF-8: 1, empty side: 1; line 3: the second side is empty, "
              "expected a sentence");
}

TEST(ParallelFiles, OfDifferentLengthAreRefused) {
    const auto says = [](const std::string& first, const std::string& second) {
        std::istringstream a(first), b(second);
        return errorOf([&] { readParallel(a, b); });
    };
    EXPECT_THAT(says("狗叫\n我跑\n多\n", "Dogs bark\nI run\n"),
                HasSubstr("the first file has 3 lines and the second 2, expected as many"));
    EXPECT_THAT(says("狗叫\n", "Dogs bark\n\nI run\n\n\n"),
                HasSubstr("the first file has 1 lines and the second 3, expected as many"));
    EXPECT_THAT(says("", "Dogs bark"), HasSubstr("the first file has 0 lines and the second 1"));
    EXPECT_EQ(says("狗叫\n", "Dogs bark\n\n\n"), "no error");
}

TEST(ParallelFiles, ReadsThemFromDisk) {
    const auto folder = std::filesystem::path(testing::TempDir());
    const std::string first = (folder / "vitrine_pairs.en").string();
    const std::string second = (folder / "vitrine_pairs.zh").string();
    std::ofstream(first) << "I run\n";
    std::ofstream(second) << "我跑\n";
    EXPECT_EQ(readParallelFiles(first, second).pairs.at(0).chinese, "我跑");
    std::filesystem::remove(first);
    std::filesystem::remove(second);
}

TEST(LineReader, NeverHoldsMoreThanItsLimit) {
    std::istringstream stream(std::string(1 << 20, 'x') + "\nshort\r\n1234\r\n12345");
    LineReader reader(stream, 4);
    ASSERT_TRUE(reader.next());
    EXPECT_TRUE(reader.tooLong());
    EXPECT_EQ(reader.lineBytes(), std::size_t{1} << 20);
    EXPECT_LE(reader.text().capacity(), 64u);
    ASSERT_TRUE(reader.next());
    EXPECT_TRUE(reader.tooLong());
    ASSERT_TRUE(reader.next());
    EXPECT_FALSE(reader.tooLong());
    EXPECT_EQ(reader.text(), "1234");
    ASSERT_TRUE(reader.next());
    EXPECT_TRUE(reader.tooLong());
    EXPECT_FALSE(reader.next());
    EXPECT_EQ(reader.number(), 4u);
}

TEST(LineReader, DoesNotCountTheByteOrderMark) {
    std::istringstream stream(
        "\xEF\xBB\xBF"
        "1234\r\n\xEF\xBB\xBF");
    LineReader reader(stream, 4);
    ASSERT_TRUE(reader.next());
    EXPECT_FALSE(reader.tooLong());
    EXPECT_EQ(reader.text(), "1234");
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.lineBytes(), 3u);  // only at the start of a file is it a mark
}

TEST(PairFile, ReadsTheSharedCorpusWhole) {
    const std::string path = std::string(VITRINE_SOURCE_DIR) + "/../shared/data/tatoeba-cmn-eng/cmn.txt";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the shared Tatoeba corpus is not on this machine";
    const PairFile file = readPairFile(path);
    EXPECT_EQ(file.pairs.size(), 29155u) << file.report.text();
    EXPECT_EQ(file.report.order, PairOrder::EnglishFirst);
}

}  // namespace
}  // namespace vitrine
