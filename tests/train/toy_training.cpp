#include "tests/train/toy_training.h"

namespace vitrine::testing {
namespace {

constexpr std::int32_t kFirstId = 4, kIds = 12;

Contract toyContract() {
    Contract contract;
    contract.name = "toy";
    contract.sourceVocabulary = contract.targetVocabulary = kFirstId + kIds;
    contract.width = 16;
    contract.encoder.assign(1, {2, 8, 8, 32});
    contract.decoder.assign(2, {2, 8, 8, 32});
    contract.maxPositions = 16;
    return contract;
}

std::shared_ptr<const PairTable> copyPairs() {
    auto table = std::make_shared<PairTable>();
    const Rng rng(77);
    for (std::uint64_t pair = 0; pair < 300; ++pair) {
        std::vector<std::int32_t> ids(2 + rng.below(6, RandomUse::Test, 1, pair));
        for (std::size_t i = 0; i < ids.size(); ++i)
            ids[i] = kFirstId + static_cast<std::int32_t>(rng.below(kIds, RandomUse::Test, 2, pair * 16 + i));
        table->add(ids, ids);
    }
    return table;
}

BatchLimits toyLimits() {
    BatchLimits limits;
    limits.cells = 160;
    limits.sentences = 32;
    limits.maxSource = limits.maxTarget = 12;
    limits.poolPairs = 200;
    return limits;
}

}  // namespace

OptimizerSettings ToyTraining::toySettings(std::int64_t steps) {
    OptimizerSettings settings;
    settings.schedule = {ScheduleKind::Cosine, 3e-3, 0, 10, steps};
    return settings;
}

ToyTraining::ToyTraining(const OptimizerSettings& settings, std::uint64_t seed)
    : backend(createBackend("cpu")),
      model(toyContract()),
      data(std::make_unique<ShuffledPairs>(copyPairs(), seed), toyLimits(), seed),
      trainer(model, *backend, data, settings) {
    model.parameters().initialise(seed);
}

std::vector<float> ToyTraining::weights() const {
    const auto values = model.parameters().values().elements<float>();
    return {values.begin(), values.end()};
}

std::vector<double> lossesOf(Trainer& trainer, std::int64_t steps, TrainControl* control) {
    std::vector<double> losses;
    for (std::int64_t i = 0; i < steps; ++i) losses.push_back(trainer.step(control).loss);
    return losses;
}

}  // namespace vitrine::testing
