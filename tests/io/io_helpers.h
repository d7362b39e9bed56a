#pragma once

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "engine/io/named_tensor.h"
#include "tests/support/error_of.h"
#include "tests/support/temporary_folder.h"

namespace vitrine {

template <class T>
Tensor tensorOf(const Shape& shape, const std::vector<T>& values) {
    const Tensor tensor = Tensor::zeros(dtypeOf<T>(), shape);
    std::memcpy(tensor.raw(), values.data(), tensor.bytes());
    return tensor;
}

inline void writeBytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string readBytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Equal in type, shape and bits.
inline bool sameTensor(const Tensor& a, const Tensor& b) {
    return a.type() == b.type() && a.shape() == b.shape() && std::memcmp(a.raw(), b.raw(), a.bytes()) == 0;
}

inline bool sameTensors(const std::vector<NamedTensor>& a, const std::vector<NamedTensor>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].name != b[i].name || !sameTensor(a[i].tensor, b[i].tensor)) return false;
    return true;
}

}  // namespace vitrine
