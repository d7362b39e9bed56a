#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "engine/core/cancel.h"
#include "engine/trace/frame.h"

namespace vitrine {

/// What other threads may ask of a running training. Every call returns at once; the run looks between steps.
class TrainControl {
public:
    void pause();
    /// Also ends single-stepping.
    void resume();
    /// Runs `steps` more steps, then pauses.
    void singleStep(std::int64_t steps = 1);
    /// The run ends after the step it is in.
    void stop() { m_stop.cancel(); }
    bool stopped() const { return m_stop.cancelled(); }
    bool paused() const;

    /// What to capture from the next step on; null for nothing. Frames appear in frames(), the newest only,
    /// and while one is unread nothing is captured.
    void watch(std::shared_ptr<const TraceRequest> request);
    std::shared_ptr<const TraceRequest> watched() const;
    LatestSlot<TraceFrame>& frames() { return m_frames; }

    /// Called by the run before each step: waits while paused; false when the run shall end.
    bool mayStep();

private:
    static constexpr std::int64_t kUnlimited = -1;

    CancelToken m_stop;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::int64_t m_allowed = kUnlimited;  // steps before the next pause
    std::shared_ptr<const TraceRequest> m_request;
    LatestSlot<TraceFrame> m_frames;
};

}  // namespace vitrine
