#include "engine/decode/decoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/core/error.h"
#include "engine/decode/exponential.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A random row of logits with settings, both a function of the number of the case.
struct Case {
    std::vector<float> logits;
    std::vector<TokenId> banned;
    Decoding decoding;
    StepIndex step;
};

Case makeCase(std::uint64_t number) {
    const Rng rng(2024, number);
    std::uint64_t drawn = 0;
    const auto below = [&](std::uint64_t bound) { return rng.below(bound, RandomUse::Test, 1, drawn++); };
    const auto unit = [&] { return rng.uniformDouble(RandomUse::Test, 2, drawn++); };
    Case c;
    const std::size_t size = 3 + below(number % 5 == 0 ? 400 : 12);
    const double spread = std::pow(10.0, 3 * unit() - 1);
    const bool coarse = below(2) == 0;  // many ties
    for (std::size_t i = 0; i < size; ++i) {
        const double logit = spread * rng.normal(RandomUse::Test, 3, i);
        c.logits.push_back(static_cast<float>(coarse ? std::round(logit) : logit));
        if (i > 2 && below(10) == 0) c.logits.back() = -kInfinity;
    }
    if (below(2) == 0) c.banned = {TokenId(0), TokenId(1)};
    c.decoding.strategy = below(8) == 0 ? Strategy::Greedy : Strategy::Sample;
    c.decoding.temperature = 0.05 * std::pow(100.0, unit());
    if (below(2) == 0) c.decoding.topK = static_cast<std::int64_t>(below(size + 3));
    if (below(2) == 0) c.decoding.topP = 1 - unit();
    if (below(2) == 0) c.decoding.minP = unit() * unit();
    c.decoding.seed = below(1000);
    c.step = StepIndex(static_cast<std::int64_t>(below(50)));
    return c;
}

/// The stages written down a second time, plainly and in extended precision: which tokens survive, with q.
struct Plain {
    std::vector<std::size_t> order;  // possible tokens, most probable first
    std::vector<long double> q;      // of each rank, 0 where cut
};

Plain plainStages(const Case& c) {
    Plain plain;
    for (std::size_t i = 0; i < c.logits.size(); ++i) {
        const bool banned = std::find(c.banned.begin(), c.banned.end(),
                                      TokenId(static_cast<std::int64_t>(i))) != c.banned.end();
        if (!banned && c.logits[i] > -kInfinity) plain.order.push_back(i);
    }
    std::stable_sort(plain.order.begin(), plain.order.end(),
                     [&](std::size_t a, std::size_t b) { return c.logits[a] > c.logits[b]; });
    const auto normalise = [&] {
        const long double sum = std::accumulate(plain.q.begin(), plain.q.end(), 0.0L);
        for (long double& q : plain.q) q /= sum;
    };
    const auto keepFirst = [&](std::size_t kept) {
        for (std::size_t i = kept; i < plain.q.size(); ++i) plain.q[i] = 0;
        normalise();
    };
    for (const std::size_t i : plain.order)
        plain.q.push_back(std::exp((static_cast<long double>(c.logits[i]) - c.logits[plain.order[0]]) /
                                   static_cast<long double>(c.decoding.temperature)));
    normalise();
    if (c.decoding.topK > 0)
        keepFirst(std::min<std::size_t>(static_cast<std::size_t>(c.decoding.topK), plain.q.size()));
    if (c.decoding.topP < 1) {
        std::size_t kept = 0;
        for (long double mass = 0; kept < plain.q.size() && mass < c.decoding.topP;) mass += plain.q[kept++];
        keepFirst(kept);
    }
    if (c.decoding.minP > 0) {
        std::size_t kept = 0;
        while (kept < plain.q.size() && plain.q[kept] > 0 && plain.q[kept] >= c.decoding.minP * plain.q[0])
            ++kept;
        keepFirst(kept);
    }
    return plain;
}

TEST(Decoding, StagesAgreeWithAPlainSecondWriting) {
    for (std::uint64_t number = 0; number < 4000; ++number) {
        Case c = makeCase(number);
        c.decoding.strategy = Strategy::Sample;
        const NextToken table = nextToken(c.logits, c.banned, c.decoding, c.step);
        const Plain plain = plainStages(c);
        ASSERT_EQ(table.candidates.size(), c.logits.size() - c.banned.size());
        double reached = 0, sumP = 0;
        for (std::size_t i = 0; i < plain.order.size(); ++i) {
            const Candidate& candidate = table.candidates[i];
            ASSERT_EQ(candidate.token.value, static_cast<int>(plain.order[i])) << "case " << number;
            ASSERT_NEAR(candidate.afterMinP, static_cast<double>(plain.q[i]), 1e-12) << "case " << number;
            if (plain.q[i] == 0 || plain.q[i] > 1e-290L) {  // between them lies the end of double's range
                ASSERT_EQ(candidate.afterMinP > 0, plain.q[i] > 0) << "case " << number << " rank " << i;
            }
            if (reached <= table.uniform && candidate.token == table.chosen) {
                ASSERT_GE(reached + candidate.afterMinP, table.uniform - 1e-12) << "case " << number;
                reached = 2;
            } else {
                reached += candidate.afterMinP;
            }
            sumP += candidate.probability;
        }
        ASSERT_GE(reached, 2) << "case " << number << ": the chosen token is not where the draw fell";
        ASSERT_NEAR(sumP, 1, 1e-12);
    }
}

TEST(Decoding, ChooseTokenIsTheTokenOfTheTable) {
    std::vector<std::int32_t> scratch;
    for (std::uint64_t number = 0; number < 20000; ++number) {
        const Case c = makeCase(number);
        ASSERT_EQ(chooseToken(c.logits, c.banned, c.decoding, c.step, scratch),
                  nextToken(c.logits, c.banned, c.decoding, c.step).chosen)
            << "case " << number;
    }
}

TEST(Decoding, GreedyTakesTheLargestAndTheSmallerIdOnTies) {
    const std::vector<float> logits = {9, 1, 5, 2, 5};
    const std::vector<TokenId> banned = {TokenId(0)};
    const NextToken table = nextToken(logits, banned, {}, StepIndex(0));
    EXPECT_EQ(table.chosen, TokenId(2));
    EXPECT_EQ(table.candidates[1].token, TokenId(4));
    EXPECT_EQ(table.candidates.size(), 4u);
    EXPECT_EQ(table.uniform, 0);
    for (const Candidate& c : table.candidates) EXPECT_EQ(c.afterMinP, c.probability);
}

TEST(Decoding, TopKTopPAndMinPOnAWorkedExample) {
    // p = 0.5, 0.25, 0.15, 0.1
    const std::vector<float> logits = {std::log(0.1f), std::log(0.5f), std::log(0.15f), std::log(0.25f)};
    Decoding d;
    d.strategy = Strategy::Sample;
    d.topK = 3;     // 0.5, 0.25, 0.15 of 0.9
    d.topP = 0.8;   // 0.5556 + 0.2778 = 0.8333 reaches it: two tokens
    d.minP = 0.49;  // 0.25 / 0.5 = 0.5 stays
    const NextToken table = nextToken(logits, {}, d, StepIndex(0));
    EXPECT_EQ(table.keptTopK, 3);
    EXPECT_EQ(table.keptTopP, 2);
    EXPECT_EQ(table.keptMinP, 2);
    EXPECT_NEAR(table.massTopK, 0.9, 1e-6);
    EXPECT_NEAR(table.massTopP, 0.75, 1e-6);
    EXPECT_NEAR(table.candidates[0].afterTopK, 0.5 / 0.9, 1e-6);
    EXPECT_NEAR(table.candidates[0].afterTopP, 2.0 / 3, 1e-6);
    EXPECT_NEAR(table.candidates[1].afterMinP, 1.0 / 3, 1e-6);
    EXPECT_EQ(table.candidates[2].afterTopP, 0);
    EXPECT_NEAR(table.entropyQ, -(2.0 / 3) * std::log(2.0 / 3) - (1.0 / 3) * std::log(1.0 / 3), 1e-6);
    d.minP = 0.51;
    EXPECT_EQ(nextToken(logits, {}, d, StepIndex(0)).keptMinP, 1);
}

TEST(Decoding, TemperatureRaisesProbabilitiesToItsInverseAndKeepsTheOrder) {
    const std::vector<float> logits = {0.3f, -2.0f, 1.1f, 0.9f};
    Decoding d;
    d.strategy = Strategy::Sample;
    for (const double temperature : {0.05, 0.5, 1.0, 2.0, 5.0}) {
        d.temperature = temperature;
        const NextToken table = nextToken(logits, {}, d, StepIndex(0));
        double sum = 0;
        for (const Candidate& c : table.candidates) sum += std::pow(c.probability, 1 / temperature);
        for (std::size_t i = 0; i < table.candidates.size(); ++i) {
            const Candidate& c = table.candidates[i];
            EXPECT_NEAR(c.tempered, std::pow(c.probability, 1 / temperature) / sum, 1e-12);
            if (i > 0) {
                EXPECT_LE(c.tempered, table.candidates[i - 1].tempered);
            }
        }
    }
}

TEST(Decoding, TheVectorExponentialIsTheExponential) {
    double worst = 0;
    for (double x = 0; x > -707; x -= 0.00173) {
        const double exact = std::exp(x);
        worst = std::max(worst, std::abs(expOfNonPositive(x) - exact) / exact);
    }
    EXPECT_LT(worst, 5e-16);
    EXPECT_EQ(expOfNonPositive(0), 1);
    for (const double x : {-709.0, -1e300, -std::numeric_limits<double>::infinity()})
        EXPECT_EQ(expOfNonPositive(x), 0);
}

TEST(Decoding, HugeLogitsStayFinite) {
    const std::vector<float> logits = {3e38f, -3e38f, 2.9e38f, 0};
    Decoding d;
    d.strategy = Strategy::Sample;
    d.temperature = 0.05;
    const NextToken table = nextToken(logits, {}, d, StepIndex(3));
    EXPECT_EQ(table.chosen, TokenId(0));
    EXPECT_EQ(table.candidates[0].afterMinP, 1);
    EXPECT_EQ(table.candidates[1].afterMinP, 0);
    EXPECT_EQ(table.entropyQ, 0);
    EXPECT_LT(logProbability(logits, {}, TokenId(1)), -1e38);
    EXPECT_EQ(logProbability(logits, {}, TokenId(0)), 0);
}

TEST(Decoding, TheDrawIsAPureFunctionOfSeedAndStep) {
    const std::vector<float> logits(50, 0.0f);
    Decoding d;
    d.strategy = Strategy::Sample;
    d.seed = 7;
    const TokenId first = nextToken(logits, {}, d, StepIndex(4)).chosen;
    EXPECT_EQ(nextToken(logits, {}, d, StepIndex(4)).chosen, first);
    int different = 0;
    for (int step = 0; step < 40; ++step)
        different += nextToken(logits, {}, d, StepIndex(step)).chosen != first ? 1 : 0;
    EXPECT_GT(different, 30);
}

TEST(Decoding, LogProbabilityIsThatOfTheTable) {
    for (std::uint64_t number = 0; number < 200; ++number) {
        const Case c = makeCase(number);
        for (const Candidate& candidate : nextToken(c.logits, c.banned, c.decoding, c.step).candidates) {
            const double log = logProbability(c.logits, c.banned, candidate.token);
            ASSERT_NEAR(std::exp(log), candidate.probability, 1e-12);
        }
        if (!c.banned.empty()) {
            EXPECT_EQ(logProbability(c.logits, c.banned, TokenId(0)),
                      -std::numeric_limits<double>::infinity());
        }
    }
}

/// Chi-square of counts against probabilities times the number of draws.
double chiSquare(const NextToken& table, const std::vector<std::int64_t>& counts, std::int64_t draws) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double expected = table.candidates[i].afterMinP * static_cast<double>(draws);
        if (expected > 0) sum += std::pow(static_cast<double>(counts[i]) - expected, 2) / expected;
    }
    return sum;
}

TEST(Decoding, ManyDrawsFollowQ) {
    const std::vector<float> logits = {1.0f, 0.5f, 0.0f, -0.5f, -1.0f, 0.2f, -3.0f};
    Decoding d;
    d.strategy = Strategy::Sample;
    d.temperature = 1.3;
    d.topK = 6;
    const NextToken table = nextToken(logits, {}, d, StepIndex(0));
    const auto counts = drawMany(table, 100000, 5);
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), 100000);
    EXPECT_EQ(counts[6], 0) << "a token that top-k cut was drawn";
    EXPECT_LT(chiSquare(table, counts, 100000), 20.5);  // 5 degrees of freedom, 0.1% level
    EXPECT_EQ(drawMany(table, 1000, 5), drawMany(table, 1000, 5));
    EXPECT_NE(drawMany(table, 1000, 5), drawMany(table, 1000, 6));
}

TEST(Decoding, DrawsOverStepsFollowQ) {
    const std::vector<float> logits = {1.0f, 0.5f, 0.0f, -0.5f};
    Decoding d;
    d.strategy = Strategy::Sample;
    d.topP = 0.95;
    const NextToken table = nextToken(logits, {}, d, StepIndex(0));
    std::vector<std::int64_t> counts(4, 0);
    std::vector<std::int32_t> scratch;
    for (int step = 0; step < 40000; ++step) {
        const TokenId token = chooseToken(logits, {}, d, StepIndex(step), scratch);
        for (std::size_t i = 0; i < 4; ++i) counts[i] += table.candidates[i].token == token ? 1 : 0;
    }
    EXPECT_LT(chiSquare(table, counts, 40000), 16.3);  // 3 degrees of freedom, 0.1% level
}

void expectRefused(const Decoding& d, const std::string& words) {
    try {
        validate(d);
        ADD_FAILURE() << "accepted, expected: " << words;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(words));
    }
}

TEST(Decoding, SettingsOutsideTheirRangesAreRefused) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Decoding d;
    validate(d);
    for (const double t : {0.0, 0.049, 5.01, -1.0, nan}) {
        d = {};
        d.temperature = t;
        expectRefused(d, "temperature");
    }
    for (const double p : {0.0, 1.01, -0.1, nan}) {
        d = {};
        d.topP = p;
        expectRefused(d, "top-p");
    }
    for (const double p : {1.0, -0.1, nan}) {
        d = {};
        d.minP = p;
        expectRefused(d, "min-p");
    }
    d = {};
    d.topK = -1;
    expectRefused(d, "top-k");
    d = {};
    d.maxTokens = 0;
    expectRefused(d, "limit");
}

TEST(Decoding, NothingToChooseAndDamagedLogitsAreErrors) {
    std::vector<std::int32_t> scratch;
    const std::vector<TokenId> all = {TokenId(0), TokenId(1)};
    const std::vector<float> two = {1, 2}, hidden = {-kInfinity, -kInfinity},
                             broken = {1, std::numeric_limits<float>::quiet_NaN()}, endless = {kInfinity, 1};
    EXPECT_THROW(nextToken(two, all, {}, StepIndex(0)), Error);
    EXPECT_THROW(nextToken(hidden, {}, {}, StepIndex(0)), Error);
    EXPECT_THROW(chooseToken(two, all, {}, StepIndex(0), scratch), Error);
    for (const auto& logits : {broken, endless}) {
        EXPECT_THROW(nextToken(logits, {}, {}, StepIndex(0)), Error);
        EXPECT_THROW(chooseToken(logits, {}, {}, StepIndex(0), scratch), Error);
    }
}

}  // namespace
}  // namespace vitrine
