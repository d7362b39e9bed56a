#pragma once

#include <atomic>

#include "engine/core/error.h"

namespace vitrine {

/// A flag that one thread raises and a long-running function on another looks at between units of work.
class CancelToken {
public:
    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return m_cancelled.load(std::memory_order_relaxed); }
    /// Throws Cancelled once cancel() was called.
    void check() const {
        if (cancelled()) throw Cancelled();
    }

private:
    std::atomic<bool> m_cancelled{false};
};

}  // namespace vitrine
