#pragma once

#include <cstdint>
#include <string_view>

namespace vitrine {

enum class ScheduleKind : std::uint8_t {
    Constant,     ///< the peak rate after the warm-up
    Cosine,       ///< half a cosine from the peak to the floor at the last step (Loshchilov and Hutter 2017)
    InverseSqrt,  ///< peak * sqrt(warmup / step) (Vaswani et al. 2017)
};

/// The learning rate of every step. The warm-up is linear: peak * step / warmup.
struct Schedule {
    ScheduleKind kind = ScheduleKind::Cosine;
    double peak = 1e-3;
    double floor = 0;              ///< of the cosine
    std::int64_t warmupSteps = 0;  ///< InverseSqrt needs at least 1
    std::int64_t totalSteps = 1;

    /// step from 1.
    double rate(std::int64_t step) const;
    bool operator==(const Schedule&) const = default;
};

std::string_view nameOf(ScheduleKind kind);  ///< "constant", "cosine", "inverse-sqrt"

}  // namespace vitrine
