#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/safetensors.h"

namespace vitrine {

/// The largest model a contract can describe has 64 encoder layers of 16 tensors and 64 decoder layers of 26
/// (weights and biases of the products, gains and biases of the norms) and 5 more; a training state holds
/// three times that. A header that claims more is refused before it costs time and memory.
inline constexpr std::size_t kMaxSafetensorsTensors = 10'000;
/// Bytes, 400 a tensor; the format itself allows 100 MB.
inline constexpr std::uint64_t kMaxSafetensorsHeader = 4'000'000;
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
