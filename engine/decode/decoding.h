#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/rng.h"

namespace vitrine {

enum class Strategy : std::uint8_t {
    Greedy,  ///< the most probable token (note N-4.2.1); ties go to the smaller id
    Sample   ///< a token drawn from q (note N-4.2.3)
};

/// How the next token is chosen. The order is fixed: banned ids, temperature, top-k, top-p, min-p, draw.
struct Decoding {
    Strategy strategy = Strategy::Greedy;
    double temperature = 1;        ///< 0.05 to 5; q is proportional to p^(1/temperature)
    std::int64_t topK = 0;         ///< keep the k most probable tokens; 0 keeps all
    double topP = 1;               ///< keep the smallest set whose mass reaches p, 0 < p <= 1 (nucleus)
    double minP = 0;               ///< keep tokens with probability >= minP times the largest, 0 <= minP < 1
    std::uint64_t seed = 1;        ///< the draw at step t is a pure function of (seed, t)
    std::int64_t maxTokens = 100;  ///< generated tokens, <eos> included

    bool operator==(const Decoding&) const = default;
};

/// Throws Error with one sentence naming the setting, its range and what came.
void validate(const Decoding& decoding);

/// One candidate on its way through the stages. A probability is 0 where a stage has cut the token.
struct Candidate {
    TokenId token;
    double logit = 0;
    double probability = 0;  ///< p: softmax of the logits without the banned ids
    double tempered = 0;     ///< softmax(logits / temperature)
    double afterTopK = 0;    ///< renormalised over the kept set, likewise below
    double afterTopP = 0;
    double afterMinP = 0;  ///< q, what is drawn from
};

/// The next-token distribution with every stage kept for the view, most probable first (ties: smaller id
/// first). Greedy decoding leaves q = p and picks the first.
struct NextToken {
    std::vector<Candidate> candidates;  ///< every token of the vocabulary but the banned ones
    std::int64_t keptTopK = 0, keptTopP = 0,
                 keptMinP = 0;                        ///< sizes of the kept sets, each within the one before
    double massTopK = 0, massTopP = 0, massMinP = 0;  ///< tempered mass of the kept sets
    double entropyP = 0, entropyQ = 0;                ///< nats
    double uniform = 0;  ///< the random number of the draw, in [0, 1); 0 for greedy
    TokenId chosen;
};

/// Runs the stages on one row of logits. `banned` tokens get probability 0 (pad and bos in translation).
/// `step` is the index of the token being chosen. Throws Error when nothing is left to choose or a logit is
/// NaN or +infinity; -infinity is a token of probability 0.
NextToken nextToken(std::span<const float> logits, std::span<const TokenId> banned, const Decoding& decoding,
                    StepIndex step);

/// Only the choice: the same token as nextToken(), without the table and without allocating once `scratch`
/// has the capacity of the vocabulary. Looks at as few candidates as the settings allow.
TokenId chooseToken(std::span<const float> logits, std::span<const TokenId> banned, const Decoding& decoding,
                    StepIndex step, std::vector<std::int32_t>& scratch);

/// log p of one token: log softmax of the logits without the banned ids, -infinity for a banned one.
double logProbability(std::span<const float> logits, std::span<const TokenId> banned, TokenId token);

/// `count` independent draws from q of a finished table: how often each candidate came (same order). Pure in
/// the seed.
std::vector<std::int64_t> drawMany(const NextToken& table, std::int64_t count, std::uint64_t seed);

}  // namespace vitrine
