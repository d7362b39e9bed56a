#include "engine/session/analysis_cache.h"

#include <bit>
#include <functional>

namespace vitrine {
namespace {

class Hasher {
public:
    template <class T>
    void add(const T& value) {
        m_hash ^= std::hash<T>{}(value) + 0x9e3779b97f4a7c15u + (m_hash << 6) + (m_hash >> 2);
    }
    std::size_t value() const { return m_hash; }

private:
    std::size_t m_hash = 0;
};

std::int64_t siteNumber(const Site& site) {
    return (((static_cast<std::int64_t>(site.stack) << 16 | (site.layer & 0xffff)) << 8 |
             static_cast<std::int64_t>(site.part))
            << 8) |
           static_cast<std::int64_t>(site.quantity);
}

/// Equal questions have equal hashes; replacements of interventions are left to the comparison.
std::size_t hashOf(const Question& question) {
    Hasher hash;
    hash.add(question.model.get());
    hash.add(question.source);
    for (const TokenId id : question.prefix) hash.add(id);
    const Decoding& d = question.decoding;
    hash.add(static_cast<int>(d.strategy));
    for (const double number : {d.temperature, d.topP, d.minP}) hash.add(number);
    hash.add(d.topK);
    hash.add(d.seed);
    hash.add(d.maxTokens);
    for (const Intervention& item : question.interventions.items()) {
        hash.add(siteNumber(item.site));
        hash.add(static_cast<int>(item.action));
        for (const std::int32_t index : {item.head, item.row, item.column}) hash.add(index);
        hash.add(std::bit_cast<std::uint32_t>(item.value));
    }
    for (const Site& site : question.sites) hash.add(siteNumber(site));
    return hash.value();
}

std::size_t bytesOf(const Analysis& analysis) {
    std::size_t bytes = sizeof(Analysis) + analysis.next.candidates.size() * sizeof(Candidate);
    for (const Token& token : analysis.source) bytes += sizeof(Token) + token.piece.size();
    bytes += analysis.text.size() + analysis.fullText.size();
    bytes += analysis.targetInput.size() * (sizeof(TokenId) + sizeof(double));
    if (analysis.frame != nullptr)
        for (const auto& [site, tensor] : analysis.frame->tensors) bytes += sizeof(Site) + tensor.bytes();
    return bytes;
}

}  // namespace

AnalysisCache::Entries::iterator AnalysisCache::locate(const Question& question, std::size_t hash) {
    const auto [begin, end] = m_byHash.equal_range(hash);
    for (auto it = begin; it != end; ++it)
        if (it->second->question == question) return it->second;
    return m_entries.end();
}

void AnalysisCache::forget(Entries::iterator entry) {
    const auto [begin, end] = m_byHash.equal_range(entry->hash);
    for (auto it = begin; it != end; ++it) {
        if (it->second != entry) continue;
        m_byHash.erase(it);
        break;
    }
    m_bytes -= entry->bytes;
    m_entries.erase(entry);
}

std::shared_ptr<const Analysis> AnalysisCache::find(const Question& question) {
    const std::size_t hash = hashOf(question);
    const std::lock_guard lock(m_mutex);
    const auto entry = locate(question, hash);
    if (entry == m_entries.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, entry);
    return entry->analysis;
}

void AnalysisCache::put(const Question& question, std::shared_ptr<const Analysis> analysis) {
    const std::size_t hash = hashOf(question), bytes = bytesOf(*analysis);
    const std::lock_guard lock(m_mutex);
    const auto old = locate(question, hash);
    if (old != m_entries.end()) forget(old);
    if (bytes > m_maxBytes || m_maxEntries == 0) return;
    m_entries.push_front({hash, bytes, question, std::move(analysis)});
    m_byHash.emplace(hash, m_entries.begin());
    m_bytes += bytes;
    while (m_bytes > m_maxBytes || m_entries.size() > m_maxEntries) forget(std::prev(m_entries.end()));
}

void AnalysisCache::clear() {
    const std::lock_guard lock(m_mutex);
    m_byHash.clear();
    m_entries.clear();
    m_bytes = 0;
}

std::size_t AnalysisCache::size() const {
    const std::lock_guard lock(m_mutex);
    return m_entries.size();
}

std::size_t AnalysisCache::bytes() const {
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

std::shared_ptr<const Analysis> analyseCached(AnalysisCache& cache, const Question& question,
                                              const CancelToken* cancel, bool* known) {
    std::shared_ptr<const Analysis> analysis = cache.find(question);
    if (known != nullptr) *known = analysis != nullptr;
    if (analysis != nullptr) return analysis;
    analysis = std::make_shared<const Analysis>(analyse(question, cancel));
    cache.put(question, analysis);
    return analysis;
}

}  // namespace vitrine
