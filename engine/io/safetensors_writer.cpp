#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"
#include "engine/io/safetensors.h"
#include "engine/io/safetensors_header.h"
#include "engine/tensor/float16.h"

namespace vitrine {
namespace {

using nlohmann::json;

struct Target {
    std::string_view type;
    std::uint64_t size;  // bytes of an element
    int rank;            // the format's writer puts larger ranks first
};

Target targetOf(const Tensor& tensor, FloatStorage storage) {
    if (tensor.type() == DType::I32) return {"I32", 4, 1};
    if (storage == FloatStorage::F16) return {"F16", 2, 0};
    if (tensor.type() == DType::F64) return {"F64", 8, 3};
    return {"F32", 4, 2};
}

std::vector<const NamedTensor*> inFileOrder(std::span<const NamedTensor> tensors, FloatStorage storage,
                                            const std::string& where) {
    std::vector<const NamedTensor*> order;
    for (const NamedTensor& named : tensors) {
        require(named.tensor.defined(), where, "the tensor '", named.name, "' has no elements to write");
        require(named.name != kSafetensorsMetadata, where, "a tensor cannot be called ", named.name);
        order.push_back(&named);
    }
    std::sort(order.begin(), order.end(), [&](const NamedTensor* a, const NamedTensor* b) {
        const int rankA = targetOf(a->tensor, storage).rank, rankB = targetOf(b->tensor, storage).rank;
        return rankA != rankB ? rankA > rankB : a->name < b->name;
    });
    return order;
}

void refuseTwice(const std::vector<const NamedTensor*>& order, const std::string& where) {
    std::vector<std::string_view> names;
    for (const NamedTensor* named : order) names.push_back(named->name);
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) fail(where, "the tensor '", *twice, "' is given twice");
}

/// Written piece by piece, because a JSON object would bring the tensors into another order.
std::string headerText(const std::vector<const NamedTensor*>& order, FloatStorage storage,
                       const std::map<std::string, std::string>& metadata) {
    std::string text = concat("{\"", kSafetensorsMetadata, "\":", json(metadata).dump());
    std::uint64_t offset = 0;
    for (const NamedTensor* named : order) {
        const Target target = targetOf(named->tensor, storage);
        const auto lengths = named->tensor.shape().lengths();
        const json shape = std::vector<std::int64_t>(lengths.begin(), lengths.end());
        const std::uint64_t end = offset + static_cast<std::uint64_t>(named->tensor.count()) * target.size;
        text += concat(',', json(named->name).dump(), ":{\"dtype\":\"", target.type,
                       "\",\"shape\":", shape.dump(), ",\"data_offsets\":[", offset, ',', end, "]}");
        offset = end;
    }
    text += '}';
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return text;
}

std::string checkedHeader(const std::vector<const NamedTensor*>& order, FloatStorage storage,
                          const std::map<std::string, std::string>& metadata, const std::string& where) {
    refuseTwice(order, where);
    std::string text;
    try {
        text = headerText(order, storage, metadata);
    } catch (const json::exception&) {
        fail(where, "a name or a metadata text is not valid UTF-8");
    }
    require(text.size() <= kMaxSafetensorsHeader, where, "the header would have ", text.size(),
            " bytes, expected at most ", kMaxSafetensorsHeader);
    return text;
}

void writeHalves(AtomicFile& file, const NamedTensor& named, const std::string& where) {
    constexpr std::int64_t kChunk = 1 << 15;
    std::vector<std::uint16_t> halves;
    for (std::int64_t begin = 0; begin < named.tensor.count(); begin += kChunk) {
        halves.clear();
        for (std::int64_t i = begin; i < std::min(begin + kChunk, named.tensor.count()); ++i) {
            const double value = named.tensor.at(i);
            halves.push_back(toFloat16(static_cast<float>(value)));
            if (std::isinf(fromFloat16(halves.back())) && std::isfinite(value))
                fail(where, "the tensor '", named.name, "' holds ", value,
                     ", which 16-bit floats (up to 65504) cannot; store it in 32 bits");
        }
        file.write(halves.data(), halves.size() * sizeof(std::uint16_t));
    }
}

}  // namespace

void writeSafetensors(const std::filesystem::path& path, std::span<const NamedTensor> tensors,
                      FloatStorage storage, std::map<std::string, std::string> metadata,
                      const DiskObserver& observer) {
    const std::string where = "safetensors " + path.string();
    metadata.emplace("format", "pt");
    const std::vector<const NamedTensor*> order = inFileOrder(tensors, storage, where);
    const std::string header = checkedHeader(order, storage, metadata, where);
    const std::uint64_t length = header.size();
    AtomicFile file(path, observer);
    file.write(&length, sizeof(length));
    file.write(header);
    for (const NamedTensor* named : order) {
        if (storage == FloatStorage::F16 && named->tensor.type() != DType::I32)
            writeHalves(file, *named, where);
        else
            file.write(named->tensor.raw(), named->tensor.bytes());
    }
    file.commit();
}

}  // namespace vitrine
