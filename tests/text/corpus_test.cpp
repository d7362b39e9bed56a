// What the tokenizers do with a real corpus: quick to learn, nothing lost, spaces restored.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>

#include "engine/text/learn.h"
#include "engine/text/normalise.h"
#include "tests/text/token_helpers.h"

namespace vitrine {
namespace {

struct Corpus {
    std::vector<std::string> english;
    std::vector<std::string> chinese;
};

Corpus readCorpus() {
    Corpus corpus;
    std::ifstream file(std::string(VITRINE_SOURCE_DIR) + "/../shared/data/tatoeba-cmn-eng/cmn.txt");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find('\t');
        const std::size_t second = line.find('\t', first + 1);
        corpus.english.push_back(line.substr(0, first));
        corpus.chinese.push_back(line.substr(first + 1, second - first - 1));
    }
    return corpus;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

#define REQUIRE_CORPUS(corpus)          \
    const Corpus corpus = readCorpus(); \
    if (corpus.english.empty()) GTEST_SKIP() << "the shared Tatoeba corpus is not on this machine"

std::vector<std::string> both(const Corpus& corpus) {
    std::vector<std::string> lines = corpus.english;
    lines.insert(lines.end(), corpus.chinese.begin(), corpus.chinese.end());
    return lines;
}

TEST(TextCorpus, BpeLearnsInSecondsAndLosesNothing) {
    REQUIRE_CORPUS(corpus);
    const std::vector<std::string> lines = both(corpus);
    BpeOptions options;
    options.vocabularySize = 8000;
    auto start = std::chrono::steady_clock::now();
    const Tokenizer tokenizer = learnBpe(lines, options);
    const double learning = secondsSince(start);
    EXPECT_EQ(tokenizer.size(), 8000);
    EXPECT_LT(learning, 60);

    start = std::chrono::steady_clock::now();
    std::size_t tokens = 0, unknown = 0, bytes = 0;
    for (std::size_t i = 0; i < lines.size(); i += 5) {
        const std::string& line = lines[i];
        const auto ids = tokenizer.encodeIds(line);
        tokens += ids.size();
        bytes += line.size();
        const auto unknownHere = std::count(ids.begin(), ids.end(), kUnknownId);
        unknown += static_cast<std::size_t>(unknownHere);
        if (unknownHere > 0) continue;
        ASSERT_EQ(tokenizer.decode(ids), normalise(line)) << line;
    }
    EXPECT_LT(static_cast<double>(unknown), 0.002 * static_cast<double>(tokens));
    EXPECT_LT(static_cast<double>(tokens), 0.3 * static_cast<double>(bytes));  // characters would be 0.64
    EXPECT_LT(secondsSince(start), 60);
}

TEST(TextCorpus, WordsKeepAlmostEverySentenceAndAreStable) {
    REQUIRE_CORPUS(corpus);
    auto start = std::chrono::steady_clock::now();
    const Tokenizer tokenizer = learnWords(both(corpus));
    EXPECT_LT(secondsSince(start), 60);
    std::size_t exact = 0;
    std::size_t looked = 0;
    for (std::size_t i = 0; i < corpus.english.size(); i += 5, ++looked) {
        const std::string& line = corpus.english[i];
        const std::string back = roundTrip(tokenizer, line);
        if (back == normalise(line)) ++exact;
        ASSERT_EQ(roundTrip(tokenizer, back), back) << line;
    }
    EXPECT_GT(static_cast<double>(exact), 0.999 * static_cast<double>(looked));
}

}  // namespace
}  // namespace vitrine
