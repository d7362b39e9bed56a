#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/decode/generate.h"
#include "engine/model/transformer.h"

namespace vitrine {

/// Translates many sentences, `slots` at a time through one cache: shortest sources together, and the slots
/// of finished sentences are given up as they pile up. Every sentence gets what generate() would give it
/// alone, up to near ties (a row of a larger product may differ in its last bits). Results in the order of
/// `sources`. `progress` (may be empty) hears how many sentences are done. Throws Error, naming the sentence
/// (counted from 1) that is empty or too long, or Cancelled.
std::vector<Generation> generateMany(const Transformer& model, Backend& backend,
                                     std::span<const std::vector<TokenId>> sources, TokenId begin,
                                     const Decoding& decoding, const StopRules& rules,
                                     std::int64_t slots = 32,
                                     const std::function<void(std::size_t)>& progress = {},
                                     const CancelToken* cancel = nullptr);

}  // namespace vitrine
