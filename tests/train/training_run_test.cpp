#include "engine/train/training_run.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "engine/train/model_files.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* kCommand = "./run train --tsv pairs.tsv";

/// Pairs with a rule: the n-th animal does the n-th thing.
void writePairs(const fs::path& path) {
    const char* zh[] = {"狗", "猫", "鸟", "鱼", "马", "牛"};
    const char* en[] = {"dogs", "cats", "birds", "fish", "horses", "cows"};
    const char* verbs[] = {"吃", "看", "找", "爱"};
    const char* does[] = {"eat", "see", "seek", "love"};
    std::ofstream file(path);
    for (int a = 0; a < 6; ++a)
        for (int v = 0; v < 4; ++v)
            for (int b = 0; b < 6; ++b)
                if (a != b)
                    file << en[a] << ' ' << does[v] << ' ' << en[b] << '\t' << zh[a] << verbs[v] << zh[b]
                         << '\n';
}

TrainConfig smallConfig(const fs::path& pairs) {
    TrainConfig config = trainConfigFromJson(R"({
        "name": "small", "model": {"width": 16, "heads": 2, "ffn_width": 32, "encoder_layers": 1,
        "decoder_layers": 1, "max_positions": 16}, "data": {"grammar": false, "tsv": "to be replaced",
        "valid_pairs": 5, "test_pairs": 10},
        "batches": {"cells": 200, "max_source": 12, "max_target": 12, "pool_pairs": 64},
        "optimizer": {"steps": 20, "warmup_steps": 5, "dropout": 0.1},
        "run": {"save_every": 5, "validate_every": 10, "snapshots": [0, 20]}})");
    config.data.tsv = pairs.string();
    return config;
}

struct RunFixture : ::testing::Test {
    RunFixture() { writePairs(folder / "pairs.tsv"); }
    TrainConfig config() const { return smallConfig(folder / "pairs.tsv"); }
    TemporaryFolder folder;
    TrainControl control;
};

/// Stops a run once it has done so many steps.
struct StopAfter : TrainObserver {
    StopAfter(TrainControl& control_, std::int64_t steps_) : control(control_), steps(steps_) {}
    void stepDone(const StepReport& report) override {
        losses.push_back(report.loss);
        if (report.step == steps) control.stop();
    }
    void saved(std::int64_t step) override { savedAt.push_back(step); }
    TrainControl& control;
    std::int64_t steps;
    std::vector<double> losses;
    std::vector<std::int64_t> savedAt;
};

TEST_F(RunFixture, TwentyStepsAreTenAndTenMore) {
    StopAfter whole(control, 1000);
    const auto straight = TrainingRun::begin(config(), {}, folder / "straight", kCommand);
    EXPECT_TRUE(straight->run(control, whole));

    TrainControl firstControl, secondControl;
    StopAfter first(firstControl, 10), second(secondControl, 1000);
    EXPECT_FALSE(TrainingRun::begin(config(), {}, folder / "halves", kCommand)->run(firstControl, first));
    EXPECT_THAT(first.savedAt, ::testing::ElementsAre(5, 10, 10));
    const auto resumed = TrainingRun::resume(folder / "halves", {});
    EXPECT_EQ(resumed->trainer().stepsDone(), 10);
    EXPECT_TRUE(resumed->run(secondControl, second));

    first.losses.insert(first.losses.end(), second.losses.begin(), second.losses.end());
    EXPECT_EQ(first.losses, whole.losses);
    const TrainingState a = straight->trainer().state(), b = resumed->trainer().state();
    EXPECT_EQ(a.cursor, b.cursor);
    for (std::size_t i = 0; i < a.tensors.size(); ++i)
        for (std::int64_t k = 0; k < a.tensors[i].tensor.count(); ++k)
            ASSERT_EQ(a.tensors[i].tensor.at(k), b.tensors[i].tensor.at(k)) << a.tensors[i].name;
}

TEST_F(RunFixture, FinishMeasuresWhatIsStoredAndWritesTheCard) {
    StopAfter observer(control, 1000);
    const auto training = TrainingRun::begin(config(), {}, folder / "model", kCommand);
    ASSERT_TRUE(training->run(control, observer));
    EXPECT_TRUE(hasTrainingState(folder / "model"));
    const ModelScores scores = training->finish();
    EXPECT_FALSE(hasTrainingState(folder / "model"));
    EXPECT_EQ(scores.sentences, 10u);
    EXPECT_TRUE(fs::exists(folder / "model" / "snapshots" / "step-00000020.safetensors"));

    const Checkpoint stored = loadCheckpoint(folder / "model");
    EXPECT_EQ(stored.card.at("command"), kCommand);
    EXPECT_THAT(stored.card.at("data"), HasSubstr("pairs.tsv"));
    EXPECT_EQ(stored.card.at("data").find(folder.path().string()), std::string::npos);
    EXPECT_EQ(stored.card.at("config").find(folder.path().string()), std::string::npos);
    EXPECT_THAT(stored.readme, HasSubstr(stored.card.at("test.bleu")));

    // The card's numbers come out again of the stored model and a fresh reading of the data.
    const FilePairs files = readFilePairs(config().data);
    const TokenizerPair tokenizers{Tokenizer::fromJson(stored.sourceTokenizer),
                                   Tokenizer::fromJson(stored.targetTokenizer)};
    const std::unique_ptr<Backend> backend = createBackend("cpu");
    const ModelScores again = scoreModel(
        modelOf(stored), tokenizers, heldOutSet(nullptr, &files, CorpusPart::Test, config().data), *backend);
    for (const auto& [name, value] : scoreEntries(again, "test."))
        EXPECT_EQ(stored.card.at(name), value) << name;
}

TEST_F(RunFixture, AnErrorKeepsTheLastGoodCheckpoint) {
    TrainConfig wild = config();
    wild.optimizer.schedule = {ScheduleKind::Constant, 10, 0, 0, 2000};
    wild.optimizer.clipNorm = 0;
    wild.optimizer.weightDecay = 10;  // the decay alone multiplies the weights by -99 a step
    wild.saveEvery = 1;
    wild.snapshots.clear();
    StopAfter observer(control, 100000);
    const std::string error =
        errorOf([&] { TrainingRun::begin(wild, {}, folder / "wild", kCommand)->run(control, observer); });
    EXPECT_THAT(error, HasSubstr("no longer a finite number"));
    ASSERT_FALSE(observer.savedAt.empty());
    const Checkpoint last = loadCheckpoint(folder / "wild", WithTraining::Yes);
    EXPECT_EQ(last.training->step, observer.savedAt.back());
}

TEST_F(RunFixture, RefusesFoldersThatDoNotFit) {
    StopAfter observer(control, 3);
    TrainingRun::begin(config(), {}, folder / "model", kCommand)->run(control, observer);
    EXPECT_THAT(errorOf([&] { TrainingRun::begin(config(), {}, folder / "model", kCommand); }),
                HasSubstr("training that stopped; continue it with --resume"));
    EXPECT_THAT(errorOf([&] { TrainingRun::resume(folder / "nothing", {}); }),
                HasSubstr("No such file or directory; check its name"));
    fs::create_symlink(folder / "loop", folder / "loop");
    EXPECT_THAT(errorOf([&] { TrainingRun::begin(config(), {}, folder / "loop" / "model", kCommand); }),
                HasSubstr("cannot be made: Too many levels of symbolic links"));
    TrainConfig missing = config();
    missing.data.tsv = folder / "nothing.tsv";
    EXPECT_NE(errorOf([&] { TrainingRun::begin(missing, {}, folder / "new", kCommand); }), "no error");
    EXPECT_FALSE(fs::exists(folder / "new"));
}

TEST_F(RunFixture, AFinishedModelIsNotContinued) {
    StopAfter observer(control, 1000);
    {
        const auto training = TrainingRun::begin(config(), {}, folder / "model", kCommand);
        training->run(control, observer);
        training->finish();
    }
    EXPECT_THAT(errorOf([&] { TrainingRun::begin(config(), {}, folder / "model", kCommand); }),
                HasSubstr("already holds a finished model; choose another folder"));
}

TEST_F(RunFixture, OneRunAtATimeWritesToAFolder) {
    const auto first = TrainingRun::begin(config(), {}, folder / "model", kCommand);
    const auto busy = HasSubstr("another training writes to the folder");
    EXPECT_THAT(errorOf([&] { TrainingRun::begin(config(), {}, folder / "model", kCommand); }), busy);
    EXPECT_THAT(errorOf([&] { TrainingRun::resume(folder / "model", {}); }), busy);
}

TEST_F(RunFixture, AFolderThatMayNotBeWrittenToIsRefusedAtOnce) {
    const fs::path locked = folder / "locked";
    fs::create_directory(locked);
    fs::permissions(locked, fs::perms(0555));
    fs::permissions(folder.path(), fs::perms(0755));
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
        const std::string error = errorOf([&] { TrainingFolder{locked}; });
        ::_exit(error.find("Permission denied; check its name and permissions") != std::string::npos ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
}

/// A training state that somebody or something has changed.
TEST_F(RunFixture, ADamagedStateIsRefusedAndKept) {
    StopAfter observer(control, 3);
    TrainingRun::begin(config(), {}, folder / "model", kCommand)->run(control, observer);
    const fs::path file = folder / "model" / "state.json";
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    const auto errorWith = [&](const std::string& from, const std::string& to) {
        std::string changed = text.str();
        const std::size_t at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        std::ofstream(file) << changed.replace(at, from.size(), to);
        return errorOf([&] { TrainingRun::resume(folder / "model", {}); });
    };
    EXPECT_THAT(errorWith("\"step\": 3", "\"step\": 1000000000000000000"),
                HasSubstr("says 1000000000000000000 steps are done, expected 0 to 20"));
    EXPECT_THAT(errorWith("\"step\": 3", "\"step\": 21"), HasSubstr("says 21 steps are done"));
    EXPECT_THAT(errorWith("\"step\": 3", "\"step\": -1"), HasSubstr("step is -1"));
    EXPECT_THAT(errorWith("\"pool\": 0", "\"pool\": 4"),
                HasSubstr("stands at pool 4 of the data after 3 steps"));
    EXPECT_THAT(errorWith("\"batch\": 3", "\"batch\": 4"), HasSubstr("stands at batch 4"));
    EXPECT_EQ(errorWith("\"step\": 3", "\"step\": 3"), "no error");
}

TEST(GrammarSet, AConfigSaysHowManySentences) {
    const Grammar grammar = Grammar::load(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    DataConfig data;
    data.testPairs = 20;
    data.validPairs = 30;
    EXPECT_EQ(heldOutSet(&grammar, nullptr, CorpusPart::Test, data).size(), 20u);
    EXPECT_EQ(heldOutSet(&grammar, nullptr, CorpusPart::Valid, data).size(), 30u);
}

TEST(GrammarSet, IsHeldOutAndDistinct) {
    const Grammar grammar = Grammar::load(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const HeldOutSet set = grammarSet(grammar, CorpusPart::Test, 50);
    ASSERT_EQ(set.size(), 50u);
    for (const PairExample& pair : set.examples) EXPECT_EQ(pair.part, CorpusPart::Test);
    std::vector<std::string> sources = set.sources;
    std::sort(sources.begin(), sources.end());
    EXPECT_EQ(std::adjacent_find(sources.begin(), sources.end()), sources.end());
    EXPECT_EQ(grammarSet(grammar, CorpusPart::Test, 50).references, set.references);
}

}  // namespace
}  // namespace vitrine
