#include "engine/data/grammar_compile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/data/grammar_lexicon.h"

namespace vitrine {
namespace {

constexpr int MaxDepth = 24;
constexpr std::size_t MaxSymbols = 10000;
constexpr std::size_t MaxCompiledRules = 20000;
constexpr std::size_t MaxClassEntries = 2'000'000;

/// Replaces the dot-separated parts of `text` that equal `parameter` by `argument`: "X.v" -> "eat.v".
std::string substitute(const std::string& text, const std::string& parameter, const std::string& argument) {
    if (parameter.empty() || text.empty()) return text;
    std::string result;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('.', at), text.size());
        const std::string part = text.substr(at, end - at);
        if (at > 0) result += '.';
        result += part == parameter ? argument : part;
        at = end + 1;
    }
    return result;
}

class Compiler {
public:
    explicit Compiler(const GrammarFile& file) : m_file(file), m_lexicon(file, m_tables) {}

    GrammarTables run() {
        readTables();
        for (const RuleLine& rule : m_file.rules) {
            if (rule.isPattern) continue;
            if (m_lexicon.wordsOfClass(rule.name))
                failLine(rule.line, "the rule ", rule.name, " has the name of a class of words");
            auto& lines = m_templates[rule.name];
            if (!lines.empty() && lines.front()->parameter != rule.parameter)
                failLine(rule.line, "the rule ", rule.name, " has another parameter than in line ",
                         lines.front()->line);
            lines.push_back(&rule);
        }
        compilePatterns();
        checkAllUsed();
        m_lexicon.finishArticles();
        return std::move(m_tables);
    }

private:
    void readTables() {
        for (const auto& [name, values] : m_file.auxiliaries) {
            m_auxiliaries[name] = static_cast<int>(m_tables.auxiliaries.size());
            auto& tokens = m_tables.auxiliaries.emplace_back();
            for (int i = 0; i < AgreementCount; ++i) tokens[i] = m_lexicon.token(values[i]);
        }
        for (const auto& [name, values] : m_file.formTables) {
            require(!formNamed(name), "grammar", "the table 'forms ", name, "' has the name of a word form");
            m_formTables[name] = static_cast<int>(m_tables.formTables.size());
            auto& forms = m_tables.formTables.emplace_back();
            for (int i = 0; i < AgreementCount; ++i) {
                const auto form = formNamed(values[i]);
                require(form && *form != Form::Inherit, "grammar", "the table 'forms ", name, "' contains '",
                        values[i], "', which is no word form");
                forms[i] = *form;
            }
        }
    }

    static std::optional<Form> formNamed(const std::string& text) {
        for (int i = 0; i <= FormCount; ++i)
            if (text == FormNames[i]) return static_cast<Form>(i);
        return std::nullopt;
    }

    void compilePatterns() {
        std::map<std::string, std::vector<const RuleLine*>> lines;
        for (const RuleLine& rule : m_file.rules)
            if (rule.isPattern) {
                auto& same = lines[rule.name];
                if (same.empty()) m_tables.patternNames.push_back(rule.name);
                same.push_back(&rule);
            }
        require(!lines.empty(), "grammar",
                "the file has no pattern; write at least one 'pattern name: ... => ...'");
        require(lines.size() <= 1000, "grammar", "more than 1000 patterns");
        double total = 0;
        for (const std::string& name : m_tables.patternNames) {
            GrammarPattern pattern;
            for (const RuleLine* rule : lines[name]) pattern.weight += rule->weight;
            pattern.symbol = addPhrase("pattern " + name, lines[name], "", 0);
            m_tables.patterns.push_back(pattern);
            m_tables.cumulativePatterns.push_back(total += pattern.weight);
        }
    }

    /// The symbol of a reference, compiled at its first use.
    int symbolOf(const SymbolReference& reference, int line, int depth) {
        if (const std::vector<int>* members = m_lexicon.wordsOfClass(reference.name)) {
            if (!reference.argument.empty())
                failLine(line, "the class ", reference.name, " takes no argument");
            m_used.insert(reference.name);
            return addClass(reference.name, *members, line);
        }
        const auto lines = m_templates.find(reference.name);
        if (lines == m_templates.end())
            failLine(line, "there is neither a class nor a rule called ", reference.name);
        if (lines->second.front()->parameter.empty() != reference.argument.empty())
            failLine(line, "the rule ", reference.name,
                     reference.argument.empty() ? " needs an argument in ( )" : " takes no argument");
        m_used.insert(reference.name);
        const std::string key = reference.name + '(' + reference.argument + ')';
        if (const auto known = m_symbols.find(key); known != m_symbols.end()) {
            if (known->second < 0) failLine(line, "the rule ", reference.name, " contains itself");
            return known->second;
        }
        if (depth >= MaxDepth) failLine(line, "rules are nested more than ", MaxDepth, " deep");
        m_symbols[key] = -1;
        const int symbol = addPhrase(key, lines->second, reference.argument, depth);
        return m_symbols[key] = symbol;
    }

    double sizeOf(const GrammarRule& rule) const {
        double size = 1;
        for (int part : rule.slotSymbols) size += m_tables.symbols[part].size;
        return size;
    }

    int addSymbol(GrammarSymbol symbol, int line) {
        if (m_tables.symbols.size() >= MaxSymbols)
            failLine(line, "the grammar has more than ", MaxSymbols, " phrases");
        m_tables.symbols.push_back(std::move(symbol));
        return static_cast<int>(m_tables.symbols.size()) - 1;
    }

    int addClass(const std::string& name, const std::vector<int>& members, int line) {
        if (const auto known = m_symbols.find(name); known != m_symbols.end()) return known->second;
        m_classEntries += members.size();
        if (m_classEntries > MaxClassEntries) failLine(line, "the grammar's classes are too large");
        GrammarSymbol symbol;
        symbol.name = name;
        symbol.words = members;
        symbol.size = static_cast<double>(members.size());
        return m_symbols[name] = addSymbol(std::move(symbol), line);
    }

    int addPhrase(const std::string& name, const std::vector<const RuleLine*>& lines,
                  const std::string& argument, int depth) {
        GrammarSymbol symbol;
        symbol.name = name;
        for (const RuleLine* rule : lines) compileRule(*rule, argument, depth, symbol.rules);
        if (symbol.rules.empty())
            failLine(lines.front()->line, "no noun that can be counted fits '", name, "'");
        double total = 0;
        for (int rule : symbol.rules) {
            symbol.cumulative.push_back(total += m_tables.rules[rule].weight);
            symbol.size += sizeOf(m_tables.rules[rule]);
        }
        return addSymbol(std::move(symbol), lines.front()->line);
    }

    /// `a` is one symbol; `a, b` is the union of two classes or a phrase with the choice between two.
    int alternativesSymbol(const std::vector<SymbolReference>& alternatives, int line, int depth) {
        std::vector<int> symbols;
        std::string name;
        bool classes = true;
        for (const SymbolReference& reference : alternatives) {
            symbols.push_back(symbolOf(reference, line, depth + 1));
            name += '|' + std::to_string(symbols.back());
            classes = classes && m_tables.symbols[symbols.back()].isClass();
        }
        if (symbols.size() == 1) return symbols.front();
        if (const auto known = m_symbols.find(name); known != m_symbols.end()) return known->second;
        if (classes) return unionOf(symbols, name, line);
        GrammarSymbol symbol;
        symbol.name = name;
        double total = 0;
        for (int part : symbols) {
            GrammarRule unit;
            unit.source.push_back({-1, 0});
            TargetItem item;
            item.type = TargetItem::Type::Slot;
            item.value = 0;
            item.form = Form::Inherit;
            unit.target.push_back(item);
            unit.slotSymbols.push_back(part);
            unit.slotForms.push_back(Form::Inherit);
            unit.agreementSlot = 0;
            unit.line = line;
            symbol.size += sizeOf(unit);
            symbol.rules.push_back(addRule(std::move(unit)));
            // Evenly, the only verb of one class would come as often as the hundred of another together.
            symbol.cumulative.push_back(total += std::sqrt(m_tables.symbols[part].size));
        }
        return m_symbols[name] = addSymbol(std::move(symbol), line);
    }

    int unionOf(const std::vector<int>& symbols, const std::string& name, int line) {
        std::vector<int> members;
        std::map<int, int> wordOfZh;
        for (int symbol : symbols)
            for (int word : m_tables.symbols[symbol].words) {
                const auto [entry, isNew] = wordOfZh.emplace(m_tables.words[word].zhId, word);
                if (isNew) members.push_back(word);
                if (entry->second != word)
                    failLine(line, m_tables.words[word].zh, " has different English in the classes ", name);
            }
        return addClass(name, members, line);
    }

    int addRule(GrammarRule rule) {
        if (m_tables.rules.size() >= MaxCompiledRules)
            failLine(rule.line, "the grammar has more than ", MaxCompiledRules,
                     " rules after its parameters are filled in");
        m_tables.rules.push_back(std::move(rule));
        return static_cast<int>(m_tables.rules.size()) - 1;
    }

    void compileRule(const RuleLine& line, const std::string& argument, int depth, std::vector<int>& result) {
        GrammarRule rule;
        rule.line = line.line;
        rule.weight = line.weight;
        std::map<std::string, int> slots;
        std::vector<int> measureItems;
        int measuredSlot = -1;
        for (const SourceToken& token : line.source) {
            if (token.type != SourceToken::Type::Slot) continue;
            if (!slots.emplace(token.text, static_cast<int>(slots.size())).second)
                failLine(line.line, "two slots are called ", token.text, "; name them apart: {A=", token.text,
                         "}");
            std::vector<SymbolReference> alternatives = token.alternatives;
            for (SymbolReference& reference : alternatives) {
                reference.name = substitute(reference.name, line.parameter, argument);
                reference.argument = substitute(reference.argument, line.parameter, argument);
            }
            rule.slotSymbols.push_back(alternativesSymbol(alternatives, line.line, depth));
        }
        for (const SourceToken& token : line.source) {
            SourceItem item;
            if (token.type == SourceToken::Type::Literal) item.literal = m_lexicon.zhId(token.text);
            if (token.type == SourceToken::Type::Slot) item.slot = slots[token.text];
            if (token.type == SourceToken::Type::Measure) {
                const int slot = slotNamed(slots, token.text, line.line);
                if (measuredSlot >= 0 && slot != measuredSlot)
                    failLine(line.line, "a rule can have measure words for one slot only");
                measureItems.push_back(static_cast<int>(rule.source.size()));
                measuredSlot = slot;
            }
            rule.source.push_back(item);
        }
        compileTarget(line, slots, rule);
        if (measureItems.empty())
            result.push_back(addRule(std::move(rule)));
        else
            splitByMeasure(rule, measureItems, measuredSlot, result);
    }

    /// One rule for every measure word of the counted slot's class, so that the rest is context-free.
    void splitByMeasure(const GrammarRule& rule, const std::vector<int>& items, int slot,
                        std::vector<int>& result) {
        const GrammarSymbol noun = m_tables.symbols[rule.slotSymbols[slot]];
        if (!noun.isClass()) failLine(rule.line, "{measure ...} needs a slot filled by a class of nouns");
        std::map<std::string, std::vector<int>> byMeasure;
        std::size_t counted = 0;
        for (int word : noun.words)
            if (!m_tables.words[word].measure.empty()) {
                byMeasure[m_tables.words[word].measure].push_back(word);
                ++counted;
            }
        for (const auto& [measure, members] : byMeasure) {
            GrammarRule part = rule;
            for (int item : items) part.source[item].literal = m_lexicon.zhId(measure);
            part.slotSymbols[slot] = addClass(noun.name + '#' + measure, members, rule.line);
            part.weight = rule.weight * static_cast<double>(members.size()) / static_cast<double>(counted);
            result.push_back(addRule(std::move(part)));
        }
    }

    static int slotNamed(const std::map<std::string, int>& slots, const std::string& name, int line) {
        const auto slot = slots.find(name);
        if (slot == slots.end()) failLine(line, "the Chinese side has no slot ", name);
        return slot->second;
    }

    void compileTarget(const RuleLine& line, const std::map<std::string, int>& slots, GrammarRule& rule) {
        rule.slotForms.assign(slots.size(), Form::Text);
        std::vector<bool> used(slots.size(), false);
        int inheriting = -1;
        for (const TargetToken& token : line.target) {
            TargetItem item = compileTargetItem(token, slots, line.line);
            for (const std::string& link : token.links) linkLiterals(link, line, item.links);
            if (item.type == TargetItem::Type::Slot) {
                if (!used[item.value]) rule.slotForms[item.value] = item.form;
                used[item.value] = true;
                if (item.form == Form::Inherit && item.formTable < 0) inheriting = item.value;
            }
            rule.target.push_back(item);
        }
        for (const auto& [name, slot] : slots)
            if (!used[slot]) failLine(line.line, "the English side does not use the slot ", name);
        if (slots.size() == 1) rule.agreementSlot = 0;
        if (inheriting >= 0) rule.agreementSlot = inheriting;
        if (!line.agreement.empty()) setAgreement(line, slots, rule);
    }

    static void setAgreement(const RuleLine& line, const std::map<std::string, int>& slots,
                             GrammarRule& rule) {
        constexpr const char* Persons[] = {"1", "2", "3", "p"};
        for (int i = 0; i < AgreementCount; ++i)
            if (line.agreement == Persons[i]) {
                rule.agreement = static_cast<Agreement>(i);
                return;
            }
        rule.agreementSlot = slotNamed(slots, line.agreement, line.line);
    }

    TargetItem compileTargetItem(const TargetToken& token, const std::map<std::string, int>& slots,
                                 int line) {
        TargetItem item;
        if (!token.isReference) {
            item.value = m_lexicon.token(token.text);
            return item;
        }
        if (!token.agreesWith.empty()) item.agreesWith = slotNamed(slots, token.agreesWith, line);
        const auto slot = slots.find(token.text);
        if (slot == slots.end()) {
            const auto auxiliary = m_auxiliaries.find(token.text);
            if (auxiliary == m_auxiliaries.end())
                failLine(line, token.text, " is neither a slot of the Chinese side nor an auxiliary");
            if (!token.form.empty() || item.agreesWith < 0)
                failLine(line, "an auxiliary is written {", token.text, "@slot}");
            item.type = TargetItem::Type::Auxiliary;
            item.value = auxiliary->second;
            return item;
        }
        item.type = TargetItem::Type::Slot;
        item.value = slot->second;
        if (item.agreesWith >= 0) {
            const auto table = m_formTables.find(token.form);
            if (table == m_formTables.end())
                failLine(line, "'", token.form.substr(0, 20), "' before @ is not a table of forms");
            item.formTable = table->second;
        } else if (!token.form.empty()) {
            const auto form = formNamed(token.form);
            if (!form) failLine(line, "there is no word form called '", token.form.substr(0, 20), "'");
            item.form = *form;
        }
        return item;
    }

    /// Links to every literal of the Chinese side that is spelled so: a verb said twice is one verb.
    static void linkLiterals(const std::string& link, const RuleLine& line, std::vector<int>& links) {
        const std::size_t before = links.size();
        for (std::size_t i = 0; i < line.source.size(); ++i) {
            const SourceToken& source = line.source[i];
            if (source.type == SourceToken::Type::Literal && source.text == link)
                links.push_back(static_cast<int>(i));
        }
        if (links.size() == before)
            failLine(line.line, "^", link, " links to a word that the Chinese side does not have");
    }

    void checkAllUsed() const {
        for (const auto& [name, members] : m_lexicon.classes())
            if (!m_used.count(name))
                failLine(m_tables.words[members.front()].line, "the class ", name, " is used by no rule");
        for (const auto& [name, lines] : m_templates)
            if (!m_used.count(name))
                failLine(lines.front()->line, "the rule ", name, " is used by no pattern");
    }

    const GrammarFile& m_file;
    GrammarTables m_tables;
    GrammarLexicon m_lexicon;
    std::map<std::string, std::vector<const RuleLine*>> m_templates;
    std::map<std::string, int> m_symbols;  ///< by key; -1 while it is being compiled
    std::map<std::string, int> m_auxiliaries;
    std::map<std::string, int> m_formTables;
    std::set<std::string> m_used;
    std::size_t m_classEntries = 0;
};

}  // namespace

GrammarTables compileGrammar(const GrammarFile& file) {
    GrammarTables tables = Compiler(file).run();
    checkGrammar(tables);
    reserveCombinations(tables);
    return tables;
}

}  // namespace vitrine
