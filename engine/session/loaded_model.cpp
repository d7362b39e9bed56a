#include "engine/session/loaded_model.h"

#include <algorithm>
#include <set>

#include "engine/core/printable.h"
#include "engine/io/checkpoint.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;

Tokenizer readTokenizer(const std::string& json, Wording side, std::int64_t vocabulary) {
    const auto read = [&] {
        try {
            return Tokenizer::fromJson(json);
        } catch (const Error& error) {
            throw Error(phrase("its ", side.text, ".json: ", error.sentence()));
        }
    };
    Tokenizer tokenizer = read();
    require(tokenizer.size() == vocabulary, "model", "the ", side, " tokenizer has ", tokenizer.size(),
            " pieces, the contract says ", vocabulary, "; the files of this model do not belong together");
    return tokenizer;
}

std::vector<NamedShape> expectedShapes(const ParameterStore& store) {
    std::vector<NamedShape> shapes;
    for (std::int64_t i = 0; i < store.size(); ++i)
        shapes.push_back({store.name(ParameterId(i)), store.shape(ParameterId(i))});
    return shapes;
}

void fill(const ParameterStore& store, std::span<const NamedTensor> tensors) {
    for (const NamedTensor& item : tensors) {
        const Tensor place = store.get(store.find(item.name)).value;
        place.copyFrom(item.tensor.type() == place.type() ? item.tensor
                                                          : item.tensor.converted(place.type()));
    }
}

/// Before any memory is taken for the model: a damaged contract may ask for far more than the file holds.
void checkCount(const Checkpoint& checkpoint) {
    std::int64_t found = 0;
    for (const NamedTensor& item : checkpoint.parameters) found += item.tensor.count();
    const std::int64_t expected = parameterCount(checkpoint.contract);
    require(found == expected, "model", "the weights are ", found, " numbers, the contract describes ",
            expected, "; the files of this model do not belong together");
}

std::string nameOfFolder(const fs::path& folder) {
    const fs::path clean = fs::absolute(folder).lexically_normal();  // "." has a name, too
    return clean.has_filename() ? clean.filename().string() : clean.parent_path().filename().string();
}

}  // namespace

namespace {

std::shared_ptr<const LoadedModel> load(const fs::path& folder, std::string_view backend) {
    Checkpoint checkpoint = loadCheckpoint(folder);
    checkCount(checkpoint);
    Transformer transformer(checkpoint.contract);
    requireTensors("model", shapesOf(checkpoint.parameters), expectedShapes(transformer.parameters()));
    fill(transformer.parameters(), checkpoint.parameters);
    const Contract& contract = transformer.contract();
    Tokenizer source =
        readTokenizer(checkpoint.sourceTokenizer, Wording{"source"}, contract.sourceVocabulary);
    Tokenizer target =
        readTokenizer(checkpoint.targetTokenizer, Wording{"target"}, contract.targetVocabulary);
    return std::make_shared<LoadedModel>(LoadedModel{nameOfFolder(folder), folder, std::move(transformer),
                                                     std::move(source), std::move(target),
                                                     std::move(checkpoint.card), std::move(checkpoint.readme),
                                                     std::make_unique<WorkspacePool>(std::string(backend))});
}

}  // namespace

std::shared_ptr<const LoadedModel> loadModel(const fs::path& folder, std::string_view backend) {
    createBackend(backend);  // an unknown name is reported before the files are read
    try {
        return load(folder, backend);
    } catch (const Error& error) {
        if (error.sentence().text.find(printable(folder.string())) != std::string::npos) throw;
        throw Error(phrase("the model in ", folder.string(), " cannot be used: ", error.sentence()));
    }
}

std::vector<fs::path> listModels(const fs::path& root) {
    std::vector<fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator it(root, error), end; !error && it != end; it.increment(error)) {
        std::error_code none;
        if (fs::is_regular_file(it->path() / "contract.json", none)) folders.push_back(it->path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

const StopRules& translationRules() {
    static const StopRules rules{kEosId, {kPadId, kBosId}};
    return rules;
}

std::vector<Token> readSource(const LoadedModel& model, std::string_view text) {
    std::vector<Token> tokens = model.source.encode(text);
    const auto count = static_cast<std::int64_t>(tokens.size());
    require(count > 0, "session", "the sentence is empty; type at least one word");
    require(count <= model.contract().maxPositions, "session", "the sentence has ", count,
            " tokens, this model reads at most ", model.contract().maxPositions, "; shorten it");
    return tokens;
}

std::vector<TokenId> idsOf(std::span<const Token> tokens) {
    std::vector<TokenId> ids;
    ids.reserve(tokens.size());
    for (const Token& token : tokens) ids.push_back(token.id);
    return ids;
}

std::vector<std::string> unknownWarnings(std::span<const Token> tokens) {
    std::vector<std::string> warnings;
    std::set<std::string_view> named;
    for (const Token& token : tokens)
        if (token.unknown && named.insert(token.piece).second)
            warnings.push_back("the model never saw '" + printable(token.piece, 60) +
                               "' and reads it as an unknown word; the translation guesses there");
    return warnings;
}

}  // namespace vitrine
