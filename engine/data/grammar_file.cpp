#include "engine/data/grammar_file.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::size_t MaxLineBytes = 2000;
constexpr std::size_t MaxWords = 20000;
constexpr std::size_t MaxRules = 4000;
constexpr std::size_t MaxItems = 32;
constexpr std::size_t MaxList = 64;

bool isSpace(char c) {
    return c == ' ' || c == '\t';
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
    while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(trim(text.substr(0, at)));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

bool isName(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '.';
    });
}

std::string name(std::string_view text, int line, std::string_view what) {
    if (!isName(text))
        failLine(line, "'", text.substr(0, 40), "' is not a name for a ", what,
                 "; use English letters, digits, _ and . only");
    return std::string(text);
}

std::string word(std::string_view text, int line) {
    if (text.empty()) failLine(line, "a word is missing");
    for (char c : text)
        if (isSpace(c) || c == '{' || c == '}' || c == '^' || c == '|')
            failLine(line, "the word '", text.substr(0, 40), "' contains '", c, "', which words cannot");
    return std::string(text);
}

std::vector<std::string> names(std::string_view text, int line, std::string_view what) {
    std::vector<std::string> result;
    for (std::string_view part : split(text, ',')) result.push_back(name(part, line, what));
    if (result.size() > MaxList) failLine(line, "more than ", MaxList, " names in one list");
    return result;
}

struct KindName {
    std::string_view text;
    WordKind kind;
    std::size_t minForms;
    std::size_t maxForms;
    std::string_view expected;
};
constexpr KindName Kinds[] = {
    {"noun", WordKind::Noun, 1, 2, "singular, plural (or the singular alone for what is not counted)"},
    {"name", WordKind::Name, 1, 1, "one form"},
    {"pronoun", WordKind::Pronoun, 4, 4, "subject, object, possessive and the person 1, 2, 3 or p"},
    {"verb", WordKind::Verb, 5, 5, "base, third person, past, participle, -ing form"},
    {"adjective", WordKind::Adjective, 1, 3, "base (, comparative (, superlative))"},
    {"place", WordKind::Place, 3, 3, "preposition, the place, the way to it (in, the park, to the park)"},
    {"word", WordKind::Other, 1, 1, "one form"},
};

WordLine readWord(const KindName& kind, std::string_view rest, int line) {
    const auto fields = split(rest, '|');
    const std::size_t wanted = kind.kind == WordKind::Noun ? 4 : 3;
    if (fields.size() != wanted)
        failLine(line, "a ", kind.text, " has ", wanted, " fields separated by |, found ", fields.size(),
                 wanted == 4 ? " (noun Chinese | singular, plural | measure word | classes)"
                             : " (Chinese | English forms | classes)");
    WordLine result;
    result.kind = kind.kind;
    result.line = line;
    result.zh = word(fields[0], line);
    for (std::string_view form : split(fields[1], ',')) {
        if (form.empty()) failLine(line, "an English form of ", result.zh, " is empty");
        result.forms.emplace_back(form);
    }
    if (result.forms.size() < kind.minForms || result.forms.size() > kind.maxForms)
        failLine(line, "the ", kind.text, ' ', result.zh, " has ", result.forms.size(),
                 " English forms; expected ", kind.expected);
    if (wanted == 4 && fields[2] != "-") result.measure = word(fields[2], line);
    result.classes = names(fields.back(), line, "class");
    return result;
}

SymbolReference readReference(std::string_view text, int line) {
    SymbolReference result;
    const std::size_t open = text.find('(');
    if (open != std::string_view::npos) {
        if (text.back() != ')') failLine(line, "'", text.substr(0, 40), "' has no closing )");
        result.argument = name(trim(text.substr(open + 1, text.size() - open - 2)), line, "class");
        text = trim(text.substr(0, open));
    }
    result.name = name(text, line, "class or rule");
    return result;
}

/// The inside of {...} on the Chinese side: `measure N`, `symbol`, `N=symbol`, `N=symbol, symbol`.
SourceToken readSourceSlot(std::string_view inside, int line) {
    SourceToken token;
    if (inside.substr(0, 8) == "measure ") {
        token.type = SourceToken::Type::Measure;
        token.text = name(trim(inside.substr(8)), line, "slot");
        return token;
    }
    token.type = SourceToken::Type::Slot;
    const std::size_t equals = inside.find('=');
    const std::string_view symbols = equals == std::string_view::npos ? inside : inside.substr(equals + 1);
    const auto alternatives = split(symbols, ',');
    if (alternatives.size() > MaxList) failLine(line, "more than ", MaxList, " alternatives in one slot");
    for (std::string_view alternative : alternatives)
        token.alternatives.push_back(readReference(alternative, line));
    token.text = equals == std::string_view::npos ? token.alternatives.front().name
                                                  : name(trim(inside.substr(0, equals)), line, "slot");
    return token;
}

/// `name`, `name:form`, `name:form@slot` or `auxiliary@slot`.
TargetToken readTargetReference(std::string_view inside, int line) {
    TargetToken token;
    token.isReference = true;
    const std::size_t at = inside.find('@');
    if (at != std::string_view::npos) {
        token.agreesWith = name(trim(inside.substr(at + 1)), line, "slot");
        inside = inside.substr(0, at);
    }
    const std::size_t colon = inside.find(':');
    if (colon != std::string_view::npos) {
        token.form = std::string(trim(inside.substr(colon + 1)));
        inside = inside.substr(0, colon);
    }
    token.text = name(trim(inside), line, "slot");
    return token;
}

/// Calls `take(text, braces)` for every {...} and every run without spaces or braces.
template <class Take>
void scan(std::string_view side, int line, Take take) {
    std::size_t at = 0, items = 0;
    while (at < side.size()) {
        if (isSpace(side[at])) {
            ++at;
            continue;
        }
        if (++items > MaxItems) failLine(line, "more than ", MaxItems, " items on one side");
        const bool braces = side[at] == '{';
        const std::size_t end = braces ? side.find('}', at) : side.find_first_of(" \t{", at);
        if (braces && end == std::string_view::npos) failLine(line, "a { has no closing }");
        const std::size_t stop = std::min(end, side.size());
        take(braces ? trim(side.substr(at + 1, stop - at - 1)) : side.substr(at, stop - at), braces);
        at = braces ? stop + 1 : stop;
    }
}

void readSource(std::string_view side, RuleLine& rule) {
    scan(side, rule.line, [&](std::string_view text, bool braces) {
        if (braces)
            rule.source.push_back(readSourceSlot(text, rule.line));
        else
            rule.source.push_back({SourceToken::Type::Literal, word(text, rule.line), {}});
    });
}

void readTarget(std::string_view side, RuleLine& rule) {
    bool glued = false;  // the last item was a {...}, which a ^ may follow
    scan(side, rule.line, [&](std::string_view text, bool braces) {
        if (braces) {
            rule.target.push_back(readTargetReference(text, rule.line));
            glued = true;
            return;
        }
        const auto parts = split(text, '^');
        if (parts.front().empty()) {
            if (!glued || parts.size() < 2) failLine(rule.line, "a ^ must follow an English word or a }");
        } else {
            rule.target.push_back({false, word(parts.front(), rule.line), "", "", {}});
        }
        for (std::size_t i = 1; i < parts.size(); ++i)
            rule.target.back().links.push_back(word(parts[i], rule.line));
        glued = false;
    });
}

/// `name`, `name(X)`, each with an optional ` xWEIGHT`.
void readRuleHead(std::string_view head, RuleLine& rule) {
    const std::size_t space = head.find_last_of(" \t");
    if (space != std::string_view::npos && space + 1 < head.size() && head[space + 1] == 'x') {
        const std::string_view digits = head.substr(space + 2);
        if (digits.empty() || digits.size() > 3 ||
            !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }) ||
            digits.find_first_not_of('0') == std::string_view::npos)
            failLine(rule.line, "the weight '", head.substr(space + 1, 20), "' should be x1 to x999");
        rule.weight = std::stoi(std::string(digits));
        head = trim(head.substr(0, space));
    }
    const SymbolReference reference = readReference(head, rule.line);
    rule.name = reference.name;
    rule.parameter = reference.argument;
    if (rule.isPattern && !rule.parameter.empty()) failLine(rule.line, "a pattern has no parameter");
}

RuleLine readRule(bool isPattern, std::string_view rest, int line) {
    RuleLine rule;
    rule.isPattern = isPattern;
    rule.line = line;
    const std::size_t colon = rest.find(':');
    const std::size_t arrow = rest.find("=>");
    if (colon == std::string_view::npos || arrow == std::string_view::npos || arrow < colon)
        failLine(line, "expected 'name: Chinese => English'");
    readRuleHead(trim(rest.substr(0, colon)), rule);
    std::string_view target = rest.substr(arrow + 2);
    const std::size_t semicolon = target.find(';');
    if (semicolon != std::string_view::npos) {
        const std::string_view attribute = trim(target.substr(semicolon + 1));
        if (attribute.substr(0, 6) != "agree=") failLine(line, "expected 'agree=...' after ;");
        rule.agreement = name(attribute.substr(6), line, "slot or person");
        target = target.substr(0, semicolon);
    }
    readSource(rest.substr(colon + 1, arrow - colon - 1), rule);
    readTarget(target, rule);
    return rule;
}

/// `name = a b c d`, one value each for I, you (one), he, we.
void readTable(std::string_view rest, int line, std::map<std::string, std::vector<std::string>>& tables) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) failLine(line, "expected 'name = four values'");
    const std::string key = name(trim(rest.substr(0, equals)), line, "table");
    std::vector<std::string> values;
    for (std::string_view value : split(rest.substr(equals + 1), ' '))
        if (!value.empty()) values.emplace_back(value);
    if (values.size() != AgreementCount)
        failLine(line, key, " needs four values (for I, you, he, we), found ", values.size());
    if (!tables.emplace(key, values).second) failLine(line, key, " is defined twice");
}

void readLine(std::string_view text, int line, GrammarFile& file) {
    const std::size_t space = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view keyword = text.substr(0, space);
    const std::string_view rest = trim(text.substr(space));
    for (const KindName& kind : Kinds)
        if (keyword == kind.text) {
            file.words.push_back(readWord(kind, rest, line));
            if (file.words.size() > MaxWords) failLine(line, "more than ", MaxWords, " words");
            return;
        }
    if (keyword == "rule" || keyword == "pattern") {
        file.rules.push_back(readRule(keyword == "pattern", rest, line));
        if (file.rules.size() > MaxRules) failLine(line, "more than ", MaxRules, " rules");
    } else if (keyword == "auxiliary") {
        readTable(rest, line, file.auxiliaries);
    } else if (keyword == "forms") {
        readTable(rest, line, file.formTables);
    } else if (keyword == "an" || keyword == "a") {
        for (std::string_view value : split(rest, ','))
            (keyword == "an" ? file.anWords : file.aWords).push_back(word(value, line));
    } else {
        failLine(
            line, "starts with '", keyword.substr(0, 40),
            "'; expected noun, name, pronoun, verb, adjective, place, word, rule, pattern, auxiliary, forms, "
            "an, a or #");
    }
}

void checkCharacters(std::string_view text, int line) {
    const std::optional<std::size_t> invalid = invalidUtf8At(text);
    if (invalid) failLine(line, "byte ", *invalid + 1, " is not valid UTF-8");
    for (std::size_t at = 0; at < text.size(); ++at)
        if (static_cast<unsigned char>(text[at]) < 32 && text[at] != '\t')
            failLine(line, "byte ", at + 1, " is a control character");
}

}  // namespace

GrammarFile readGrammarFile(std::string_view text) {
    require(text.size() <= kMaxGrammarBytes, "grammar", "the file has ", text.size(), " bytes, at most ",
            kMaxGrammarBytes, " are read");
    GrammarFile file;
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    int line = 0;
    while (!text.empty()) {
        ++line;
        const std::size_t end = text.find('\n');
        std::string_view content = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (!content.empty() && content.back() == '\r') content.remove_suffix(1);
        if (content.size() > MaxLineBytes) failLine(line, "longer than ", MaxLineBytes, " bytes");
        checkCharacters(content, line);
        content = trim(content.substr(0, content.find('#')));
        if (!content.empty()) readLine(content, line, file);
    }
    return file;
}

}  // namespace vitrine
