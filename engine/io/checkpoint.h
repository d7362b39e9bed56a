#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/contract.h"
#include "engine/io/atomic_file.h"
#include "engine/io/named_tensor.h"
#include "engine/io/safetensors.h"

namespace vitrine {

/// Where a training run stands: with it a run continues bit by bit as if it had never stopped.
struct TrainingState {
    std::int64_t step = 0;  ///< optimizer steps done
    std::uint64_t seed = 0;
    std::map<std::string, std::int64_t> cursor;  ///< the trainer's place in its data ("epoch", "batch", ...)
    std::string config;                          ///< the trainer's settings, its own text
    std::vector<NamedTensor> tensors;            ///< exact weights and optimizer moments, the trainer's names
};

/// A model folder: what it is (contract), what it learned (parameters), how it reads and writes text
/// (tokenizers) and where it comes from (card).
struct Checkpoint {
    Contract contract;
    std::vector<NamedTensor> parameters;           ///< f32 once loaded
    std::string sourceTokenizer, targetTokenizer;  ///< JSON texts, opaque here
    std::map<std::string, std::string> card;       ///< data, command, steps, scores, attribution, ...
    std::string readme;                            ///< the card for people, Markdown; may be empty
    std::optional<TrainingState> training;
};

/// Whether loading also reads the training state (three times the size of the model).
enum class WithTraining : std::uint8_t { No, Yes };

/// Reads a folder written by saveCheckpoint(), also one whose last saving was interrupted. Throws Error for a
/// folder that is none, a missing or damaged file, a contract that makes no sense, and tensors with more
/// elements than the contract has parameters (they are not read). Whether names and shapes fit the model is
/// for the model to check with requireTensors().
///
/// `training` stays empty when it is not asked for; asked for and not there, it is an Error.
Checkpoint loadCheckpoint(const std::filesystem::path& folder, WithTraining training = WithTraining::No);
bool hasTrainingState(const std::filesystem::path& folder);

/// Writes the folder, replacing what an earlier saving put there and nothing else:
///
///     checkpoint.json    format, version, revision and the list of the files below that belong to it
///     contract.json      the architecture contract
///     model.safetensors  the parameters, 16-bit unless `storage` says otherwise
///     source.json, target.json   tokenizers
///     card.json, README.md       the card for programs and for people
///     state.safetensors, state.json   the training state, if any
///
/// Atomic as a whole: all files are written to FOLDER/.saving, which is then renamed to FOLDER/.saved; from
/// that moment the new checkpoint holds and readers look there first, while the files move to their places
/// one by one. A process that is killed at any point leaves the old or the new checkpoint, never a mixture;
/// the next saving finishes or clears what was left. One writer per folder at a time.
void saveCheckpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint,
                    FloatStorage storage = FloatStorage::F16, const DiskObserver& observer = {});

}  // namespace vitrine
