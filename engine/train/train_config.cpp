#include "engine/train/train_config.h"

#include <algorithm>
#include <cmath>

#include "engine/core/text_format.h"

namespace vitrine {
namespace {

TrainConfig classroom() {
    TrainConfig config;
    config.name = "classroom-zh-en";
    config.contract = presetContract("classroom", kSpecialCount, kSpecialCount);
    config.batches.cells = 2048;
    config.batches.maxSource = config.batches.maxTarget = 40;
    config.batches.poolPairs = 16384;
    config.optimizer.schedule = {ScheduleKind::Cosine, 3e-3, 1e-5, 400, 25000};
    config.optimizer.dropout = 0.1;  // no sentence comes twice, but new combinations profit
    config.optimizer.smoothing = 0.02;
    config.snapshots = {0, 100, 300, 1000, 5000, 25000};
    config.saveEvery = 250;
    return config;
}

TrainConfig everyday() {
    TrainConfig config;
    config.name = "everyday-zh-en";
    config.contract = presetContract("everyday", kSpecialCount, kSpecialCount);
    config.data.grammarShare = 0.1;
    config.tokenizer = {TokenizerKind::Bpe, 5000, 3000};
    config.batches.cells = 2048;
    config.batches.maxSource = config.batches.maxTarget = 100;
    config.batches.poolPairs = 16384;
    config.optimizer.schedule = {ScheduleKind::Cosine, 1.5e-3, 1e-5, 800, 8000};
    config.optimizer.dropout = 0.2;
    config.optimizer.smoothing = 0.1;
    config.optimizer.weightDecay = 0.02;
    config.saveEvery = 250;
    config.validateEvery = 500;
    return config;
}

}  // namespace

TrainConfig presetConfig(std::string_view preset) {
    if (preset == "classroom") return classroom();
    if (preset == "everyday") return everyday();
    fail("config", "there is no preset '", preset, "'; expected classroom or everyday");
}

void setSteps(TrainConfig& config, std::int64_t steps) {
    Schedule& schedule = config.optimizer.schedule;
    for (std::int64_t& snapshot : config.snapshots)
        snapshot = std::llround(static_cast<double>(snapshot) * static_cast<double>(steps) /
                                static_cast<double>(schedule.totalSteps));
    schedule.totalSteps = steps;
    schedule.warmupSteps = std::min(schedule.warmupSteps, steps / 10);
}

void validate(const TrainConfig& config) {
    constexpr const char* place = "config";
    require(!config.name.empty() && config.name.size() <= kMaxNameBytes, place, "the model's name has ",
            config.name.size(), " bytes, expected 1 to ", kMaxNameBytes);
    const DataConfig& data = config.data;
    require(data.grammar || data.files(), place,
            "there is nothing to learn from; use the grammar or give a file of pairs");
    require(data.source.empty() == data.target.empty(), place,
            "a file of sources needs a file of targets and the other way round");
    require(data.tsv.empty() || data.source.empty(), place,
            "pairs come either from one tab-separated file or from two parallel files, not from both");
    const std::int64_t most = data.files() ? kMaxHeldOutPairs : kMaxGrammarHeldOut;
    for (const auto& [name, pairs] :
         {std::pair("valid_pairs", data.validPairs), std::pair("test_pairs", data.testPairs)})
        require(pairs >= 1 && pairs <= most, place, "data.", std::string_view(name), " is ", pairs,
                ", expected 1 to ", most, data.files() ? "" : " sentences of the grammar");
    require(data.grammarShare > 0 && data.grammarShare < 1, place, "data.grammar_share is ",
            formatShortest(data.grammarShare),
            ", expected between 0 and 1; switch the grammar off to train without it");
    if (config.tokenizer.kind == TokenizerKind::Bpe)
        require(std::min(config.tokenizer.sourcePieces, config.tokenizer.targetPieces) > kSpecialCount, place,
                "BPE needs the number of pieces of both sides, tokenizer.source_pieces and target_pieces");
    require(std::max(config.batches.maxSource, config.batches.maxTarget) <= config.contract.maxPositions,
            place, "the batches allow ", std::max(config.batches.maxSource, config.batches.maxTarget),
            " tokens, the model ", config.contract.maxPositions,
            " positions; lower batches.max_source and max_target or raise model.max_positions");
    validate(config.contract);
    validate(config.batches);
    validate(config.optimizer);
    for (const std::int64_t step : config.snapshots)
        require(step >= 0 && step <= config.optimizer.schedule.totalSteps, place,
                "a snapshot is wanted after ", step, " steps, the run has ",
                config.optimizer.schedule.totalSteps, "; correct run.snapshots");
}

}  // namespace vitrine
