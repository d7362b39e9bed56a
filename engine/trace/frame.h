#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/trace/probe.h"

namespace vitrine {

/// What somebody wants to see. Immutable once given to a run, which reads it at the start of a step.
struct TraceRequest {
    std::vector<Site> sites;
    std::uint32_t generation = 0;  ///< counts requests; a frame carries it, so a reader can drop stale ones
    std::int64_t everySteps = 1;   ///< of a training run: capture each n-th step
    std::size_t byteBudget = std::size_t{64} << 20;  ///< of one frame; sites beyond it are left out and named
    std::int64_t batchEntry = -1;  ///< of a training run: keep one sentence of the batch (the last one of a
                                   ///< batch that has fewer), -1 all

    bool wants(const Site& site) const;
};

/// What was seen in one step: whole or absent, immutable once published, copies of the tensors.
struct TraceFrame {
    std::uint64_t runId = 0;
    std::int64_t step = 0;
    std::uint32_t generation = 0;
    std::map<Site, Tensor> tensors;
    std::vector<Site> leftOut;  ///< wanted, seen, but over the byte budget

    /// Null when the site was not captured.
    const Tensor* find(const Site& site) const;
    /// Throws Error naming the site.
    const Tensor& get(const Site& site) const;
};

/// A probe that fills one frame.
class FrameRecorder : public Probe {
public:
    FrameRecorder(std::shared_ptr<const TraceRequest> request, std::uint64_t runId, std::int64_t step);

    bool wants(const Site& site) const override { return m_request->wants(site); }
    void take(const Site& site, const Tensor& tensor) override;
    /// Hands the finished frame over; the recorder is empty afterwards.
    std::shared_ptr<const TraceFrame> finish();

private:
    std::shared_ptr<const TraceRequest> m_request;
    std::shared_ptr<TraceFrame> m_frame;
    std::size_t m_bytes = 0;
};

/// Carries the newest value from one thread to another: the writer replaces, the reader takes. While unread()
/// is true a writer need not make a new one. (A plain mutex: atomic<shared_ptr> trips the thread sanitizer.)
template <class T>
class LatestSlot {
public:
    void put(std::shared_ptr<const T> value) {
        const std::lock_guard lock(m_mutex);
        m_value = std::move(value);
    }
    std::shared_ptr<const T> take() {
        const std::lock_guard lock(m_mutex);
        return std::move(m_value);
    }
    bool unread() const {
        const std::lock_guard lock(m_mutex);
        return m_value != nullptr;
    }

private:
    mutable std::mutex m_mutex;
    std::shared_ptr<const T> m_value;
};

}  // namespace vitrine
