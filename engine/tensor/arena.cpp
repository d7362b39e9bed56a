#include "engine/tensor/arena.h"

#include <algorithm>

namespace vitrine {

void* Arena::allocate(std::size_t bytes) {
    bytes = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
    while (m_current < m_blocks.size() && m_used + bytes > m_blocks[m_current].bytes) {
        ++m_current;
        m_used = 0;
    }
    if (m_current == m_blocks.size()) {
        const std::size_t size = std::max(bytes, m_blockBytes);
        const Tensor memory = Tensor::zeros(DType::F32, {static_cast<std::int64_t>(size / 4)});
        m_blocks.push_back({std::shared_ptr<void>(std::make_shared<Tensor>(memory), memory.raw()), size});
    }
    void* result = static_cast<std::byte*>(m_blocks[m_current].memory.get()) + m_used;
    m_used += bytes;
    std::size_t taken = m_used;
    for (std::size_t i = 0; i < m_current; ++i) taken += m_blocks[i].bytes;
    m_peak = std::max(m_peak, taken);
    return result;
}

Tensor Arena::tensor(DType type, const Shape& shape) {
    return Tensor(type, shape, allocate(static_cast<std::size_t>(shape.count()) * sizeOf(type)));
}

Tensor Arena::zeros(DType type, const Shape& shape) {
    const Tensor result = tensor(type, shape);
    result.fillZero();
    return result;
}

void Arena::rewind(Mark mark) {
    m_current = mark.block;
    m_used = mark.used;
}

std::size_t Arena::capacityBytes() const {
    std::size_t total = 0;
    for (const Block& block : m_blocks) total += block.bytes;
    return total;
}

}  // namespace vitrine
