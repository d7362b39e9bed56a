#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/error.h"
#include "engine/text/bpe_model.h"
#include "engine/text/characters.h"
#include "engine/text/corpus_lines.h"
#include "engine/text/learn.h"
#include "engine/text/units.h"
#include "engine/text/utf8.h"

namespace vitrine {
namespace {

constexpr std::string_view kPlace = "learning BPE";
// Longer units (a page without spaces) are learnt from in parts, so that a merge costs little.
constexpr std::size_t kMaxUnitChars = 64;

// A distinct unit of the corpus as its current pieces.
struct Word {
    std::vector<std::int32_t> pieces;
    std::uint64_t count;
};

struct Pair {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> words;  // where it stood at some time; may be out of date, may repeat
};

// The queue's best pair: highest count, then smallest key (left id, then right id).
struct Ranked {
    std::uint64_t count;
    std::uint64_t key;
    bool operator<(const Ranked& other) const {
        return count != other.count ? count < other.count : key > other.key;
    }
};

std::vector<std::string> charactersOf(std::string_view text) {
    std::vector<std::string> characters;
    for (std::size_t i = 0; i < text.size(); i += codePointBytes(text[i]))
        characters.emplace_back(text.substr(i, codePointBytes(text[i])));
    return characters;
}

// Distinct units, spelt with their space mark; ordered, so that learning does not depend on hashing.
using UnitCounts = std::map<std::string, std::uint64_t>;

UnitCounts countUnits(std::span<const std::string> lines) {
    std::unordered_map<std::string, std::uint64_t> counts;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string text = normaliseLine(lines[i], i, kPlace);
        for (const Unit& unit : splitForBpe(text)) {
            std::string spelling(unit.spaceMark ? kSpaceMark : "");
            if (unit.kind != UnitKind::Gap) spelling.append(text, unit.begin, unit.end - unit.begin);
            ++counts[spelling];
        }
    }
    return {counts.begin(), counts.end()};
}

Vocabulary characterVocabulary(const UnitCounts& units, const BpeOptions& options) {
    std::map<std::string, std::uint64_t> counts;
    for (const auto& [unit, count] : units)
        for (const std::string& character : charactersOf(unit)) counts[character] += count;
    Vocabulary vocabulary;
    vocabulary.add(std::string(kSpaceMark), counts[std::string(kSpaceMark)]);
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [character, count] : sorted) {
        std::size_t i = 0;
        if (character == kSpaceMark || count < options.minCharacterCount) continue;
        if (isControlCharacter(nextCodePoint(character, i))) continue;
        vocabulary.add(character, count);
    }
    require(vocabulary.size() <= options.vocabularySize, kPlace, "the corpus has ",
            vocabulary.size() - kSpecialCount,
            " different characters, which do not fit into a vocabulary of ", options.vocabularySize,
            "; ask for a larger one or raise minCharacterCount");
    return vocabulary;
}

class Learner {
public:
    Learner(const UnitCounts& units, const BpeOptions& options)
        : m_options(options), m_vocabulary(characterVocabulary(units, options)) {
        for (std::int32_t id = 0; id < m_vocabulary.size(); ++id) rememberLength(TokenId(id));
        for (const auto& [unit, count] : units) addWords(unit, count);
        for (std::uint32_t i = 0; i < m_words.size(); ++i) addPairs(i);
        flushTouched();
    }

    void run() {
        while (m_vocabulary.size() < m_options.vocabularySize && !m_queue.empty()) {
            const Ranked best = m_queue.top();
            m_queue.pop();
            if (m_pairs[best.key].count != best.count) continue;  // a newer entry is in the queue
            if (best.count < m_options.minPairCount) return;
            merge(best);
        }
    }

    Tokenizer finish() { return Tokenizer::bpe(std::move(m_vocabulary), std::move(m_merges)); }

private:
    static TokenId leftOf(std::uint64_t key) { return TokenId(static_cast<std::int64_t>(key >> 32)); }
    static TokenId rightOf(std::uint64_t key) {
        return TokenId(static_cast<std::int64_t>(key & 0xFFFFFFFFu));
    }
    static std::uint64_t keyOf(std::int32_t left, std::int32_t right) {
        return BpeModel::pairKey(TokenId(left), TokenId(right));
    }

    void rememberLength(TokenId id) {
        const std::string& piece = m_vocabulary.piece(id);
        std::size_t i = 0;
        m_lengths.push_back(codePointCount(piece));
        m_isChinese.push_back(characterClass(nextCodePoint(piece, i)) == CharacterClass::Cjk);
    }

    bool mayMerge(std::int32_t left, std::int32_t right) const {
        if (left == kUnknownId.value || right == kUnknownId.value) return false;
        const auto l = static_cast<std::size_t>(left);
        const std::size_t limit = m_isChinese[l] ? m_options.maxChineseChars : m_options.maxPieceChars;
        return m_lengths[l] + m_lengths[static_cast<std::size_t>(right)] <= limit;
    }

    void addWords(const std::string& unit, std::uint64_t count) {
        Word word{{}, count};
        for (const std::string& character : charactersOf(unit)) {
            word.pieces.push_back(m_vocabulary.find(character).value_or(kUnknownId).value);
            if (word.pieces.size() < kMaxUnitChars) continue;
            m_words.push_back(std::move(word));
            word = {{}, count};
        }
        if (word.pieces.size() > 1) m_words.push_back(std::move(word));
    }

    void addPairs(std::uint32_t index) {
        const Word& word = m_words[index];
        for (std::size_t i = 0; i + 1 < word.pieces.size(); ++i) {
            if (!mayMerge(word.pieces[i], word.pieces[i + 1])) continue;
            const std::uint64_t key = keyOf(word.pieces[i], word.pieces[i + 1]);
            Pair& pair = m_pairs[key];
            pair.count += word.count;
            if (pair.words.empty() || pair.words.back() != index) pair.words.push_back(index);
            m_touched.insert(key);
        }
    }

    void removePairs(const Word& word) {
        for (std::size_t i = 0; i + 1 < word.pieces.size(); ++i) {
            if (!mayMerge(word.pieces[i], word.pieces[i + 1])) continue;
            const std::uint64_t key = keyOf(word.pieces[i], word.pieces[i + 1]);
            m_pairs[key].count -= word.count;
            m_touched.insert(key);
        }
    }

    void flushTouched() {
        for (const std::uint64_t key : m_touched)
            if (const std::uint64_t count = m_pairs[key].count; count > 0) m_queue.push({count, key});
        m_touched.clear();
    }

    void merge(const Ranked& best) {
        const TokenId left = leftOf(best.key);
        const TokenId right = rightOf(best.key);
        const std::string joined = m_vocabulary.piece(left) + m_vocabulary.piece(right);
        auto result = m_vocabulary.find(joined);
        if (!result) {  // "a"+"bc" and "ab"+"c" share one piece
            result = m_vocabulary.add(joined, best.count);
            rememberLength(*result);
        }
        const BpeMerge rule{left, right, *result, best.count};
        // A pair can come back when its left piece is made in a second way; the rule for it stands already.
        if (m_merged.insert(best.key).second) m_merges.push_back(rule);
        const std::vector<std::uint32_t> places = std::move(m_pairs[best.key].words);
        m_pairs[best.key].words.clear();
        for (const std::uint32_t index : places) mergeIn(index, rule);
        flushTouched();
    }

    void mergeIn(std::uint32_t index, const BpeMerge& merge) {
        std::vector<std::int32_t>& pieces = m_words[index].pieces;
        std::vector<std::int32_t> merged;
        merged.reserve(pieces.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const bool here =
                i + 1 < pieces.size() && pieces[i] == merge.left.value && pieces[i + 1] == merge.right.value;
            merged.push_back(here ? merge.result.value : pieces[i]);
            if (here) ++i;
        }
        if (merged.size() == pieces.size()) return;
        removePairs(m_words[index]);
        pieces = std::move(merged);
        addPairs(index);
    }

    BpeOptions m_options;
    Vocabulary m_vocabulary;
    std::vector<BpeMerge> m_merges;
    std::unordered_set<std::uint64_t> m_merged;
    std::vector<std::size_t> m_lengths;  // characters of every piece
    std::vector<bool> m_isChinese;
    std::vector<Word> m_words;
    std::unordered_map<std::uint64_t, Pair> m_pairs;
    std::unordered_set<std::uint64_t> m_touched;  // pairs whose count changed since the last flush
    std::priority_queue<Ranked> m_queue;
};

}  // namespace

Tokenizer learnBpe(std::span<const std::string> lines, const BpeOptions& options) {
    require(options.vocabularySize > kSpecialCount &&
                static_cast<std::size_t>(options.vocabularySize) <= Vocabulary::kMaxPieces,
            kPlace, "vocabularySize is ", options.vocabularySize, ", expected ", kSpecialCount + 1, " to ",
            Vocabulary::kMaxPieces);
    const UnitCounts units = countUnits(lines);
    require(!units.empty(), kPlace, "the corpus has no text; nothing can be learnt");
    Learner learner(units, options);
    learner.run();
    return learner.finish();
}

}  // namespace vitrine
