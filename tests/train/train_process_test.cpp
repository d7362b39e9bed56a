#include <fcntl.h>
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "engine/io/checkpoint.h"
#include "tests/support/temporary_folder.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string textOf(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// vitrine-cli train in a process of its own, its output in a file.
class TrainProcess {
public:
    TrainProcess(const TemporaryFolder& folder, std::vector<std::string> arguments)
        : m_out(folder / "out.txt") {
        arguments.insert(arguments.begin(), {VITRINE_CLI, "--threads", "1", "train"});
        std::vector<char*> raw;
        for (std::string& argument : arguments) raw.push_back(argument.data());
        raw.push_back(nullptr);
        m_process = ::fork();
        if (m_process != 0) return;
        ::signal(SIGHUP, SIG_DFL);   // under nohup, too
        ::signal(SIGXFSZ, SIG_IGN);  // a limit on files is an error of write()
        const int file = ::open(m_out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        ::dup2(file, 1);
        ::dup2(file, 2);
        ::execv(raw[0], raw.data());
        ::_exit(127);
    }
    ~TrainProcess() {
        if (m_process > 0) end(SIGKILL);
    }
    void signal(int number) const { ::kill(m_process, number); }
    /// Writing any file beyond so many bytes fails from now on, as on a full disk.
    void limitFiles(rlim_t bytes) const {
        const rlimit limit{bytes, bytes};
        ASSERT_EQ(::prlimit(m_process, RLIMIT_FSIZE, &limit, nullptr), 0);
    }
    /// The exit code, or 128 + signal.
    int wait() {
        int status = 0;
        ::waitpid(m_process, &status, 0);
        m_process = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    int end(int number) {
        signal(number);
        return wait();
    }
    std::string output() const { return textOf(m_out); }

private:
    fs::path m_out;
    pid_t m_process = -1;
};

struct Setting : ::testing::Test {
    Setting() {
        std::ofstream pairs(folder / "pairs.tsv");
        const char* zh[] = {"狗", "猫", "鸟", "鱼", "马", "牛"};
        const char* en[] = {"dogs", "cats", "birds", "fish", "horses", "cows"};
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < 6; ++b)
                if (a != b) pairs << en[a] << " see " << en[b] << '\t' << zh[a] << "看" << zh[b] << '\n';
    }
    std::vector<std::string> begin(std::int64_t steps) const {
        std::ofstream config(folder / "config.json");
        config << R"({"model": {"width": 16, "heads": 2, "ffn_width": 32, "encoder_layers": 1,
                     "decoder_layers": 1, "max_positions": 16},
                     "data": {"grammar": false, "tsv": ")"
               << (folder / "pairs.tsv").string() << R"(", "valid_pairs": 3, "test_pairs": 3},
                     "batches": {"cells": 200, "max_source": 12, "max_target": 12, "pool_pairs": 64},
                     "optimizer": {"steps": )"
               << steps << R"(, "warmup_steps": 5},
                     "run": {"save_every": 20, "validate_every": 1000000, "snapshots": []}})";
        config.close();
        return {"--config", folder / "config.json", "--out", folder / "model"};
    }
    std::vector<std::string> resume() const { return {"--resume", "--out", folder / "model"}; }
    std::int64_t savedStep() const {
        return hasTrainingState(folder / "model")
                   ? loadCheckpoint(folder / "model", WithTraining::Yes).training->step
                   : 0;
    }
    /// Until the run has saved once; a finished run has a page about its scores instead of a state.
    void waitForSaving() const {
        const auto saved = [&] {
            return fs::exists(folder / "model" / "state.json") || fs::exists(folder / "model" / "README.md");
        };
        for (int i = 0; i < 3000 && !saved(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        ASSERT_TRUE(saved());
    }
    TemporaryFolder folder;
};

TEST_F(Setting, ControlCSavesAndSaysHowToGoOn) {
    TrainProcess process(folder, begin(100'000'000));
    waitForSaving();
    EXPECT_EQ(process.end(SIGINT), 0) << process.output();
    const std::string output = process.output();
    EXPECT_THAT(output, HasSubstr("Stopped after"));
    EXPECT_THAT(output, HasSubstr("vitrine-cli train --resume --out " + (folder / "model").string()));
    EXPECT_THAT(output, HasSubstr("Stopped after " + std::to_string(savedStep()) + " of"));
}

TEST_F(Setting, AClosedTerminalSavesThoughItSaysSoTwice) {
    TrainProcess process(folder, begin(100'000'000));
    waitForSaving();
    process.signal(SIGHUP);
    EXPECT_EQ(process.end(SIGHUP), 0) << process.output();
    EXPECT_THAT(process.output(), HasSubstr("Stopped after " + std::to_string(savedStep()) + " of"));
}

TEST_F(Setting, AFullDiskIsSaidOnceAndNotFilledFurther) {
    TrainProcess process(folder, begin(100'000'000));
    waitForSaving();
    process.limitFiles(8192);
    EXPECT_EQ(process.wait(), 1);
    const std::string output = process.output(), words = "could not be saved: [io] cannot write ";
    EXPECT_THAT(output, HasSubstr("make room or allow writing there and go on from step " +
                                  std::to_string(savedStep()) + " with --resume"));
    EXPECT_NE(output.find(words), std::string::npos) << output;
    EXPECT_EQ(output.find(words), output.rfind(words)) << output;
    EXPECT_FALSE(fs::exists(folder / "model" / ".saving"));
}

TEST_F(Setting, KillLosesAtMostOneInterval) {
    {
        TrainProcess process(folder, begin(100'000'000));
        waitForSaving();
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        EXPECT_EQ(process.end(SIGKILL), 128 + SIGKILL);
    }
    const std::int64_t saved = savedStep();
    EXPECT_GT(saved, 0);
    EXPECT_EQ(saved % 20, 0);
    TrainProcess again(folder, resume());
    for (int i = 0; i < 3000 && savedStep() <= saved; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(again.end(SIGINT), 0) << again.output();
    EXPECT_THAT(again.output(), HasSubstr("step " + std::to_string(saved) + " of"));
    EXPECT_GT(savedStep(), saved);
}

TEST_F(Setting, ResumesToTheModelOfAnUnbrokenRun) {
    ASSERT_EQ(TrainProcess(folder, begin(1000)).wait(), 0);
    const std::string unbroken = textOf(folder / "model" / "model.safetensors");
    fs::remove_all(folder / "model");
    {
        TrainProcess process(folder, begin(1000));
        waitForSaving();
        process.end(SIGKILL);
    }
    if (hasTrainingState(folder / "model")) {  // else it was already finished
        ASSERT_EQ(TrainProcess(folder, resume()).wait(), 0);
    }
    EXPECT_EQ(textOf(folder / "model" / "model.safetensors"), unbroken);
}

TEST_F(Setting, ItsJsonGivesTheScoresInNumbers) {
    std::vector<std::string> arguments = begin(5);
    arguments.push_back("--json");
    ASSERT_EQ(TrainProcess(folder, arguments).wait(), 0);
    EXPECT_THAT(
        textOf(folder / "out.txt"),
        ::testing::ContainsRegex(R"(."part":"test","scores":."sentences":3,"exact_match_percent":[0-9.]+,)"
                                 R"("bleu":[0-9.]+,"perplexity":[0-9.]+,)"));
}

TEST_F(Setting, WrongArgumentsAreCodeTwoAndFailuresCodeOne) {
    EXPECT_EQ(TrainProcess(folder, {"--out", folder / "model", "--preset", "kitchen"}).wait(), 2);
    EXPECT_THAT(textOf(folder / "out.txt"), HasSubstr("kitchen not in {classroom,everyday}"));
    EXPECT_EQ(TrainProcess(folder, {"--out", folder / "model", "--no-grammar"}).wait(), 2);
    EXPECT_THAT(textOf(folder / "out.txt"), HasSubstr("give --tsv, or --source and --target"));
    EXPECT_EQ(TrainProcess(folder, {"--out", folder / "model", "--tsv", folder / "pairs.tsv", "--source",
                                    folder / "pairs.tsv", "--target", folder / "pairs.tsv"})
                  .wait(),
              2);
    EXPECT_THAT(textOf(folder / "out.txt"), HasSubstr("--tsv excludes --source"));
    for (const char* option : {"--out", "--tsv", "--config"}) {
        EXPECT_EQ(TrainProcess(folder, {"--out", folder / "model", option, ""}).wait(), 2) << option;
        EXPECT_THAT(textOf(folder / "out.txt"), HasSubstr("the value is empty")) << option;
    }
    EXPECT_FALSE(fs::exists(folder / "model"));
    EXPECT_EQ(TrainProcess(folder, {"--steps", "5"}).wait(), 2);
    EXPECT_THAT(textOf(folder / "out.txt"), HasSubstr("--out"));
    EXPECT_EQ(TrainProcess(folder, {"--resume", "--steps", "5", "--out", folder / "model"}).wait(), 2);
    EXPECT_EQ(TrainProcess(folder, resume()).wait(), 1);
}

}  // namespace
}  // namespace vitrine
