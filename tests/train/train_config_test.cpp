#include "engine/train/train_config.h"

#include <gmock/gmock.h>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TrainConfig, EveryPresetReadsBackAsItIs) {
    for (const char* preset : {"classroom", "everyday"}) {
        TrainConfig config = presetConfig(preset);
        config.seed = 7;
        config.data.tsv = "pairs of \"mine\".tsv";
        config.contract.name = config.name;
        const std::string json = trainConfigToJson(config);
        const TrainConfig again = trainConfigFromJson(json);
        EXPECT_EQ(trainConfigToJson(again), json);
        EXPECT_EQ(again.contract, config.contract);
        EXPECT_EQ(again.data, config.data);
        EXPECT_EQ(again.tokenizer, config.tokenizer);
        EXPECT_EQ(again.optimizer.schedule, config.optimizer.schedule);
        EXPECT_EQ(again.snapshots, config.snapshots);
        EXPECT_EQ(again.optimizer.seed, 7u);
    }
}

TEST(TrainConfig, KeepsThePresetWhereNothingIsSaid) {
    const TrainConfig config = trainConfigFromJson(
        R"({"preset": "everyday", "model": {"width": 32, "heads": 2}, "optimizer": {"dropout": 0.5}})");
    const TrainConfig preset = presetConfig("everyday");
    EXPECT_EQ(config.contract.width, 32);
    EXPECT_EQ(config.contract.decoder.front().keyWidth, 16);
    EXPECT_EQ(config.contract.decoder.front().ffnWidth, preset.contract.decoder.front().ffnWidth);
    EXPECT_EQ(config.contract.decoder.size(), preset.contract.decoder.size());
    EXPECT_EQ(config.optimizer.dropout, 0.5);
    EXPECT_EQ(config.optimizer.smoothing, preset.optimizer.smoothing);
}

TEST(TrainConfig, NamesWhatIsWrong) {
    const auto errorFor = [](const char* json) { return errorOf([&] { trainConfigFromJson(json); }); };
    EXPECT_THAT(errorFor(R"({"optimiser": {}})"), HasSubstr("optimiser"));
    EXPECT_THAT(errorFor(R"({"optimizer": {"rate": 1}})"), HasSubstr("optimizer.\"rate\""));
    EXPECT_THAT(errorFor(R"({"optimizer": {"steps": "many"}})"), HasSubstr("optimizer.steps is \"many\""));
    EXPECT_THAT(errorFor(R"({"optimizer": {"dropout": 1.5}})"), HasSubstr("dropout is 1.5"));
    EXPECT_THAT(errorFor(R"({"model": {"width": 33, "heads": 2}})"), HasSubstr("multiple of the 2 heads"));
    EXPECT_THAT(errorFor(R"({"preset": "kitchen"})"), HasSubstr("no preset 'kitchen'"));
    EXPECT_THAT(errorFor(R"({"data": {"grammar": false}})"), HasSubstr("nothing to learn from"));
    EXPECT_THAT(errorFor(R"({"data": {"source": "a.txt"}})"), HasSubstr("file of targets"));
    EXPECT_THAT(errorFor(R"({"tokenizer": {"kind": "bpe"}})"), HasSubstr("number of pieces"));
    EXPECT_THAT(errorFor(R"({"model": {"width": 0}})"),
                HasSubstr("width is 0, expected an integer from 2 to 8192"));
    EXPECT_THAT(errorFor(R"({"batches": {"pool_pairs": 0}})"),
                HasSubstr("batches.pool_pairs is 0, expected 1 to"));
    EXPECT_THAT(errorFor(R"({"batches": {"cells": -1}})"), HasSubstr("batches.cells is -1, expected 80 to"));
    EXPECT_THAT(errorFor(R"({"optimizer": {"steps": 0}})"),
                HasSubstr("steps is 0, expected 1 to 1000000000"));
    EXPECT_THAT(errorFor(R"({"optimizer": {"learning_rate": 0}})"),
                HasSubstr("learning_rate is 0, expected more"));
    EXPECT_THAT(errorFor(R"({"data": {"test_pairs": 0}})"),
                HasSubstr("data.test_pairs is 0, expected 1 to 10000"));
    EXPECT_THAT(errorFor(R"({"data": {"valid_pairs": 1000000000000}})"),
                HasSubstr("data.valid_pairs is 1000000000000, expected 1 to 10000 sentences of the grammar"));
    EXPECT_THAT(errorFor(R"({"data": {"tsv": "a", "test_pairs": 1000001}})"),
                HasSubstr("expected 1 to 1000000"));
    EXPECT_THAT(errorFor(R"({"batches": {"max_source": 5000, "cells": 9000}})"), HasSubstr("positions"));
    EXPECT_THAT(errorFor(R"({"run": {"snapshots": [1, "two"]}})"), HasSubstr("\"two\""));
    EXPECT_THAT(errorFor(R"({"run": {"snapshots": [-1]}})"), HasSubstr("after -1 steps"));
    EXPECT_THAT(errorFor(R"({"optimizer": {"steps": 10}, "run": {"snapshots": [11]}})"),
                HasSubstr("after 11 steps, the run has 10; correct run.snapshots"));
    EXPECT_THAT(errorFor("[]"), HasSubstr("expected an object"));
}

TEST(TrainConfig, ThePresetGivesWayToWhatIsSaid) {
    const TrainConfig config = trainConfigFromJson(R"({"optimizer": {"steps": 150, "learning_rate": 1e-6}})");
    EXPECT_THAT(config.snapshots, ElementsAre(0, 100));
    EXPECT_EQ(config.optimizer.schedule.floor, 1e-6);
}

TEST(TrainConfig, ScalesItsSnapshotsWithTheSteps) {
    TrainConfig config = presetConfig("classroom");
    config.optimizer.schedule.totalSteps = 1000;
    config.optimizer.schedule.warmupSteps = 90;
    config.snapshots = {0, 10, 500, 1000};
    setSteps(config, 100);
    EXPECT_THAT(config.snapshots, ElementsAre(0, 1, 50, 100));
    EXPECT_EQ(config.optimizer.schedule.warmupSteps, 10);
    validate(config);
}

}  // namespace
}  // namespace vitrine
