#include "engine/tensor/tensor.h"

#include <cstring>
#include <new>

namespace vitrine {

std::size_t sizeOf(DType type) {
    return type == DType::F64 ? 8 : 4;
}

std::string_view nameOf(DType type) {
    switch (type) {
        case DType::F32:
            return "f32";
        case DType::F64:
            return "f64";
        case DType::I32:
            return "i32";
    }
    return "?";
}

Tensor Tensor::zeros(DType type, const Shape& shape) {
    const std::size_t bytes = static_cast<std::size_t>(shape.count()) * sizeOf(type);
    constexpr std::align_val_t alignment{64};
    void* memory = ::operator new(bytes > 0 ? bytes : 1, alignment);
    std::memset(memory, 0, bytes);
    return Tensor(type, shape, memory,
                  std::shared_ptr<void>(memory, [](void* p) { ::operator delete(p, alignment); }));
}

void Tensor::failOnType(DType wanted) const {
    fail("tensor", "expected elements of type ", nameOf(wanted), ", the tensor has ", nameOf(m_type));
}

double Tensor::at(std::int64_t i) const {
    switch (m_type) {
        case DType::F32:
            return static_cast<const float*>(m_data)[i];
        case DType::F64:
            return static_cast<const double*>(m_data)[i];
        case DType::I32:
            return static_cast<const std::int32_t*>(m_data)[i];
    }
    return 0;
}

Tensor Tensor::reshaped(const Shape& shape) const {
    require(shape.count() == count(), "tensor", "cannot view ", m_shape, " as ", shape);
    return Tensor(m_type, shape, m_data, m_owner);
}

Tensor Tensor::slice(std::int64_t begin, std::int64_t end) const {
    require(m_shape.rank() > 0 && 0 <= begin && begin <= end && end <= m_shape[0], "tensor", "slice [", begin,
            ", ", end, ") is outside the first axis of ", m_shape);
    std::array<std::int64_t, Shape::kMaxRank> lengths{};
    std::int64_t inner = 1;
    for (int axis = 0; axis < m_shape.rank(); ++axis) {
        lengths[axis] = m_shape[axis];
        if (axis > 0) inner *= m_shape[axis];
    }
    lengths[0] = end - begin;
    const Shape shape(std::span<const std::int64_t>(lengths.data(), m_shape.rank()));
    return Tensor(m_type, shape, static_cast<std::byte*>(m_data) + begin * inner * sizeOf(m_type), m_owner);
}

Tensor Tensor::clone() const {
    Tensor copy = zeros(m_type, m_shape);
    copy.copyFrom(*this);
    return copy;
}

Tensor Tensor::converted(DType type) const {
    Tensor copy = zeros(type, m_shape);
    for (std::int64_t i = 0; i < count(); ++i) {
        const double value = at(i);
        switch (type) {
            case DType::F32:
                static_cast<float*>(copy.m_data)[i] = static_cast<float>(value);
                break;
            case DType::F64:
                static_cast<double*>(copy.m_data)[i] = value;
                break;
            case DType::I32:
                static_cast<std::int32_t*>(copy.m_data)[i] = static_cast<std::int32_t>(value);
                break;
        }
    }
    return copy;
}

void Tensor::fillZero() const {
    std::memset(m_data, 0, bytes());
}

void Tensor::copyFrom(const Tensor& other) const {
    require(other.m_type == m_type && other.count() == count(), "tensor", "cannot copy ",
            nameOf(other.m_type), ' ', other.m_shape, " into ", nameOf(m_type), ' ', m_shape);
    std::memcpy(m_data, other.m_data, bytes());
}

}  // namespace vitrine
