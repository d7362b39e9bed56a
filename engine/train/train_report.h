#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "engine/data/batches.h"

namespace vitrine {

/// What one optimiser step was like. Losses are means over the valid target tokens, in nats.
struct StepReport {
    std::int64_t step = 0;             ///< from 1
    double loss = 0;                   ///< what is minimised, label smoothing included
    double negativeLogLikelihood = 0;  ///< -log p(label)
    double tokenAccuracy = 0;          ///< share of labels that have the largest logit
    double learningRate = 0;
    double gradientNorm = 0;  ///< before clipping
    bool clipped = false;
    std::int64_t sentences = 0, sourceTokens = 0, targetTokens = 0;  ///< without padding
    double paddingShare = 0;                                         ///< of all cells of the batch
    double seconds = 0;                                              ///< this step took
    double tokensPerSecond = 0;   ///< source and target tokens without padding, smoothed over steps
    double remainingSeconds = 0;  ///< estimate for the steps that are left
    double epochs = 0;            ///< passes through the data; 0 when it has no end
};

/// Scores on held-out pairs with the right prefix given (teacher forcing), without dropout and smoothing.
struct HeldOutReport {
    std::int64_t step = 0;
    std::int64_t tokens = 0;           ///< target tokens, <eos> included
    double negativeLogLikelihood = 0;  ///< mean per token, nats
    double perplexity = 0;             ///< exp of it
    double tokenAccuracy = 0;
};

/// Told what happens in a run, on the run's thread. Calls must be quick.
class TrainObserver {
public:
    virtual ~TrainObserver() = default;
    virtual void stepDone(const StepReport&) {}
    virtual void validated(const HeldOutReport&) {}
    virtual void saved(std::int64_t /*step*/) {}
    virtual void ended(const std::string& /*sentence*/) {}
};

/// The lossless lane: everything a run reported, in order, for another thread to read in batches. Room for
/// the steps is made at the start, so that reporting never allocates.
class TrainJournal final : public TrainObserver {
public:
    explicit TrainJournal(std::int64_t expectedSteps);
    void stepDone(const StepReport& report) override;
    void validated(const HeldOutReport& report) override;
    void saved(std::int64_t step) override;
    void ended(const std::string& sentence) override;

    /// Appends the reports from number `from` on and returns how many there are now.
    std::size_t stepsSince(std::size_t from, std::vector<StepReport>& out) const;
    std::size_t validationsSince(std::size_t from, std::vector<HeldOutReport>& out) const;
    std::int64_t lastSaved() const;   ///< 0 before the first saving
    std::string endSentence() const;  ///< empty while the run goes on and after an Error

private:
    mutable std::mutex m_mutex;
    std::vector<StepReport> m_steps;
    std::vector<HeldOutReport> m_validations;
    std::int64_t m_saved = 0;
    std::string m_end;
};

}  // namespace vitrine
