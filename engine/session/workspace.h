#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/decode/transformer_decoder.h"

namespace vitrine {

/// What one computation needs besides the model: it keeps its memory, so that the next one allocates nothing.
struct Workspace {
    Workspace(const Transformer& model, std::string_view backendName);

    std::unique_ptr<Backend> backend;
    Arena arena;
    Tensor source, target;                 ///< (1, P) i32, room for ids
    std::optional<CachedDecoder> decoder;  ///< made by the first translation
};

/// The idle workspaces of one model: each thread that computes leases one and gives it back. Thread-safe.
class WorkspacePool {
public:
    explicit WorkspacePool(std::string backendName) : m_backendName(std::move(backendName)) {}

    class Lease {
    public:
        Lease(WorkspacePool& pool, std::unique_ptr<Workspace> workspace)
            : m_pool(pool), m_workspace(std::move(workspace)) {}
        ~Lease() { m_pool.giveBack(std::move(m_workspace)); }
        Lease(const Lease&) = delete;
        Lease& operator=(const Lease&) = delete;
        Workspace& operator*() const { return *m_workspace; }
        Workspace* operator->() const { return m_workspace.get(); }

    private:
        WorkspacePool& m_pool;
        std::unique_ptr<Workspace> m_workspace;
    };

    /// An idle workspace, or a new one for the model (always the same).
    Lease lease(const Transformer& model);
    const std::string& backendName() const { return m_backendName; }
    /// For people: "CPU, 2 threads, AVX-512".
    std::string description();

private:
    void giveBack(std::unique_ptr<Workspace> workspace);

    std::string m_backendName;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<Workspace>> m_idle;
};

}  // namespace vitrine
