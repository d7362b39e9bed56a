#include "engine/autograd/tape.h"

namespace vitrine {

void Tape::backward(Backend& backend) {
    for (auto node = m_nodes.rbegin(); node != m_nodes.rend(); ++node) (*node)->backward(backend);
    clear();
}

void Tape::clear() {
    for (TapeNode* node : m_nodes) node->~TapeNode();
    m_nodes.clear();
}

}  // namespace vitrine
