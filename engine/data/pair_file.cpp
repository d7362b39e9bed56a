#include "engine/data/pair_file.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>

#include "engine/core/error.h"
#include "engine/data/line_reader.h"
#include "engine/io/input_file.h"
#include "engine/text/characters.h"
#include "engine/text/normalise.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "pair file";

std::ifstream openFile(const std::string& path) {
    const InputFile refused(path);  // a folder, a device or a pipe
    std::ifstream file(path, std::ios::binary);
    require(file.is_open(), kPlace, "cannot open \"", path, "\"; check the name and the permissions");
    return file;
}

void refuseUtf16(std::istream& stream) {
    const int first = stream.rdbuf()->sgetc();
    require(first != 0xFE && first != 0xFF, kPlace,
            "the file starts like UTF-16, expected UTF-8; save it as UTF-8 and try again");
}

std::string trimmed(std::string_view text) {
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return std::string(text);
}

std::size_t chineseCharacters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size();)
        if (characterClass(nextCodePoint(text, i)) == CharacterClass::Cjk) ++count;
    return count;
}

// Position of the first control character that is no tab, or npos.
std::size_t controlCharacterAt(std::string_view text) {
    const auto bad = [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; };
    const auto it = std::find_if(text.begin(), text.end(), bad);
    return it == text.end() ? std::string_view::npos : static_cast<std::size_t>(it - text.begin());
}

// Collects pairs whose order is not known yet: the first column stands in `english` until finish().
class Collector {
public:
    explicit Collector(const PairFileOptions& options) : m_options(options) {}

    void skip(std::size_t line, SkipReason reason, std::string detail) {
        ++m_file.report.skipped[static_cast<std::size_t>(reason)];
        if (m_file.report.list.size() < m_options.maxListedLines)
            m_file.report.list.push_back({line, reason, std::move(detail)});
    }

    /// True when the line can be looked into; otherwise it is reported.
    bool isReadable(const LineReader& reader, std::string_view what) {
        if (reader.tooLong()) {
            skip(reader.number(), SkipReason::TooLong,
                 concat(what, " has ", reader.lineBytes(), " bytes, expected at most ",
                        m_options.maxLineBytes));
            return false;
        }
        if (const auto at = invalidUtf8At(reader.text())) {
            skip(reader.number(), SkipReason::InvalidUtf8, concat(what, " is not valid UTF-8 at byte ", *at));
            return false;
        }
        const std::size_t at = controlCharacterAt(reader.text());
        if (at != std::string_view::npos) {
            skip(reader.number(), SkipReason::ControlCharacter,
                 concat(what, " has a control character at byte ", at));
            return false;
        }
        return true;
    }

    void add(std::size_t line, std::string_view first, std::string_view second,
             std::string_view attribution) {
        for (const auto& [side, name] : {std::pair(first, "first"), std::pair(second, "second")}) {
            if (!normalise(side).empty()) continue;
            skip(line, SkipReason::EmptySide, concat("the ", name, " side is empty, expected a sentence"));
            return;
        }
        const std::size_t a = chineseCharacters(first);
        const std::size_t b = chineseCharacters(second);
        m_firstIsChinese += a > b ? 1 : 0;
        m_secondIsChinese += b > a ? 1 : 0;
        m_file.pairs.push_back({trimmed(second), trimmed(first), trimmed(attribution), line});
    }

    PairFileReport& report() { return m_file.report; }
    bool isFull() {
        if (m_file.pairs.size() < m_options.maxPairs) return false;
        m_file.report.stopped =
            concat("stopped after ", m_options.maxPairs, " pairs, the most that are read");
        return true;
    }
    void checkByteLimit(const LineReader& reader) {
        if (reader.stoppedAtLimit())
            m_file.report.stopped =
                concat("stopped after ", m_options.maxFileBytes, " bytes, the most that are read");
    }

    PairFile finish() {
        m_file.report.order = decideOrder();
        if (m_file.report.order == PairOrder::ChineseFirst)
            for (SentencePair& pair : m_file.pairs) std::swap(pair.chinese, pair.english);
        m_file.report.pairs = m_file.pairs.size();
        return std::move(m_file);
    }

private:
    PairOrder decideOrder() const {
        if (m_options.order != PairOrder::Detect) return m_options.order;
        if (m_file.pairs.empty()) return PairOrder::EnglishFirst;
        require(m_firstIsChinese != m_secondIsChinese, kPlace,
                "cannot tell which side is Chinese: the first is in ", m_firstIsChinese,
                " lines, the second in ", m_secondIsChinese,
                "; put the Chinese sentence on the same side of every line");
        return m_firstIsChinese > m_secondIsChinese ? PairOrder::ChineseFirst : PairOrder::EnglishFirst;
    }

    PairFileOptions m_options;
    PairFile m_file;
    std::size_t m_firstIsChinese = 0;
    std::size_t m_secondIsChinese = 0;
};

std::vector<std::string_view> columnsOf(std::string_view line) {
    std::vector<std::string_view> columns;
    for (std::size_t begin = 0;;) {
        const std::size_t end = line.find('\t', begin);
        columns.push_back(line.substr(begin, end - begin));
        if (end == std::string_view::npos) return columns;
        begin = end + 1;
    }
}

void readPairLine(Collector& collector, const LineReader& reader) {
    if (!collector.isReadable(reader, "the line")) return;
    const std::vector<std::string_view> columns = columnsOf(reader.text());
    if (columns.size() < 2 || columns.size() > 3) {
        collector.skip(reader.number(), SkipReason::WrongColumns,
                       concat("the line has ", columns.size(), columns.size() == 1 ? " column" : " columns",
                              ", expected two sentences and perhaps an attribution, separated by tabs"));
        return;
    }
    collector.add(reader.number(), columns[0], columns[1],
                  columns.size() == 3 ? columns[2] : std::string_view());
}

// Of two files one has ended; `longer` has read the first line that the other lacks.
void requireEmptyRest(LineReader& longer, const LineReader& a, const LineReader& b) {
    std::size_t lines = 0;  // up to the last one that is not empty
    do {
        if (longer.lineBytes() > 0) lines = longer.number();
    } while (longer.next());
    require(lines == 0, kPlace, "the first file has ", &longer == &a ? lines : a.number(),
            " lines and the second ", &longer == &b ? lines : b.number(),
            ", expected as many in both, since line n of one translates line n of the other");
}

}  // namespace

const char* skipReasonName(SkipReason reason) {
    switch (reason) {
        case SkipReason::InvalidUtf8:
            return "invalid UTF-8";
        case SkipReason::ControlCharacter:
            return "control character";
        case SkipReason::WrongColumns:
            return "wrong number of columns";
        case SkipReason::EmptySide:
            return "empty side";
        case SkipReason::TooLong:
            return "too long";
    }
    fail(kPlace, "unknown skip reason ", static_cast<int>(reason));
}

std::size_t PairFileReport::skippedTotal() const {
    return std::accumulate(skipped.begin(), skipped.end(), std::size_t{0});
}

std::string PairFileReport::text() const {
    std::ostringstream out;
    out << pairs << " pairs from " << lines << " lines";
    if (blankLines > 0) out << " (" << blankLines << " blank)";
    out << ", " << skippedTotal() << " skipped\n";
    for (std::size_t i = 0; i < kSkipReasonCount; ++i)
        if (skipped[i] > 0)
            out << "  " << skipReasonName(static_cast<SkipReason>(i)) << ": " << skipped[i] << "\n";
    if (!stopped.empty()) out << stopped << "\n";
    for (const SkippedLine& line : list) out << "line " << line.line << ": " << line.detail << "\n";
    if (list.size() < skippedTotal()) out << "... and " << skippedTotal() - list.size() << " more\n";
    return out.str();
}

std::string PairFileReport::briefly() const {
    std::string text = concat(lines, lines == 1 ? " line" : " lines");
    for (std::size_t i = 0; i < kSkipReasonCount; ++i)
        if (skipped[i] > 0)
            text += concat(", ", skipReasonName(static_cast<SkipReason>(i)), ": ", skipped[i]);
    if (!list.empty()) text += concat("; line ", list.front().line, ": ", list.front().detail);
    return text;
}

PairFile readPairs(std::istream& stream, const PairFileOptions& options) {
    refuseUtf16(stream);
    Collector collector(options);
    LineReader reader(stream, options.maxLineBytes);
    reader.setByteLimit(options.maxFileBytes);
    while (!collector.isFull() && reader.next()) {
        ++collector.report().lines;
        if (reader.lineBytes() == 0)
            ++collector.report().blankLines;
        else
            readPairLine(collector, reader);
    }
    collector.checkByteLimit(reader);
    return collector.finish();
}

PairFile readParallel(std::istream& first, std::istream& second, const PairFileOptions& options) {
    refuseUtf16(first);
    refuseUtf16(second);
    Collector collector(options);
    LineReader a(first, options.maxLineBytes);
    LineReader b(second, options.maxLineBytes);
    a.setByteLimit(options.maxFileBytes);
    b.setByteLimit(options.maxFileBytes);
    while (!collector.isFull()) {
        const bool hasFirst = a.next();
        const bool hasSecond = b.next();
        if (a.stoppedAtLimit() || b.stoppedAtLimit() || (!hasFirst && !hasSecond)) break;
        if (hasFirst != hasSecond) {
            requireEmptyRest(hasFirst ? a : b, a, b);
            break;
        }
        ++collector.report().lines;
        if (a.lineBytes() == 0 && b.lineBytes() == 0)
            ++collector.report().blankLines;
        else if (collector.isReadable(a, "the line of the first file") &&
                 collector.isReadable(b, "the line of the second file"))
            collector.add(a.number(), a.text(), b.text(), {});
    }
    collector.checkByteLimit(a);
    collector.checkByteLimit(b);
    return collector.finish();
}

PairFile readPairFile(const std::string& path, const PairFileOptions& options) {
    std::ifstream file = openFile(path);
    return readPairs(file, options);
}

PairFile readParallelFiles(const std::string& first, const std::string& second,
                           const PairFileOptions& options) {
    std::ifstream firstFile = openFile(first);
    std::ifstream secondFile = openFile(second);
    return readParallel(firstFile, secondFile, options);
}

}  // namespace vitrine
