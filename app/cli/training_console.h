#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

#include "app/cli/console.h"
#include "engine/train/training_run.h"

namespace vitrine::cli {

/// Prints what happens in a training run: a line every few seconds, every validation, every saving.
class TrainingConsole final : public TrainObserver {
public:
    TrainingConsole(Console& console, bool json, std::int64_t totalSteps);

    void begin(const TrainingRun& run, const std::filesystem::path& folder);
    void note(const std::string& sentence);
    void scores(const ModelScores& scores);

    void stepDone(const StepReport& report) override;
    void validated(const HeldOutReport& report) override;
    void saved(std::int64_t step) override;
    void ended(const std::string& sentence) override;

private:
    Console& m_console;
    bool m_json;
    std::int64_t m_total;
    std::chrono::steady_clock::time_point m_lastLine{};
};

}  // namespace vitrine::cli
