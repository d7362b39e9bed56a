#include "engine/train/trainer.h"

#include <chrono>
#include <cmath>
#include <limits>

#include "engine/core/text_format.h"
#include "engine/text/vocabulary.h"

namespace vitrine {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::int64_t kMaxSteps = 1'000'000'000;
constexpr const char* kValues = "values";
constexpr const char* kFirstMoment = "first_moment";
constexpr const char* kSecondMoment = "second_moment";

const Tensor& tensorNamed(const TrainingState& state, std::string_view name, const Shape& shape) {
    for (const NamedTensor& item : state.tensors) {
        if (item.name != name) continue;
        require(item.tensor.shape() == shape && item.tensor.type() == DType::F32, "resume", "'", name,
                "' is ", item.tensor.shape().text(), ", this model needs ", shape.text(),
                "; continue with the settings the run began with");
        return item.tensor;
    }
    fail("resume", "the training state has no '", name, "'; start anew in another folder");
}

std::int64_t cursorPart(const TrainingState& state, const std::string& name) {
    const auto found = state.cursor.find(name);
    require(found != state.cursor.end() && found->second >= 0, "resume", "the training state has no place '",
            name, "' in the data; start anew in another folder");
    require(found->second <= state.step, "resume", "the training state stands at ", name, ' ', found->second,
            " of the data after ", state.step, " steps; it is damaged, start anew in another folder");
    return found->second;
}

void requireSane(const Tensor& tensor, double low, std::string_view name) {
    for (const float value : tensor.elements<float>())
        require(std::isfinite(value) && value >= low, "resume", "the training state's '", name, "' holds ",
                value, ", expected finite numbers", low == 0 ? " from 0" : "",
                "; it is damaged, start anew in another folder");
}

}  // namespace

void validate(const OptimizerSettings& s) {
    const Schedule& schedule = s.schedule;
    const auto within = [](std::string_view name, double value, double low, double high) {
        require(value >= low && value <= high, "training", "optimizer.", name, " is ", formatShortest(value),
                ", expected ", formatShortest(low), " to ", formatShortest(high));
    };
    const auto steps = [](std::string_view name, std::int64_t value, std::int64_t low) {
        require(value >= low && value <= kMaxSteps, "training", "optimizer.", name, " is ", value,
                ", expected ", low, " to ", kMaxSteps);
    };
    const auto belowOne = [](std::string_view name, double value) {
        require(value >= 0 && value < 1, "training", "optimizer.", name, " is ", formatShortest(value),
                ", expected at least 0 and less than 1");
    };
    require(schedule.peak > 0 && schedule.peak <= 10, "training", "optimizer.learning_rate is ",
            formatShortest(schedule.peak), ", expected more than 0 and at most 10");
    require(schedule.floor >= 0 && schedule.floor <= schedule.peak, "training", "optimizer.lowest_rate is ",
            formatShortest(schedule.floor), ", expected at least 0 and at most the learning_rate ",
            formatShortest(schedule.peak));
    steps("steps", schedule.totalSteps, 1);
    steps("warmup_steps", schedule.warmupSteps, 0);
    belowOne("beta1", s.beta1);
    belowOne("beta2", s.beta2);
    within("epsilon", s.epsilon, 1e-20, 1);
    within("weight_decay", s.weightDecay, 0, 10);
    within("clip_norm", s.clipNorm, 0, 1e9);
    within("label_smoothing", s.smoothing, 0, 0.9);
    within("dropout", s.dropout, 0, 0.9);
}

Trainer::Trainer(Transformer& model, Backend& backend, BatchSource& data, const OptimizerSettings& settings,
                 std::uint64_t runId)
    : m_model(model),
      m_backend(backend),
      m_data(data),
      m_settings(settings),
      m_runId(runId),
      m_tape(m_arena),
      m_batch(data.limits().cells, data.limits().sentences) {
    validate(settings);
    require(model.type() == DType::F32, "training", "expected a model of f32 parameters, got ",
            nameOf(model.type()));
    const std::int64_t longest = std::max(data.limits().maxSource, data.limits().maxTarget);
    require(longest <= model.contract().maxPositions, "training", "the data may have ", longest,
            " tokens in a sentence, the model reads at most ", model.contract().maxPositions);
    m_model.parameters().allocateGradients();
    m_firstMoment = Tensor::zeros(DType::F32, m_model.parameters().values().shape());
    m_secondMoment = Tensor::zeros(DType::F32, m_model.parameters().values().shape());
}

LossSums Trainer::forwardBackward(Probe* probe) {
    m_tape.clear();
    m_arena.reset();
    m_model.parameters().gradients().fillZero();
    ForwardContext ctx{m_backend, m_arena};
    ctx.tape = &m_tape;
    ctx.probe = probe;
    ctx.rng = Rng(m_settings.seed, static_cast<std::uint64_t>(m_step));
    ctx.dropout = m_settings.dropout;
    const Batch batch{m_batch.source, m_batch.targetInput, m_batch.labels, m_batch.sourceLengths,
                      m_batch.targetLengths};
    LossArgs args;
    args.smoothing = m_settings.smoothing;
    args.ignore = kPadId.value;
    args.gradientScale = 1.0 / static_cast<double>(m_batch.targetTokens());
    const LossSums sums = m_model.loss(ctx, batch, args);
    m_tape.backward(m_backend);
    return sums;
}

/// Returns the factor by which the gradients were scaled.
double Trainer::update(double gradientNorm, double learningRate) {
    ParameterStore& store = m_model.parameters();
    AdamWArgs args;
    args.learningRate = learningRate;
    args.beta1 = m_settings.beta1;
    args.beta2 = m_settings.beta2;
    args.epsilon = m_settings.epsilon;
    args.step = m_step + 1;
    if (m_settings.clipNorm > 0 && gradientNorm > m_settings.clipNorm)
        args.gradientScale = m_settings.clipNorm / gradientNorm;
    const std::int64_t decayed = store.decayedCount(), all = store.values().count();
    const auto part = [&](std::int64_t begin, std::int64_t end, double decay) {
        if (begin == end) return;
        args.weightDecay = decay;
        m_backend.adamW(store.values().slice(begin, end), store.gradients().slice(begin, end),
                        m_firstMoment.slice(begin, end), m_secondMoment.slice(begin, end), args);
    };
    part(0, decayed, m_settings.weightDecay);
    part(decayed, all, 0);
    return args.gradientScale;
}

StepReport Trainer::step(TrainControl* control) {
    const Clock::time_point start = Clock::now();
    m_data.next(m_batch);
    std::shared_ptr<const TraceRequest> request = control != nullptr ? control->watched() : nullptr;
    const bool capture = request != nullptr && m_step % std::max<std::int64_t>(1, request->everySteps) == 0 &&
                         !control->frames().unread();
    LossSums sums;
    if (capture) {
        FrameRecorder recorder(std::move(request), m_runId, m_step + 1);
        sums = forwardBackward(&recorder);
        control->frames().put(recorder.finish());
    } else {
        sums = forwardBackward(nullptr);
    }
    const double tokens = static_cast<double>(sums.tokens);
    const double norm = std::sqrt(m_backend.sumOfSquares(m_model.parameters().gradients()));
    require(
        std::isfinite(sums.loss) && std::isfinite(norm), "training", "at step ", m_step + 1, " the ",
        std::isfinite(sums.loss) ? "gradient" : "loss",
        " is no longer a finite number; continue from the last checkpoint with a smaller learning rate or "
        "more warm-up");

    StepReport report;
    report.learningRate = m_settings.schedule.rate(m_step + 1);
    report.clipped = update(norm, report.learningRate) < 1;
    ++m_step;
    report.step = m_step;
    report.loss = sums.loss / tokens;
    report.negativeLogLikelihood = sums.negativeLogLikelihood / tokens;
    report.tokenAccuracy = static_cast<double>(sums.correct) / tokens;
    report.gradientNorm = norm;
    measure(report, secondsSince(start));
    return report;
}

void Trainer::measure(StepReport& report, double seconds) {
    report.sentences = m_batch.sentences();
    report.sourceTokens = m_batch.sourceTokens();
    report.targetTokens = m_batch.targetTokens();
    report.paddingShare = m_batch.paddingShare();
    report.epochs = m_data.epochs();
    report.seconds = seconds;
    const double tokens = static_cast<double>(report.sourceTokens + report.targetTokens);
    const double keep = m_smoothSeconds == 0 ? 0 : 0.98;
    m_smoothSeconds = keep * m_smoothSeconds + (1 - keep) * seconds;
    m_smoothTokens = keep * m_smoothTokens + (1 - keep) * tokens;
    report.tokensPerSecond = m_smoothTokens / m_smoothSeconds;
    report.remainingSeconds = m_smoothSeconds * static_cast<double>(totalSteps() - m_step);
}

TrainingState Trainer::state() const {
    TrainingState state;
    state.step = m_step;
    state.seed = m_settings.seed;
    state.cursor = {{"pool", static_cast<std::int64_t>(m_data.cursor().pool)},
                    {"batch", static_cast<std::int64_t>(m_data.cursor().batch)}};
    state.tensors = {{kValues, m_model.parameters().values().clone()},
                     {kFirstMoment, m_firstMoment.clone()},
                     {kSecondMoment, m_secondMoment.clone()}};
    return state;
}

void Trainer::restore(const TrainingState& state) {
    const Shape& shape = m_firstMoment.shape();
    const Tensor& values = tensorNamed(state, kValues, shape);
    const Tensor& first = tensorNamed(state, kFirstMoment, shape);
    const Tensor& second = tensorNamed(state, kSecondMoment, shape);
    require(state.step >= 0 && state.step <= totalSteps(), "resume", "the training state says ", state.step,
            " steps are done, expected 0 to ", totalSteps(), "; it is damaged, start anew in another folder");
    requireSane(values, std::numeric_limits<double>::lowest(), kValues);
    requireSane(first, std::numeric_limits<double>::lowest(), kFirstMoment);
    requireSane(second, 0, kSecondMoment);
    require(state.seed == m_settings.seed, "resume", "the run began with seed ", state.seed, ", not ",
            m_settings.seed);
    m_data.seek({static_cast<std::uint64_t>(cursorPart(state, "pool")),
                 static_cast<std::uint64_t>(cursorPart(state, "batch"))});
    m_model.parameters().values().copyFrom(values);
    m_firstMoment.copyFrom(first);
    m_secondMoment.copyFrom(second);
    m_step = state.step;
}

namespace {

bool stepUntilEnd(Trainer& trainer, TrainControl& control, TrainObserver& observer,
                  std::span<const PeriodicWork> work) {
    while (trainer.stepsDone() < trainer.totalSteps()) {
        if (!control.mayStep()) return false;
        observer.stepDone(trainer.step(&control));
        const std::int64_t step = trainer.stepsDone();
        for (const PeriodicWork& item : work)
            if (step == trainer.totalSteps() || (item.every > 0 && step % item.every == 0)) item.work(step);
    }
    return true;
}

}  // namespace

bool runTraining(Trainer& trainer, TrainControl& control, TrainObserver& observer,
                 std::span<const PeriodicWork> work) {
    const bool finished = stepUntilEnd(trainer, control, observer, work);
    observer.ended(concat(finished ? "Finished after " : "Stopped after ", trainer.stepsDone(), " of ",
                          trainer.totalSteps(), " steps."));
    return finished;
}

}  // namespace vitrine
