#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/io/atomic_file.h"
#include "engine/io/input_file.h"
#include "engine/io/named_tensor.h"

namespace vitrine {

/// One tensor of a file: where it lies and how its elements are stored.
struct StoredTensor {
    std::string name;
    std::string_view type;  ///< the format's own name: "F32", "BF16", ...
    Shape shape;
    std::uint64_t begin = 0, end = 0;  ///< bytes from the start of the file's data
};

/// A .safetensors file (github.com/huggingface/safetensors). Opening reads and checks the header only: a
/// header over 4 MB, over 10,000 tensors or longer than the file, JSON of another form, a name that occurs
/// twice, an unknown type, sizes that overflow or do not fit the shape, gaps, overlaps and trailing bytes
/// throw Error. Memory grows with the bytes that are really there. read() may be called from several threads.
class SafetensorsFile {
public:
    explicit SafetensorsFile(const std::filesystem::path& path);

    /// In the order of their names.
    const std::vector<StoredTensor>& tensors() const { return m_tensors; }
    const std::map<std::string, std::string>& metadata() const { return m_metadata; }
    std::vector<NamedShape> shapes() const;
    /// Of all tensors together.
    std::int64_t elementCount() const;
    /// Null when there is none of this name.
    const StoredTensor* find(std::string_view name) const;

    /// The elements as `as`. F32, F64 from F64, F32, F16, BF16 (a narrower type rounds to nearest); I32 from
    /// BOOL and the integers of 8 to 64 bits, where a value outside I32 is an Error. Throws for a missing
    /// tensor and for a stored type that cannot become `as`.
    Tensor read(std::string_view name, DType as = DType::F32) const;
    std::vector<NamedTensor> readAll(DType as = DType::F32) const;

private:
    InputFile m_file;
    std::uint64_t m_dataStart = 0;
    std::vector<StoredTensor> m_tensors;
    std::map<std::string, std::string> m_metadata;
};

/// How floats are stored; integers are always stored as they are.
enum class FloatStorage : std::uint8_t {
    AsIs,  ///< f32 as F32, f64 as F64
    F16    ///< rounded half to even; a finite value beyond 65504 is an Error naming the tensor
};

/// Writes a file atomically. The same tensors and metadata always give the same bytes, laid out as the
/// format's own writer does (widest type first, then by name; the data starts at a multiple of 8). metadata
/// gets format = "pt" unless it says otherwise, because other programs expect it.
void writeSafetensors(const std::filesystem::path& path, std::span<const NamedTensor> tensors,
                      FloatStorage storage = FloatStorage::AsIs,
                      std::map<std::string, std::string> metadata = {}, const DiskObserver& observer = {});

}  // namespace vitrine
