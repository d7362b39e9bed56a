#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vitrine {

/// normalise() whose failure names the line (counted from 1); private to this rung.
std::string normaliseLine(std::string_view line, std::size_t index, std::string_view where);

}  // namespace vitrine
