#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/data/pair_file.h"
#include "engine/data/pair_stream.h"
#include "engine/data/split.h"
#include "engine/train/train_config.h"

namespace vitrine {

/// Held-out pairs: what a model is measured on.
struct HeldOutSet {
    std::vector<std::string> sources, references;
    std::vector<PairExample> examples;  ///< with words and gold links; empty unless the grammar made them

    std::size_t size() const { return sources.size(); }
};

/// The first `count` pairs with different sources that the grammar draws for a part.
HeldOutSet grammarSet(const Grammar& grammar, CorpusPart part, std::size_t count);

/// What the files of a config hold, read and split; the same files and settings give the same split.
struct FilePairs {
    std::vector<SentencePair> pairs;
    PairFileReport report;
    CorpusSplit split;
};
FilePairs readFilePairs(const DataConfig& data);
/// The same in two steps. Reading throws Error, with the reasons, when no line can be used.
PairFile readUsablePairs(const DataConfig& data);
FilePairs splitPairs(PairFile file, const DataConfig& data);
HeldOutSet fileSet(const FilePairs& files, CorpusPart part);

/// Both tokenizers, learnt from the train part alone: words of the grammar are known words of a word
/// tokenizer; BPE learns from the files and as many grammar sentences as the mixture holds.
struct TokenizerPair {
    Tokenizer source, target;
};
TokenizerPair learnTokenizers(const TrainConfig& config, const Grammar* grammar, const FilePairs* files);

/// Pairs of a held-out set as ids.
PairTable encodeSet(const HeldOutSet& set, const TokenizerPair& tokenizers);

/// The stream that a config trains on: the grammar, the files, or both mixed. Grammar pairs that share a
/// sentence with a held-out pair of the files are drawn again.
std::unique_ptr<PairStream> trainingStream(const TrainConfig& config, const Grammar* grammar,
                                           const FilePairs* files, const TokenizerPair& tokenizers);

}  // namespace vitrine
