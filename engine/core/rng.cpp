#include "engine/core/rng.h"

#include <cmath>
#include <numbers>

namespace vitrine {
namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
__extension__ using Wide = unsigned __int128;  // for an unbiased product of 64-bit numbers

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::uint32_t key0,
                                    std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{kMultiplier0} * counter[0];
        const std::uint64_t product1 = std::uint64_t{kMultiplier1} * counter[2];
        counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key0,
                   static_cast<std::uint32_t>(product1),
                   static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key1,
                   static_cast<std::uint32_t>(product0)};
        key0 += kWeyl0;
        key1 += kWeyl1;
    }
    return counter;
}

}  // namespace

std::array<std::uint32_t, 4> Rng::block(RandomUse use, std::uint32_t site, std::uint64_t index) const {
    // 128-bit counter: 56 bits of index, 8 of use, 32 of site, 32 of step; the key is the seed.
    const auto low = static_cast<std::uint32_t>(index);
    const auto high = static_cast<std::uint32_t>(index >> 32) | (static_cast<std::uint32_t>(use) << 24);
    return philox({low, high, site, static_cast<std::uint32_t>(m_step)}, static_cast<std::uint32_t>(m_seed),
                  static_cast<std::uint32_t>(m_seed >> 32));
}

std::uint32_t Rng::bits(RandomUse use, std::uint32_t site, std::uint64_t index) const {
    return block(use, site, index / 4)[index % 4];
}

float Rng::uniform(RandomUse use, std::uint32_t site, std::uint64_t index) const {
    return static_cast<float>(bits(use, site, index) >> 8) * 0x1p-24f;
}

double Rng::uniformDouble(RandomUse use, std::uint32_t site, std::uint64_t index) const {
    const auto numbers = block(use, site, index);
    const std::uint64_t bits = (std::uint64_t{numbers[0]} << 32 | numbers[1]) >> 11;
    return static_cast<double>(bits) * 0x1p-53;
}

double Rng::normal(RandomUse use, std::uint32_t site, std::uint64_t index) const {
    const auto numbers = block(use, site, index);
    const double radius = std::sqrt(-2.0 * std::log((numbers[0] + 1.0) * 0x1p-32));
    return radius * std::cos(2.0 * std::numbers::pi * (numbers[1] * 0x1p-32));
}

std::uint64_t Rng::below(std::uint64_t bound, RandomUse use, std::uint32_t site, std::uint64_t index) const {
    const auto numbers = block(use, site, index);
    const std::uint64_t bits = std::uint64_t{numbers[0]} << 32 | numbers[1];
    return static_cast<std::uint64_t>((static_cast<Wide>(bits) * bound) >> 64);
}

}  // namespace vitrine
