#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace vitrine {

/// Sentence pairs as token ids without special tokens, side by side in two flat arrays.
class PairTable {
public:
    void add(std::span<const std::int32_t> source, std::span<const std::int32_t> target);
    void clear();

    std::size_t size() const { return m_sourceEnds.size(); }
    std::span<const std::int32_t> source(std::size_t pair) const {
        return slice(m_source, m_sourceEnds, pair);
    }
    std::span<const std::int32_t> target(std::size_t pair) const {
        return slice(m_target, m_targetEnds, pair);
    }

private:
    static std::span<const std::int32_t> slice(const std::vector<std::int32_t>& ids,
                                               const std::vector<std::size_t>& ends, std::size_t pair);

    std::vector<std::int32_t> m_source, m_target;
    std::vector<std::size_t> m_sourceEnds, m_targetEnds;
};

}  // namespace vitrine
