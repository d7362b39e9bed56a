#include "engine/train/bleu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace vitrine {
namespace {

using Strings = std::vector<std::string>;

nlohmann::json golden() {
    std::ifstream file(std::string(VITRINE_SOURCE_DIR) + "/tests/golden/bleu.json");
    return nlohmann::json::parse(file).at("corpora");
}

TEST(Bleu, TokenisesAsSacrebleuDoes) {
    for (const auto& corpus : golden()) {
        const auto lines = corpus.at("hypotheses").get<Strings>();
        for (std::size_t i = 0; i < lines.size(); ++i)
            EXPECT_EQ(bleuTokens(lines[i]), corpus.at("hypothesis_tokens")[i].get<Strings>()) << lines[i];
    }
}

TEST(Bleu, EqualsSacrebleuOnTheGoldenSet) {
    ASSERT_GE(golden().size(), 20u);
    for (const auto& corpus : golden()) {
        SCOPED_TRACE(corpus.at("name").get<std::string>());
        const BleuScore bleu =
            corpusBleu(corpus.at("hypotheses").get<Strings>(), corpus.at("references").get<Strings>());
        EXPECT_NEAR(bleu.score, corpus.at("score").get<double>(), 1e-9);
        EXPECT_NEAR(bleu.brevityPenalty, corpus.at("brevity_penalty").get<double>(), 1e-12);
        EXPECT_EQ(bleu.hypothesisLength, corpus.at("hypothesis_length"));
        EXPECT_EQ(bleu.referenceLength, corpus.at("reference_length"));
        for (std::size_t i = 0; i < 4; ++i) {
            EXPECT_EQ(bleu.matches[i], corpus.at("matches")[i]) << i;
            EXPECT_EQ(bleu.totals[i], corpus.at("totals")[i]) << i;
            EXPECT_NEAR(bleu.precisions[i], corpus.at("precisions")[i].get<double>(), 1e-9) << i;
        }
    }
}

TEST(Bleu, OfACorpusWithItselfIsAHundred) {
    const Strings lines = {"one two three four five", "six seven eight nine ten"};
    EXPECT_NEAR(corpusBleu(lines, lines).score, 100, 1e-9);
}

TEST(Bleu, RefusesWhatItCannotScore) {
    EXPECT_THAT(
        [] {
            corpusBleu(Strings{"a", "b"}, Strings{"a"});
        },
        testing::ThrowsMessage<Error>(testing::HasSubstr("2 hypotheses and 1 references")));
    EXPECT_THROW(corpusBleu(Strings{}, Strings{}), Error);
    EXPECT_THAT(
        [] {
            corpusBleu(Strings{"a", "b\xFF"}, Strings{"a", "b"});
        },
        testing::ThrowsMessage<Error>(testing::HasSubstr("hypothesis 2")));
}

TEST(ExactMatch, IgnoresSpacingAndWidthOnly) {
    EXPECT_DOUBLE_EQ(
        exactMatch(Strings{"I  run. ", "Ａ", "i run.", "I run"}, Strings{"I run.", "A", "I run.", "I run."}),
        0.5);
}

}  // namespace
}  // namespace vitrine
