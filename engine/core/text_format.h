#pragma once

#include <string>

namespace vitrine {

/// The program's one number formatter: fixed decimals, rounded half to even on the binary value as printf
/// does (15.625 with two decimals is "15.62"), independent of the locale.
std::string formatFixed(double value, int decimals);
/// The shortest text that reads back as the same number: "0.1", "1e-05", "0.9999999".
std::string formatShortest(double value);
/// Bytes in binary units with two decimals: "12.30 KiB"; below 1024 "512 B".
std::string formatBytes(double bytes);

}  // namespace vitrine
