#include "engine/train/corpus.h"

#include <algorithm>
#include <unordered_set>

#include "engine/text/learn.h"

namespace vitrine {
namespace {

// Held-out grammar sentences are the same for every model, whatever its seed.
constexpr std::uint64_t kHeldOutSeed = 20170612;
constexpr std::uint64_t kVocabularySeed = 1706;
constexpr std::size_t kVocabularySentences = 50000;

const std::vector<std::size_t>& indicesOf(const CorpusSplit& split, CorpusPart part) {
    return part == CorpusPart::Train ? split.train : part == CorpusPart::Valid ? split.valid : split.test;
}

struct Lines {
    std::vector<std::string> source, target;
};

Lines trainingLines(const TrainConfig& config, const Grammar* grammar, const FilePairs* files) {
    Lines lines;
    std::size_t fromGrammar = kVocabularySentences;
    if (files != nullptr) {
        for (const std::size_t index : files->split.train) {
            lines.source.push_back(files->pairs[index].chinese);
            lines.target.push_back(files->pairs[index].english);
        }
        const double share = config.data.grammarShare;
        fromGrammar =
            static_cast<std::size_t>(static_cast<double>(lines.source.size()) * share / (1 - share));
    }
    if (grammar == nullptr) return lines;
    const Rng rng(kVocabularySeed);
    for (std::size_t i = 0; i < fromGrammar; ++i) {
        PairExample pair = grammar->sample(rng, i, CorpusPart::Train);
        lines.source.push_back(std::move(pair.source));
        lines.target.push_back(std::move(pair.target));
    }
    return lines;
}

Tokenizer learn(TokenizerKind kind, std::span<const std::string> lines, std::int64_t pieces,
                const std::vector<std::string>& knownWords) {
    if (kind == TokenizerKind::Bpe) {
        BpeOptions options;
        options.vocabularySize = static_cast<std::int32_t>(pieces);
        return learnBpe(lines, options);
    }
    WordOptions options;
    options.knownWords = knownWords;
    options.maxPieces = static_cast<std::size_t>(pieces);
    // With a closed list of words a lone character is never seen in training: better unknown than guessed.
    options.characters = knownWords.empty();
    return learnWords(lines, options);
}

}  // namespace

HeldOutSet grammarSet(const Grammar& grammar, CorpusPart part, std::size_t count) {
    HeldOutSet set;
    std::unordered_set<std::string> seen;
    const Rng rng(kHeldOutSeed);
    const std::size_t mostDraws = 20 * count + 1000;
    for (std::uint64_t i = 0; set.size() < count; ++i) {
        require(i < mostDraws, "corpus", "the grammar has only ", set.size(),
                " held-out sentences, expected ", count,
                "; ask for fewer with data.valid_pairs and data.test_pairs in the config");
        PairExample pair = grammar.sample(rng, i, part);
        if (!seen.insert(pair.source).second) continue;
        set.sources.push_back(pair.source);
        set.references.push_back(pair.target);
        set.examples.push_back(std::move(pair));
    }
    return set;
}

PairFile readUsablePairs(const DataConfig& data) {
    PairFile file = data.tsv.empty() ? readParallelFiles(data.source, data.target) : readPairFile(data.tsv);
    require(!file.pairs.empty(), "corpus", "there is no usable pair in ", file.report.briefly());
    return file;
}

FilePairs splitPairs(PairFile file, const DataConfig& data) {
    FilePairs files{std::move(file.pairs), std::move(file.report), {}};
    const SplitSizes sizes{static_cast<std::size_t>(data.validPairs),
                           static_cast<std::size_t>(data.testPairs)};
    files.split = splitByComponents(files.pairs, sizes, data.splitSeed);
    return files;
}

FilePairs readFilePairs(const DataConfig& data) {
    return splitPairs(readUsablePairs(data), data);
}

HeldOutSet fileSet(const FilePairs& files, CorpusPart part) {
    HeldOutSet set;
    for (const std::size_t index : indicesOf(files.split, part)) {
        set.sources.push_back(files.pairs[index].chinese);
        set.references.push_back(files.pairs[index].english);
    }
    return set;
}

TokenizerPair learnTokenizers(const TrainConfig& config, const Grammar* grammar, const FilePairs* files) {
    const Lines lines = trainingLines(config, grammar, files);
    const bool closed = grammar != nullptr && files == nullptr;
    const std::vector<std::string> none;
    const TokenizerConfig& sizes = config.tokenizer;
    return {learn(sizes.kind, lines.source, sizes.sourcePieces, closed ? grammar->sourceWords() : none),
            learn(sizes.kind, lines.target, sizes.targetPieces, closed ? grammar->targetWords() : none)};
}

PairTable encodeSet(const HeldOutSet& set, const TokenizerPair& tokenizers) {
    PairTable table;
    for (std::size_t i = 0; i < set.size(); ++i)
        table.add(idsOf(tokenizers.source, set.sources[i]), idsOf(tokenizers.target, set.references[i]));
    return table;
}

std::unique_ptr<PairStream> trainingStream(const TrainConfig& config, const Grammar* grammar,
                                           const FilePairs* files, const TokenizerPair& tokenizers) {
    std::unique_ptr<PairStream> fromFiles, fromGrammar;
    GrammarPairs::Excluded excluded;
    if (files != nullptr) {
        const HeldOutSet train = fileSet(*files, CorpusPart::Train);
        fromFiles = std::make_unique<ShuffledPairs>(
            std::make_shared<const PairTable>(encodeSet(train, tokenizers)), config.seed);
        auto heldOut = std::make_shared<SideIndex>();
        for (const CorpusPart part : {CorpusPart::Valid, CorpusPart::Test})
            for (const std::size_t index : indicesOf(files->split, part)) heldOut->add(files->pairs[index]);
        excluded = [heldOut](const PairExample& pair) {
            return heldOut->shares({pair.source, pair.target, "", 0});
        };
    }
    if (grammar != nullptr)
        fromGrammar = std::make_unique<GrammarPairs>(*grammar, tokenizers.source, tokenizers.target,
                                                     config.seed, std::move(excluded));
    if (fromFiles == nullptr) return fromGrammar;
    if (fromGrammar == nullptr) return fromFiles;
    return std::make_unique<MixedPairs>(std::move(fromFiles), std::move(fromGrammar),
                                        config.data.grammarShare);
}

}  // namespace vitrine
