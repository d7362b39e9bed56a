#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/decode/generate.h"
#include "engine/session/loaded_model.h"
#include "engine/trace/intervention.h"

namespace vitrine {

/// One step of a running translation.
using TranslationStep = GeneratedToken;

struct Translation {
    std::vector<TranslationStep> steps;  ///< ends with <eos> unless the limit was reached
    bool finished = false;               ///< ended with <eos>
    std::string text;
    std::vector<Token> source;
    std::vector<std::string> warnings;  ///< one sentence for each unknown piece of the source
    double logProbability = 0;          ///< sum over the steps
};

/// Decodes with the key/value cache (the uncached path when interventions are given); safe from several
/// threads at once. `forced` puts a token at a step whatever the model thinks; the rest follows.
Translation translate(const LoadedModel& model, const std::string& source, const Decoding& decoding,
                      const ForcedTokens& forced = {}, const Interventions& interventions = {},
                      const CancelToken* cancel = nullptr);

/// The same for many sentences at once, `slots` at a time through one cache: faster, and equal up to near
/// ties (see generateMany()). A sentence without tokens gives an empty translation. Throws Error naming a
/// sentence (counted from 1) that is too long.
std::vector<Translation> translateMany(const LoadedModel& model, std::span<const std::string> sources,
                                       const Decoding& decoding, std::int64_t slots = 32,
                                       const std::function<void(std::size_t)>& progress = {},
                                       const CancelToken* cancel = nullptr);

}  // namespace vitrine
