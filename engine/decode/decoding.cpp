#include "engine/decode/decoding.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.h"
#include "engine/decode/exponential.h"

namespace vitrine {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();  // the logit of probability 0

bool contains(std::span<const TokenId> ids, std::int64_t id) {
    return std::any_of(ids.begin(), ids.end(), [&](TokenId other) { return other.value == id; });
}

/// Most probable first, ties by the smaller id. A strict total order, so every way of sorting agrees.
struct MoreProbable {
    std::span<const float> logits;
    bool operator()(std::int32_t a, std::int32_t b) const {
        const float first = logits[static_cast<std::size_t>(a)], second = logits[static_cast<std::size_t>(b)];
        return first > second || (first == second && a < b);
    }
};

/// Calls visit(first, last) for each run of ids without a banned one, in order.
template <class Visit>
void forAllowed(std::size_t count, std::span<const TokenId> banned, const Visit& visit) {
    for (std::size_t first = 0; first < count;) {
        std::size_t last = count;  // the next banned id
        for (const TokenId id : banned)
            if (id.value >= 0 && static_cast<std::size_t>(id.value) >= first)
                last = std::min(last, static_cast<std::size_t>(id.value));
        if (first < last) visit(first, last);
        first = last + 1;
    }
}

/// The allowed id with the largest logit, the first of equals. Throws when a logit is damaged or nothing is
/// left.
std::size_t mostProbable(std::span<const float> logits, std::span<const TokenId> banned) {
    float largest = kNever;
    std::size_t best = logits.size();
    for (std::size_t id = 0; id < logits.size(); ++id)
        require(logits[id] < std::numeric_limits<float>::infinity(), "decoding", "the logit of token ", id,
                " is ", logits[id],
                ", expected a number; the model's weights are damaged or its training diverged");
    forAllowed(logits.size(), banned, [&](std::size_t first, std::size_t last) {
        for (std::size_t id = first; id < last; ++id)
            if (logits[id] > largest) {
                largest = logits[id];
                best = id;
            }
    });
    require(best < logits.size(), "decoding", "none of ", logits.size(),
            " tokens is left to choose: all are banned or have probability 0");
    return best;
}

/// Fills `ids` with the tokens that may be chosen (neither banned nor of probability 0), by id.
void gather(std::span<const float> logits, std::span<const TokenId> banned, std::vector<std::int32_t>& ids) {
    ids.clear();
    forAllowed(logits.size(), banned, [&](std::size_t first, std::size_t last) {
        for (std::size_t id = first; id < last; ++id)
            if (logits[id] > kNever) ids.push_back(static_cast<std::int32_t>(id));
    });
}

double uniformOf(const Decoding& decoding, StepIndex step) {
    const Rng rng(decoding.seed, static_cast<std::uint64_t>(std::max(step.value, 0)));
    return rng.uniformDouble(RandomUse::Sampling, 0, 0);
}

/// The stages on weights exp((logit - largest) / temperature). `weight(i)` is that of the i-th most probable
/// token and is asked in order from 0, each new i once, so that a caller may sort no further than needed.
/// Both nextToken() and chooseToken() run exactly this, hence agree to the last bit.
struct Stages {
    std::int64_t topK = 0, topP = 0, minP = 0;  // sizes of the kept sets
    double sumK = 0, sumP = 0, sumM = 0;        // their weights
    std::int64_t chosen = 0;                    // rank of the drawn token
};

template <class Weight>
Stages runStages(const Decoding& decoding, std::int64_t count, double sumAll, double uniform,
                 const Weight& weight) {
    Stages stages;
    stages.topK = decoding.topK > 0 ? std::min(decoding.topK, count) : count;
    stages.sumK = sumAll;
    if (stages.topK < count) {
        stages.sumK = 0;
        for (std::int64_t i = 0; i < stages.topK; ++i) stages.sumK += weight(i);
    }
    stages.topP = stages.topK;
    stages.sumP = stages.sumK;
    if (decoding.topP < 1) {
        const double wanted = decoding.topP * stages.sumK;
        stages.topP = 0;
        stages.sumP = 0;
        while (stages.topP < stages.topK && (stages.topP == 0 || stages.sumP < wanted))
            stages.sumP += weight(stages.topP++);
    }
    stages.minP = stages.topP;
    stages.sumM = stages.sumP;
    if (decoding.minP > 0) {  // the largest weight is exactly 1
        stages.minP = 0;
        stages.sumM = 0;
        while (stages.minP < stages.topP && weight(stages.minP) >= decoding.minP)
            stages.sumM += weight(stages.minP++);
    }
    const double target = uniform * stages.sumM;
    double reached = weight(0);
    while (reached <= target && stages.chosen + 1 < stages.minP) {
        const double next = weight(stages.chosen + 1);
        if (next == 0) break;  // rounding of the sum left the target above all that can be drawn
        reached += next;
        ++stages.chosen;
    }
    return stages;
}

/// Not inlined: one piece of code, so that both callers of runStages() see the same bits.
[[gnu::noinline]] double weightOf(float logit, float largest, double temperature) {
    return expOfNonPositive((static_cast<double>(logit) - static_cast<double>(largest)) / temperature);
}

/// Of all allowed tokens. In order of ids, not of probability: the sum is needed before anything is sorted.
[[gnu::noinline]] double sumOfWeights(std::span<const float> logits, std::span<const TokenId> banned,
                                      float largest, double temperature) {
    constexpr std::size_t kLanes = 8;  // partial sums, which the compiler keeps in one vector
    double sums[kLanes] = {}, tail = 0;
    const double reference = static_cast<double>(largest);
    forAllowed(logits.size(), banned, [&](std::size_t first, std::size_t last) {
        const float* logit = logits.data() + first;
        std::size_t left = last - first;
        for (; left >= kLanes; left -= kLanes, logit += kLanes)
            for (std::size_t i = 0; i < kLanes; ++i)
                sums[i] += expOfNonPositive((static_cast<double>(logit[i]) - reference) / temperature);
        for (; left > 0; --left, ++logit)
            tail += expOfNonPositive((static_cast<double>(*logit) - reference) / temperature);
    });
    for (const double sum : sums) tail += sum;
    return tail;
}

/// The i-th most probable id, sorting only as far as asked. `ids` becomes a heap whose tail holds the ids
/// taken so far, the latest first.
class LazyOrder {
public:
    LazyOrder(std::vector<std::int32_t>& ids, std::span<const float> logits)
        : m_ids(ids), m_less{logits}, m_left(ids.size()) {
        std::make_heap(m_ids.begin(), m_ids.end(), Worse{m_less});
    }
    std::int32_t operator[](std::int64_t i) {
        const std::size_t place = m_ids.size() - 1 - static_cast<std::size_t>(i);
        while (m_left > place) {
            std::pop_heap(m_ids.begin(), m_ids.begin() + static_cast<std::ptrdiff_t>(m_left), Worse{m_less});
            --m_left;
        }
        return m_ids[place];
    }

private:
    struct Worse {
        MoreProbable better;
        bool operator()(std::int32_t a, std::int32_t b) const { return better(b, a); }
    };
    std::vector<std::int32_t>& m_ids;
    MoreProbable m_less;
    std::size_t m_left;
};

double entropyOf(double probability) {
    return probability > 0 ? -probability * std::log(probability) : 0;
}

void chooseGreedily(NextToken& table) {
    for (Candidate& c : table.candidates)
        c.tempered = c.afterTopK = c.afterTopP = c.afterMinP = c.probability;
    table.keptTopK = table.keptTopP = table.keptMinP = static_cast<std::int64_t>(table.candidates.size());
    table.massTopK = table.massTopP = table.massMinP = 1;
    table.entropyQ = table.entropyP;
    table.chosen = table.candidates.front().token;
}

void chooseByDrawing(NextToken& table, const Decoding& decoding, std::int64_t possible,
                     std::span<const double> weights, double sumAll) {
    const Stages stages = runStages(decoding, possible, sumAll, table.uniform,
                                    [&](std::int64_t i) { return weights[static_cast<std::size_t>(i)]; });
    for (std::size_t i = 0; i < table.candidates.size(); ++i) {
        Candidate& c = table.candidates[i];
        const auto rank = static_cast<std::int64_t>(i);
        c.tempered = weights[i] / sumAll;
        if (rank < stages.topK) c.afterTopK = weights[i] / stages.sumK;
        if (rank < stages.topP) c.afterTopP = weights[i] / stages.sumP;
        if (rank < stages.minP) c.afterMinP = weights[i] / stages.sumM;
        table.entropyQ += entropyOf(c.afterMinP);
    }
    table.keptTopK = stages.topK;
    table.keptTopP = stages.topP;
    table.keptMinP = stages.minP;
    table.massTopK = stages.sumK / sumAll;
    table.massTopP = stages.sumP / sumAll;
    table.massMinP = stages.sumM / sumAll;
    table.chosen = table.candidates[static_cast<std::size_t>(stages.chosen)].token;
}

}  // namespace

void validate(const Decoding& d) {
    require(d.temperature >= 0.05 && d.temperature <= 5, "decoding", "the temperature is ", d.temperature,
            ", expected 0.05 to 5");
    require(d.topK >= 0, "decoding", "top-k is ", d.topK,
            ", expected the number of tokens to keep, or 0 for all");
    require(d.topP > 0 && d.topP <= 1, "decoding", "top-p is ", d.topP,
            ", expected more than 0 and at most 1");
    require(d.minP >= 0 && d.minP < 1, "decoding", "min-p is ", d.minP, ", expected at least 0 and below 1");
    require(d.maxTokens >= 1 && d.maxTokens <= 1'000'000, "decoding", "the limit is ", d.maxTokens,
            " tokens, expected 1 to 1000000");
}

NextToken nextToken(std::span<const float> logits, std::span<const TokenId> banned, const Decoding& decoding,
                    StepIndex step) {
    validate(decoding);
    const float largest = logits[mostProbable(logits, banned)];
    const double sumPlain = sumOfWeights(logits, banned, largest, 1);
    const double sumAll = sumOfWeights(logits, banned, largest, decoding.temperature);
    std::vector<std::int32_t> ids;
    gather(logits, banned, ids);
    const auto possible = static_cast<std::int64_t>(ids.size());
    for (std::size_t id = 0; id < logits.size(); ++id)  // probability 0: in the table, never chosen
        if (logits[id] == kNever && !contains(banned, static_cast<std::int64_t>(id)))
            ids.push_back(static_cast<std::int32_t>(id));
    std::sort(ids.begin(), ids.end(), MoreProbable{logits});

    NextToken table;
    table.candidates.resize(ids.size());
    std::vector<double> weights(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        Candidate& c = table.candidates[i];
        c.token = TokenId(ids[i]);
        const float logit = logits[static_cast<std::size_t>(ids[i])];
        c.logit = static_cast<double>(logit);
        c.probability = weightOf(logit, largest, 1) / sumPlain;
        weights[i] = weightOf(logit, largest, decoding.temperature);
        table.entropyP += entropyOf(c.probability);
    }
    if (decoding.strategy == Strategy::Greedy) {
        chooseGreedily(table);
        return table;
    }
    table.uniform = uniformOf(decoding, step);
    chooseByDrawing(table, decoding, possible, weights, sumAll);
    return table;
}

TokenId chooseToken(std::span<const float> logits, std::span<const TokenId> banned, const Decoding& decoding,
                    StepIndex step, std::vector<std::int32_t>& scratch) {
    validate(decoding);
    const std::size_t best = mostProbable(logits, banned);
    if (decoding.strategy == Strategy::Greedy) return TokenId(static_cast<std::int64_t>(best));
    const float largest = logits[best];
    gather(logits, banned, scratch);
    const auto count = static_cast<std::int64_t>(scratch.size());
    const bool cut = decoding.topK > 0 && decoding.topK < count;
    const double sumAll = cut ? 0 : sumOfWeights(logits, banned, largest, decoding.temperature);
    LazyOrder order(scratch, logits);
    const auto weight = [&](std::int64_t i) {
        return weightOf(logits[static_cast<std::size_t>(order[i])], largest, decoding.temperature);
    };
    const Stages stages = runStages(decoding, count, sumAll, uniformOf(decoding, step), weight);
    return TokenId(order[stages.chosen]);
}

double logProbability(std::span<const float> logits, std::span<const TokenId> banned, TokenId token) {
    require(token.value >= 0 && static_cast<std::size_t>(token.value) < logits.size(), "decoding",
            "there is no token ", token.value, ", the vocabulary has ", logits.size());
    if (contains(banned, token.value)) return -std::numeric_limits<double>::infinity();
    const float largest = logits[mostProbable(logits, banned)];
    return static_cast<double>(logits[static_cast<std::size_t>(token.value)]) - static_cast<double>(largest) -
           std::log(sumOfWeights(logits, banned, largest, 1));
}

std::vector<std::int64_t> drawMany(const NextToken& table, std::int64_t count, std::uint64_t seed) {
    require(count >= 0, "decoding", "cannot draw ", count, " tokens");
    std::vector<double> reached(table.candidates.size());
    double sum = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) reached[i] = sum += table.candidates[i].afterMinP;
    std::vector<std::int64_t> counts(reached.size(), 0);
    if (reached.empty()) return counts;
    const auto end = std::find_if(table.candidates.rbegin(), table.candidates.rend(),
                                  [](const Candidate& c) { return c.afterMinP > 0; });
    const auto last = static_cast<std::size_t>(table.candidates.rend() - end) - 1;
    const Rng rng(seed);
    for (std::int64_t i = 0; i < count; ++i) {
        const double u =
            rng.uniformDouble(RandomUse::Sampling, siteKey("drawMany"), static_cast<std::uint64_t>(i)) * sum;
        const auto place = std::upper_bound(reached.begin(), reached.end(), u) - reached.begin();
        ++counts[std::min(static_cast<std::size_t>(place), last)];
    }
    return counts;
}

}  // namespace vitrine
