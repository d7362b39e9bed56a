#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vitrine {

/// What a random number is drawn for; part of its key, so that two uses never share numbers.
enum class RandomUse : std::uint32_t {
    Init = 1,
    Dropout = 2,
    Shuffle = 3,
    Sampling = 4,
    Grammar = 5,
    Split = 6,
    Test = 99
};

/// Counter-based random numbers (Philox 4x32-10, Salmon et al. 2011): a pure function of
/// (seed, step, use, site, index), so threads, resume and recomputation all see the same numbers.
/// `site` tells apart the places of one use (a dropout layer, a parameter); see siteKey().
class Rng {
public:
    explicit Rng(std::uint64_t seed, std::uint64_t step = 0) : m_seed(seed), m_step(step) {}

    std::uint64_t seed() const { return m_seed; }
    std::uint64_t step() const { return m_step; }
    Rng atStep(std::uint64_t step) const { return Rng(m_seed, step); }

    /// Four independent 32-bit numbers for the block `index` (numbers 4*index .. 4*index+3 of the site).
    std::array<std::uint32_t, 4> block(RandomUse use, std::uint32_t site, std::uint64_t index) const;
    std::uint32_t bits(RandomUse use, std::uint32_t site, std::uint64_t index) const;
    /// Uniform in [0, 1), 24 bits.
    float uniform(RandomUse use, std::uint32_t site, std::uint64_t index) const;
    /// Uniform in [0, 1), 53 bits.
    double uniformDouble(RandomUse use, std::uint32_t site, std::uint64_t index) const;
    /// Standard normal (Box-Muller).
    double normal(RandomUse use, std::uint32_t site, std::uint64_t index) const;
    /// Uniform integer in [0, bound), bound > 0.
    std::uint64_t below(std::uint64_t bound, RandomUse use, std::uint32_t site, std::uint64_t index) const;

private:
    std::uint64_t m_seed;
    std::uint64_t m_step;
};

/// A stable 32-bit key for a name (FNV-1a), used as an Rng site.
constexpr std::uint32_t siteKey(std::string_view name) {
    std::uint32_t hash = 2166136261u;
    for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash;
}

}  // namespace vitrine
