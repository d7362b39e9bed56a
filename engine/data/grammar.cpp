#include "engine/data/grammar.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/core/error.h"
#include "engine/data/grammar_compile.h"
#include "engine/io/input_file.h"

namespace vitrine {
namespace {

/// Draws of one pair: numbers 0, 1, 2 ... of the block range that belongs to (index, part), four at a time.
class Draws {
public:
    Draws(const Rng& rng, std::uint64_t index, CorpusPart part, std::uint32_t attempt)
        : m_rng(rng),
          m_site(siteKey("grammar") + 3 * attempt + static_cast<std::uint32_t>(part)),
          m_next(index << 7) {}

    double uniform() {
        if (m_left == 0) {
            m_block = m_rng.block(RandomUse::Grammar, m_site, m_next++);
            m_left = 4;
        }
        return m_block[--m_left] * 0x1p-32;
    }
    std::size_t below(std::size_t bound) {
        return static_cast<std::size_t>(uniform() * static_cast<double>(bound));
    }
    std::size_t weighted(const std::vector<double>& cumulative) {
        const double point = uniform() * cumulative.back();
        const auto at = std::upper_bound(cumulative.begin(), cumulative.end(), point);
        return std::min<std::size_t>(at - cumulative.begin(), cumulative.size() - 1);
    }

private:
    const Rng& m_rng;
    std::uint32_t m_site;
    std::uint64_t m_next;
    std::array<std::uint32_t, 4> m_block{};
    int m_left = 0;
};

/// Fills node `at` with a random expansion of the symbol; recursion is bounded by GrammarTables::depth.
void expand(const GrammarTables& tables, int symbolId, int at, Draws& draws, Derivation& derivation) {
    const GrammarSymbol& symbol = tables.symbols[symbolId];
    if (symbol.isClass()) {
        derivation.nodes[at].word = symbol.words[draws.below(symbol.words.size())];
        return;
    }
    const int ruleId =
        symbol.rules.size() == 1 ? symbol.rules[0] : symbol.rules[draws.weighted(symbol.cumulative)];
    const GrammarRule& rule = tables.rules[ruleId];
    const int first = static_cast<int>(derivation.nodes.size());
    derivation.nodes[at].rule = ruleId;
    derivation.nodes[at].firstChild = first;
    derivation.nodes.resize(first + rule.slotSymbols.size());
    for (std::size_t i = 0; i < rule.slotSymbols.size(); ++i)
        expand(tables, rule.slotSymbols[i], first + static_cast<int>(i), draws, derivation);
}

std::uint64_t addSaturating(std::uint64_t a, std::uint64_t b) {
    return a + b < a ? UINT64_MAX : a + b;
}
std::uint64_t multiplySaturating(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/// The number of derivations of a pattern whose words all have codes up to `highest`.
std::uint64_t countDerivations(const GrammarTables& tables, std::size_t pattern, std::uint8_t highest) {
    const auto& codes = tables.reserved[pattern];
    const int root = tables.patterns[pattern].symbol;
    const std::vector<bool> reachable = reachableSymbols(tables, root);
    std::vector<std::uint64_t> count(tables.symbols.size(), 0);
    for (int s = 0; s <= root; ++s) {
        if (!reachable[s]) continue;
        for (int word : tables.symbols[s].words)
            if (codes[tables.words[word].zhId] <= highest) ++count[s];
        for (int rule : tables.symbols[s].rules) {
            std::uint64_t product = 1;
            for (int part : tables.rules[rule].slotSymbols)
                product = multiplySaturating(product, count[part]);
            count[s] = addSaturating(count[s], product);
        }
    }
    return count[root];
}

}  // namespace

Grammar Grammar::parse(std::string_view text) {
    return Grammar(std::make_shared<const GrammarTables>(compileGrammar(readGrammarFile(text))));
}

Grammar Grammar::load(const std::string& path) {
    return parse(readTextFile(path, kMaxGrammarBytes));
}

PairExample Grammar::sample(const Rng& rng, std::uint64_t index, CorpusPart part) const {
    constexpr std::uint32_t MaxAttempts = 20000;
    const GrammarTables& tables = *m_tables;
    Derivation derivation;
    derivation.nodes.reserve(64);
    for (std::uint32_t attempt = 0; attempt < MaxAttempts; ++attempt) {
        Draws draws(rng, index, part, attempt);
        derivation.nodes.assign(1, Derivation::Node{});
        derivation.pattern = static_cast<int>(draws.weighted(tables.cumulativePatterns));
        expand(tables, tables.patterns[derivation.pattern].symbol, 0, draws, derivation);
        if (partOf(tables, derivation) == part) return realise(tables, derivation);
    }
    fail("grammar", "found no ", part == CorpusPart::Train ? "training" : "held-out", " sentence in ",
         MaxAttempts,
         " draws; the grammar is too small to hold out word-pattern combinations, add words or patterns");
}

const std::vector<std::string>& Grammar::sourceWords() const {
    return m_tables->sourceVocabulary;
}
const std::vector<std::string>& Grammar::targetWords() const {
    return m_tables->targetVocabulary;
}
const std::vector<std::string>& Grammar::patternNames() const {
    return m_tables->patternNames;
}
int Grammar::depth() const {
    return m_tables->depth;
}

GrammarCounts Grammar::counts() const {
    const GrammarTables& tables = *m_tables;
    constexpr auto codeOf = [](CorpusPart part) {
        return static_cast<std::uint8_t>(1 + static_cast<int>(part));
    };
    GrammarCounts counts;
    counts.sourceWords = tables.sourceVocabulary.size();
    counts.targetWords = tables.targetVocabulary.size();
    counts.patterns = tables.patterns.size();
    for (std::size_t p = 0; p < tables.patterns.size(); ++p) {
        for (std::uint8_t code : tables.reserved[p]) {
            counts.combinations += code > 0;
            counts.heldOut += code > codeOf(CorpusPart::Train);
        }
        const std::uint64_t train = countDerivations(tables, p, codeOf(CorpusPart::Train));
        const std::uint64_t notTest = countDerivations(tables, p, codeOf(CorpusPart::Valid));
        const std::uint64_t all = countDerivations(tables, p, codeOf(CorpusPart::Test));
        counts.train = addSaturating(counts.train, train);
        counts.valid = addSaturating(counts.valid, notTest - train);
        counts.test = addSaturating(counts.test, all - notTest);
        counts.pairs = addSaturating(counts.pairs, all);
    }
    return counts;
}

}  // namespace vitrine
