#include <algorithm>

#include "engine/data/grammar_tables.h"

namespace vitrine {
namespace {

class Realiser {
public:
    Realiser(const GrammarTables& tables, Derivation& derivation)
        : m_tables(tables), m_derivation(derivation) {}

    PairExample run() {
        m_derivation.sourceIndex.clear();
        writeSource(0);
        writeTarget(0, Form::Text, {});
        chooseArticles();
        joinTarget();
        std::sort(m_pair.links.begin(), m_pair.links.end(),
                  [](const AlignmentLink& a, const AlignmentLink& b) {
                      return a.target != b.target ? a.target < b.target : a.source < b.source;
                  });
        m_pair.pattern = m_derivation.pattern;
        return std::move(m_pair);
    }

private:
    int addSourceWord(int zhId) {
        m_pair.sourceWords.push_back(m_tables.zhWords[zhId]);
        m_pair.source += m_tables.zhWords[zhId];
        return static_cast<int>(m_pair.sourceWords.size()) - 1;
    }

    void writeSource(int nodeId) {
        Derivation::Node& node = m_derivation.nodes[nodeId];
        if (node.word >= 0) {
            node.firstIndex = addSourceWord(m_tables.words[node.word].zhId);
            return;
        }
        const GrammarRule& rule = m_tables.rules[node.rule];
        const int first = static_cast<int>(m_derivation.sourceIndex.size());
        node.firstIndex = first;
        m_derivation.sourceIndex.resize(first + rule.source.size(), -1);
        for (std::size_t i = 0; i < rule.source.size(); ++i) {
            const SourceItem& item = rule.source[i];
            if (item.literal >= 0)
                m_derivation.sourceIndex[first + i] = addSourceWord(item.literal);
            else
                writeSource(node.firstChild + item.slot);
        }
    }

    /// What overrides the links of a part: items of the rule at a node; null: nothing does.
    struct Links {
        const Derivation::Node* node = nullptr;
        const std::vector<int>* items = nullptr;
    };

    void addTargetWord(int token, const Links& links, int own) {
        const int target = static_cast<int>(m_target.size());
        if (links.items)
            for (int item : *links.items)
                m_pair.links.push_back({m_derivation.sourceIndex[links.node->firstIndex + item], target});
        else if (own >= 0)
            m_pair.links.push_back({own, target});
        m_target.push_back(token);
    }

    void writeTarget(int nodeId, Form form, const Links& links) {
        const Derivation::Node& node = m_derivation.nodes[nodeId];
        if (node.word >= 0) {
            const GrammarWord& word = m_tables.words[node.word];
            for (int token : m_tables.phrases[word.form[static_cast<int>(form)]])
                addTargetWord(token, links, node.firstIndex);
            return;
        }
        const GrammarRule& rule = m_tables.rules[node.rule];
        for (const TargetItem& item : rule.target) {
            Links itemLinks = links;
            if (!links.items && !item.links.empty()) itemLinks = {&node, &item.links};
            switch (item.type) {
                case TargetItem::Type::Literal:
                    addTargetWord(item.value, itemLinks, -1);
                    break;
                case TargetItem::Type::Auxiliary:
                    addTargetWord(m_tables.auxiliaries[item.value][agreementIndex(node, rule, item, form)],
                                  itemLinks, -1);
                    break;
                case TargetItem::Type::Slot: {
                    Form asked = item.form == Form::Inherit ? form : item.form;
                    if (item.formTable >= 0)
                        asked = m_tables.formTables[item.formTable][agreementIndex(node, rule, item, form)];
                    writeTarget(node.firstChild + item.value, asked, itemLinks);
                }
            }
        }
    }

    int agreementIndex(const Derivation::Node& node, const GrammarRule& rule, const TargetItem& item,
                       Form form) const {
        return static_cast<int>(agreementOfSlot(node, rule, item.agreesWith, form));
    }

    Agreement agreementOfSlot(const Derivation::Node& node, const GrammarRule& rule, int slot,
                              Form form) const {
        const Form slotForm = rule.slotForms[slot] == Form::Inherit ? form : rule.slotForms[slot];
        const Derivation::Node& part = m_derivation.nodes[node.firstChild + slot];
        if (part.word >= 0) return m_tables.words[part.word].agreement[static_cast<int>(slotForm)];
        const GrammarRule& partRule = m_tables.rules[part.rule];
        if (partRule.agreement != Agreement::None) return partRule.agreement;
        return agreementOfSlot(part, partRule, partRule.agreementSlot, slotForm);
    }

    void chooseArticles() {
        for (std::size_t i = 0; i + 1 < m_target.size(); ++i)
            if (m_target[i] == m_tables.articleToken) m_target[i] = m_tables.anVariant[m_target[i + 1]];
    }

    void joinTarget() {
        for (int token : m_target) {
            if (!m_pair.target.empty() && !m_tables.punctuation[token]) m_pair.target += ' ';
            m_pair.target += m_tables.tokens[token];
            m_pair.targetWords.push_back(m_tables.tokens[token]);
        }
    }

    const GrammarTables& m_tables;
    Derivation& m_derivation;
    PairExample m_pair;
    std::vector<int> m_target;
};

}  // namespace

PairExample realise(const GrammarTables& tables, Derivation& derivation) {
    PairExample pair = Realiser(tables, derivation).run();
    pair.part = partOf(tables, derivation);
    return pair;
}

}  // namespace vitrine
