#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/safetensors.h"

namespace vitrine {

inline constexpr std::uint64_t kMaxSafetensorsHeader = 100'000'000;  ///< bytes, the format's own limit
inline constexpr std::string_view kSafetensorsMetadata = "__metadata__";

struct SafetensorsHeader {
    std::vector<StoredTensor> tensors;  ///< in the order of their names
    std::map<std::string, std::string> metadata;
};

/// Checks everything that can be checked without the data, of which there are `dataBytes` bytes. `where`
/// names the file in errors.
SafetensorsHeader parseSafetensorsHeader(std::string_view json, std::uint64_t dataBytes,
                                         const std::string& where);

}  // namespace vitrine
