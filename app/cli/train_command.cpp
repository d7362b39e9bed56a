#include <signal.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <thread>

#include "app/cli/commands.h"
#include "app/cli/training_console.h"
#include "engine/core/text_format.h"
#include "engine/core/threading.h"
#include "engine/io/input_file.h"
#include "engine/session/assets.h"
#include "engine/train/training_run.h"

namespace vitrine::cli {
namespace {

struct TrainOptions {
    std::string preset = "classroom", config, folder, tsv, source, target, attribution;
    std::int64_t steps = 0, seed = -1;
    bool resume = false, json = false, noGrammar = false;
};

constexpr const char* kFooter = R"(Examples:
  vitrine-cli train --preset classroom --out my-model
      learns from the grammar that ships with the program; about ten minutes
  vitrine-cli train --preset everyday --tsv cmn.txt --out my-model
      learns from pairs of your own: English, tab, Chinese on each line (the other way round is found out)
  vitrine-cli train --source zh.txt --target en.txt --no-grammar --out my-model
      or from two files, line by line
  vitrine-cli train --resume --out my-model
      goes on after Ctrl+C, a crash or a power cut, exactly as if nothing had happened
  vitrine-cli train --config settings.json --out my-model
      all settings; a trained model has its own in card.json under "config")";

constexpr std::uint64_t kMaxConfigBytes = std::uint64_t{1} << 20;

TrainConfig chosenConfig(const TrainOptions& options, bool presetGiven) {
    if (!options.config.empty() && presetGiven)
        throw UsageError("--config and --preset exclude each other; name the preset inside the config file");
    TrainConfig config = options.config.empty()
                             ? presetConfig(options.preset)
                             : trainConfigFromJson(readTextFile(options.config, kMaxConfigBytes));
    if (!options.tsv.empty()) config.data.tsv = options.tsv;
    if (!options.source.empty()) config.data.source = options.source;
    if (!options.target.empty()) config.data.target = options.target;
    if (!options.attribution.empty()) config.data.attribution = options.attribution;
    if (options.noGrammar) config.data.grammar = false;
    if (options.noGrammar && !config.data.files())
        throw UsageError("--no-grammar leaves nothing to learn from; give --tsv, or --source and --target");
    if (options.steps > 0) setSteps(config, options.steps);
    if (options.seed >= 0) config.seed = static_cast<std::uint64_t>(options.seed);
    const std::filesystem::path folder = std::filesystem::path(options.folder).lexically_normal();
    config.name = (folder.has_filename() ? folder : folder.parent_path()).filename().string();
    validate(config);
    return config;
}

/// What the card says to rebuild the model; files are named without their folders.
std::string rebuildCommand(const TrainOptions& options, const TrainConfig& config) {
    const auto name = [](const std::string& path) { return std::filesystem::path(path).filename().string(); };
    std::string command = "./run train";
    command += options.config.empty() ? " --preset " + options.preset : " --config " + name(options.config);
    if (!options.tsv.empty()) command += " --tsv " + name(options.tsv);
    if (!options.source.empty())
        command += " --source " + name(options.source) + " --target " + name(options.target);
    if (!options.attribution.empty()) command += " --attribution \"" + options.attribution + '"';
    if (options.noGrammar) command += " --no-grammar";
    if (options.steps > 0) command += " --steps " + std::to_string(options.steps);
    if (options.seed >= 0) command += " --seed " + std::to_string(options.seed);
    return command + " --threads " + std::to_string(threadCount()) + " --out assets/models/" + config.name;
}

/// Ctrl+C, SIGTERM and a closed terminal (SIGHUP, unless nohup ignores it) end the run after its step; the
/// first two, asked twice, the program at once (a closing terminal often says so twice). The signals are
/// blocked and waited for by a thread of their own: oneDNN's products run code that a signal frame on its
/// stack breaks (the heap was found damaged after Ctrl+C). Threads that are started later inherit the block.
class StopOnSignals {
public:
    explicit StopOnSignals(TrainControl& control) : m_control(control) {
        sigemptyset(&m_signals);
        for (const int signal : {SIGINT, SIGTERM}) sigaddset(&m_signals, signal);
        struct sigaction hangup {};
        sigaction(SIGHUP, nullptr, &hangup);
        if (hangup.sa_handler != SIG_IGN) sigaddset(&m_signals, SIGHUP);
        pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
        m_thread = std::thread([this] { wait(); });
    }
    ~StopOnSignals() {
        m_over = true;
        m_thread.join();
        pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    }
    StopOnSignals(const StopOnSignals&) = delete;
    StopOnSignals& operator=(const StopOnSignals&) = delete;

private:
    void wait() {
        const timespec interval{0, 50'000'000};
        while (!m_over) {
            const int signal = sigtimedwait(&m_signals, nullptr, &interval);
            if (signal < 0) continue;
            if (m_control.stopped() && signal != SIGHUP) {
                std::signal(signal, SIG_DFL);
                pthread_sigmask(SIG_UNBLOCK, &m_signals, nullptr);
                std::raise(signal);
            }
            m_control.stop();
        }
    }

    TrainControl& m_control;
    sigset_t m_signals{}, m_before{};
    std::atomic<bool> m_over{false};
    std::thread m_thread;
};

std::unique_ptr<TrainingRun> open(const TrainOptions& options, bool presetGiven) {
    const std::filesystem::path grammar = assetsFolder() / "grammar" / "everyday.txt";
    if (!options.resume) {
        const TrainConfig config = chosenConfig(options, presetGiven);
        return TrainingRun::begin(config, grammar, options.folder, rebuildCommand(options, config));
    }
    if (!options.config.empty() || presetGiven || options.steps > 0 || options.seed >= 0 ||
        options.noGrammar || !options.tsv.empty() || !options.source.empty() || !options.target.empty() ||
        !options.attribution.empty())
        throw UsageError(
            "--resume goes on with the settings the run began with; give --out alone, or start a new folder");
    return TrainingRun::resume(options.folder, grammar);
}

void run(const TrainOptions& options, bool presetGiven, Console& console) {
    TrainControl control;
    const StopOnSignals guard(control);
    const std::unique_ptr<TrainingRun> training = open(options, presetGiven);
    TrainingConsole observer(console, options.json, training->trainer().totalSteps());
    observer.begin(*training, options.folder);
    if (!training->run(control, observer)) {
        observer.note("Saved. Continue with: vitrine-cli train --resume --out " + options.folder);
        return;
    }
    const ModelScores scores = training->finish();
    observer.scores(scores);
    observer.note("The model is in " + options.folder + "; try: vitrine-cli translate --model " +
                  options.folder + " \"我爱机器翻译\"");
}

}  // namespace

void addTrainCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<TrainOptions>();
    CLI::App* command = program.add_subcommand("train", "Train a model");
    command->description(
        "Trains a Transformer into a folder. Ctrl+C saves and ends; --resume goes on bit by bit.\n"
        "At the end the model is measured on sentences it never saw and gets a card.");
    command->footer(kFooter);
    CLI::Option* preset =
        command->add_option("--preset", options->preset, "Settings to begin with: classroom or everyday")
            ->type_name("NAME")
            ->check(CLI::IsMember({"classroom", "everyday"}));
    command->add_option("--config", options->config, "All settings as JSON")->type_name("FILE");
    command->add_option("--out", options->folder, "The model's folder")->type_name("DIR")->required();
    CLI::Option* tsv = command->add_option("--tsv", options->tsv, "Tab-separated pairs (ManyThings, Anki)")
                           ->type_name("FILE");
    CLI::Option* source =
        command->add_option("--source", options->source, "Sentences, one a line")->type_name("FILE");
    CLI::Option* target =
        command->add_option("--target", options->target, "Their translations")->type_name("FILE");
    source->needs(target);
    target->needs(source);
    tsv->excludes(source);
    command->add_option("--attribution", options->attribution, "Whose sentences they are, for the card")
        ->type_name("TEXT");
    command->add_flag("--no-grammar", options->noGrammar, "Learn from the files alone");
    command->add_option("--steps", options->steps, "Optimiser steps")->check(CLI::Range(1, 100'000'000));
    command->add_option("--seed", options->seed, "Same seed and threads, same model")
        ->check(CLI::Range(std::int64_t{0}, INT64_MAX));
    command->add_flag("--resume", options->resume, "Go on where the folder's run stopped");
    command->add_flag("--json", options->json, "One JSON object a line instead of plain text");
    command->callback([options, preset, &console] { run(*options, preset->count() > 0, console); });
}

}  // namespace vitrine::cli
