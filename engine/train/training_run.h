#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "engine/train/corpus.h"
#include "engine/train/model_scores.h"
#include "engine/train/trainer.h"
#include "engine/train/training_folder.h"

namespace vitrine {

/// A model being made in a folder: data, tokenizers, weights, trainer and what is saved when.
class TrainingRun {
public:
    /// Starts anew: learns the tokenizers and initialises the weights. `grammarFile` is read when the config
    /// wants the grammar. The folder is made; one that already holds a checkpoint or that another run writes
    /// to is an Error. `command` is what the card will say to rebuild the model.
    static std::unique_ptr<TrainingRun> begin(const TrainConfig& config,
                                              const std::filesystem::path& grammarFile,
                                              const std::filesystem::path& folder, std::string command);
    /// Continues the run of a folder bit by bit, with the settings it began with.
    static std::unique_ptr<TrainingRun> resume(const std::filesystem::path& folder,
                                               const std::filesystem::path& grammarFile);

    /// Trains to the end or until `control` says stop; saves at intervals and when it leaves, but not after
    /// an Error (the last good checkpoint stays). True when the end was reached.
    bool run(TrainControl& control, TrainObserver& observer);

    /// After the end: rounds the weights to 16 bits as they are stored, measures them on the test part,
    /// writes the card and drops the training state.
    ModelScores finish(const std::function<void(std::size_t)>& progress = {},
                       const CancelToken* cancel = nullptr);

    const TrainConfig& config() const { return m_config; }
    const Trainer& trainer() const { return *m_trainer; }
    const FilePairs* files() const { return m_files ? &*m_files : nullptr; }
    Backend& backend() { return *m_backend; }

private:
    TrainingRun(const TrainConfig& config, const std::filesystem::path& grammarFile,
                std::filesystem::path folder, std::unique_ptr<TrainingFolder> lock);
    void build(TokenizerPair tokenizers);
    HeldOutSet heldOut(CorpusPart part) const;
    void save();
    void saveSnapshot(std::int64_t step) const;
    void write(const std::function<void()>& files) const;
    Checkpoint checkpoint() const;

    TrainConfig m_config;
    std::filesystem::path m_folder;
    std::unique_ptr<TrainingFolder> m_lock;
    std::int64_t m_savedStep = -1;  ///< of the checkpoint in the folder; -1 for none
    std::string m_command;
    std::optional<Grammar> m_grammar;
    std::optional<FilePairs> m_files;
    std::optional<TokenizerPair> m_tokenizers;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Transformer> m_model;
    std::unique_ptr<BatchSource> m_data;
    std::unique_ptr<Trainer> m_trainer;
};

/// The held-out set that a config's models are measured on: of the files when there are any, else as many
/// sentences of the grammar as `data` says.
HeldOutSet heldOutSet(const Grammar* grammar, const FilePairs* files, CorpusPart part,
                      const DataConfig& data);

}  // namespace vitrine
