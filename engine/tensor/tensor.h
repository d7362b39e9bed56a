#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "engine/core/error.h"
#include "engine/tensor/shape.h"

namespace vitrine {

enum class DType : std::uint8_t { F32, F64, I32 };

std::size_t sizeOf(DType type);       ///< bytes per element
std::string_view nameOf(DType type);  ///< "f32", "f64", "i32"

template <class T>
constexpr DType dtypeOf();
template <>
constexpr DType dtypeOf<float>() {
    return DType::F32;
}
template <>
constexpr DType dtypeOf<double>() {
    return DType::F64;
}
template <>
constexpr DType dtypeOf<std::int32_t>() {
    return DType::I32;
}

/// A handle to contiguous row-major elements. Copying the handle shares the elements (it never copies them
/// and never allocates). Memory belongs either to the handle's shared owner (zeros(), copy()) or to an Arena,
/// in which case the tensor is valid until the arena is reset and must not be kept (clone it).
class Tensor {
public:
    Tensor() = default;
    /// A view of memory that somebody else keeps alive: `owner` if given, the caller otherwise.
    Tensor(DType type, const Shape& shape, void* data, std::shared_ptr<void> owner = nullptr)
        : m_type(type), m_shape(shape), m_data(data), m_owner(std::move(owner)) {}

    /// Fresh zeroed elements with 64-byte alignment.
    static Tensor zeros(DType type, const Shape& shape);

    bool defined() const { return m_data != nullptr; }
    DType type() const { return m_type; }
    const Shape& shape() const { return m_shape; }
    std::int64_t count() const { return m_shape.count(); }
    std::int64_t rows() const { return m_shape.rows(); }
    std::size_t bytes() const { return static_cast<std::size_t>(count()) * sizeOf(m_type); }
    void* raw() const { return m_data; }

    /// The elements; throws when T is not the element type. Constness is shallow, as of a pointer.
    template <class T>
    T* data() const {
        if (dtypeOf<T>() != m_type) [[unlikely]]
            failOnType(dtypeOf<T>());
        return static_cast<T*>(m_data);
    }
    template <class T>
    std::span<T> elements() const {
        return {data<T>(), static_cast<std::size_t>(count())};
    }
    /// Element `i` of the flat order as double, whatever the element type (for display and tests, not for
    /// kernels).
    double at(std::int64_t i) const;

    /// The same elements under another shape of equal count.
    Tensor reshaped(const Shape& shape) const;
    /// Entries [begin, end) of the first axis, sharing elements.
    Tensor slice(std::int64_t begin, std::int64_t end) const;
    /// A copy that owns its elements.
    Tensor clone() const;
    /// A copy with another element type, owning its elements.
    Tensor converted(DType type) const;

    void fillZero() const;
    /// Copies the elements of a tensor of equal type and count.
    void copyFrom(const Tensor& other) const;

private:
    [[noreturn]] void failOnType(DType wanted) const;

    DType m_type = DType::F32;
    Shape m_shape;
    void* m_data = nullptr;
    std::shared_ptr<void> m_owner;
};

}  // namespace vitrine
