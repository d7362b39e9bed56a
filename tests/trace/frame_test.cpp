#include "engine/trace/frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

const Site kNorm = parseSite("encoder.0.self.norm"), kSum = parseSite("encoder.0.self.sum"),
           kPositions = parseSite("encoder.embedding.positions");

std::shared_ptr<TraceRequest> requestFor(std::vector<Site> sites) {
    auto request = std::make_shared<TraceRequest>();
    request->sites = std::move(sites);
    request->generation = 7;
    return request;
}

Tensor filled(const Shape& shape, float value) {
    const Tensor tensor = Tensor::zeros(DType::F32, shape);
    for (float& x : tensor.elements<float>()) x = value++;
    return tensor;
}

TEST(FrameRecorder, CopiesWhatWasAskedFor) {
    FrameRecorder recorder(requestFor({kNorm}), 3, 11);
    EXPECT_TRUE(recorder.wants(kNorm));
    EXPECT_FALSE(recorder.wants(kSum));
    const Tensor tensor = filled({2, 2, 2}, 1);
    recorder.take(kNorm, tensor);
    tensor.fillZero();  // an arena reuses its memory
    const auto frame = recorder.finish();
    EXPECT_EQ(frame->runId, 3u);
    EXPECT_EQ(frame->step, 11);
    EXPECT_EQ(frame->generation, 7u);
    EXPECT_EQ(frame->get(kNorm).shape(), (Shape{2, 2, 2}));
    EXPECT_EQ(frame->get(kNorm).at(7), 8);
    EXPECT_EQ(frame->find(kSum), nullptr);
    EXPECT_EQ(errorOf([&] { frame->get(kSum); }),
              "[trace] the frame has no encoder.0.self.sum; ask for it in the request");
    EXPECT_TRUE(frame->leftOut.empty());
}

TEST(FrameRecorder, NamesWhatDoesNotFitTheBudget) {
    const auto request = requestFor({kNorm, kSum, kPositions});
    request->byteBudget = 100;
    FrameRecorder recorder(request, 0, 0);
    recorder.take(kNorm, filled({1, 4, 4}, 0));    // 64 bytes
    recorder.take(kSum, filled({1, 4, 4}, 0));     // 64 more do not fit
    recorder.take(kPositions, filled({3, 3}, 0));  // 36 more fit exactly
    const auto frame = recorder.finish();
    EXPECT_NE(frame->find(kNorm), nullptr);
    EXPECT_EQ(frame->find(kSum), nullptr);
    EXPECT_NE(frame->find(kPositions), nullptr);
    EXPECT_THAT(frame->leftOut, testing::ElementsAre(kSum));
}

TEST(FrameRecorder, KeepsOneSentenceOfABatch) {
    const auto request = requestFor({kNorm, kPositions});
    request->batchEntry = 1;
    request->byteBudget = 16 + 8;
    FrameRecorder recorder(request, 0, 0);
    recorder.take(kNorm, filled({3, 2, 2}, 0));
    recorder.take(kPositions, filled({2, 1}, 5));  // has no batch axis
    const auto frame = recorder.finish();
    EXPECT_EQ(frame->get(kNorm).shape(), (Shape{1, 2, 2}));
    EXPECT_EQ(frame->get(kNorm).at(0), 4);
    EXPECT_EQ(frame->get(kPositions).shape(), (Shape{2, 1}));
    EXPECT_TRUE(frame->leftOut.empty());
}

TEST(FrameRecorder, ASmallBatchGivesItsLastSentence) {
    const auto request = requestFor({kNorm});
    request->batchEntry = 5;
    FrameRecorder recorder(request, 0, 0);
    recorder.take(kNorm, filled({2, 1, 2}, 0));
    EXPECT_EQ(recorder.finish()->get(kNorm).at(0), 2);
}

TEST(LatestSlot, TheNewestValueWinsAndIsTakenOnce) {
    LatestSlot<int> slot;
    EXPECT_FALSE(slot.unread());
    EXPECT_EQ(slot.take(), nullptr);
    slot.put(std::make_shared<const int>(1));
    slot.put(std::make_shared<const int>(2));
    EXPECT_TRUE(slot.unread());
    EXPECT_EQ(*slot.take(), 2);
    EXPECT_FALSE(slot.unread());
    EXPECT_EQ(slot.take(), nullptr);
}

TEST(LatestSlot, AReaderNeverSeesAnOlderValueAfterANewerOne) {
    constexpr int kLast = 20'000;
    LatestSlot<int> slot;
    std::thread writer([&] {
        for (int i = 1; i <= kLast; ++i) slot.put(std::make_shared<const int>(i));
    });
    int newest = 0;
    while (newest < kLast) {
        const auto value = slot.take();
        if (!value) continue;
        ASSERT_GT(*value, newest);
        newest = *value;
    }
    writer.join();
    EXPECT_FALSE(slot.unread());
}

}  // namespace
}  // namespace vitrine
