#include "engine/tensor/shape.h"

#include <ostream>

#include "engine/core/error.h"

namespace vitrine {

Shape::Shape(std::initializer_list<std::int64_t> lengths)
    : Shape(std::span<const std::int64_t>(lengths.begin(), lengths.size())) {}

Shape::Shape(std::span<const std::int64_t> lengths) {
    require(lengths.size() <= kMaxRank, "shape", "expected at most ", kMaxRank, " axes, got ",
            lengths.size());
    for (std::int64_t length : lengths) {
        require(length >= 0, "shape", "expected axis lengths >= 0, got ", length);
        m_lengths[m_rank++] = length;
    }
}

std::string Shape::text() const {
    std::string out = "(";
    for (int axis = 0; axis < m_rank; ++axis) {
        if (axis > 0) out += ", ";
        out += std::to_string(m_lengths[axis]);
    }
    out += ')';
    return out;
}

std::ostream& operator<<(std::ostream& out, const Shape& shape) {
    return out << shape.text();
}

}  // namespace vitrine
