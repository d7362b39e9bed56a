#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/decode/decoding.h"

namespace vitrine {

/// Whatever can continue a prefix: a Transformer or a table. Not thread-safe.
class NextTokenModel {
public:
    virtual ~NextTokenModel() = default;

    virtual std::int64_t vocabulary() const = 0;  ///< Vt
    /// Longest prefix (without <bos>) that can be continued.
    virtual std::int64_t maxPrefix() const = 0;
    /// One score for every token that may follow `prefix` (without <bos>), (Vt), valid until the next call.
    virtual std::span<const float> next(std::span<const TokenId> prefix) = 0;
};

/// When a text is over, and which tokens never occur in one.
struct StopRules {
    TokenId end;                  ///< ends a text; none (the default) runs to the limit
    std::vector<TokenId> banned;  ///< <pad> and <bos> in translation
};

/// One token of a generated text.
struct GeneratedToken {
    TokenId token;
    double logProbability = 0;  ///< log p, of the unmodified distribution without the banned ids
    bool forced = false;        ///< put there by a person, not by the decoding
};

struct Generation {
    std::vector<GeneratedToken> tokens;  ///< the end token included
    bool finished = false;               ///< the last token is the end token

    /// log p of the whole text: the sum over its tokens (note N-4.1).
    double logProbability() const;
};

/// Tokens that a person puts at certain steps, whatever the model thinks; the rest follows.
using ForcedTokens = std::map<StepIndex, TokenId>;

/// Continues `prefix` token by token (note N-4.1, 4.2.1 and 4.2.3) until the end token, `decoding.maxTokens`
/// or the longest prefix of the model. Steps count from the beginning of the prefix, so that a text continued
/// from its own prefix is the same text. Returns only what was added. Throws Error, or Cancelled between two
/// steps.
Generation generate(NextTokenModel& model, const Decoding& decoding, const StopRules& rules,
                    std::span<const TokenId> prefix = {}, const ForcedTokens& forced = {},
                    const CancelToken* cancel = nullptr);

}  // namespace vitrine
