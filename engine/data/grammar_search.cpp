#include <algorithm>
#include <map>
#include <unordered_map>

#include "engine/core/cancel.h"
#include "engine/data/grammar.h"
#include "engine/data/grammar_tables.h"
#include "engine/text/normalise.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::size_t MaxCharacters = 64;
constexpr std::size_t MaxSteps = 4'000'000;

/// A top-down chart parser: for every (symbol, start) the ends that the symbol can reach, each with one
/// derivation. Grammars have no recursion, so the call depth is bounded by GrammarTables::depth; steps are
/// counted and capped.
class Searcher {
public:
    Searcher(const GrammarTables& tables, const std::string& text, const CancelToken* cancel)
        : m_tables(tables), m_text(text), m_cancel(cancel) {
        findWords();
    }

    std::optional<Derivation> run() {
        for (std::size_t p = 0; p < m_tables.patterns.size(); ++p)
            for (const Match& match : matches(m_tables.patterns[p].symbol, 0)) {
                if (match.end != m_text.size()) continue;
                Derivation derivation;
                derivation.pattern = static_cast<int>(p);
                derivation.nodes.resize(1);
                build(match, 0, derivation);
                return derivation;
            }
        return std::nullopt;
    }

private:
    /// A way to read a symbol from its start up to `end`: a word, or a rule with one match a slot.
    struct Match {
        std::size_t end = 0;
        int word = -1;
        int rule = -1;
        std::vector<std::pair<std::size_t, std::size_t>> parts;  ///< by slot: start and end
    };
    /// A rule read up to an item.
    struct State {
        std::size_t at;
        std::vector<std::pair<std::size_t, std::size_t>> parts;
    };

    void findWords() {
        std::unordered_map<std::string_view, int> ids;
        std::size_t longest = 0;
        for (std::size_t i = 0; i < m_tables.zhWords.size(); ++i) {
            ids.emplace(m_tables.zhWords[i], static_cast<int>(i));
            longest = std::max(longest, m_tables.zhWords[i].size());
        }
        m_wordEnds.resize(m_text.size());
        for (std::size_t start = 0; start < m_text.size(); ++start)
            for (std::size_t length = 1; length <= longest && start + length <= m_text.size(); ++length)
                if (const auto id = ids.find(std::string_view(m_text).substr(start, length)); id != ids.end())
                    m_wordEnds[start].emplace(id->second, start + length);
    }

    std::size_t endOfWord(int zhId, std::size_t start) const {
        if (start >= m_text.size()) return std::string::npos;
        const auto entry = m_wordEnds[start].find(zhId);
        return entry == m_wordEnds[start].end() ? std::string::npos : entry->second;
    }

    const std::vector<Match>& matches(int symbolId, std::size_t start) {
        const std::size_t key = start * m_tables.symbols.size() + static_cast<std::size_t>(symbolId);
        if (const auto known = m_chart.find(key); known != m_chart.end()) return known->second;
        std::vector<Match> found;
        const GrammarSymbol& symbol = m_tables.symbols[symbolId];
        if (start < m_text.size() && !m_wordEnds[start].empty()) matchWords(symbol, start, found);
        for (int rule : symbol.rules) matchRule(rule, start, found);
        return m_chart.emplace(key, std::move(found)).first->second;
    }

    void matchWords(const GrammarSymbol& symbol, std::size_t start, std::vector<Match>& found) {
        m_steps += symbol.words.size();
        if (m_steps > MaxSteps) return;
        for (int word : symbol.words)
            if (const std::size_t end = endOfWord(m_tables.words[word].zhId, start); end != std::string::npos)
                add(found, Match{end, word, -1, {}});
    }

    static void add(std::vector<Match>& found, Match match) {
        for (const Match& other : found)
            if (other.end == match.end) return;
        found.push_back(std::move(match));
    }

    void matchRule(int ruleId, std::size_t start, std::vector<Match>& found) {
        if (m_cancel != nullptr) m_cancel->check();
        const GrammarRule& rule = m_tables.rules[ruleId];
        std::vector<State> states{
            {start, std::vector<std::pair<std::size_t, std::size_t>>(rule.slotSymbols.size())}};
        for (const SourceItem& item : rule.source) {
            std::vector<State> next;
            for (State& state : states) {
                if (++m_steps > MaxSteps) return;
                advance(rule, item, state, next);
            }
            states = std::move(next);
            if (states.empty()) return;
        }
        for (State& state : states) add(found, Match{state.at, -1, ruleId, std::move(state.parts)});
    }

    /// All ways to read one item; of several states at one place the first is kept.
    void advance(const GrammarRule& rule, const SourceItem& item, const State& state,
                 std::vector<State>& next) {
        const auto push = [&](std::size_t end) {
            for (const State& other : next)
                if (other.at == end) return;
            next.push_back(state);
            next.back().at = end;
            if (item.slot >= 0) next.back().parts[item.slot] = {state.at, end};
        };
        if (item.literal >= 0) {
            if (const std::size_t end = endOfWord(item.literal, state.at); end != std::string::npos)
                push(end);
            return;
        }
        for (const Match& match : matches(rule.slotSymbols[item.slot], state.at)) push(match.end);
    }

    void build(const Match& match, int at, Derivation& derivation) {
        if (match.word >= 0) {
            derivation.nodes[at].word = match.word;
            return;
        }
        const GrammarRule& rule = m_tables.rules[match.rule];
        const int first = static_cast<int>(derivation.nodes.size());
        derivation.nodes[at].rule = match.rule;
        derivation.nodes[at].firstChild = first;
        derivation.nodes.resize(first + rule.slotSymbols.size());
        for (std::size_t slot = 0; slot < rule.slotSymbols.size(); ++slot)
            for (const Match& part : matches(rule.slotSymbols[slot], match.parts[slot].first))
                if (part.end == match.parts[slot].second)
                    build(part, first + static_cast<int>(slot), derivation);
    }

    const GrammarTables& m_tables;
    const std::string& m_text;
    const CancelToken* m_cancel;                         // may be null
    std::vector<std::map<int, std::size_t>> m_wordEnds;  ///< by start: zh id -> end
    std::unordered_map<std::size_t, std::vector<Match>> m_chart;
    std::size_t m_steps = 0;
};

}  // namespace

std::optional<PairExample> Grammar::findAlignment(std::string_view source, const CancelToken* cancel) const {
    if (source.size() > 8 * MaxCharacters || invalidUtf8At(source)) return std::nullopt;
    std::string text = normalise(source);
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    if (text.empty() || codePointCount(text) > MaxCharacters) return std::nullopt;
    std::optional<Derivation> derivation = Searcher(*m_tables, text, cancel).run();
    if (!derivation) return std::nullopt;
    return realise(*m_tables, *derivation);
}

}  // namespace vitrine
