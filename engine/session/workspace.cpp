#include "engine/session/workspace.h"

namespace vitrine {

Workspace::Workspace(const Transformer& model, std::string_view backendName)
    : backend(createBackend(backendName)),
      source(Tensor::zeros(DType::I32, {1, model.contract().maxPositions})),
      target(Tensor::zeros(DType::I32, {1, model.contract().maxPositions})) {}

WorkspacePool::Lease WorkspacePool::lease(const Transformer& model) {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_idle.empty()) {
            std::unique_ptr<Workspace> workspace = std::move(m_idle.back());
            m_idle.pop_back();
            return Lease(*this, std::move(workspace));
        }
    }
    return Lease(*this, std::make_unique<Workspace>(model, m_backendName));
}

std::string WorkspacePool::description() {
    return createBackend(m_backendName)->description();
}

void WorkspacePool::giveBack(std::unique_ptr<Workspace> workspace) {
    const std::lock_guard lock(m_mutex);
    m_idle.push_back(std::move(workspace));
}

}  // namespace vitrine
