#include "engine/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitrine {

double Schedule::rate(std::int64_t step) const {
    const double now = static_cast<double>(step), warmup = static_cast<double>(warmupSteps);
    if (step < warmupSteps) return peak * now / warmup;
    switch (kind) {
        case ScheduleKind::Constant:
            return peak;
        case ScheduleKind::Cosine: {
            const double length = std::max(1.0, static_cast<double>(totalSteps) - warmup);
            const double part = std::min(1.0, (now - warmup) / length);
            return floor + (peak - floor) * 0.5 * (1 + std::cos(std::numbers::pi * part));
        }
        case ScheduleKind::InverseSqrt:
            return peak * std::sqrt(std::max(1.0, warmup) / now);
    }
    return peak;
}

std::string_view nameOf(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::Constant:
            return "constant";
        case ScheduleKind::Cosine:
            return "cosine";
        case ScheduleKind::InverseSqrt:
            return "inverse-sqrt";
    }
    return "?";
}

}  // namespace vitrine
