#pragma once

#include <cstdint>

#include "engine/backend/backend.h"

namespace vitrine {

/// The factors of dropout for one thread's pass over elements in rising order. Random numbers are made for
/// many elements at once and kept until the pass has gone by.
class DropoutStream {
public:
    static constexpr std::int64_t kLongest = 1024;  ///< most elements of one call

    /// `ahead`: how many elements to make at once, at most kLongest; less when a pass skips many.
    explicit DropoutStream(const DropoutSpec& dropout, std::int64_t ahead = kLongest);

    /// 1/(1-p) for each kept and 0 for each dropped of the elements [first, first + count), until the next
    /// call.
    const float* factors(std::int64_t first, std::int64_t count) {
        if (first < m_begin || first + count > m_end) refill(first, count);
        return m_factors + (first - m_begin);
    }

private:
    static constexpr std::int64_t kBatch = 64;  // elements of one batch of random blocks

    void refill(std::int64_t first, std::int64_t count);

    std::uint64_t m_seed;
    std::uint32_t m_step, m_site;
    std::int32_t m_threshold;  // 16-bit numbers below are dropped
    float m_scale;
    std::int64_t m_ahead;
    std::int64_t m_begin = 0, m_end = 0;  // the elements that m_factors holds
    alignas(64) float m_factors[kLongest + 2 * kBatch];
};

}  // namespace vitrine
