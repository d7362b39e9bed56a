#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/decode/decoding.h"
#include "engine/model/transformer.h"
#include "engine/text/tokenizer.h"
#include "engine/trace/frame.h"

namespace vitrine {

/// A model folder brought to life: contract, weights, tokenizers, card. Immutable and shared.
struct LoadedModel {
    std::string name;
    std::filesystem::path folder;
    Transformer transformer;
    Tokenizer source, target;
    std::map<std::string, std::string> card;  ///< data, steps, scores ... as written at training
};

/// Reads a model folder; every failure is one sentence (missing, corrupt, of another shape).
std::shared_ptr<const LoadedModel> loadModel(const std::filesystem::path& folder);
/// Folders below `root` that hold a contract, by name.
std::vector<std::filesystem::path> listModels(const std::filesystem::path& root);

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

/// A pure function of the question (but for `milliseconds`). Throws Error (empty source, too long, bad
/// settings) or Cancelled.
Analysis analyse(const Question& question, const CancelToken* cancel = nullptr);

/// One step of a running translation.
struct TranslationStep {
    TokenId token;
    double logProbability = 0;  ///< log p of the token (unmodified distribution, banned ids excluded)
    bool forced = false;        ///< chosen by the person, not by the decoding
};

struct Translation {
    std::vector<TranslationStep> steps;  ///< ends with <eos> unless the limit was reached
    bool finished = false;               ///< ended with <eos>
    std::string text;
    std::vector<Token> source;
    std::vector<std::string> warnings;  ///< one sentence for each unknown piece of the source
    double logProbability = 0;          ///< sum over the steps
};

/// Decodes with the key/value cache (the uncached path when interventions are given). `forced` puts a token
/// at a step whatever the model thinks; the rest follows.
Translation translate(const LoadedModel& model, const std::string& source, const Decoding& decoding,
                      const std::map<StepIndex, TokenId>& forced = {},
                      const Interventions& interventions = {}, const CancelToken* cancel = nullptr);

}  // namespace vitrine
