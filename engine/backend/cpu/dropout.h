#pragma once

#include <cstdint>
#include <vector>

#include "engine/backend/backend.h"

namespace vitrine {

/// The random numbers of dropout for runs of elements, many at a time.
class DropoutRow {
public:
    explicit DropoutRow(const DropoutSpec& dropout);

    static constexpr std::int64_t kLongest = 1024;  ///< elements of one call

    /// factors[i] = 1/(1-p) when element first + i is kept, 0 when it is dropped; count <= kLongest.
    void factors(std::int64_t first, std::int64_t count, float* factors) const;

private:
    DropoutSpec m_dropout;
    std::uint32_t m_threshold;  // 16-bit numbers below are dropped
    float m_scale;
};

}  // namespace vitrine
