#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <string>
#include <vector>

namespace vitrine {

/// A Chinese sentence and its English translation as they stand in the user's file, outer spaces removed.
struct SentencePair {
    std::string chinese;
    std::string english;
    std::string
        attribution;       ///< third column of a ManyThings file, which its licence asks to keep; else empty
    std::size_t line = 0;  ///< from 1
};

enum class PairOrder {
    Detect,  ///< the side with more Chinese characters, by majority of lines, is the Chinese one
    EnglishFirst,
    ChineseFirst,
};

struct PairFileOptions {
    PairOrder order = PairOrder::Detect;
    std::size_t maxLineBytes = 8192;                  ///< longer lines are skipped and reported
    std::size_t maxPairs = 2'000'000;                 ///< reading ends there, and the report says so
    std::size_t maxFileBytes = std::size_t{1} << 30;  ///< likewise
    std::size_t maxListedLines = 1000;                ///< skipped lines described one by one; all are counted
};

enum class SkipReason { InvalidUtf8, ControlCharacter, WrongColumns, EmptySide, TooLong };
inline constexpr std::size_t kSkipReasonCount = 5;
/// "invalid UTF-8", "wrong number of columns" ...
const char* skipReasonName(SkipReason reason);

struct SkippedLine {
    std::size_t line;  ///< from 1
    SkipReason reason;
    std::string detail;  ///< one sentence: what was expected, what came
};

/// What became of every line.
struct PairFileReport {
    std::size_t lines = 0;       ///< read
    std::size_t blankLines = 0;  ///< empty lines are passed over and are no fault
    std::size_t pairs = 0;
    std::array<std::size_t, kSkipReasonCount> skipped{};  ///< by SkipReason
    std::vector<SkippedLine> list;                        ///< the first maxListedLines of them
    PairOrder order = PairOrder::EnglishFirst;            ///< given or detected
    std::string stopped;  ///< why reading ended before the file did, else empty

    std::size_t skippedTotal() const;
    /// Several lines of plain text: totals, then the skipped lines one by one.
    std::string text() const;
    /// "3 lines, wrong number of columns: 3; line 1: the line has 1 column, expected ...": the first reason.
    std::string briefly() const;
};

struct PairFile {
    std::vector<SentencePair> pairs;
    PairFileReport report;
};

/// Reads tab-separated pairs as ManyThings.org and Anki export them: two sides and, optionally, an
/// attribution (more columns are refused line by line). Memory is bounded by the options. Throws Error when
/// the order cannot be detected or the stream starts like UTF-16; the path forms also for what is
/// no file that can be read (a folder, a device, a pipe).
PairFile readPairs(std::istream& stream, const PairFileOptions& options = {});
PairFile readPairFile(const std::string& path, const PairFileOptions& options = {});

/// Reads two files of which line n of one translates line n of the other. Throws Error when one
/// has more lines (empty ones at the end do not count): a line was lost somewhere, and every pair after it is
/// wrong. PairOrder says which language the first file is in.
PairFile readParallel(std::istream& first, std::istream& second, const PairFileOptions& options = {});
PairFile readParallelFiles(const std::string& first, const std::string& second,
                           const PairFileOptions& options = {});

}  // namespace vitrine
