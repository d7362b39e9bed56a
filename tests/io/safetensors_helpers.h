#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace vitrine {

/// A file from its two parts, whatever they are.
inline std::string safetensorsBytes(const std::string& header, const std::string& data) {
    std::string length(8, '\0');
    const std::uint64_t size = header.size();
    std::memcpy(length.data(), &size, sizeof(size));
    return length + header + data;
}

}  // namespace vitrine
