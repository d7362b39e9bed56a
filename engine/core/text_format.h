#pragma once

#include <string>

namespace vitrine {

/// The program's one number formatter: fixed decimals, rounded half to even on the binary value as printf
/// does (15.625 with two decimals is "15.62"), independent of the locale.
std::string formatFixed(double value, int decimals);
/// Bytes in binary units with two decimals: "12.30 KiB"; below 1024 "512 B".
std::string formatBytes(double bytes);

}  // namespace vitrine
