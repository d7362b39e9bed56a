#include "engine/data/grammar_lexicon.h"

#include <algorithm>
#include <utility>

namespace vitrine {
namespace {

int intern(const std::string& text, std::unordered_map<std::string, int>& ids,
           std::vector<std::string>& texts) {
    const auto [entry, isNew] = ids.emplace(text, static_cast<int>(texts.size()));
    if (isNew) texts.push_back(text);
    return entry->second;
}

Agreement personOf(const std::string& text, int line) {
    if (text == "1") return Agreement::First;
    if (text == "2") return Agreement::Second;
    if (text == "3") return Agreement::Third;
    if (text == "p") return Agreement::Plural;
    failLine(line, "the person '", text.substr(0, 20), "' should be 1, 2, 3 or p");
}

bool startsWithVowel(const std::string& text) {
    return !text.empty() && std::string_view("aeiouAEIOU").find(text[0]) != std::string_view::npos;
}

}  // namespace

GrammarLexicon::GrammarLexicon(const GrammarFile& file, GrammarTables& tables)
    : m_file(file), m_tables(tables) {
    for (const WordLine& line : file.words) addWord(line);
}

int GrammarLexicon::zhId(const std::string& word) {
    return intern(word, m_zhIds, m_tables.zhWords);
}

int GrammarLexicon::token(const std::string& word) {
    const int id = intern(word, m_tokens, m_tables.tokens);
    if (m_tables.punctuation.size() < m_tables.tokens.size())
        m_tables.punctuation.push_back(word == "." || word == "," || word == "?" || word == "!");
    return id;
}

const std::vector<int>* GrammarLexicon::wordsOfClass(const std::string& name) const {
    const auto entry = m_classes.find(name);
    return entry == m_classes.end() ? nullptr : &entry->second;
}

void GrammarLexicon::addWord(const WordLine& line) {
    GrammarWord word;
    word.zh = line.zh;
    word.zhId = zhId(line.zh);
    word.kind = line.kind;
    word.measure = line.measure;
    word.line = line.line;
    word.form.fill(-1);
    word.agreement.fill(Agreement::None);
    setForms(word, line);
    const int id = static_cast<int>(m_tables.words.size());
    for (const std::string& name : line.classes) {
        const auto [entry, isNew] = m_lineInClass.emplace(std::make_pair(name, word.zhId), line.line);
        if (!isNew)
            failLine(line.line, line.zh, " is already in the class ", name, " (line ", entry->second,
                     "); one Chinese word may occur in a class once");
        m_classes[name].push_back(id);
    }
    m_tables.words.push_back(std::move(word));
}

void GrammarLexicon::setForm(GrammarWord& word, Form form, const std::string& text, Agreement agreement) {
    std::vector<int> phrase;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) phrase.push_back(token(text.substr(at, end - at)));
        at = end + 1;
    }
    if (phrase.size() > 8) failLine(word.line, "the English of ", word.zh, " has more than 8 words");
    word.form[static_cast<int>(form)] = static_cast<int>(m_tables.phrases.size());
    word.agreement[static_cast<int>(form)] = agreement;
    m_tables.phrases.push_back(std::move(phrase));
}

void GrammarLexicon::setForms(GrammarWord& word, const WordLine& line) {
    const auto& forms = line.forms;
    const auto set = [&](std::initializer_list<Form> targets, const std::string& text,
                         Agreement agreement = Agreement::None) {
        for (Form form : targets) setForm(word, form, text, agreement);
    };
    switch (word.kind) {
        case WordKind::Noun: {
            const bool counted = forms.size() == 2;
            if (!counted && !word.measure.empty())
                failLine(line.line, "the noun ", word.zh,
                         " has a measure word but no plural; write - for it");
            set({Form::Sg}, forms[0], Agreement::Third);
            set({Form::Poss}, forms[0] + "'s");
            if (counted) set({Form::Pl}, forms[1], Agreement::Plural);
            set({Form::One}, (counted ? "a " : "") + forms[0], Agreement::Third);
            set({Form::Text, Form::Bare, Form::Subj, Form::Obj}, forms.back(),
                counted ? Agreement::Plural : Agreement::Third);
            break;
        }
        case WordKind::Name:
            set({Form::Text, Form::Subj, Form::Obj, Form::Sg}, forms[0], Agreement::Third);
            set({Form::Poss}, forms[0] + "'s");
            break;
        case WordKind::Pronoun:
            set({Form::Subj}, forms[0], personOf(forms[3], line.line));
            set({Form::Obj}, forms[1], personOf(forms[3], line.line));
            set({Form::Poss}, forms[2]);
            break;
        case WordKind::Verb: {
            constexpr Form Order[] = {Form::Base, Form::Third, Form::Past, Form::Participle, Form::Ing};
            for (int i = 0; i < 5; ++i) set({Order[i]}, forms[i]);
            break;
        }
        case WordKind::Adjective:
            set({Form::Text, Form::Base}, forms[0]);
            set({Form::Er}, forms.size() > 1 ? forms[1] : "more " + forms[0]);
            set({Form::Est}, forms.size() > 2 ? forms[2] : "most " + forms[0]);
            break;
        case WordKind::Place:
            set({Form::Prep}, forms[0]);
            set({Form::Text, Form::Subj, Form::Obj}, forms[1], Agreement::Third);
            set({Form::Goal}, forms[2]);
            break;
        case WordKind::Other:
            set({Form::Text}, forms[0]);
            break;
    }
}

void GrammarLexicon::finishArticles() {
    const int a = token("a");
    const int an = token("an");
    m_tables.articleToken = a;
    for (const std::string& text : m_tables.tokens)
        m_tables.anVariant.push_back(startsWithVowel(text) ? an : a);
    const auto setVariant = [&](const std::vector<std::string>& words, int article) {
        for (const std::string& word : words)
            if (const auto known = m_tokens.find(word); known != m_tokens.end())
                m_tables.anVariant[known->second] = article;
    };
    setVariant(m_file.anWords, an);
    setVariant(m_file.aWords, a);
}

}  // namespace vitrine
