#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <utility>

namespace vitrine {

/// The last `limit` values by key, the least recently used forgotten first. Thread-safe. It compares keys one
/// by one: for some dozens of entries.
template <class Key, class Value>
class Recent {
public:
    explicit Recent(std::size_t limit) : m_limit(limit) {}

    std::optional<Value> find(const Key& key) {
        const std::lock_guard lock(m_mutex);
        const auto found = locate(key);
        if (found == m_entries.end()) return std::nullopt;
        m_entries.splice(m_entries.begin(), m_entries, found);
        return found->second;
    }

    void put(Key key, Value value) {
        const std::lock_guard lock(m_mutex);
        if (const auto old = locate(key); old != m_entries.end()) m_entries.erase(old);
        m_entries.emplace_front(std::move(key), std::move(value));
        if (m_entries.size() > m_limit) m_entries.pop_back();
    }

private:
    auto locate(const Key& key) {
        return std::find_if(m_entries.begin(), m_entries.end(),
                            [&](const auto& entry) { return entry.first == key; });
    }

    const std::size_t m_limit;
    std::mutex m_mutex;
    std::list<std::pair<Key, Value>> m_entries;  // the most recently used first
};

}  // namespace vitrine
