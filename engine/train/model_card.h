#pragma once

#include <map>
#include <string>

#include "engine/train/model_scores.h"
#include "engine/train/train_config.h"

namespace vitrine {

/// What a card says besides the scores.
struct CardFacts {
    const TrainConfig& config;
    std::string command;  ///< rebuilds the model
    std::int64_t steps = 0;
    std::int64_t parameters = 0;
    std::int64_t trainingPairs = 0;  ///< of files; 0 for the grammar alone
    int threads = 1;
};

/// The card for programs: names to texts. "config" holds the training config with file names instead of
/// paths.
std::map<std::string, std::string> modelCard(const CardFacts& facts, const ModelScores& test);
/// The card for people, Markdown, made of nothing but the entries of modelCard().
std::string cardPage(const std::map<std::string, std::string>& card);

}  // namespace vitrine
