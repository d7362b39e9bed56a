#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/train/trainer.h"

namespace vitrine::testing {

/// A small model that learns to copy short sequences: everything a Trainer needs, alive together.
struct ToyTraining {
    ToyTraining() : ToyTraining(toySettings()) {}
    explicit ToyTraining(const OptimizerSettings& settings, std::uint64_t seed = 1);

    static OptimizerSettings toySettings() { return toySettings(40); }
    static OptimizerSettings toySettings(std::int64_t steps);

    std::unique_ptr<Backend> backend;
    Transformer model;
    BatchSource data;
    Trainer trainer;

    std::vector<float> weights() const;
};

/// Runs `steps` steps and returns their losses.
std::vector<double> lossesOf(Trainer& trainer, std::int64_t steps, TrainControl* control = nullptr);

}  // namespace vitrine::testing
