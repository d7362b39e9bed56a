#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "engine/tensor/tensor.h"

namespace vitrine {

/// Memory for the tensors of one step, handed out by moving a pointer and taken back all at once by reset().
/// It grows when a step needs more than any before and then allocates nothing (blocks are kept). Not
/// thread-safe.
class Arena {
public:
    explicit Arena(std::size_t blockBytes = std::size_t{1} << 22) : m_blockBytes(blockBytes) {}

    /// Uninitialised elements, 64-byte aligned, valid until reset() or rewind() below this point.
    Tensor tensor(DType type, const Shape& shape);
    Tensor zeros(DType type, const Shape& shape);
    void* allocate(std::size_t bytes);

    /// A point to rewind() to: scratch memory of one op is given back when the op ends.
    struct Mark {
        std::size_t block = 0, used = 0;
    };
    Mark mark() const { return {m_current, m_used}; }
    void rewind(Mark mark);
    void reset() { rewind({}); }

    std::size_t capacityBytes() const;
    std::size_t peakBytes() const { return m_peak; }

private:
    struct Block {
        std::shared_ptr<void> memory;
        std::size_t bytes = 0;
    };
    std::vector<Block> m_blocks;
    std::size_t m_blockBytes;
    std::size_t m_current = 0, m_used = 0;  // the block being filled and how much of it is taken
    std::size_t m_peak = 0;
};

/// Rewinds the arena to where it was when the scope began.
class ArenaScope {
public:
    explicit ArenaScope(Arena& arena) : m_arena(arena), m_mark(arena.mark()) {}
    ~ArenaScope() { m_arena.rewind(m_mark); }
    ArenaScope(const ArenaScope&) = delete;
    ArenaScope& operator=(const ArenaScope&) = delete;

private:
    Arena& m_arena;
    Arena::Mark m_mark;
};

}  // namespace vitrine
