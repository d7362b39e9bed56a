#pragma once

#include <bit>
#include <cstdint>

namespace vitrine {

/// exp(x) for x <= 0, within two units in the last place; 0 below -708, where double runs out of range.
/// Unlike std::exp it has no branches, so that a loop over a vocabulary becomes vector code.
inline double expOfNonPositive(double x) {
    constexpr double kRound = 0x1.8p52;  // added and taken away it leaves the nearest whole number
    const double clamped = x < -708 ? -708 : x;
    const double shifted = clamped * 1.4426950408889634 + kRound;
    const double whole = shifted - kRound;  // x = whole * ln 2 + rest, |rest| <= ln 2 / 2
    const double rest = (clamped - whole * 0x1.62e42fefa3800p-1) - whole * 0x1.ef35793c76730p-45;
    double sum = 1.0 / 6227020800;  // the series of exp to the 13th power
    sum = sum * rest + 1.0 / 479001600;
    sum = sum * rest + 1.0 / 39916800;
    sum = sum * rest + 1.0 / 3628800;
    sum = sum * rest + 1.0 / 362880;
    sum = sum * rest + 1.0 / 40320;
    sum = sum * rest + 1.0 / 5040;
    sum = sum * rest + 1.0 / 720;
    sum = sum * rest + 1.0 / 120;
    sum = sum * rest + 1.0 / 24;
    sum = sum * rest + 1.0 / 6;
    sum = sum * rest + 0.5;
    sum = sum * rest + 1;
    sum = sum * rest + 1;
    const std::uint64_t power = std::bit_cast<std::uint64_t>(shifted) << 52;  // 2^whole, as exponent bits
    const double result = std::bit_cast<double>(std::bit_cast<std::uint64_t>(sum) + power);
    return x < -708 ? 0 : result;
}

}  // namespace vitrine
