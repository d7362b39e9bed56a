#include "engine/train/train_control.h"

namespace vitrine {

void TrainControl::pause() {
    const std::lock_guard lock(m_mutex);
    m_allowed = 0;
}

void TrainControl::resume() {
    const std::lock_guard lock(m_mutex);
    m_allowed = kUnlimited;
    m_changed.notify_all();
}

void TrainControl::singleStep(std::int64_t steps) {
    const std::lock_guard lock(m_mutex);
    m_allowed = (m_allowed == kUnlimited ? 0 : m_allowed) + steps;
    m_changed.notify_all();
}

bool TrainControl::paused() const {
    const std::lock_guard lock(m_mutex);
    return m_allowed == 0;
}

void TrainControl::watch(std::shared_ptr<const TraceRequest> request) {
    const std::lock_guard lock(m_mutex);
    m_request = std::move(request);
}

std::shared_ptr<const TraceRequest> TrainControl::watched() const {
    const std::lock_guard lock(m_mutex);
    return m_request;
}

bool TrainControl::mayStep() {
    std::unique_lock lock(m_mutex);
    // stop() does not notify, so the flag is looked at every now and then.
    while (m_allowed == 0 && !m_stop.cancelled()) m_changed.wait_for(lock, std::chrono::milliseconds(50));
    if (m_stop.cancelled()) return false;
    if (m_allowed > 0) --m_allowed;
    return true;
}

}  // namespace vitrine
