#include "engine/io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "engine/core/error.h"

namespace vitrine {
namespace {

struct StoredType {
    std::string_view name;
    unsigned bits;
};
constexpr std::array<StoredType, 22> kTypes = {
    {{"BOOL", 8},        {"F4", 4},          {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"U8", 8},   {"I8", 8},
     {"F8_E5M2", 8},     {"F8_E4M3", 8},     {"F8_E8M0", 8}, {"I16", 16},    {"U16", 16}, {"F16", 16},
     {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"BF16", 16},   {"I32", 32},    {"U32", 32}, {"F32", 32},
     {"C64", 64},        {"F64", 64},        {"I64", 64},    {"U64", 64}}};

std::string shown(const std::string& name) {
    return '\'' + name.substr(0, 120) + '\'';
}

/// Builds the list while the JSON is read, so that a large header is never held as a tree. Anything that is
/// not {"name": {"dtype": text, "shape": [n...], "data_offsets": [begin, end]}} with an optional flat
/// "__metadata__" of texts is refused where it stands, however deep the rest nests.
class HeaderReader : public nlohmann::json_sax<nlohmann::json> {
public:
    HeaderReader(const std::string& where, SafetensorsHeader& header) : m_where(where), m_header(header) {}

    bool null() override { wrongValue(Sentence("null")); }
    bool boolean(bool) override { wrongValue(Wording{"true or false"}); }
    bool number_float(double, const std::string& text) override { wrongValue(Sentence(text)); }
    bool number_integer(std::int64_t number) override { wrongValue(Sentence(std::to_string(number))); }
    bool binary(binary_t&) override { wrongValue(Wording{"binary data"}); }

    bool number_unsigned(std::uint64_t number) override {
        if (m_place == Place::Shape) {
            if (number >= std::uint64_t{1} << 48)
                fail(m_where, "tensor ", shown(m_name), " has an axis of ", number,
                     ", expected less than 2^48");
            if (m_rank == Shape::kMaxRank)
                fail(m_where, "tensor ", shown(m_name), " has more than ", Shape::kMaxRank,
                     " axes, which this program cannot hold");
            m_lengths[m_rank++] = static_cast<std::int64_t>(number);
        } else if (m_place == Place::Offsets) {
            if (m_offsetCount < 2) m_offsets[m_offsetCount] = number;
            ++m_offsetCount;
        } else {
            wrongValue(Sentence(std::to_string(number)));
        }
        return true;
    }

    bool string(std::string& text) override {
        if (m_place == Place::Metadata) {
            if (!m_header.metadata.emplace(m_key, std::move(text)).second)
                fail(m_where, "the metadata key ", shown(m_key), " occurs twice");
        } else if (m_place == Place::Tensor && m_key == "dtype") {
            const auto* type = std::find_if(kTypes.begin(), kTypes.end(),
                                            [&](const StoredType& t) { return t.name == text; });
            if (type == kTypes.end())
                fail(m_where, "tensor ", shown(m_name), " has the unknown dtype ", shown(text),
                     ", expected one such as F32 or F16");
            m_type = type;
        } else {
            wrongValue(Wording{"a text"});
        }
        return true;
    }

    bool start_object(std::size_t) override {
        if (m_place == Place::Outside) {
            m_place = Place::Top;
        } else if (m_place == Place::Top && m_key == kSafetensorsMetadata) {
            if (m_metadataSeen) fail(m_where, "the key __metadata__ occurs twice in the header");
            m_metadataSeen = true;
            m_place = Place::Metadata;
        } else if (m_place == Place::Top) {
            require(m_header.tensors.size() < kMaxSafetensorsTensors, m_where, "the header names more than ",
                    kMaxSafetensorsTensors,
                    " tensors, more than any model of this program has; use another file");
            m_place = Place::Tensor;
            m_name = m_key;
            m_type = nullptr;
            m_shapeSeen = false;
            m_rank = m_offsetCount = 0;
            m_seen.clear();
        } else {
            wrongValue(Wording{"an object"});
        }
        return true;
    }

    bool end_object() override {
        if (m_place == Place::Tensor) addTensor();
        m_place = m_place == Place::Top ? Place::Outside : Place::Top;
        return true;
    }

    bool key(std::string& text) override {
        m_key = std::move(text);
        if (m_place != Place::Tensor) return true;
        if (m_key != "dtype" && m_key != "shape" && m_key != "data_offsets")
            fail(m_where, "tensor ", shown(m_name), " has the unknown key ", shown(m_key));
        if (std::find(m_seen.begin(), m_seen.end(), m_key[1]) != m_seen.end())
            fail(m_where, "the key ", shown(m_key), " of tensor ", shown(m_name), " occurs twice");
        m_seen += m_key[1];  // t, h or a
        return true;
    }

    bool start_array(std::size_t) override {
        if (m_place == Place::Tensor && m_key == "shape") {
            m_place = Place::Shape;
            m_shapeSeen = true;
        } else if (m_place == Place::Tensor && m_key == "data_offsets") {
            m_place = Place::Offsets;
        } else {
            wrongValue(Wording{"an array"});
        }
        return true;
    }

    bool end_array() override {
        m_place = Place::Tensor;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&) override {
        fail(m_where, "the header is not valid JSON in UTF-8 at its byte ", position,
             "; the file is damaged or not a safetensors file");
    }

private:
    enum class Place { Outside, Top, Metadata, Tensor, Shape, Offsets };

    [[noreturn]] void wrongValue(const Sentence& came) const {
        switch (m_place) {
            case Place::Outside:
                fail(m_where, "the header is ", came, ", expected an object of tensors");
            case Place::Top:
                fail(m_where, shown(m_key), " is ", came, " in the header, expected an object");
            case Place::Metadata:
                fail(m_where, "the metadata ", shown(m_key), " is ", came, ", expected a text");
            case Place::Tensor:
                fail(m_where, m_key, " of tensor ", shown(m_name), " is ", came, ", expected ",
                     m_key == "dtype" ? Wording{"a text"} : Wording{"a list of integers"});
            case Place::Shape:
            case Place::Offsets:
                break;
        }
        fail(m_where, m_key, " of tensor ", shown(m_name), " holds ", came, ", expected integers from 0");
    }

    void addTensor() {
        if (m_type == nullptr || !m_shapeSeen || m_offsetCount != 2)
            fail(m_where, "tensor ", shown(m_name),
                 " is incomplete, expected a dtype, a shape and two data_offsets");
        StoredTensor tensor;
        tensor.name = std::move(m_name);
        tensor.type = m_type->name;
        tensor.shape = Shape(std::span<const std::int64_t>(m_lengths.data(), m_rank));
        tensor.begin = m_offsets[0];
        tensor.end = m_offsets[1];
        checkSize(tensor, m_type->bits);
        m_header.tensors.push_back(std::move(tensor));
    }

    void checkSize(const StoredTensor& tensor, unsigned bits) const {
        // Axes of length 0 count as 1 here: strides are products that leave some axes out.
        std::uint64_t largest = bits;
        bool overflow = false;
        for (std::int64_t length : tensor.shape.lengths())
            overflow |= __builtin_mul_overflow(
                largest, static_cast<std::uint64_t>(std::max<std::int64_t>(length, 1)), &largest);
        if (overflow || largest > std::uint64_t{1} << 62)
            fail(m_where, "the shape ", tensor.shape.text(), " of tensor ", shown(tensor.name),
                 " is larger than any file");
        const std::uint64_t size = static_cast<std::uint64_t>(tensor.shape.count()) * bits;
        if (size % 8 != 0)
            fail(m_where, "tensor ", shown(tensor.name), " ends within a byte; its shape does not fit ",
                 tensor.type);
        if (tensor.end < tensor.begin || tensor.end - tensor.begin != size / 8)
            fail(m_where, "tensor ", shown(tensor.name), " has the offsets ", tensor.begin, " to ",
                 tensor.end, ", expected ", size / 8, " bytes for ", tensor.type, ' ', tensor.shape.text());
    }

    const std::string& m_where;
    SafetensorsHeader& m_header;
    Place m_place = Place::Outside;
    bool m_metadataSeen = false;
    std::string m_key;
    // The tensor that is being read:
    std::string m_name;
    std::string m_seen;  // second letters of its keys
    const StoredType* m_type = nullptr;
    bool m_shapeSeen = false;
    std::array<std::int64_t, Shape::kMaxRank> m_lengths{};
    std::array<std::uint64_t, 2> m_offsets{};
    int m_rank = 0, m_offsetCount = 0;
};

void checkNames(const std::vector<StoredTensor>& sorted, const std::string& where) {
    const auto twice =
        std::adjacent_find(sorted.begin(), sorted.end(),
                           [](const StoredTensor& a, const StoredTensor& b) { return a.name == b.name; });
    if (twice != sorted.end()) fail(where, "the tensor ", shown(twice->name), " occurs twice in the header");
}

/// The tensors must cover the data from first to last byte, each byte once.
void checkCover(const std::vector<StoredTensor>& tensors, std::uint64_t dataBytes, const std::string& where) {
    std::vector<const StoredTensor*> order;
    order.reserve(tensors.size());
    for (const StoredTensor& tensor : tensors) order.push_back(&tensor);
    std::sort(order.begin(), order.end(), [](const StoredTensor* a, const StoredTensor* b) {
        return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
    });
    std::uint64_t covered = 0;
    for (const StoredTensor* tensor : order) {
        if (tensor->begin != covered)
            fail(where, "tensor ", shown(tensor->name), " starts at byte ", tensor->begin,
                 " of the data, expected ", covered, " (",
                 tensor->begin < covered ? Wording{"overlap"} : Wording{"gap"}, ")");
        covered = tensor->end;
    }
    if (covered != dataBytes)
        fail(where, "the tensors end at byte ", covered, " of the data, which has ", dataBytes,
             " bytes; the file is ",
             covered > dataBytes ? Wording{"cut short"} : Wording{"followed by something else"});
}

}  // namespace

SafetensorsHeader parseSafetensorsHeader(std::string_view json, std::uint64_t dataBytes,
                                         const std::string& where) {
    if (json.empty() || json.front() != '{' || json.find('\0') != std::string_view::npos)
        fail(where, "the header does not look like JSON; the file is damaged or not a safetensors file");
    SafetensorsHeader header;
    HeaderReader reader(where, header);
    nlohmann::json::sax_parse(json.begin(), json.end(), &reader);
    std::sort(header.tensors.begin(), header.tensors.end(),
              [](const StoredTensor& a, const StoredTensor& b) { return a.name < b.name; });
    checkNames(header.tensors, where);
    checkCover(header.tensors, dataBytes, where);
    return header;
}

}  // namespace vitrine
