#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/decode/generate.h"
#include "engine/model/transformer.h"
#include "engine/session/workspace.h"
#include "engine/text/tokenizer.h"

namespace vitrine {

/// A model folder brought to life: contract, weights, tokenizers, card. Immutable and shared; any number of
/// threads may compute with it.
struct LoadedModel {
    std::string name;  ///< of the folder
    std::filesystem::path folder;
    Transformer transformer;
    Tokenizer source, target;
    std::map<std::string, std::string> card;  ///< data, steps, scores ... as written at training
    std::string readme;                       ///< the card for people, Markdown
    std::unique_ptr<WorkspacePool> workspaces;

    const Contract& contract() const { return transformer.contract(); }
};

/// Reads a model folder; every failure is one sentence (missing, corrupt, of another shape). `backend` is
/// what computes: "cpu", or "reference" to check it.
std::shared_ptr<const LoadedModel> loadModel(const std::filesystem::path& folder,
                                             std::string_view backend = "cpu");
/// Folders below `root` that hold a contract, by name; empty when there is no such folder.
std::vector<std::filesystem::path> listModels(const std::filesystem::path& root);

/// How a translation ends and what never occurs in one: <eos>; <pad> and <bos>.
const StopRules& translationRules();

/// The tokens of a sentence as the encoder reads them. Throws Error when there are none, or more than the
/// model reads.
std::vector<Token> readSource(const LoadedModel& model, std::string_view text);
std::vector<TokenId> idsOf(std::span<const Token> tokens);
/// One sentence for each piece of the text that the model never saw.
std::vector<std::string> unknownWarnings(std::span<const Token> tokens);

}  // namespace vitrine
