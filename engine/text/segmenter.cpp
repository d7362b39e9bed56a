#include "engine/text/segmenter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/text/characters.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

bool isCjkPiece(std::string_view piece) {
    std::size_t i = 0;
    return characterClass(nextCodePoint(piece, i)) == CharacterClass::Cjk;
}

}  // namespace

Segmenter::Segmenter(const Vocabulary& vocabulary) : m_vocabulary(&vocabulary) {
    double total = 0;
    for (std::int32_t id = kSpecialCount; id < vocabulary.size(); ++id) {
        if (!isCjkPiece(vocabulary.piece(TokenId(id)))) continue;
        total += static_cast<double>(vocabulary.count(TokenId(id))) + 1;
        m_longest = std::max(m_longest, codePointCount(vocabulary.piece(TokenId(id))));
    }
    m_costs.resize(static_cast<std::size_t>(vocabulary.size()));
    for (std::int32_t id = kSpecialCount; id < vocabulary.size(); ++id) {
        const double count = static_cast<double>(vocabulary.count(TokenId(id))) + 1;
        m_costs[static_cast<std::size_t>(id)] = std::llround(1000 * std::log(std::max(1.0, total / count)));
    }
    // Dearer than any piece, so that a character is only unknown when nothing covers it.
    m_unknownCost = std::llround(1000 * std::log(std::max(1.0, total))) * 2 + 1000000;
}

void Segmenter::segment(std::string_view text, std::size_t begin, std::size_t end,
                        std::vector<Piece>& out) const {
    std::vector<std::size_t> starts;  // byte offset of every character, and the end
    for (std::size_t i = begin; i < end; i += codePointBytes(text[i])) starts.push_back(i);
    const std::size_t n = starts.size();
    starts.push_back(end);

    std::vector<std::int64_t> best(n + 1, std::numeric_limits<std::int64_t>::max());
    std::vector<std::size_t> next(n, 0);
    std::vector<TokenId> ids(n);
    best[n] = 0;
    for (std::size_t i = n; i-- > 0;) {
        best[i] = best[i + 1] + m_unknownCost;
        next[i] = i + 1;
        ids[i] = kUnknownId;
        for (std::size_t j = i + 1; j <= std::min(n, i + m_longest); ++j) {
            const auto id = m_vocabulary->find(text.substr(starts[i], starts[j] - starts[i]));
            if (!id) continue;
            const std::int64_t cost = best[j] + m_costs[static_cast<std::size_t>(id->value)];
            if (cost > best[i]) continue;
            best[i] = cost;
            next[i] = j;
            ids[i] = *id;
        }
    }
    for (std::size_t i = 0; i < n; i = next[i]) out.push_back({ids[i], starts[i], starts[next[i]]});
}

}  // namespace vitrine
