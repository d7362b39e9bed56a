// Any bytes are either refused with an Error or give pairs and a report in which every line is accounted for.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "engine/core/error.h"
#include "engine/data/pair_file.h"
#include "engine/data/split.h"
#include "engine/text/normalise.h"
#include "engine/text/utf8.h"

namespace {

void check(bool promise) {
    if (!promise) std::abort();
}

void checkFile(const vitrine::PairFile& file, const vitrine::PairFileOptions& options) {
    const auto& report = file.report;
    check(report.pairs == file.pairs.size() && report.pairs <= options.maxPairs);
    check(report.lines == report.pairs + report.blankLines + report.skippedTotal());
    check(report.list.size() <= options.maxListedLines);
    check(!vitrine::invalidUtf8At(report.text()));
    for (const auto& pair : file.pairs)
        check(!vitrine::normalise(pair.chinese).empty() && !vitrine::normalise(pair.english).empty());
    const auto split = vitrine::splitByComponents(file.pairs, {0, 0}, 1);
    check(split.train.size() == file.pairs.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    vitrine::PairFileOptions options;
    options.order = static_cast<vitrine::PairOrder>(data[0] % 3);
    options.maxLineBytes = 64;
    options.maxPairs = data[1] % 32;
    options.maxListedLines = 4;
    const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const std::size_t half = text.size() / 2;
    try {
        std::istringstream stream(text);
        checkFile(vitrine::readPairs(stream, options), options);
    } catch (const vitrine::Error&) {
    }
    try {
        std::istringstream first(text.substr(0, half));
        std::istringstream second(text.substr(half));
        checkFile(vitrine::readParallel(first, second, options), options);
    } catch (const vitrine::Error&) {
    }
    return 0;
}
