#include "engine/io/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "engine/core/error.h"
#include "engine/io/safetensors_header.h"
#include "engine/tensor/float16.h"

namespace vitrine {
namespace {

static_assert(std::endian::native == std::endian::little, "the format stores the low byte first");

constexpr std::size_t kChunkBytes = 1 << 16;  // a multiple of every element size

std::string placeOf(const std::filesystem::path& path) {
    return "safetensors " + path.string();
}

float widen(float value) {
    return value;
}
double widen(double value) {
    return value;
}

struct Half {
    std::uint16_t bits;
};
struct Bfloat {
    std::uint16_t bits;
};
float widen(Half value) {
    return fromFloat16(value.bits);
}
float widen(Bfloat value) {
    return fromBfloat16(value.bits);
}

template <class Stored, class Element>
void convertFloats(const std::byte* from, std::size_t count, Element* to, const StoredTensor&) {
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, from + i * sizeof(Stored), sizeof(Stored));
        to[i] = static_cast<Element>(widen(value));
    }
}

template <class Stored>
void convertIntegers(const std::byte* from, std::size_t count, std::int32_t* to, const StoredTensor& tensor) {
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, from + i * sizeof(Stored), sizeof(Stored));
        if constexpr (sizeof(Stored) > 4 || (sizeof(Stored) == 4 && std::is_unsigned_v<Stored>)) {
            if (!std::in_range<std::int32_t>(value))
                fail("safetensors", "tensor '", tensor.name, "' holds ", value,
                     ", expected integers of 32 bits");
        }
        to[i] = static_cast<std::int32_t>(value);
    }
}

template <class Element>
using Converter = void (*)(const std::byte*, std::size_t, Element*, const StoredTensor&);
template <class Element>
struct StoredReader {
    std::string_view type;
    std::size_t size;
    Converter<Element> convert;
};

template <class Element>
constexpr std::array<StoredReader<Element>, 4> kFloatReaders = {
    {{"F64", 8, convertFloats<double, Element>},
     {"F32", 4, convertFloats<float, Element>},
     {"F16", 2, convertFloats<Half, Element>},
     {"BF16", 2, convertFloats<Bfloat, Element>}}};
constexpr std::array<StoredReader<std::int32_t>, 9> kIntegerReaders = {
    {{"BOOL", 1, convertIntegers<std::uint8_t>},
     {"U8", 1, convertIntegers<std::uint8_t>},
     {"I8", 1, convertIntegers<std::int8_t>},
     {"I16", 2, convertIntegers<std::int16_t>},
     {"U16", 2, convertIntegers<std::uint16_t>},
     {"I32", 4, convertIntegers<std::int32_t>},
     {"U32", 4, convertIntegers<std::uint32_t>},
     {"I64", 8, convertIntegers<std::int64_t>},
     {"U64", 8, convertIntegers<std::uint64_t>}}};

template <class Element, std::size_t N>
void readAs(const InputFile& file, std::uint64_t dataStart, const StoredTensor& stored, Element* to,
            const std::array<StoredReader<Element>, N>& readers) {
    const auto reader =
        std::find_if(readers.begin(), readers.end(), [&](const auto& r) { return r.type == stored.type; });
    if (reader == readers.end())
        fail(placeOf(file.path()), "tensor '", stored.name, "' is stored as ", stored.type,
             ", which cannot be read as ", nameOf(dtypeOf<Element>()));
    std::vector<std::byte> chunk(std::min<std::uint64_t>(kChunkBytes, stored.end - stored.begin));
    for (std::uint64_t at = stored.begin; at < stored.end;) {
        const std::size_t bytes = std::min<std::uint64_t>(kChunkBytes, stored.end - at);
        file.read(dataStart + at, chunk.data(), bytes);
        reader->convert(chunk.data(), bytes / reader->size, to, stored);
        to += bytes / reader->size;
        at += bytes;
    }
}

SafetensorsHeader readHeader(const InputFile& file, std::uint64_t& dataStart) {
    const std::string where = placeOf(file.path());
    std::uint64_t length = 0;
    require(file.size() >= sizeof(length), where, "the file has ", file.size(),
            " bytes, expected at least 8; it is damaged or not a safetensors file");
    file.read(0, &length, sizeof(length));
    require(length <= kMaxSafetensorsHeader, where, "the header claims ", length, " bytes, expected at most ",
            kMaxSafetensorsHeader, "; the file is damaged or not a safetensors file");
    require(length <= file.size() - sizeof(length), where, "the header claims ", length,
            " bytes, but the file has only ", file.size(), "; it is cut short");
    std::string json(length, '\0');
    file.read(sizeof(length), json.data(), json.size());
    dataStart = sizeof(length) + length;
    return parseSafetensorsHeader(json, file.size() - dataStart, where);
}

}  // namespace

SafetensorsFile::SafetensorsFile(const std::filesystem::path& path) : m_file(path) {
    SafetensorsHeader header = readHeader(m_file, m_dataStart);
    m_tensors = std::move(header.tensors);
    m_metadata = std::move(header.metadata);
}

std::vector<NamedShape> SafetensorsFile::shapes() const {
    std::vector<NamedShape> shapes;
    shapes.reserve(m_tensors.size());
    for (const StoredTensor& tensor : m_tensors) shapes.push_back({tensor.name, tensor.shape});
    return shapes;
}

std::int64_t SafetensorsFile::elementCount() const {
    std::int64_t total = 0;
    for (const StoredTensor& tensor : m_tensors) total += tensor.shape.count();
    return total;
}

const StoredTensor* SafetensorsFile::find(std::string_view name) const {
    const auto it =
        std::lower_bound(m_tensors.begin(), m_tensors.end(), name,
                         [](const StoredTensor& tensor, std::string_view n) { return tensor.name < n; });
    return it != m_tensors.end() && it->name == name ? &*it : nullptr;
}

Tensor SafetensorsFile::read(std::string_view name, DType as) const {
    const StoredTensor* stored = find(name);
    require(stored != nullptr, placeOf(m_file.path()), "there is no tensor '", name, "' among the ",
            m_tensors.size(), " of the file");
    const Tensor tensor = Tensor::zeros(as, stored->shape);
    if (as == DType::F32)
        readAs(m_file, m_dataStart, *stored, tensor.data<float>(), kFloatReaders<float>);
    else if (as == DType::F64)
        readAs(m_file, m_dataStart, *stored, tensor.data<double>(), kFloatReaders<double>);
    else
        readAs(m_file, m_dataStart, *stored, tensor.data<std::int32_t>(), kIntegerReaders);
    return tensor;
}

std::vector<NamedTensor> SafetensorsFile::readAll(DType as) const {
    std::vector<NamedTensor> result;
    result.reserve(m_tensors.size());
    for (const StoredTensor& tensor : m_tensors) result.push_back({tensor.name, read(tensor.name, as)});
    return result;
}

}  // namespace vitrine
