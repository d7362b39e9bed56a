#include <algorithm>
#include <set>

#include "engine/data/grammar_compile.h"

namespace vitrine {
namespace {

constexpr int MaxSentenceWords = 40;
constexpr int MaxWork = 512;  ///< nodes visited to write one side; a derivation has no more nodes than this

/// Longest sides and the work of writing them, by symbol. Parts precede wholes, so one pass is enough.
struct Extent {
    int depth = 1;
    int sourceWords = 0;
    int targetWords = 0;
    int sourceWork = 1;
    int targetWork = 1;
};

class Checker {
public:
    explicit Checker(GrammarTables& tables) : m_tables(tables) {}

    void run() {
        checkExtents();
        m_seen.assign(m_tables.symbols.size() * FormCount, false);
        m_usedTokens.assign(m_tables.tokens.size(), false);
        m_usedWords.assign(m_tables.zhWords.size(), false);
        for (const GrammarPattern& pattern : m_tables.patterns) checkForms(pattern.symbol, Form::Text);
        fillVocabularies();
    }

private:
    void checkExtents() {
        std::vector<Extent> extents;
        for (const GrammarSymbol& symbol : m_tables.symbols) {
            Extent extent;
            for (int word : symbol.words) {
                extent.sourceWords = 1;
                for (int phrase : m_tables.words[word].form)
                    if (phrase >= 0)
                        extent.targetWords =
                            std::max(extent.targetWords, static_cast<int>(m_tables.phrases[phrase].size()));
            }
            for (int rule : symbol.rules) addRule(m_tables.rules[rule], extents, extent);
            m_tables.depth = std::max(m_tables.depth, extent.depth);
            extents.push_back(extent);
        }
    }

    void addRule(const GrammarRule& rule, const std::vector<Extent>& extents, Extent& whole) {
        Extent extent;
        for (const SourceItem& item : rule.source) {
            if (item.slot < 0) {
                ++extent.sourceWords;
                continue;
            }
            const Extent& part = extents[rule.slotSymbols[item.slot]];
            extent.sourceWords += part.sourceWords;
            extent.sourceWork += part.sourceWork;
            whole.depth = std::max(whole.depth, part.depth + 1);
        }
        for (const TargetItem& item : rule.target) {
            const bool isSlot = item.type == TargetItem::Type::Slot;
            extent.targetWords += isSlot ? extents[rule.slotSymbols[item.value]].targetWords : 1;
            extent.targetWork += isSlot ? extents[rule.slotSymbols[item.value]].targetWork : 0;
        }
        if (extent.sourceWords > MaxSentenceWords || extent.targetWords > MaxSentenceWords)
            failLine(rule.line, "makes sentences of up to ", std::max(extent.sourceWords, extent.targetWords),
                     " words; at most ", MaxSentenceWords, " are allowed");
        if (extent.sourceWork > MaxWork || extent.targetWork > MaxWork)
            failLine(rule.line, "makes sentences of more than ", MaxWork, " nested parts");
        whole.sourceWords = std::max(whole.sourceWords, extent.sourceWords);
        whole.targetWords = std::max(whole.targetWords, extent.targetWords);
        whole.sourceWork = std::max(whole.sourceWork, extent.sourceWork);
        whole.targetWork = std::max(whole.targetWork, extent.targetWork);
    }

    bool firstVisit(int symbol, Form form) {
        const std::size_t at = static_cast<std::size_t>(symbol) * FormCount + static_cast<std::size_t>(form);
        if (m_seen[at]) return false;
        m_seen[at] = true;
        return true;
    }

    /// Every word that can be asked for `form` through this symbol has it. Recursion is bounded by the depth.
    void checkForms(int symbolId, Form form) {
        if (!firstVisit(symbolId, form)) return;
        const GrammarSymbol& symbol = m_tables.symbols[symbolId];
        for (int wordId : symbol.words) {
            const GrammarWord& word = m_tables.words[wordId];
            const int phrase = word.form[static_cast<int>(form)];
            if (phrase < 0)
                failLine(word.line, word.zh, " has no form '", FormNames[static_cast<int>(form)],
                         "', which a rule asks of the class ", symbol.name, m_line > 0 ? " in line " : "",
                         m_line > 0 ? std::to_string(m_line) : "");
            for (int token : m_tables.phrases[phrase]) m_usedTokens[token] = true;
            m_usedWords[word.zhId] = true;
        }
        for (int ruleId : symbol.rules) {
            const GrammarRule& rule = m_tables.rules[ruleId];
            for (const SourceItem& item : rule.source)
                if (item.literal >= 0) m_usedWords[item.literal] = true;
            for (const TargetItem& item : rule.target) checkItem(rule, item, form);
        }
    }

    void checkItem(const GrammarRule& rule, const TargetItem& item, Form asked) {
        if (item.agreesWith >= 0) checkAgreement(rule, item.agreesWith, asked);
        if (item.type == TargetItem::Type::Literal) m_usedTokens[item.value] = true;
        if (item.type == TargetItem::Type::Auxiliary)
            for (int token : m_tables.auxiliaries[item.value]) m_usedTokens[token] = true;
        if (item.type != TargetItem::Type::Slot) return;
        const int part = rule.slotSymbols[item.value];
        m_line = rule.line;
        if (item.formTable >= 0)
            for (Form form : m_tables.formTables[item.formTable]) checkForms(part, form);
        else
            checkForms(part, item.form == Form::Inherit ? asked : item.form);
    }

    void checkAgreement(const GrammarRule& rule, int slot, Form asked) {
        for (const TargetItem& item : rule.target)
            if (item.type == TargetItem::Type::Slot && item.value == slot && item.formTable >= 0)
                failLine(rule.line, "agreement with a slot whose own form depends on agreement");
        const Form form = rule.slotForms[slot] == Form::Inherit ? asked : rule.slotForms[slot];
        checkHasAgreement(rule.slotSymbols[slot], form, rule.line);
    }

    void checkHasAgreement(int symbolId, Form form, int line) {
        if (!m_agreementSeen.insert({symbolId, form}).second) return;
        const GrammarSymbol& symbol = m_tables.symbols[symbolId];
        for (int word : symbol.words)
            if (m_tables.words[word].agreement[static_cast<int>(form)] == Agreement::None)
                failLine(line, "asks for agreement with ", m_tables.words[word].zh, ", which has no person");
        for (int ruleId : symbol.rules) {
            const GrammarRule& rule = m_tables.rules[ruleId];
            if (rule.agreement != Agreement::None) continue;
            if (rule.agreementSlot < 0)
                failLine(rule.line, "a verb agrees with ", symbol.name,
                         "; say with which part: '; agree=SLOT', or 1, 2, 3, p");
            checkAgreement(rule, rule.agreementSlot, form);
        }
    }

    void fillVocabularies() {
        std::set<std::string> source, target;
        for (std::size_t i = 0; i < m_usedWords.size(); ++i)
            if (m_usedWords[i]) source.insert(m_tables.zhWords[i]);
        const bool article = m_usedTokens[m_tables.articleToken];
        for (std::size_t i = 0; i < m_usedTokens.size(); ++i) {
            if (!m_usedTokens[i]) continue;
            target.insert(m_tables.tokens[i]);
            if (article) target.insert(m_tables.tokens[m_tables.anVariant[i]]);
        }
        m_tables.sourceVocabulary.assign(source.begin(), source.end());
        m_tables.targetVocabulary.assign(target.begin(), target.end());
    }

    GrammarTables& m_tables;
    std::vector<bool> m_seen;
    std::set<std::pair<int, Form>> m_agreementSeen;
    std::vector<bool> m_usedTokens;
    std::vector<bool> m_usedWords;
    int m_line = 0;
};

}  // namespace

void checkGrammar(GrammarTables& tables) {
    Checker(tables).run();
}

}  // namespace vitrine
