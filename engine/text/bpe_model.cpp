#include "engine/text/bpe_model.h"

#include <queue>

#include "engine/core/error.h"
#include "engine/text/units.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "BPE tokenizer";
constexpr std::int32_t kNone = -1;

// The pieces of one unit as a linked list in which merging is constant time.
struct Symbol {
    TokenId id;
    std::size_t begin;
    std::size_t end;
    std::int32_t previous;
    std::int32_t next;
};

// A place where a merge applies; stale when the symbols have changed since.
struct Candidate {
    std::uint32_t rank;
    std::int32_t at;
    TokenId left;
    TokenId right;
    // Lowest rank first, then leftmost (the queue keeps the "largest" on top).
    bool operator<(const Candidate& other) const {
        return rank != other.rank ? rank > other.rank : at > other.at;
    }
};

class Merger {
public:
    Merger(const std::vector<BpeMerge>& merges, const std::unordered_map<std::uint64_t, std::uint32_t>& ranks)
        : m_merges(merges), m_ranks(ranks) {}

    void clear() { m_symbols.clear(); }
    void add(TokenId id, std::size_t begin, std::size_t end) {
        const auto index = static_cast<std::int32_t>(m_symbols.size());
        if (index > 0) m_symbols.back().next = index;
        m_symbols.push_back({id, begin, end, index - 1, kNone});
    }
    void run() {
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(m_symbols.size()); ++i) propose(i);
        while (!m_queue.empty()) {
            const Candidate top = m_queue.top();
            m_queue.pop();
            if (stands(top)) apply(top);
        }
    }
    void appendTo(std::vector<Token>& tokens) const {
        for (std::int32_t i = m_symbols.empty() ? kNone : 0; i != kNone; i = at(i).next)
            tokens.push_back({at(i).id, {}, at(i).begin, at(i).end, false});
    }

private:
    const Symbol& at(std::int32_t i) const { return m_symbols[static_cast<std::size_t>(i)]; }
    Symbol& at(std::int32_t i) { return m_symbols[static_cast<std::size_t>(i)]; }

    void propose(std::int32_t i) {
        if (i == kNone || at(i).next == kNone) return;
        const TokenId left = at(i).id;
        const TokenId right = at(at(i).next).id;
        const auto it = m_ranks.find(BpeModel::pairKey(left, right));
        if (it != m_ranks.end()) m_queue.push({it->second, i, left, right});
    }
    bool stands(const Candidate& c) const {
        return at(c.at).id == c.left && at(c.at).next != kNone && at(at(c.at).next).id == c.right;
    }
    void apply(const Candidate& c) {
        Symbol& left = at(c.at);
        Symbol& right = at(left.next);
        left.id = m_merges[c.rank].result;
        left.end = right.end;
        left.next = right.next;
        if (left.next != kNone) at(left.next).previous = c.at;
        right.id = TokenId();  // whatever was proposed at its place is stale
        right.next = kNone;
        propose(left.previous);
        propose(c.at);
    }

    const std::vector<BpeMerge>& m_merges;
    const std::unordered_map<std::uint64_t, std::uint32_t>& m_ranks;
    std::vector<Symbol> m_symbols;
    std::priority_queue<Candidate> m_queue;
};

}  // namespace

BpeModel::BpeModel(Vocabulary vocabulary, std::vector<BpeMerge> merges)
    : TokenModel(std::move(vocabulary)), m_merges(std::move(merges)) {
    require(this->vocabulary().find(kSpaceMark).has_value(), kPlace, "the vocabulary has no piece \"",
            kSpaceMark, "\", which stands for a space");
    require(m_merges.size() <= Vocabulary::kMaxPieces, kPlace, "there are ", m_merges.size(),
            " merges, expected at most ", Vocabulary::kMaxPieces);
    m_ranks.reserve(m_merges.size());
    for (std::size_t rank = 0; rank < m_merges.size(); ++rank) {
        const BpeMerge& merge = m_merges[rank];
        checkMerge(merge, rank);
        const auto [it, isNew] =
            m_ranks.emplace(pairKey(merge.left, merge.right), static_cast<std::uint32_t>(rank));
        require(isNew, kPlace, "merge ", rank, " repeats merge ", it->second,
                "; every pair may be merged once");
    }
}

void BpeModel::checkMerge(const BpeMerge& merge, std::size_t rank) const {
    for (const TokenId id : {merge.left, merge.right, merge.result})
        require(id.value >= kSpecialCount && id.value < vocabulary().size(), kPlace, "merge ", rank,
                " names token ", id.value, ", expected ", kSpecialCount, " to ", vocabulary().size() - 1);
    const std::string joined = vocabulary().piece(merge.left) + vocabulary().piece(merge.right);
    require(joined == vocabulary().piece(merge.result), kPlace, "merge ", rank, " gives \"",
            vocabulary().piece(merge.result), "\", expected \"", joined, "\"");
}

std::vector<Token> BpeModel::encodeNormalised(std::string_view text) const {
    std::vector<Token> tokens;
    Merger merger(m_merges, m_ranks);
    const TokenId space = vocabulary().find(kSpaceMark).value_or(kUnknownId);
    for (const Unit& unit : splitForBpe(text)) {
        merger.clear();
        const bool gap = unit.kind == UnitKind::Gap;
        if (unit.spaceMark) merger.add(space, unit.begin, gap ? unit.end : unit.begin);
        for (std::size_t i = unit.begin; !gap && i < unit.end;) {
            const std::size_t bytes = codePointBytes(text[i]);
            merger.add(vocabulary().find(text.substr(i, bytes)).value_or(kUnknownId), i, i + bytes);
            i += bytes;
        }
        merger.run();
        merger.appendTo(tokens);
    }
    return tokens;
}

std::string BpeModel::join(std::span<const std::string_view> pieces) const {
    std::string text;
    for (const std::string_view piece : pieces) {
        for (std::size_t i = 0; i < piece.size();) {
            if (piece.substr(i, kSpaceMark.size()) == kSpaceMark) {
                if (!text.empty() && text.back() != ' ') text.push_back(' ');
                i += kSpaceMark.size();
            } else {
                text.push_back(piece[i++]);
            }
        }
    }
    if (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

}  // namespace vitrine
