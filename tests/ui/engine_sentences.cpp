#include "tests/ui/engine_sentences.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <sstream>
#include <string_view>

namespace vitrine::testing {
namespace {

namespace fs = std::filesystem;

/// Where the literal that starts at `begin` (with a quote, or R before one) ends; `begin` when none does.
std::size_t literalEnd(std::string_view text, std::size_t begin) {
    if (text.substr(begin, 2) == "R\"") {
        const std::size_t open = text.find('(', begin);
        const std::string close = ')' + std::string(text.substr(begin + 2, open - begin - 2)) + '"';
        return text.find(close, open) + close.size();
    }
    const char quote = text[begin];
    const auto isDigit = [&](std::size_t i) { return i < text.size() && std::isxdigit(text[i]) != 0; };
    if (quote != '"' && quote != '\'') return begin;
    if (quote == '\'' && begin > 0 && isDigit(begin - 1) && isDigit(begin + 1)) return begin;  // 1'000
    std::size_t i = begin + 1;
    while (i < text.size() && text[i] != quote) i += text[i] == '\\' ? 2 : 1;
    return i + 1;
}

std::string readSource(const fs::path& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
}

std::string withoutComments(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (text.compare(i, 2, "//") == 0) {
            i = std::min(text.find('\n', i), text.size());
        } else if (text.compare(i, 2, "/*") == 0) {
            i = text.find("*/", i) + 2;
        } else {
            const std::size_t end = std::max(literalEnd(text, i), i + 1);
            out += text.substr(i, end - i);
            i = end;
        }
    }
    return out;
}

/// The arguments of the call whose bracket opens before `begin`.
std::vector<std::string> argumentsAt(const std::string& text, std::size_t begin) {
    std::vector<std::string> arguments(1);
    int depth = 1;
    for (std::size_t i = begin; i < text.size();) {
        const char c = text[i];
        const std::size_t end = literalEnd(text, i);
        if (end > i) {
            arguments.back() += text.substr(i, end - i);
            i = end;
            continue;
        }
        ++i;
        if (c == '(' || c == '[' || c == '{') ++depth;
        if ((c == ')' || c == ']' || c == '}') && --depth == 0) break;
        if (c == ',' && depth == 1)
            arguments.emplace_back();
        else if (!arguments.back().empty() || std::isspace(c) == 0)
            arguments.back() += c;
    }
    for (std::string& argument : arguments)
        while (!argument.empty() && std::isspace(argument.back()) != 0) argument.pop_back();
    return arguments;
}

bool isLiteral(const std::string& argument) {
    static const std::regex form(R"re(("(\\.|[^"\\])*"\s*)+|'(\\.|[^'\\])')re");
    return std::regex_match(argument, form);
}

/// The text of adjacent literals, or of a character.
std::string textOf(const std::string& literals) {
    std::string out;
    for (std::size_t i = 0; i < literals.size();) {
        if (literals[i] != '"' && literals[i] != '\'') {
            ++i;  // space between two of them
            continue;
        }
        const std::size_t end = literalEnd(literals, i);
        for (++i; i + 1 < end; ++i) {
            const bool escaped = literals[i] == '\\';
            if (escaped) ++i;
            out += escaped && literals[i] == 'n' ? '\n' : literals[i];
        }
        i = end;
    }
    return out;
}

/// English words in an argument that is no literal would reach the catalogue as a value.
bool hidesWords(const std::string& argument) {
    static const std::regex wording(R"re((Wording|Sentence)[{(]"[^"]*"[})]|[=!]= "[^"]*")re");
    const std::string rest = std::regex_replace(argument, wording, "");
    return rest.find('"') != std::string::npos &&
           (rest.find('?') != std::string::npos || rest.find("concat(") != std::string::npos);
}

WrittenSentence sentenceOf(const std::vector<std::string>& arguments, std::size_t first) {
    WrittenSentence sentence;
    int count = 0;
    bool afterArgument = false;
    for (std::size_t i = first; i < arguments.size(); ++i) {
        if (!isLiteral(arguments[i])) {
            sentence.pattern += '%' + std::to_string(++count);
            afterArgument = true;
            if (hidesWords(arguments[i])) sentence.trouble = arguments[i] + " hides words: use Wording{}";
            continue;
        }
        const std::string words = textOf(arguments[i]);
        if (afterArgument && !words.empty() && std::isdigit(static_cast<unsigned char>(words[0])) != 0)
            sentence.trouble = "a digit after an argument: \"" + words + '"';
        afterArgument = false;
        for (const char c : words) sentence.pattern.append(c == '%' ? 2 : 1, c);
    }
    return sentence;
}

struct Call {
    std::string name;
    std::vector<std::string> arguments;
};

std::vector<Call> callsIn(const fs::path& file, const std::string& names) {
    const std::string text = withoutComments(readSource(file));
    const std::regex form("(^|[^\\w.>])(" + names + ")\\s*[({]");
    std::vector<Call> calls;
    for (std::sregex_iterator it(text.begin(), text.end(), form), end; it != end; ++it)
        calls.push_back(
            {(*it)[2], argumentsAt(text, static_cast<std::size_t>(it->position() + it->length()))});
    return calls;
}

bool speaks(const std::string& file) {
    for (const char* rung :
         {"engine/core/", "engine/contract/", "engine/io/", "engine/text/", "engine/trace/", "engine/model/",
          "engine/decode/", "engine/session/", "engine/backend/cpu/gemm.", "ui/"})
        if (file.rfind(rung, 0) == 0) {
            for (const char* silent :
                 {"engine/core/error.h", "engine/core/sentence.h",             // declarations
                  "engine/text/learn_", "engine/text/corpus_lines.",           // training
                  "engine/decode/table_model.", "ui/shell/start_options.cpp",  // command lines
                  "engine/model/decoder_cache."})                              // shapes
                if (file.rfind(silent, 0) == 0) return false;
            return true;
        }
    return false;
}

}  // namespace

std::vector<WrittenSentence> writtenSentences(const fs::path& file) {
    std::vector<WrittenSentence> sentences;
    for (const Call& call : callsIn(file, "fail|require|phrase|Wording")) {
        if (call.name == "Wording" && !isLiteral(call.arguments.front())) continue;  // chosen at run time
        const std::size_t first = call.name == "fail" ? 1 : call.name == "require" ? 2 : 0;
        if (call.arguments.size() <= first) continue;
        WrittenSentence sentence = sentenceOf(call.arguments, first);
        sentence.where = file.string() + ": " + call.name + '(' + call.arguments.front() + " ...";
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

std::set<std::string> writtenPlaces(const fs::path& file) {
    std::set<std::string> places;
    for (const Call& call : callsIn(file, "fail|require|parseStrictJson")) {
        const std::size_t at = call.name == "fail" ? 0 : 1;
        if (call.arguments.size() > at && isLiteral(call.arguments[at]))
            places.insert(textOf(call.arguments[at]));
    }
    static const std::regex named(R"re(\bk(Place|Where)\s*=\s*("[^"]*"))re");
    const std::string text = readSource(file);
    for (std::sregex_iterator it(text.begin(), text.end(), named), end; it != end; ++it)
        places.insert(textOf((*it)[2]));
    return places;
}

std::vector<fs::path> filesThatSpeak() {
    const fs::path root = VITRINE_SOURCE_DIR;
    std::vector<fs::path> files;
    for (const char* folder : {"engine", "ui"})
        for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if ((extension == ".h" || extension == ".cpp") &&
                speaks(fs::relative(entry.path(), root).generic_string()))
                files.push_back(entry.path());
        }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace vitrine::testing
