#pragma once

// The compiled form of a grammar; internal to the grammar*.cpp files of this folder.

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/data/pair_example.h"

namespace vitrine {

/// Word forms that a rule can ask for. Inherit (written `*`) passes on the form asked of the whole phrase.
enum class Form : std::uint8_t {
    Text,
    Sg,
    Pl,
    One,
    Bare,
    Subj,
    Obj,
    Poss,
    Base,
    Third,
    Past,
    Participle,
    Ing,
    Er,
    Est,
    Prep,
    Goal,
    Inherit
};
constexpr int FormCount = static_cast<int>(Form::Inherit);
constexpr std::array<const char*, FormCount + 1> FormNames = {"text", "sg",   "pl",   "one",  "bare", "subj",
                                                              "obj",  "poss", "base", "3sg",  "past", "pp",
                                                              "ing",  "er",   "est",  "prep", "goal", "*"};

/// What a verb agrees with: first, second, third person singular, plural.
enum class Agreement : std::uint8_t { First, Second, Third, Plural, None };
constexpr int AgreementCount = 4;

enum class WordKind : std::uint8_t { Noun, Name, Pronoun, Verb, Adjective, Place, Other };

/// A lexicon line. form[f] is an index into GrammarTables::phrases, -1 where the word has no such form.
struct GrammarWord {
    std::string zh;
    int zhId = -1;
    WordKind kind = WordKind::Other;
    std::string measure;  ///< empty: cannot be counted
    int line = 0;
    std::array<int, FormCount> form{};
    std::array<Agreement, FormCount> agreement{};
};

struct SourceItem {
    int literal = -1;  ///< a Chinese word id, or
    int slot = -1;     ///< a slot of the rule
};

struct TargetItem {
    enum class Type : std::uint8_t { Literal, Slot, Auxiliary };
    Type type = Type::Literal;
    int value = -1;          ///< token id, slot, or auxiliary
    Form form = Form::Text;  ///< of a slot
    int formTable = -1;      ///< of a slot: the form is formTables[formTable] at the agreement of agreesWith
    int agreesWith = -1;     ///< slot
    std::vector<int> links;  ///< items of the source side that the words are linked to instead
};

struct GrammarRule {
    std::vector<SourceItem> source;
    std::vector<TargetItem> target;
    std::vector<int> slotSymbols;
    std::vector<Form> slotForms;  ///< the form in which the English side uses the slot first
    int agreementSlot = -1;
    Agreement agreement = Agreement::None;
    double weight = 1;
    int line = 0;
};

/// A word class (words) or a phrase (rules).
struct GrammarSymbol {
    std::string name;
    std::vector<int> words;
    std::vector<int> rules;
    std::vector<double> cumulative;  ///< of the rules' weights
    double size = 0;                 ///< words and rules below, counted once for every way to them
    bool isClass() const { return rules.empty(); }
};

struct GrammarPattern {
    int symbol = -1;
    double weight = 0;
};

struct GrammarTables {
    std::vector<std::string> zhWords;  ///< by zh id
    std::vector<std::string> tokens;   ///< English words by token id
    std::vector<bool> punctuation;     ///< by token id: no space before it
    std::vector<int> anVariant;        ///< by token id: token to use for "a" before it ("a" or "an")
    int articleToken = -1;             ///< the token "a", -1 if unused
    std::vector<std::vector<int>> phrases;
    std::vector<GrammarWord> words;
    std::vector<GrammarRule> rules;
    std::vector<GrammarSymbol>
        symbols;  ///< parts before wholes: a rule's slots have smaller ids than its symbol
    std::vector<std::array<int, AgreementCount>> auxiliaries;  ///< token ids
    std::vector<std::array<Form, AgreementCount>> formTables;
    std::vector<GrammarPattern> patterns;
    std::vector<std::string> patternNames;
    std::vector<double> cumulativePatterns;
    std::vector<std::vector<std::uint8_t>>
        reserved;  ///< [pattern][zh id]: 0 cannot occur or closed, 1 + CorpusPart
    std::vector<std::string> sourceVocabulary;
    std::vector<std::string> targetVocabulary;
    int depth = 0;
};

/// A derivation tree, flat. Node 0 is the pattern. A word node has word >= 0; a rule node has one child a
/// slot.
struct Derivation {
    struct Node {
        int rule = -1;
        int word = -1;
        int firstChild = -1;
        int firstIndex = -1;  ///< into sourceIndex (rule nodes) or the source word index itself (word nodes)
    };
    std::vector<Node> nodes;
    std::vector<int> sourceIndex;  ///< the source word index of each source item; filled by realise()
    int pattern = -1;
};

/// Both sentences and the links of a derivation; fills the index fields of the derivation on the way.
PairExample realise(const GrammarTables& tables, Derivation& derivation);
/// The part that the combinations of a derivation put it in.
CorpusPart partOf(const GrammarTables& tables, const Derivation& derivation);
/// Fills tables.reserved.
void reserveCombinations(GrammarTables& tables);
/// By symbol: reachable from the pattern's symbol.
std::vector<bool> reachableSymbols(const GrammarTables& tables, int symbol);

}  // namespace vitrine
