#include "engine/io/npy.h"

#include "engine/io/atomic_file.h"

namespace vitrine {
namespace {

std::string_view descriptionOf(DType type) {
    switch (type) {
        case DType::F32:
            return "<f4";
        case DType::F64:
            return "<f8";
        case DType::I32:
            return "<i4";
    }
    return "";
}

/// A Python tuple: "()", "(3,)", "(2, 3)".
std::string tupleText(const Shape& shape) {
    return shape.rank() == 1 ? concat('(', shape[0], ",)") : shape.text();
}

}  // namespace

std::string npyBytes(const Tensor& tensor) {
    require(tensor.defined(), "npy", "the tensor has no elements to write");
    std::string header = concat("{'descr': '", descriptionOf(tensor.type()),
                                "', 'fortran_order': False, 'shape': ", tupleText(tensor.shape()), ", }");
    // Magic, version and the length take 10 bytes; the data starts at a multiple of 64 behind a line end.
    const std::size_t length = (10 + header.size() + 1 + 63) / 64 * 64 - 10;
    header.resize(length - 1, ' ');
    header += '\n';
    std::string bytes("\x93NUMPY\x01\x00", 8);
    bytes += static_cast<char>(length & 0xFF);
    bytes += static_cast<char>(length >> 8);
    bytes += header;
    bytes.append(static_cast<const char*>(tensor.raw()), tensor.bytes());
    return bytes;
}

void writeNpy(const std::filesystem::path& path, const Tensor& tensor) {
    writeFileAtomically(path, npyBytes(tensor));
}

}  // namespace vitrine
