#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/session/analyse.h"

namespace vitrine {

/// Answers of analyse() by question, the least recently used forgotten first. Undo, scrubbing and comparing
/// branches ask the same questions again. Thread-safe; nothing is computed under the lock.
class AnalysisCache {
public:
    explicit AnalysisCache(std::size_t maxBytes, std::size_t maxEntries = 1024)
        : m_maxBytes(maxBytes), m_maxEntries(maxEntries) {}

    /// Null when the question was not asked before or its answer is forgotten.
    std::shared_ptr<const Analysis> find(const Question& question);
    /// An answer larger than the whole cache is not kept.
    void put(const Question& question, std::shared_ptr<const Analysis> analysis);
    void clear();

    std::size_t size() const;
    std::size_t bytes() const;  ///< roughly what the answers hold

private:
    struct Entry {
        std::size_t hash = 0, bytes = 0;
        Question question;
        std::shared_ptr<const Analysis> analysis;
    };
    using Entries = std::list<Entry>;
    Entries::iterator locate(const Question& question, std::size_t hash);
    void forget(Entries::iterator entry);

    const std::size_t m_maxBytes, m_maxEntries;
    mutable std::mutex m_mutex;
    Entries m_entries;  // the most recently used first
    std::unordered_multimap<std::size_t, Entries::iterator> m_byHash;
    std::size_t m_bytes = 0;
};

/// analyse() through the cache; `known` (may be null) becomes whether the answer was there.
std::shared_ptr<const Analysis> analyseCached(AnalysisCache& cache, const Question& question,
                                              const CancelToken* cancel = nullptr, bool* known = nullptr);

}  // namespace vitrine
