#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/data/batches.h"
#include "engine/io/checkpoint.h"
#include "engine/model/transformer.h"
#include "engine/train/schedule.h"
#include "engine/train/train_control.h"
#include "engine/train/train_report.h"

namespace vitrine {

/// How the weights are changed. AdamW with decoupled decay of matrices only; gradients are of the mean
/// label-smoothed cross-entropy per valid target token.
struct OptimizerSettings {
    Schedule schedule;
    double beta1 = 0.9, beta2 = 0.98, epsilon = 1e-9;
    double weightDecay = 0.01;
    double clipNorm = 1;  ///< gradients are scaled down to this global norm; 0 leaves them
    double smoothing = 0.1;
    double dropout = 0.1;
    std::uint64_t seed = 1;  ///< of dropout

    bool operator==(const OptimizerSettings&) const = default;
};
/// Throws Error naming the first setting that makes no sense.
void validate(const OptimizerSettings& settings);

/// Changes a model step by step. A step is a pure function of weights, moments, step number and batch: the
/// same seed, data, device and thread count give the same bits, watched or not. A steady-state step (no new
/// pool, no frame captured) allocates nothing.
class Trainer {
public:
    /// All are kept by reference. Starts at step 0 with the weights the model has. `runId` marks its frames.
    Trainer(Transformer& model, Backend& backend, BatchSource& data, const OptimizerSettings& settings,
            std::uint64_t runId = 1);

    /// One batch forward, backward, update. Captures a frame when `control` asks for one. Throws Error
    /// without touching the weights when loss or gradient are not finite.
    StepReport step(TrainControl* control = nullptr);

    std::int64_t stepsDone() const { return m_step; }
    std::int64_t totalSteps() const { return m_settings.schedule.totalSteps; }
    const OptimizerSettings& settings() const { return m_settings; }
    const Transformer& model() const { return m_model; }
    std::size_t arenaBytes() const { return m_arena.peakBytes(); }

    /// Everything a run needs to continue bit by bit; `config` is left to the caller. Tensors are copies.
    TrainingState state() const;
    /// Throws Error when the state is of another model, of data that do not fit, or damaged.
    void restore(const TrainingState& state);

private:
    LossSums forwardBackward(Probe* probe);
    double update(double gradientNorm, double learningRate);
    void measure(StepReport& report, double seconds);

    Transformer& m_model;
    Backend& m_backend;
    BatchSource& m_data;
    OptimizerSettings m_settings;
    std::uint64_t m_runId;
    Arena m_arena;
    Tape m_tape;
    PackedBatch m_batch;
    Tensor m_firstMoment, m_secondMoment;  // flat, as the parameters
    std::int64_t m_step = 0;
    double m_smoothSeconds = 0, m_smoothTokens = 0;  // per step, exponential means
};

/// Work between steps: after step n when n is a multiple of `every` and after the last step.
struct PeriodicWork {
    std::int64_t every = 0;  ///< 0: only after the last step of a finished run
    std::function<void(std::int64_t step)> work;
};

/// Steps until the schedule's end or until `control` says stop; true when it got to the end. How it ended is
/// reported as one sentence through ended(); an Error leaves the loop and speaks for itself.
bool runTraining(Trainer& trainer, TrainControl& control, TrainObserver& observer,
                 std::span<const PeriodicWork> work);

}  // namespace vitrine
