#include "engine/train/train_report.h"

namespace vitrine {
namespace {

template <class T>
std::size_t copySince(const std::vector<T>& all, std::size_t from, std::vector<T>& out) {
    if (from < all.size()) out.insert(out.end(), all.begin() + static_cast<std::ptrdiff_t>(from), all.end());
    return all.size();
}

}  // namespace

TrainJournal::TrainJournal(std::int64_t expectedSteps) {
    m_steps.reserve(static_cast<std::size_t>(expectedSteps));
}

void TrainJournal::stepDone(const StepReport& report) {
    const std::lock_guard lock(m_mutex);
    m_steps.push_back(report);
}

void TrainJournal::validated(const HeldOutReport& report) {
    const std::lock_guard lock(m_mutex);
    m_validations.push_back(report);
}

void TrainJournal::saved(std::int64_t step) {
    const std::lock_guard lock(m_mutex);
    m_saved = step;
}

void TrainJournal::ended(const std::string& sentence) {
    const std::lock_guard lock(m_mutex);
    m_end = sentence;
}

std::size_t TrainJournal::stepsSince(std::size_t from, std::vector<StepReport>& out) const {
    const std::lock_guard lock(m_mutex);
    return copySince(m_steps, from, out);
}

std::size_t TrainJournal::validationsSince(std::size_t from, std::vector<HeldOutReport>& out) const {
    const std::lock_guard lock(m_mutex);
    return copySince(m_validations, from, out);
}

std::int64_t TrainJournal::lastSaved() const {
    const std::lock_guard lock(m_mutex);
    return m_saved;
}

std::string TrainJournal::endSentence() const {
    const std::lock_guard lock(m_mutex);
    return m_end;
}

}  // namespace vitrine
