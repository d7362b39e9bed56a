#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <span>
#include <string>

namespace vitrine {

/// The axis lengths of a tensor, outermost first; at most kMaxRank axes, kept inline (never allocates).
class Shape {
public:
    static constexpr int kMaxRank = 6;

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> lengths);
    explicit Shape(std::span<const std::int64_t> lengths);

    int rank() const { return m_rank; }
    /// Length of an axis; negative axes count from the end (-1 is the last).
    std::int64_t operator[](int axis) const { return m_lengths[axis < 0 ? axis + m_rank : axis]; }
    std::span<const std::int64_t> lengths() const {
        return {m_lengths.data(), static_cast<std::size_t>(m_rank)};
    }
    /// Product of all lengths; 1 for rank 0.
    std::int64_t count() const {
        std::int64_t product = 1;
        for (int axis = 0; axis < m_rank; ++axis) product *= m_lengths[axis];
        return product;
    }
    /// Product of all lengths but the last: how many rows a row-wise op sees.
    std::int64_t rows() const {
        std::int64_t product = 1;
        for (int axis = 0; axis + 1 < m_rank; ++axis) product *= m_lengths[axis];
        return product;
    }
    /// "(2, 8, 5, 64)".
    std::string text() const;

    bool operator==(const Shape&) const = default;

private:
    std::array<std::int64_t, kMaxRank> m_lengths{};
    int m_rank = 0;
};

/// Writes text(). Hand the shape itself to require() and fail(): text() would be built, and allocate, on
/// every call, even when nothing fails.
std::ostream& operator<<(std::ostream& out, const Shape& shape);

}  // namespace vitrine
