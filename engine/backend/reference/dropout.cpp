#include <cmath>

#include "engine/backend/reference/plain.h"

namespace vitrine {

double dropoutFactor(const DropoutSpec& dropout, std::int64_t i) {
    if (!dropout.active()) return 1;
    const std::uint32_t word =
        dropout.rng.block(RandomUse::Dropout, dropout.site, static_cast<std::uint64_t>(i / 8))[(i / 2) % 4];
    const std::uint32_t number = i % 2 == 0 ? word & 0xFFFF : word >> 16;
    const bool kept = number >= std::round(dropout.probability * 65536);
    return kept ? 1 / (1 - dropout.probability) : 0;
}

}  // namespace vitrine
