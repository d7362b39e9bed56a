#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/data/grammar.h"
#include "engine/data/grammar_tables.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

using Count = std::uint64_t;

Count plus(Count a, Count b) {
    return a + b < a ? UINT64_MAX : a + b;
}
Count times(Count a, Count b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/// The language as an automaton over characters. A place of the non-deterministic automaton is what remains
/// to be read: a trie node inside a word, or an item of a rule, and then a chain of rules to return to.
/// Grammars have no recursion, so there are finitely many places. Subsets of places are the deterministic
/// states.
class Automaton {
public:
    Automaton(const GrammarTables& tables, std::size_t maxStates) : m_tables(tables), m_maxStates(maxStates) {
        m_continuations.push_back({-1, 0, -1});  // the end of the sentence
        countSymbols();
        std::vector<int> start;
        for (const GrammarPattern& pattern : tables.patterns) enterSymbol(pattern.symbol, 0, start);
        m_start = stateOf(start);
    }

    Count distinct() { return distinctFrom(m_start); }

    /// Walks into a character after which there are still more derivations than sentences.
    std::optional<std::string> ambiguous() {
        std::vector<int> places;
        for (const GrammarPattern& pattern : m_tables.patterns) enterSymbol(pattern.symbol, 0, places);
        std::string text;
        while (true) {
            std::vector<int> set = places;
            if (derivationsOf(places) <= distinctFrom(stateOf(set))) return std::nullopt;
            if (std::count(places.begin(), places.end(), End) > 1) return text;
            bool found = false;
            for (auto& [character, next] : step(places)) {
                std::vector<int> nextSet = next;
                if (derivationsOf(next) <= distinctFrom(stateOf(nextSet))) continue;
                text += character;
                places = next;
                found = true;
                break;
            }
            if (!found) return std::nullopt;
        }
    }

private:
    static constexpr int End = 0;  ///< the place after a complete sentence

    struct Continuation {
        int rule;
        int item;
        int next;
        friend bool operator<(const Continuation& a, const Continuation& b) {
            return std::tie(a.rule, a.item, a.next) < std::tie(b.rule, b.item, b.next);
        }
    };
    /// Inside a word: the words that continue from this trie node, and what follows.
    struct Place {
        int trie;
        int continuation;
    };
    struct TrieNode {
        std::map<std::string, int> next;
        Count words = 0;  ///< that end here
        Count below = 0;  ///< that end here or later
    };

    void countSymbols() {
        for (const GrammarSymbol& symbol : m_tables.symbols) {
            Count count = symbol.words.size();
            for (int rule : symbol.rules) count = plus(count, countItems(m_tables.rules[rule], 0));
            m_symbolCounts.push_back(count);
        }
        m_places.push_back({-1, 0});
    }

    Count countItems(const GrammarRule& rule, std::size_t from) const {
        Count count = 1;
        for (std::size_t i = from; i < rule.source.size(); ++i)
            if (rule.source[i].slot >= 0)
                count = times(count, m_symbolCounts[rule.slotSymbols[rule.source[i].slot]]);
        return count;
    }

    Count countContinuation(int id) const {
        Count count = 1;
        for (; id > 0; id = m_continuations[id].next)
            count =
                times(count, countItems(m_tables.rules[m_continuations[id].rule], m_continuations[id].item));
        return count;
    }

    Count derivationsOf(const std::vector<int>& places) const {
        Count count = 0;
        for (int place : places)
            count = plus(count, place == End ? 1
                                             : times(m_tries[m_places[place].trie].below,
                                                     countContinuation(m_places[place].continuation)));
        return count;
    }

    int addTrie(const std::vector<std::string>& words) {
        const int root = static_cast<int>(m_tries.size());
        m_tries.emplace_back();
        for (const std::string& word : words) {
            int at = root;
            ++m_tries[at].below;
            for (std::size_t i = 0; i < word.size();) {
                const std::size_t length = codePointBytes(word[i]);
                const auto [entry, isNew] = m_tries[at].next.emplace(word.substr(i, length), m_tries.size());
                at = entry->second;
                if (isNew) m_tries.emplace_back();
                ++m_tries[at].below;
                i += length;
            }
            ++m_tries[at].words;
        }
        return root;
    }

    /// Literals have keys below 0, classes from 0.
    int trieOf(int key) {
        if (const auto known = m_trieIds.find(key); known != m_trieIds.end()) return known->second;
        std::vector<std::string> words;
        if (key < 0)
            words.push_back(m_tables.zhWords[-1 - key]);
        else
            for (int word : m_tables.symbols[key].words) words.push_back(m_tables.words[word].zh);
        return m_trieIds[key] = addTrie(words);
    }

    void enterSymbol(int symbolId, int continuation, std::vector<int>& places) {
        const GrammarSymbol& symbol = m_tables.symbols[symbolId];
        if (symbol.isClass()) {
            places.push_back(placeOf(trieOf(symbolId), continuation));
            return;
        }
        for (int rule : symbol.rules) enterItem({rule, 0, continuation}, places);
    }

    /// Adds the places where reading goes on from an item; skips over empty phrases and returns from ended
    /// rules.
    void enterItem(const Continuation& from, std::vector<int>& places) {
        if (from.rule < 0) {
            places.push_back(End);
            return;
        }
        const GrammarRule& rule = m_tables.rules[from.rule];
        if (from.item == static_cast<int>(rule.source.size())) {
            enterItem(m_continuations[from.next], places);
            return;
        }
        const SourceItem& item = rule.source[from.item];
        const int after = continuationOf({from.rule, from.item + 1, from.next});
        if (item.literal >= 0)
            places.push_back(placeOf(trieOf(-1 - item.literal), after));
        else
            enterSymbol(rule.slotSymbols[item.slot], after, places);
    }

    int continuationOf(Continuation continuation) {
        // Returning to the end of a rule is returning to what called it.
        while (continuation.rule >= 0 &&
               continuation.item == static_cast<int>(m_tables.rules[continuation.rule].source.size())) {
            const int next = continuation.next;
            if (next == 0) return 0;
            continuation = m_continuations[next];
        }
        const auto [entry, isNew] =
            m_continuationIds.emplace(continuation, static_cast<int>(m_continuations.size()));
        if (isNew) m_continuations.push_back(continuation);
        require(m_continuations.size() < m_maxStates, "grammar", "counting needs more than ", m_maxStates,
                " states");
        return entry->second;
    }

    int placeOf(int trie, int continuation) {
        const auto [entry, isNew] =
            m_placeIds.emplace(std::make_pair(trie, continuation), static_cast<int>(m_places.size()));
        if (isNew) m_places.push_back({trie, continuation});
        return entry->second;
    }

    /// The places after one more character, with repetitions where there are several ways.
    std::map<std::string, std::vector<int>> step(const std::vector<int>& places) {
        std::map<std::string, std::vector<int>> result;
        for (int id : places) {
            if (id == End) continue;
            const Place place = m_places[id];
            for (const auto& [character, node] : m_tries[place.trie].next)
                stepInto(place, node, result[character]);
        }
        return result;
    }

    void stepInto(const Place& place, int node, std::vector<int>& places) {
        if (!m_tries[node].next.empty()) places.push_back(placeInside(node, place.continuation));
        for (Count i = 0; i < m_tries[node].words; ++i)
            enterItem(Continuation(m_continuations[place.continuation]), places);
    }

    /// Like placeOf, for the words that are longer than the way to the node.
    int placeInside(int node, int continuation) {
        if (m_tries[node].words == 0) return placeOf(node, continuation);
        const auto known = m_longer.find(node);
        if (known != m_longer.end()) return placeOf(known->second, continuation);
        TrieNode copy = m_tries[node];
        copy.below -= copy.words;
        copy.words = 0;
        const int longer = static_cast<int>(m_tries.size());
        m_tries.push_back(std::move(copy));
        m_longer.emplace(node, longer);
        return placeOf(longer, continuation);
    }

    int stateOf(std::vector<int>& places) {
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
        const auto [entry, isNew] = m_stateIds.emplace(places, static_cast<int>(m_stateCounts.size()));
        if (isNew) {
            m_stateCounts.push_back(0);
            m_stateKnown.push_back(false);
            m_statePlaces.push_back(&entry->first);
            require(m_stateCounts.size() < m_maxStates, "grammar", "counting needs more than ", m_maxStates,
                    " states");
        }
        return entry->second;
    }

    /// Sentences that the state accepts. The recursion is as deep as the longest sentence has characters.
    Count distinctFrom(int state) {
        if (m_stateKnown[state]) return m_stateCounts[state];
        const std::vector<int>& places = *m_statePlaces[state];
        Count count = !places.empty() && places.front() == End ? 1 : 0;
        for (auto& [character, next] : step(places)) count = plus(count, distinctFrom(stateOf(next)));
        m_stateKnown[state] = true;
        return m_stateCounts[state] = count;
    }

    const GrammarTables& m_tables;
    std::size_t m_maxStates;
    std::vector<Count> m_symbolCounts;
    std::vector<Continuation> m_continuations;
    std::map<Continuation, int> m_continuationIds;
    std::vector<Place> m_places;
    std::map<std::pair<int, int>, int> m_placeIds;
    std::deque<TrieNode> m_tries;  ///< a deque: references to nodes stay good while tries are added
    std::unordered_map<int, int> m_trieIds;
    std::unordered_map<int, int> m_longer;
    std::map<std::vector<int>, int> m_stateIds;
    std::vector<const std::vector<int>*> m_statePlaces;
    std::vector<Count> m_stateCounts;
    std::vector<bool> m_stateKnown;
    int m_start = 0;
};

}  // namespace

std::uint64_t Grammar::countDistinctSources(std::size_t maxStates) const {
    return Automaton(*m_tables, maxStates).distinct();
}

std::optional<std::string> Grammar::findAmbiguousSource(std::size_t maxStates) const {
    return Automaton(*m_tables, maxStates).ambiguous();
}

}  // namespace vitrine
