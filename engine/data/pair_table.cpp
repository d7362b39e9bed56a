#include "engine/data/pair_table.h"

#include "engine/core/error.h"

namespace vitrine {

void PairTable::add(std::span<const std::int32_t> source, std::span<const std::int32_t> target) {
    m_source.insert(m_source.end(), source.begin(), source.end());
    m_target.insert(m_target.end(), target.begin(), target.end());
    m_sourceEnds.push_back(m_source.size());
    m_targetEnds.push_back(m_target.size());
}

void PairTable::clear() {
    m_source.clear();
    m_target.clear();
    m_sourceEnds.clear();
    m_targetEnds.clear();
}

std::span<const std::int32_t> PairTable::slice(const std::vector<std::int32_t>& ids,
                                               const std::vector<std::size_t>& ends, std::size_t pair) {
    require(pair < ends.size(), "pairs", "there is no pair ", pair, " among ", ends.size());
    const std::size_t begin = pair == 0 ? 0 : ends[pair - 1];
    return {ids.data() + begin, ends[pair] - begin};
}

}  // namespace vitrine
