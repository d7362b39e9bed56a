#include <algorithm>
#include <cstdint>

#include "engine/core/rng.h"
#include "engine/data/grammar_tables.h"

namespace vitrine {
namespace {

constexpr double TestShare = 0.025;
constexpr double ValidShare = 0.015;
constexpr std::size_t MinAlternatives = 6;
constexpr int MinTrainPatterns = 2;

constexpr std::uint8_t code(CorpusPart part) {
    return static_cast<std::uint8_t>(1 + static_cast<int>(part));
}

bool isContent(WordKind kind) {
    return kind != WordKind::Pronoun && kind != WordKind::Other;
}

CorpusPart drawPart(const std::string& pattern, const std::string& word) {
    const double u = Rng(siteKey(pattern)).uniformDouble(RandomUse::Split, siteKey(word), 0);
    return u < TestShare                ? CorpusPart::Test
           : u < TestShare + ValidShare ? CorpusPart::Valid
                                        : CorpusPart::Train;
}

/// The codes of one pattern: content words that occur only through classes with alternatives may be reserved,
/// so no word that a rule of the pattern also writes out.
std::vector<std::uint8_t> reserveInPattern(const GrammarTables& tables, std::size_t pattern) {
    const std::vector<bool> reachable = reachableSymbols(tables, tables.patterns[pattern].symbol);
    std::vector<std::uint8_t> codes(tables.zhWords.size(), 0);
    std::vector<bool> closed(tables.zhWords.size(), false);
    for (std::size_t s = 0; s < reachable.size(); ++s) {
        if (!reachable[s]) continue;
        for (int rule : tables.symbols[s].rules)
            for (const SourceItem& item : tables.rules[rule].source)
                if (item.literal >= 0) closed[item.literal] = true;
        for (int id : tables.symbols[s].words) {
            const GrammarWord& word = tables.words[id];
            if (tables.symbols[s].words.size() < MinAlternatives || !isContent(word.kind))
                closed[word.zhId] = true;
            codes[word.zhId] = code(CorpusPart::Train);
        }
    }
    for (std::size_t zh = 0; zh < codes.size(); ++zh)
        if (codes[zh] && !closed[zh])
            codes[zh] = code(drawPart(tables.patternNames[pattern], tables.zhWords[zh]));
    return codes;
}

}  // namespace

std::vector<bool> reachableSymbols(const GrammarTables& tables, int symbol) {
    std::vector<bool> reachable(tables.symbols.size(), false);
    reachable[symbol] = true;
    // Parts precede wholes, so one pass from the whole downwards marks everything.
    for (int s = symbol; s >= 0; --s)
        if (reachable[s])
            for (int rule : tables.symbols[s].rules)
                for (int part : tables.rules[rule].slotSymbols) reachable[part] = true;
    return reachable;
}

void reserveCombinations(GrammarTables& tables) {
    tables.reserved.clear();
    for (std::size_t p = 0; p < tables.patterns.size(); ++p)
        tables.reserved.push_back(reserveInPattern(tables, p));
    // A word must be learnable: kept in at least two patterns of the training part, or reserved nowhere.
    for (std::size_t zh = 0; zh < tables.zhWords.size(); ++zh) {
        const auto kept =
            std::count_if(tables.reserved.begin(), tables.reserved.end(),
                          [&](const auto& codes) { return codes[zh] == code(CorpusPart::Train); });
        if (kept >= MinTrainPatterns) continue;
        for (auto& codes : tables.reserved)
            if (codes[zh]) codes[zh] = code(CorpusPart::Train);
    }
}

CorpusPart partOf(const GrammarTables& tables, const Derivation& derivation) {
    const std::vector<std::uint8_t>& codes = tables.reserved[derivation.pattern];
    std::uint8_t highest = code(CorpusPart::Train);
    for (const Derivation::Node& node : derivation.nodes)
        if (node.word >= 0) highest = std::max(highest, codes[tables.words[node.word].zhId]);
    return static_cast<CorpusPart>(highest - 1);
}

}  // namespace vitrine
