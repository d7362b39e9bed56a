#include "engine/train/trainer.h"

#include <gmock/gmock.h>

#include <limits>
#include <thread>

#include "tests/support/allocation_counter.h"
#include "tests/support/error_of.h"
#include "tests/train/toy_training.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;
using testing::lossesOf;
using testing::ToyTraining;

std::shared_ptr<const TraceRequest> everything(const Transformer& model) {
    auto request = std::make_shared<TraceRequest>();
    request->sites = siteCatalogue(model.contract());
    return request;
}

TEST(Trainer, LearnsToCopy) {
    OptimizerSettings settings = ToyTraining::toySettings(2000);
    settings.dropout = 0;
    ToyTraining toy(settings);
    EXPECT_GT(toy.trainer.step().loss, 2);
    StepReport last;
    while (toy.trainer.stepsDone() < 2000) last = toy.trainer.step();
    EXPECT_GT(last.tokenAccuracy, 0.9);
    EXPECT_EQ(last.step, 2000);
    EXPECT_LT(last.negativeLogLikelihood, last.loss);  // smoothing costs
}

TEST(Trainer, SameSeedSameBits) {
    ToyTraining one, two, other(ToyTraining::toySettings(), 2);
    EXPECT_EQ(lossesOf(one.trainer, 20), lossesOf(two.trainer, 20));
    EXPECT_EQ(one.weights(), two.weights());
    lossesOf(other.trainer, 20);
    EXPECT_NE(one.weights(), other.weights());
}

TEST(Trainer, WatchingChangesNoBit) {
    ToyTraining plain, watched, switched;
    const std::vector<double> expected = lossesOf(plain.trainer, 20);
    TrainControl control;
    control.watch(everything(watched.model));
    std::vector<double> losses;
    for (int i = 0; i < 20; ++i) {
        losses.push_back(watched.trainer.step(&control).loss);
        const std::shared_ptr<const TraceFrame> frame = control.frames().take();
        ASSERT_NE(frame, nullptr);
        EXPECT_EQ(frame->step, i + 1);
        EXPECT_NE(frame->find({Stack::Decoder, 1, Part::CrossAttention, Quantity::Weights}), nullptr);
    }
    EXPECT_EQ(losses, expected);
    EXPECT_EQ(watched.weights(), plain.weights());

    TrainControl later;
    losses.clear();
    for (int i = 0; i < 20; ++i) {
        if (i == 7) later.watch(everything(switched.model));
        if (i == 13) later.watch(nullptr);
        losses.push_back(switched.trainer.step(&later).loss);
        EXPECT_EQ(later.frames().take() != nullptr, i >= 7 && i < 13) << i;
    }
    EXPECT_EQ(losses, expected);
    EXPECT_EQ(switched.weights(), plain.weights());
}

TEST(Trainer, CapturesNothingWhileAFrameIsUnread) {
    ToyTraining toy;
    TrainControl control;
    control.watch(everything(toy.model));
    lossesOf(toy.trainer, 5, &control);
    EXPECT_EQ(control.frames().take()->step, 1);
    lossesOf(toy.trainer, 1, &control);
    EXPECT_EQ(control.frames().take()->step, 6);
}

TEST(Trainer, ResumesBitByBit) {
    ToyTraining whole, first, second;
    const std::vector<double> expected = lossesOf(whole.trainer, 20);
    lossesOf(first.trainer, 10);
    second.trainer.restore(first.trainer.state());
    EXPECT_EQ(second.trainer.stepsDone(), 10);
    EXPECT_EQ(lossesOf(second.trainer, 10), std::vector<double>(expected.begin() + 10, expected.end()));
    EXPECT_EQ(second.weights(), whole.weights());
    const TrainingState a = second.trainer.state(), b = whole.trainer.state();
    EXPECT_EQ(a.cursor, b.cursor);
    for (std::size_t i = 0; i < a.tensors.size(); ++i)
        for (std::int64_t k = 0; k < a.tensors[i].tensor.count(); ++k)
            ASSERT_EQ(a.tensors[i].tensor.at(k), b.tensors[i].tensor.at(k)) << a.tensors[i].name;
}

TEST(Trainer, RefusesTheStateOfAnotherRun) {
    ToyTraining toy;
    TrainingState state = toy.trainer.state();
    state.seed = 99;
    EXPECT_THAT(errorOf([&] { toy.trainer.restore(state); }), HasSubstr("seed 99"));
    state = toy.trainer.state();
    state.tensors[1].tensor = Tensor::zeros(DType::F32, {3});
    EXPECT_THAT(errorOf([&] { toy.trainer.restore(state); }), HasSubstr("first_moment"));
    state = toy.trainer.state();
    state.cursor.erase("batch");
    EXPECT_THAT(errorOf([&] { toy.trainer.restore(state); }), HasSubstr("'batch'"));
}

TEST(Trainer, StopsBeforeANumberThatIsNotFiniteReachesTheWeights) {
    ToyTraining toy;
    lossesOf(toy.trainer, 3);
    toy.model.parameters().values().data<float>()[5] = std::numeric_limits<float>::infinity();
    const std::vector<float> before = toy.weights();
    EXPECT_THAT(errorOf([&] { toy.trainer.step(); }), HasSubstr("at step 4"));
    EXPECT_EQ(toy.weights(), before);
    EXPECT_EQ(toy.trainer.stepsDone(), 3);
}

TEST(Trainer, ClipsTheGradient) {
    OptimizerSettings settings = ToyTraining::toySettings();
    settings.clipNorm = 1e-3;
    ToyTraining clipped(settings);
    const StepReport report = clipped.trainer.step();
    EXPECT_TRUE(report.clipped);
    EXPECT_GT(report.gradientNorm, 1e-3);
    settings.clipNorm = 0;
    ToyTraining free(settings);
    EXPECT_FALSE(free.trainer.step().clipped);
}

TEST(Trainer, DecaysMatricesOnly) {
    // With a huge decay and no other force the matrices shrink; vectors keep what the gradient makes of them.
    OptimizerSettings settings = ToyTraining::toySettings();
    settings.schedule = {ScheduleKind::Constant, 1e-4, 0, 0, 10};
    settings.weightDecay = 10;
    ToyTraining decayed(settings);
    settings.weightDecay = 0;
    ToyTraining plain(settings);
    decayed.trainer.step();
    plain.trainer.step();
    const std::vector<float> a = decayed.weights(), b = plain.weights();
    const auto matrices = static_cast<std::size_t>(plain.model.parameters().decayedCount());
    EXPECT_NE(std::vector<float>(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(matrices)),
              std::vector<float>(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(matrices)));
    EXPECT_EQ(std::vector<float>(a.begin() + static_cast<std::ptrdiff_t>(matrices), a.end()),
              std::vector<float>(b.begin() + static_cast<std::ptrdiff_t>(matrices), b.end()));
}

TEST(Trainer, AllocatesNothingInASteadyStep) {
    if (!testing::AllocationCounter::works()) GTEST_SKIP() << "a sanitizer owns malloc";
    ToyTraining toy(ToyTraining::toySettings(1000));
    TrainControl control;
    TrainJournal journal(1000);
    // Past the first pool, so that every buffer has seen its largest batch.
    while (toy.data.cursor().pool < 2) journal.stepDone(toy.trainer.step(&control));
    journal.stepDone(toy.trainer.step(&control));
    int counted = 0;
    for (std::uint64_t pool = toy.data.cursor().pool; toy.data.cursor().pool == pool;) {
        testing::AllocationCounter counter;
        journal.stepDone(toy.trainer.step(&control));
        counter.stop();
        if (toy.data.cursor().pool != pool) break;  // filling a pool allocates
        EXPECT_EQ(counter.ours(), 0) << counter.whereOurs();
        ++counted;
    }
    EXPECT_GT(counted, 3);
}

TEST(Trainer, RefusesAStateOfImpossibleNumbers) {
    ToyTraining toy;
    toy.trainer.step();
    for (const float value : {-1.0f, std::numeric_limits<float>::quiet_NaN()}) {
        const TrainingState state = toy.trainer.state();
        state.tensors.back().tensor.elements<float>()[0] = value;
        EXPECT_THAT(errorOf([&] { toy.trainer.restore(state); }), HasSubstr("'second_moment' holds"));
    }
    toy.trainer.restore(toy.trainer.state());
}

TEST(TrainControl, PausesSingleStepsAndStops) {
    ToyTraining toy(ToyTraining::toySettings(100000));
    TrainControl control;
    TrainJournal journal(100);
    control.pause();
    std::thread run([&] { EXPECT_FALSE(runTraining(toy.trainer, control, journal, {})); });
    const auto waitFor = [&](std::size_t steps) {
        std::vector<StepReport> seen;
        while (journal.stepsSince(0, seen) < steps) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    };
    std::vector<StepReport> reports;
    EXPECT_EQ(journal.stepsSince(0, reports), 0u);
    control.singleStep();
    waitFor(1);
    control.singleStep(2);
    waitFor(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(journal.stepsSince(0, reports), 3u);
    EXPECT_TRUE(control.paused());
    control.resume();
    waitFor(6);
    control.stop();
    run.join();
    EXPECT_THAT(journal.endSentence(), HasSubstr("Stopped after"));
    reports.clear();
    journal.stepsSince(1, reports);
    EXPECT_EQ(reports.front().step, 2);
}

TEST(RunTraining, CallsPeriodicWorkAndAfterTheLastStep) {
    ToyTraining toy(ToyTraining::toySettings(7));
    TrainControl control;
    TrainJournal journal(7);
    std::vector<std::int64_t> third, last;
    const PeriodicWork work[] = {{3, [&](std::int64_t step) { third.push_back(step); }},
                                 {0, [&](std::int64_t step) { last.push_back(step); }}};
    EXPECT_TRUE(runTraining(toy.trainer, control, journal, work));
    EXPECT_THAT(third, ::testing::ElementsAre(3, 6, 7));
    EXPECT_THAT(last, ::testing::ElementsAre(7));
    EXPECT_THAT(journal.endSentence(), HasSubstr("Finished after 7 of 7"));
}

TEST(OptimizerSettings, AreChecked) {
    OptimizerSettings settings = ToyTraining::toySettings();
    settings.dropout = 1;
    EXPECT_THAT(errorOf([&] { validate(settings); }), HasSubstr("dropout is 1, expected 0 to 0.9"));
    settings = ToyTraining::toySettings();
    settings.schedule.peak = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(errorOf([&] { validate(settings); }), HasSubstr("optimizer.learning_rate is nan"));
    settings = ToyTraining::toySettings();
    settings.beta1 = 1;
    EXPECT_THAT(errorOf([&] { validate(settings); }),
                HasSubstr("optimizer.beta1 is 1, expected at least 0 and less"));
    settings = ToyTraining::toySettings();
    settings.smoothing = 0.90000001;
    EXPECT_THAT(errorOf([&] { validate(settings); }),
                HasSubstr("label_smoothing is 0.90000001, expected 0 to 0.9"));
    settings = ToyTraining::toySettings();
    settings.schedule.floor = 2;
    settings.schedule.peak = 1;
    EXPECT_THAT(errorOf([&] { validate(settings); }),
                HasSubstr("optimizer.lowest_rate is 2, expected at least 0 and at most the learning_rate 1"));
}

TEST(Schedule, WarmsUpAndCoolsDown) {
    Schedule schedule{ScheduleKind::Cosine, 1.0, 0.1, 10, 110};
    EXPECT_DOUBLE_EQ(schedule.rate(1), 0.1);
    EXPECT_DOUBLE_EQ(schedule.rate(5), 0.5);
    EXPECT_DOUBLE_EQ(schedule.rate(10), 1.0);
    EXPECT_NEAR(schedule.rate(60), 0.55, 1e-12);  // half-way: the middle of peak and floor
    EXPECT_NEAR(schedule.rate(110), 0.1, 1e-12);
    EXPECT_NEAR(schedule.rate(1000), 0.1, 1e-12);
    schedule.kind = ScheduleKind::InverseSqrt;
    EXPECT_DOUBLE_EQ(schedule.rate(10), 1.0);
    EXPECT_DOUBLE_EQ(schedule.rate(40), 0.5);
    schedule.kind = ScheduleKind::Constant;
    EXPECT_DOUBLE_EQ(schedule.rate(5), 0.5);
    EXPECT_DOUBLE_EQ(schedule.rate(100), 1.0);
}

}  // namespace
}  // namespace vitrine
