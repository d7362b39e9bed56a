#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/error.h"
#include "engine/text/characters.h"
#include "engine/text/corpus_lines.h"
#include "engine/text/learn.h"
#include "engine/text/segmenter.h"
#include "engine/text/units.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "learning words";
constexpr int kRounds = 4;

using Counts = std::unordered_map<std::string, std::uint64_t>;

struct Corpus {
    Counts words;  // words, numbers and symbols
    Counts runs;   // runs of Chinese characters
};

bool isControl(const std::string& piece) {
    std::size_t i = 0;
    return isControlCharacter(nextCodePoint(piece, i));
}

Corpus countUnits(std::span<const std::string> lines) {
    Corpus corpus;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string text = normaliseLine(lines[i], i, kPlace);
        for (const Unit& unit : splitForWords(text)) {
            Counts& counts = unit.kind == UnitKind::Cjk ? corpus.runs : corpus.words;
            ++counts[text.substr(unit.begin, unit.end - unit.begin)];
        }
    }
    return corpus;
}

// The known words, cut into units; Chinese ones apart.
struct KnownWords {
    std::unordered_set<std::string> chinese;
    std::unordered_set<std::string> other;
};

KnownWords readKnownWords(const std::vector<std::string>& words) {
    KnownWords known;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string text = normaliseLine(words[i], i, "known words");
        for (const Unit& unit : splitForWords(text))
            (unit.kind == UnitKind::Cjk ? known.chinese : known.other)
                .insert(text.substr(unit.begin, unit.end - unit.begin));
    }
    return known;
}

// Counts of all stretches of 1 to `longest` characters inside the runs, and of all characters together.
struct Stretches {
    Counts counts;
    double characters = 0;
};

Stretches countStretches(const Counts& runs, std::size_t longest) {
    Stretches stretches;
    for (const auto& [run, count] : runs) {
        std::vector<std::size_t> starts;
        for (std::size_t i = 0; i < run.size(); i += codePointBytes(run[i])) starts.push_back(i);
        starts.push_back(run.size());
        stretches.characters += static_cast<double>(count) * static_cast<double>(starts.size() - 1);
        for (std::size_t i = 0; i + 1 < starts.size(); ++i)
            for (std::size_t j = i + 1; j < starts.size() && j <= i + longest; ++j)
                stretches.counts[run.substr(starts[i], starts[j] - starts[i])] += count;
    }
    return stretches;
}

// How much more often the stretch stands than its two parts would meet by chance, for the worst cut.
double cohesion(const std::string& word, std::uint64_t count, const Stretches& stretches) {
    double worst = 1e300;
    for (std::size_t cut = codePointBytes(word[0]); cut < word.size(); cut += codePointBytes(word[cut])) {
        const double left = static_cast<double>(stretches.counts.at(word.substr(0, cut)));
        const double right = static_cast<double>(stretches.counts.at(word.substr(cut)));
        worst = std::min(worst, static_cast<double>(count) * stretches.characters / (left * right));
    }
    return worst;
}

// A vocabulary of these pieces in a fixed order, for the segmenter.
Vocabulary lexicon(const Counts& pieces) {
    Vocabulary vocabulary;
    const std::map<std::string, std::uint64_t> sorted(pieces.begin(), pieces.end());
    for (const auto& [piece, count] : sorted) vocabulary.add(piece, count);
    return vocabulary;
}

// Cuts the runs with the pieces and counts what comes out; pieces that never stand get 0.
Counts recount(const Counts& runs, const Counts& pieces) {
    const Vocabulary vocabulary = lexicon(pieces);
    const Segmenter segmenter(vocabulary);
    Counts counts;
    for (const auto& [piece, count] : pieces) counts[piece] = 0;
    std::vector<Segmenter::Piece> cut;
    for (const auto& [run, count] : runs) {
        cut.clear();
        segmenter.segment(run, 0, run.size(), cut);
        for (const auto& piece : cut)
            if (piece.id != kUnknownId) counts[vocabulary.piece(piece.id)] += count;
    }
    return counts;
}

Counts singleCharacters(const Counts& runs, std::uint64_t minCount) {
    Counts characters = countStretches(runs, 1).counts;
    for (auto it = characters.begin(); it != characters.end();)
        it = it->second < minCount ? characters.erase(it) : std::next(it);
    return characters;
}

Counts discover(const Counts& runs, const WordOptions& options) {
    const Stretches stretches = countStretches(runs, options.maxChineseChars);
    Counts pieces = singleCharacters(runs, options.minCount);
    for (const auto& [stretch, count] : stretches.counts)
        if (codePointCount(stretch) > 1 && count >= options.minChineseCount &&
            cohesion(stretch, count, stretches) >= options.minCohesion)
            pieces[stretch] = count;
    for (int round = 0; round < kRounds; ++round) {
        pieces = recount(runs, pieces);
        for (auto it = pieces.begin(); it != pieces.end();) {
            const bool rare = codePointCount(it->first) > 1 && it->second < options.minChineseCount;
            it = rare ? pieces.erase(it) : std::next(it);
        }
    }
    if (options.characters) return pieces;
    for (auto it = pieces.begin(); it != pieces.end();)
        it = codePointCount(it->first) == 1 && it->second < options.minCount ? pieces.erase(it)
                                                                             : std::next(it);
    return pieces;
}

Counts chinesePieces(const Counts& runs, const KnownWords& known, const WordOptions& options) {
    if (known.chinese.empty()) return discover(runs, options);
    Counts pieces = options.characters ? singleCharacters(runs, options.minCount) : Counts();
    for (auto& [piece, count] : pieces) count = 0;
    for (const std::string& word : known.chinese) pieces[word] = 0;
    return recount(runs, pieces);
}

struct Entry {
    std::string piece;
    std::uint64_t count;
    bool known;
    bool operator<(const Entry& other) const {
        if (known != other.known) return known;
        return count != other.count ? count > other.count : piece < other.piece;
    }
};

std::vector<Entry> sortedEntries(Counts pieces, const KnownWords& known, const WordOptions& options) {
    for (const std::string& word : known.other) pieces.try_emplace(word, 0);
    std::vector<Entry> entries;
    for (auto& [piece, count] : pieces) {
        const bool isKnown = known.chinese.count(piece) > 0 || known.other.count(piece) > 0;
        entries.push_back({piece, count, isKnown});
    }
    std::sort(entries.begin(), entries.end());
    const std::size_t room = options.maxPieces == 0 ? entries.size() : options.maxPieces - kSpecialCount;
    if (entries.size() > room) {
        require(!entries[room].known, kPlace,
                "the known words alone need more than maxPieces = ", options.maxPieces, "; allow more");
        entries.resize(room);
    }
    return entries;
}

}  // namespace

Tokenizer learnWords(std::span<const std::string> lines, const WordOptions& options) {
    require(options.maxPieces == 0 || options.maxPieces > static_cast<std::size_t>(kSpecialCount), kPlace,
            "maxPieces is ", options.maxPieces, ", expected 0 (no limit) or more than ", kSpecialCount);
    require(options.maxChineseChars >= 1 && options.maxChineseChars <= 16, kPlace, "maxChineseChars is ",
            options.maxChineseChars, ", expected 1 to 16");
    const KnownWords known = readKnownWords(options.knownWords);
    const Corpus corpus = countUnits(lines);
    require(!corpus.words.empty() || !corpus.runs.empty() || !options.knownWords.empty(), kPlace,
            "the corpus has no text and no words are given; nothing can be learnt");

    Counts pieces = chinesePieces(corpus.runs, known, options);
    for (const auto& [word, count] : corpus.words) {
        if (word.size() > Vocabulary::kMaxPieceBytes || isControl(word)) continue;
        if (count >= options.minCount || known.other.count(word) > 0) pieces[word] = count;
    }
    Vocabulary vocabulary;
    for (const Entry& entry : sortedEntries(std::move(pieces), known, options))
        if (!vocabulary.find(entry.piece)) vocabulary.add(entry.piece, entry.count);
    return Tokenizer::words(std::move(vocabulary));
}

}  // namespace vitrine
