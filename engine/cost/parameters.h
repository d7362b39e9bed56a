#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/contract/contract.h"

namespace vitrine {

/// Trained numbers in one place of the model, closed form.
struct ParameterShare {
    std::string
        part;  ///< "encoder.0.self", "decoder.embedding", "output" ...: the stem of the tensors' names
    std::int64_t count = 0;
};

/// In order of computation. A tied table counts once, where it is used first. The sum is parameterCount().
std::vector<ParameterShare> parametersByPart(const Contract& contract);

/// Query, key, value and output projections of one attention with their biases: 4 d^2 (+ 4 d) when h*dk =
/// h*dv = d, whatever h (note N-2 2.1.2). Without the norm that closes it.
std::int64_t attentionParameterCount(const Contract& contract, const LayerContract& layer);
/// 2 d f, with biases + f + d.
std::int64_t ffnParameterCount(const Contract& contract, const LayerContract& layer);

}  // namespace vitrine
