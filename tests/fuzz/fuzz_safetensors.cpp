// Any bytes are either refused with an Error or a file whose tensors cover its data exactly and can be read,
// each as one of our types or not at all.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/core/error.h"
#include "engine/io/safetensors.h"

namespace {

void check(bool promise) {
    if (!promise) std::abort();
}

/// A file in memory with these bytes.
const std::string& fileWith(const std::uint8_t* data, std::size_t size) {
    static const int file = ::memfd_create("safetensors", 0);
    static const std::string path = "/proc/self/fd/" + std::to_string(file);
    check(::ftruncate(file, 0) == 0);
    check(::pwrite(file, data, size, 0) == static_cast<ssize_t>(size));
    return path;
}

void readAs(const vitrine::SafetensorsFile& file, const vitrine::StoredTensor& stored, vitrine::DType type) {
    try {
        const vitrine::Tensor tensor = file.read(stored.name, type);
        check(tensor.shape() == stored.shape && tensor.type() == type);
        // The widest growth is from one stored byte to four.
        check(tensor.bytes() <= 4 * (stored.end - stored.begin));
    } catch (const vitrine::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const vitrine::SafetensorsFile file(fileWith(data, size));
        std::uint64_t bytes = 0;
        for (const vitrine::StoredTensor& stored : file.tensors()) {
            bytes += stored.end - stored.begin;
            check(file.find(stored.name) == &stored);
            for (vitrine::DType type : {vitrine::DType::F32, vitrine::DType::F64, vitrine::DType::I32})
                readAs(file, stored, type);
        }
        check(bytes <= size);
    } catch (const vitrine::Error&) {
    }
    return 0;
}
