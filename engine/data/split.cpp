#include "engine/data/split.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/text/normalise.h"

namespace vitrine {
namespace {

std::string keyOf(const std::string& side) {
    std::string key = comparisonKey(side);
    return key.empty() ? normalise(side) : key;
}

// Union-find with path halving and union by size (Tarjan 1975).
class Components {
public:
    explicit Components(std::size_t count) : m_parent(count), m_size(count, 1) {
        std::iota(m_parent.begin(), m_parent.end(), std::size_t{0});
    }
    std::size_t root(std::size_t i) {
        while (m_parent[i] != i) i = m_parent[i] = m_parent[m_parent[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) {
        a = root(a);
        b = root(b);
        if (a == b) return;
        if (m_size[a] < m_size[b]) std::swap(a, b);
        m_parent[b] = a;
        m_size[a] += m_size[b];
    }

private:
    std::vector<std::size_t> m_parent;
    std::vector<std::size_t> m_size;
};

// Members of every component, ordered by their first pair.
std::vector<std::vector<std::size_t>> findComponents(std::span<const SentencePair> pairs) {
    Components components(pairs.size());
    std::unordered_map<std::string, std::size_t> chinese;
    std::unordered_map<std::string, std::size_t> english;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        components.join(i, chinese.try_emplace(keyOf(pairs[i].chinese), i).first->second);
        components.join(i, english.try_emplace(keyOf(pairs[i].english), i).first->second);
    }
    std::vector<std::vector<std::size_t>> members;
    std::unordered_map<std::size_t, std::size_t> slotOfRoot;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::size_t slot = slotOfRoot.try_emplace(components.root(i), members.size()).first->second;
        if (slot == members.size()) members.emplace_back();
        members[slot].push_back(i);
    }
    return members;
}

void shuffle(std::vector<std::vector<std::size_t>>& groups, std::uint64_t seed) {
    const Rng rng(seed);
    for (std::size_t i = groups.size(); i > 1; --i)
        std::swap(groups[i - 1], groups[rng.below(i, RandomUse::Split, siteKey("components"), i)]);
}

using Groups = std::vector<std::vector<std::size_t>>;

// Groups of at most `largest` pairs, in order, while they fit into `size`.
std::vector<std::size_t> chooseInOrder(const Groups& groups, std::size_t size, std::size_t largest) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < groups.size() && size > 0; ++i) {
        if (groups[i].empty() || groups[i].size() > std::min(largest, size)) continue;
        chosen.push_back(i);
        size -= groups[i].size();
    }
    return chosen;
}

// Groups whose sizes sum up to `size`, or as close below it as any choice does (bounded knapsack over the
// sizes).
std::vector<std::size_t> chooseExactly(const Groups& groups, std::size_t size) {
    std::map<std::size_t, std::vector<std::size_t>> bySize;
    for (std::size_t i = groups.size(); i-- > 0;)
        if (!groups[i].empty()) bySize[groups[i].size()].push_back(i);
    std::vector<std::size_t> last(size + 1,
                                  0);  // size of the last group of a choice that sums up to the index
    for (const auto& [width, indices] : bySize) {
        std::vector<std::size_t> used(size + 1, 0);
        for (std::size_t sum = width; sum <= size; ++sum) {
            const std::size_t before = sum - width;
            if (last[sum] != 0 || (before > 0 && last[before] == 0) || used[before] == indices.size())
                continue;
            last[sum] = width;
            used[sum] = used[before] + 1;
        }
    }
    std::size_t sum = size;
    while (sum > 0 && last[sum] == 0) --sum;
    std::vector<std::size_t> chosen;
    for (; sum > 0; sum -= groups[chosen.back()].size()) {
        chosen.push_back(bySize[last[sum]].back());
        bySize[last[sum]].pop_back();
    }
    return chosen;
}

std::size_t pairsIn(const Groups& groups, const std::vector<std::size_t>& chosen) {
    std::size_t pairs = 0;
    for (const std::size_t i : chosen) pairs += groups[i].size();
    return pairs;
}

// Moves whole groups into the part.
void fillPart(std::vector<std::size_t>& part, std::size_t size, std::string_view name, Groups& groups) {
    std::vector<std::size_t> chosen = chooseInOrder(groups, size, std::max<std::size_t>(1, size / 50));
    if (pairsIn(groups, chosen) < size) chosen = chooseExactly(groups, size);
    const std::size_t fit = pairsIn(groups, chosen);
    require(fit == size, "split", "cannot fill the ", name, " part: ", size, " pairs were asked for, ", fit,
            " fit without cutting groups of shared sentences; lower data.", name,
            "_pairs in the config or bring more pairs");
    for (const std::size_t i : chosen) {
        part.insert(part.end(), groups[i].begin(), groups[i].end());
        groups[i].clear();
    }
    std::sort(part.begin(), part.end());
}

}  // namespace

CorpusSplit splitByComponents(std::span<const SentencePair> pairs, const SplitSizes& sizes,
                              std::uint64_t seed) {
    require(sizes.test <= pairs.size() && sizes.valid <= pairs.size() - sizes.test, "split", sizes.valid,
            " + ", sizes.test, " pairs were asked for, but there are ", pairs.size(),
            "; lower data.valid_pairs and data.test_pairs in the config or bring more pairs");
    CorpusSplit split;
    std::vector<std::vector<std::size_t>> groups = findComponents(pairs);
    split.components = groups.size();
    for (const auto& group : groups) split.largestComponent = std::max(split.largestComponent, group.size());
    shuffle(groups, seed);
    fillPart(split.test, sizes.test, "test", groups);
    fillPart(split.valid, sizes.valid, "valid", groups);
    for (const auto& group : groups) split.train.insert(split.train.end(), group.begin(), group.end());
    std::sort(split.train.begin(), split.train.end());
    return split;
}

void SideIndex::add(const SentencePair& pair) {
    m_chinese.insert(keyOf(pair.chinese));
    m_english.insert(keyOf(pair.english));
}

bool SideIndex::shares(const SentencePair& pair) const {
    return m_chinese.count(keyOf(pair.chinese)) > 0 || m_english.count(keyOf(pair.english)) > 0;
}

}  // namespace vitrine
