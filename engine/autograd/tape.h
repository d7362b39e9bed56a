#pragma once

#include <new>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"

namespace vitrine {

/// A value and, when somebody trains, the place where its gradient is summed up (same shape, zero at first).
/// An undefined gradient means that no gradient flows here.
struct Variable {
    Tensor value;
    Tensor gradient;

    const Shape& shape() const { return value.shape(); }
    bool trained() const { return gradient.defined(); }
    Variable reshaped(const Shape& shape) const {
        return {value.reshaped(shape), gradient.defined() ? gradient.reshaped(shape) : Tensor()};
    }
};

/// What one forward op must remember to run backward. Nodes live in the step's arena.
struct TapeNode {
    virtual ~TapeNode() = default;
    /// Reads the gradient of its output, adds to the gradients of its inputs.
    virtual void backward(Backend& backend) = 0;
};

/// The ops of one forward pass in order. Explicit: a forward pass without a tape records nothing.
class Tape {
public:
    explicit Tape(Arena& arena) : m_arena(arena) {}
    ~Tape() { clear(); }
    Tape(const Tape&) = delete;
    Tape& operator=(const Tape&) = delete;

    template <class Node, class... Args>
    void record(Args&&... args) {
        m_nodes.push_back(new (m_arena.allocate(sizeof(Node))) Node(std::forward<Args>(args)...));
    }
    /// Runs every node, newest first, then forgets them.
    void backward(Backend& backend);
    /// Forgets all nodes; call before the arena is reset.
    void clear();
    std::size_t size() const { return m_nodes.size(); }

private:
    Arena& m_arena;
    std::vector<TapeNode*> m_nodes;
};

}  // namespace vitrine
