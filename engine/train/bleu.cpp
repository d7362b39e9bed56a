#include "engine/train/bleu.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "engine/core/error.h"
#include "engine/text/normalise.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "BLEU";
constexpr std::size_t kOrders = 4;

// White space as Python's str.split() knows it.
bool isSpace(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string withoutTrailingSpace(std::string_view line) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < line.size();)
        if (!isSpace(nextCodePoint(line, i))) end = i;
    return std::string(line.substr(0, end));
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isPointOrComma(char c) {
    return c == '.' || c == ',';
}

// The first rule: every ASCII mark but ' , - . stands alone.
bool standsAlone(char c) {
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
           (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

// The other three rules look at two neighbours each and, as the regular expressions they stand for, go on
// behind a match. They test ASCII only, so that bytes do as well as characters.
template <class Matches, class Write>
std::string replacePairs(const std::string& text, Matches matches, Write write) {
    std::string out;
    std::size_t i = 0;
    while (i < text.size()) {
        if (i + 1 < text.size() && matches(text[i], text[i + 1])) {
            write(out, text[i], text[i + 1]);
            i += 2;
        } else {
            out.push_back(text[i++]);
        }
    }
    return out;
}

std::string splitPunctuation(const std::string& line) {
    std::string text = " ";
    for (const char c : line) {
        if (standsAlone(c))
            text.append({' ', c, ' '});
        else
            text.push_back(c);
    }
    text += ' ';
    const auto behind = [](std::string& out, char a, char b) { out.append({a, ' ', b, ' '}); };
    const auto before = [](std::string& out, char a, char b) { out.append({' ', a, ' ', b}); };
    text = replacePairs(
        text, [](char a, char b) { return !isDigit(a) && isPointOrComma(b); }, behind);
    text = replacePairs(
        text, [](char a, char b) { return isPointOrComma(a) && !isDigit(b); }, before);
    return replacePairs(
        text, [](char a, char b) { return isDigit(a) && b == '-'; }, behind);
}

std::vector<std::string> splitAtSpaces(std::string_view text) {
    std::vector<std::string> tokens;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t at = i;
        if (!isSpace(nextCodePoint(text, i))) continue;
        if (at > begin) tokens.emplace_back(text.substr(begin, at - begin));
        begin = i;
    }
    if (begin < text.size()) tokens.emplace_back(text.substr(begin));
    return tokens;
}

using Counts = std::unordered_map<std::string, std::uint64_t>;

// n-grams as their tokens joined by spaces, which no token contains.
Counts countNgrams(const std::vector<std::string>& tokens, std::size_t n) {
    Counts counts;
    for (std::size_t i = 0; i + n <= tokens.size(); ++i) {
        std::string ngram = tokens[i];
        for (std::size_t j = 1; j < n; ++j) (ngram += ' ') += tokens[i + j];
        ++counts[ngram];
    }
    return counts;
}

void addSentence(BleuScore& bleu, std::string_view hypothesis, std::string_view reference) {
    const auto hypothesisTokens = bleuTokens(hypothesis);
    const auto referenceTokens = bleuTokens(reference);
    bleu.hypothesisLength += hypothesisTokens.size();
    bleu.referenceLength += referenceTokens.size();
    for (std::size_t n = 1; n <= kOrders; ++n) {
        const Counts inReference = countNgrams(referenceTokens, n);
        for (const auto& [ngram, count] : countNgrams(hypothesisTokens, n)) {
            bleu.totals[n - 1] += count;
            const auto it = inReference.find(ngram);
            if (it != inReference.end()) bleu.matches[n - 1] += std::min(count, it->second);
        }
    }
}

double brevityPenalty(const BleuScore& bleu) {
    if (bleu.hypothesisLength >= bleu.referenceLength) return 1;
    if (bleu.hypothesisLength == 0) return 0;
    return std::exp(1 -
                    static_cast<double>(bleu.referenceLength) / static_cast<double>(bleu.hypothesisLength));
}

// Orders without a match count as 1/2, 1/4, ... of one (NIST smoothing); an order without any n-gram makes
// the score 0.
void finish(BleuScore& bleu) {
    bleu.brevityPenalty = brevityPenalty(bleu);
    if (std::all_of(bleu.matches.begin(), bleu.matches.end(), [](auto count) { return count == 0; })) return;
    double smooth = 1;
    double logSum = 0;
    for (std::size_t i = 0; i < kOrders; ++i) {
        if (bleu.totals[i] == 0) return;
        const auto total = static_cast<double>(bleu.totals[i]);
        if (bleu.matches[i] == 0) smooth *= 2;
        bleu.precisions[i] = bleu.matches[i] == 0 ? 100 / (smooth * total)
                                                  : 100 * static_cast<double>(bleu.matches[i]) / total;
        logSum += std::log(bleu.precisions[i]);
    }
    bleu.score = bleu.brevityPenalty * std::exp(logSum / kOrders);
}

void checkSizes(std::span<const std::string> hypotheses, std::span<const std::string> references,
                std::string_view place) {
    require(hypotheses.size() == references.size(), place, "there are ", hypotheses.size(),
            " hypotheses and ", references.size(), " references, expected one reference for each");
    require(!hypotheses.empty(), place, "there are no sentences to score");
}

}  // namespace

std::vector<std::string> bleuTokens(std::string_view line) {
    std::string text = withoutTrailingSpace(line);
    replaceAll(text, "<skipped>", "");
    replaceAll(text, "-\n", "");
    replaceAll(text, "\n", " ");
    replaceAll(text, "&quot;", "\"");
    replaceAll(text, "&amp;", "&");
    replaceAll(text, "&lt;", "<");
    replaceAll(text, "&gt;", ">");
    return splitAtSpaces(splitPunctuation(text));
}

BleuScore corpusBleu(std::span<const std::string> hypotheses, std::span<const std::string> references) {
    checkSizes(hypotheses, references, kPlace);
    BleuScore bleu;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
        requireUtf8(hypotheses[i], concat(kPlace, " hypothesis ", i + 1));
        requireUtf8(references[i], concat(kPlace, " reference ", i + 1));
        addSentence(bleu, hypotheses[i], references[i]);
    }
    finish(bleu);
    return bleu;
}

double exactMatch(std::span<const std::string> hypotheses, std::span<const std::string> references) {
    checkSizes(hypotheses, references, "exact match");
    std::size_t equal = 0;
    for (std::size_t i = 0; i < hypotheses.size(); ++i)
        if (normalise(hypotheses[i]) == normalise(references[i])) ++equal;
    return static_cast<double>(equal) / static_cast<double>(hypotheses.size());
}

}  // namespace vitrine
