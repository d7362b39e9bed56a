#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/train/model_scores.h"

namespace vitrine::cli {

/// The scores as numbers, for eval and train alike; eval's --help says what they mean.
nlohmann::ordered_json scoresJson(const ModelScores& scores);

}  // namespace vitrine::cli
