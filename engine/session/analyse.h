#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/decode/decoding.h"
#include "engine/session/loaded_model.h"
#include "engine/trace/frame.h"
#include "engine/trace/intervention.h"

namespace vitrine {

/// What analyse() is asked: everything the answer depends on, and nothing else.
struct Question {
    std::shared_ptr<const LoadedModel> model;
    std::string source;           ///< the sentence as typed
    std::vector<TokenId> prefix;  ///< target tokens so far, without <bos>
    Decoding decoding;
    Interventions interventions;
    std::vector<Site> sites;  ///< what the visible views want to see

    bool operator==(const Question&) const = default;
};

/// One forward pass over source and prefix, seen from all sides.
struct Analysis {
    std::vector<Token> source;                ///< S tokens; unknown ones are marked
    std::vector<TokenId> targetInput;         ///< T = prefix + 1 decoder inputs: <bos>, prefix
    std::shared_ptr<const TraceFrame> frame;  ///< the wanted sites; batch axis B = 1
    NextToken next;                           ///< the distribution behind the last input
    std::vector<double>
        logProbabilities;   ///< log p of each prefix token given those before it, banned ids excluded
    std::string text;       ///< the prefix as text
    std::string fullText;   ///< prefix with the chosen token
    bool finished = false;  ///< the prefix ends in <eos>
    std::size_t selfCacheBytes = 0, crossCacheBytes = 0;  ///< keys and values a cache holds after this prefix
    double milliseconds = 0;                              ///< measured
};

/// A pure function of the question (but for `milliseconds`); safe from several threads at once. Throws Error
/// (empty source, too long, bad settings, a site or intervention that this model does not have) or Cancelled.
Analysis analyse(const Question& question, const CancelToken* cancel = nullptr);

/// Throws Error for the first intervention that would change nothing: a site that the contract does not have,
/// a bypass of something that is not a stage, a change of something that is only shown.
void validate(const Interventions& interventions, const Contract& contract);

}  // namespace vitrine
