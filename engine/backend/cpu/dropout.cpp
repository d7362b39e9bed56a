#include "engine/backend/cpu/dropout.h"

#include <cmath>

namespace vitrine {

DropoutRow::DropoutRow(const DropoutSpec& dropout)
    : m_dropout(dropout),
      m_threshold(static_cast<std::uint32_t>(std::lround(dropout.probability * 65536))),
      m_scale(static_cast<float>(1 / (1 - dropout.probability))) {}

void DropoutRow::factors(std::int64_t first, std::int64_t count, float* factors) const {
    for (std::int64_t i = 0; i < count;) {
        const std::int64_t element = first + i;
        const auto words =
            m_dropout.rng.block(RandomUse::Dropout, m_dropout.site, static_cast<std::uint64_t>(element / 8));
        for (std::int64_t j = element % 8; j < 8 && i < count; ++j, ++i) {
            const std::uint32_t number = (words[j / 2] >> (16 * (j % 2))) & 0xFFFF;
            factors[i] = number >= m_threshold ? m_scale : 0.f;
        }
    }
}

}  // namespace vitrine
