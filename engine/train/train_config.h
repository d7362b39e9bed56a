#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/contract.h"
#include "engine/data/batches.h"
#include "engine/text/tokenizer.h"
#include "engine/train/trainer.h"

namespace vitrine {

inline constexpr std::int64_t kMaxHeldOutPairs = 1'000'000, kMaxGrammarHeldOut = 10'000;

/// Where pairs come from. Files and the grammar may be used together.
struct DataConfig {
    bool grammar = true;         ///< the grammar of assets/grammar, made on the fly
    std::string tsv;             ///< pairs of a ManyThings/Anki file
    std::string source, target;  ///< or of two files, line by line
    double grammarShare = 0.15;  ///< of the pairs, when there are files too
    /// Held out of the files, at most kMaxHeldOutPairs each; with the grammar alone so many of its sentences,
    /// at most kMaxGrammarHeldOut.
    std::int64_t validPairs = 1000, testPairs = 1000;
    std::uint64_t splitSeed = 1;
    std::string attribution;  ///< whose sentences they are and under which licence; goes onto the card

    bool files() const { return !tsv.empty() || !source.empty(); }
    bool operator==(const DataConfig&) const = default;
};

/// How texts become tokens.
struct TokenizerConfig {
    TokenizerKind kind = TokenizerKind::Word;
    std::int64_t sourcePieces = 0, targetPieces = 0;  ///< sizes with special tokens; 0: no limit (word only)

    bool operator==(const TokenizerConfig&) const = default;
};

/// Everything a training run is made from. The same config, thread count and program give the same model.
struct TrainConfig {
    std::string name;   ///< of the model
    Contract contract;  ///< vocabularies are filled in once the tokenizers are known
    DataConfig data;
    TokenizerConfig tokenizer;
    BatchLimits batches;
    OptimizerSettings optimizer;
    std::uint64_t seed = 1;  ///< of weights, order and dropout
    std::int64_t saveEvery = 500, validateEvery = 1000;
    std::vector<std::int64_t> snapshots;  ///< steps after which a small copy is kept for replay
};

/// "classroom" or "everyday". Throws Error for another name.
TrainConfig presetConfig(std::string_view preset);

/// Another number of steps: snapshots move in proportion, the warm-up takes at most a tenth.
void setSteps(TrainConfig& config, std::int64_t steps);

/// Reads strict JSON over a preset's values: keys that are missing keep them. "preset" names the preset;
/// without it "classroom" is the base. Snapshots of the preset
/// beyond the last step are dropped, and its lowest rate follows a smaller learning rate. Unknown keys, wrong
/// types and values out of range throw Error.
TrainConfig trainConfigFromJson(std::string_view json);
/// All settings, in a fixed order; reading it gives the same config back.
std::string trainConfigToJson(const TrainConfig& config);
/// Throws Error with one sentence for the first thing that does not fit together.
void validate(const TrainConfig& config);

}  // namespace vitrine
