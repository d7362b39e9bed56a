#include "engine/decode/generate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.h"
#include "engine/decode/table_model.h"

namespace vitrine {
namespace {

/// Greedy takes A (0.6) and ends at 0.6 * 0.5; B leads to 0.4 * 0.9, which is more.
constexpr const char* kGreedyIsNotBest = R"({"format": "vitrine-table", "version": 1, "name": "greedy",
    "tokens": ["<eos>", "A", "B"], "end": "<eos>",
    "next": {"": {"A": 0.6, "B": 0.4}, "A": {"A": 0.5, "B": 0.3, "<eos>": 0.2}, "B": {"<eos>": 0.9, "A": 0.1}},
    "otherwise": {"<eos>": 1}})";

/// The tail of the notes: one head with 0.8, twenty tokens with 0.01 each; never ends.
std::string tailTable() {
    std::string tokens = "\"head\"", tail = "\"head\": 0.8";
    for (int i = 0; i < 20; ++i) {
        tokens += ", \"t" + std::to_string(i) + '"';
        tail += ", \"t" + std::to_string(i) + "\": 0.01";
    }
    return R"({"format": "vitrine-table", "version": 1, "name": "tail", "tokens": [)" + tokens +
           R"(], "next": {}, "otherwise": {)" + tail + "}}";
}

std::string textOf(const TableModel& model, const Generation& generation) {
    std::vector<TokenId> ids;
    for (const GeneratedToken& token : generation.tokens) ids.push_back(token.token);
    return model.text(ids);
}

TEST(Generate, GreedyIsNotTheBestSequence) {
    TableModel model = TableModel::fromJson(kGreedyIsNotBest);
    const Generation greedy = generate(model, {}, model.rules());
    EXPECT_EQ(textOf(model, greedy), "A A <eos>");
    EXPECT_TRUE(greedy.finished);
    EXPECT_NEAR(std::exp(greedy.logProbability()), 0.3, 1e-6);
    const Generation other = generate(model, {}, model.rules(), {}, {{StepIndex(0), model.find("B")}});
    EXPECT_EQ(textOf(model, other), "B <eos>");
    EXPECT_GT(other.logProbability(), greedy.logProbability());
    EXPECT_TRUE(other.tokens[0].forced);
    EXPECT_FALSE(other.tokens[1].forced);
}

TEST(Generate, StopsAtTheLimit) {
    TableModel model = TableModel::fromJson(tailTable());
    Decoding d;
    d.maxTokens = 7;
    const Generation run = generate(model, d, model.rules());
    EXPECT_EQ(run.tokens.size(), 7u);
    EXPECT_FALSE(run.finished);
    d.maxTokens = 1'000'000;
    EXPECT_EQ(generate(model, d, model.rules()).tokens.size(),
              static_cast<std::size_t>(model.maxPrefix()) + 1);
}

TEST(Generate, BannedTokensNeverOccur) {
    TableModel model = TableModel::fromJson(tailTable());
    Decoding d;
    d.strategy = Strategy::Sample;
    d.maxTokens = 500;
    const StopRules rules{TokenId(), {TokenId(0), TokenId(5)}};
    for (const GeneratedToken& token : generate(model, d, rules).tokens) {
        EXPECT_NE(token.token, TokenId(0));
        EXPECT_NE(token.token, TokenId(5));
        EXPECT_NEAR(token.logProbability, std::log(1.0 / 19), 1e-6);  // of what is left
    }
}

/// Ancestral sampling leaves the head at least once in T steps with probability 1 - 0.8^T.
TEST(Generate, SamplingVisitsTheTail) {
    TableModel model = TableModel::fromJson(tailTable());
    Decoding d;
    d.strategy = Strategy::Sample;
    d.maxTokens = 5;
    int left = 0;
    constexpr int kRuns = 4000;
    for (int seed = 0; seed < kRuns; ++seed) {
        d.seed = static_cast<std::uint64_t>(seed);
        bool tail = false;
        for (const GeneratedToken& token : generate(model, d, model.rules()).tokens)
            tail = tail || token.token != TokenId(0);
        left += tail ? 1 : 0;
    }
    const double p = 1 - std::pow(0.8, 5), deviation = std::sqrt(p * (1 - p) / kRuns);
    EXPECT_NEAR(static_cast<double>(left) / kRuns, p, 4 * deviation);
}

TEST(Generate, ATextContinuedFromItsOwnPrefixIsTheSameText) {
    TableModel model = TableModel::fromJson(tailTable());
    Decoding d;
    d.strategy = Strategy::Sample;
    d.maxTokens = 12;
    d.seed = 99;
    const Generation whole = generate(model, d, model.rules());
    std::vector<TokenId> prefix;
    for (int i = 0; i < 5; ++i) prefix.push_back(whole.tokens[static_cast<std::size_t>(i)].token);
    d.maxTokens = 7;
    const Generation rest = generate(model, d, model.rules(), prefix);
    ASSERT_EQ(rest.tokens.size(), 7u);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(rest.tokens[i].token, whole.tokens[i + 5].token);
}

TEST(Generate, ErrorsAndCancelling) {
    TableModel model = TableModel::fromJson(kGreedyIsNotBest);
    EXPECT_THROW(generate(model, {}, model.rules(), {}, {{StepIndex(0), TokenId(3)}}), Error);
    EXPECT_THROW(generate(model, {}, model.rules(), std::vector<TokenId>(20000, TokenId(1))), Error);
    CancelToken cancel;
    cancel.cancel();
    EXPECT_THROW(generate(model, {}, model.rules(), {}, {}, &cancel), Cancelled);
}

}  // namespace
}  // namespace vitrine
