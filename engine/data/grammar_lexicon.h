#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/data/grammar_file.h"
#include "engine/data/grammar_tables.h"

namespace vitrine {

/// Fills the word part of the tables from the word lines; internal to the grammar compiler.
class GrammarLexicon {
public:
    GrammarLexicon(const GrammarFile& file, GrammarTables& tables);

    int zhId(const std::string& word);
    int token(const std::string& word);
    /// The words of a class in file order, null if there is no such class.
    const std::vector<int>* wordsOfClass(const std::string& name) const;
    const std::map<std::string, std::vector<int>>& classes() const { return m_classes; }
    /// Fills GrammarTables::anVariant; call when all tokens are known.
    void finishArticles();

private:
    void addWord(const WordLine& line);
    void setForm(GrammarWord& word, Form form, const std::string& text, Agreement agreement);
    void setForms(GrammarWord& word, const WordLine& line);

    const GrammarFile& m_file;
    GrammarTables& m_tables;
    std::unordered_map<std::string, int> m_zhIds;
    std::unordered_map<std::string, int> m_tokens;
    std::map<std::string, std::vector<int>> m_classes;
    std::map<std::pair<std::string, int>, int> m_lineInClass;  ///< by class and zh id
};

}  // namespace vitrine
