#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/core/cancel.h"
#include "engine/train/bleu.h"
#include "engine/train/corpus.h"
#include "engine/train/train_report.h"
#include "engine/train/word_alignment.h"

namespace vitrine {

/// Everything a card states about a model and a held-out set.
struct ModelScores {
    std::size_t sentences = 0;
    HeldOutReport forced;                   ///< with the reference given
    double exactMatch = 0;                  ///< share of greedy translations equal to their reference
    BleuScore bleu;                         ///< of the greedy translations
    std::size_t unknownSources = 0;         ///< sentences with at least one unknown piece
    std::vector<HeadAlignment> alignment;   ///< empty when the set has no gold links
    std::vector<std::string> translations;  ///< greedy, in the order of the set
};

/// Throws Error, or Cancelled. `progress` (may be empty) hears how many sentences are translated.
ModelScores scoreModel(const Transformer& model, const TokenizerPair& tokenizers, const HeldOutSet& set,
                       Backend& backend, const std::function<void(std::size_t)>& progress = {},
                       const CancelToken* cancel = nullptr);

/// The scores as entries of a card: "test.exact_match" -> "98.70 %", every name beginning with `prefix`.
std::map<std::string, std::string> scoreEntries(const ModelScores& scores, const std::string& prefix);

}  // namespace vitrine
