#pragma once

#include "engine/io/checkpoint.h"
#include "tests/io/io_helpers.h"

namespace vitrine {

/// A small checkpoint whose every part depends on `variant`.
inline Checkpoint sampleCheckpoint(int variant, bool training) {
    Checkpoint checkpoint;
    checkpoint.contract = presetContract("classroom", 10, 12);
    checkpoint.contract.name = concat("sample ", variant);
    const auto v = static_cast<float>(variant);
    checkpoint.parameters = {{"decoder.bias", tensorOf<float>({2}, {v, 0.5f})},
                             {"encoder.weight", tensorOf<float>({2, 2}, {1, -v, 3, 4})}};
    checkpoint.sourceTokenizer = concat("{\"source\": ", variant, "}");
    checkpoint.targetTokenizer = concat("{\"target\": ", variant, "}");
    checkpoint.card = {{"steps", std::to_string(variant)}, {"data", "课堂 grammar"}};
    checkpoint.readme = concat("# Sample ", variant, "\n");
    if (training) {
        TrainingState state;
        state.step = 1000 + variant;
        state.seed = UINT64_MAX - static_cast<std::uint64_t>(variant);
        state.cursor = {{"epoch", variant}, {"batch", -7}};
        state.config = concat("{\"rate\": ", variant, "}");
        state.tensors = {{"moment", tensorOf<float>({1}, {0.1f * v})},
                         {"weights", tensorOf<float>({3}, {1.f / 3, 1e-30f, v})}};
        checkpoint.training = state;
    }
    return checkpoint;
}

inline bool sameCheckpoint(const Checkpoint& a, const Checkpoint& b) {
    if (a.training.has_value() != b.training.has_value()) return false;
    const bool sameTraining =
        !a.training ||
        (a.training->step == b.training->step && a.training->seed == b.training->seed &&
         a.training->cursor == b.training->cursor && a.training->config == b.training->config &&
         sameTensors(a.training->tensors, b.training->tensors));
    return a.contract == b.contract && sameTensors(a.parameters, b.parameters) &&
           a.sourceTokenizer == b.sourceTokenizer && a.targetTokenizer == b.targetTokenizer &&
           a.card == b.card && a.readme == b.readme && sameTraining;
}

}  // namespace vitrine
