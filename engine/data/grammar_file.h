#pragma once

// The text of a grammar file as lines understood one by one; internal to the grammar*.cpp files of this
// folder.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/data/grammar_tables.h"

namespace vitrine {

/// The longest grammar that is read.
inline constexpr std::size_t kMaxGrammarBytes = std::size_t{1} << 20;

struct WordLine {
    WordKind kind = WordKind::Other;
    std::string zh;
    std::vector<std::string> forms;
    std::string measure;
    std::vector<std::string> classes;
    int line = 0;
};

/// `name` or `name(argument)`.
struct SymbolReference {
    std::string name;
    std::string argument;
};

struct SourceToken {
    enum class Type : std::uint8_t { Literal, Slot, Measure };
    Type type = Type::Literal;
    std::string text;  ///< literal word, or the slot's name
    std::vector<SymbolReference> alternatives;
};

struct TargetToken {
    bool isReference = false;
    std::string text;  ///< literal word, or the name of a slot or an auxiliary
    std::string form;
    std::string agreesWith;
    std::vector<std::string> links;
};

struct RuleLine {
    bool isPattern = false;
    std::string name;
    std::string parameter;
    double weight = 1;
    std::vector<SourceToken> source;
    std::vector<TargetToken> target;
    std::string agreement;
    int line = 0;
};

struct GrammarFile {
    std::vector<WordLine> words;
    std::vector<RuleLine> rules;
    std::map<std::string, std::vector<std::string>> auxiliaries;
    std::map<std::string, std::vector<std::string>> formTables;
    std::vector<std::string> anWords;  ///< take "an" in spite of their first letter
    std::vector<std::string> aWords;   ///< take "a" in spite of their first letter
};

/// Throws Error "[grammar] line N: ..." on the first line that is not understood.
GrammarFile readGrammarFile(std::string_view text);

/// Throws Error "[grammar] line N: ...".
template <class... Args>
[[noreturn]] void failLine(int line, const Args&... args) {
    fail("grammar", "line ", line, ": ", args...);
}

}  // namespace vitrine
