#include "engine/io/checkpoint.h"

#include "engine/core/error.h"
#include "engine/core/strict_json.h"
#include "engine/io/checkpoint_files.h"
#include "engine/io/input_file.h"

namespace vitrine {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::string_view kContract = "contract.json", kModel = "model.safetensors", kSource = "source.json",
                           kTarget = "target.json", kCard = "card.json", kReadme = "README.md",
                           kState = "state.json", kStateTensors = "state.safetensors";
constexpr std::uint64_t kMaxText = 1 << 20, kMaxTokenizer = 64 << 20;
constexpr std::size_t kMaxConfig = 1 << 18;

std::map<std::string, std::string> parseCard(std::string_view text) {
    const json value = parseStrictJson(text, "card");
    JsonObject object(value, "card");
    std::map<std::string, std::string> card;
    for (const auto& item : value.items()) card[item.key()] = object.text(item.key(), kMaxText);
    return card;
}

TrainingState parseState(std::string_view text) {
    const json value = parseStrictJson(text, "training state");
    JsonObject object(value, "training state");
    TrainingState state;
    state.step = object.integer("step", 0, INT64_MAX);
    const json& seed = object.value("seed");
    require(seed.is_number_unsigned(), "training state", "seed is ", describeJson(seed),
            ", expected an integer from 0");
    state.seed = seed.get<std::uint64_t>();
    JsonObject cursor = object.object("cursor");
    for (const auto& item : cursor.members().items()) state.cursor[item.key()] = cursor.integer(item.key());
    state.config = object.text("config", kMaxConfig);
    object.refuseOthers();
    return state;
}

std::string toText(const json& value, std::string_view where) {
    try {
        return value.dump(2) + '\n';
    } catch (const json::exception&) {
        fail(where, "a text is not valid UTF-8");
    }
}

std::string stateText(const TrainingState& state) {
    require(state.config.size() <= kMaxConfig, "training state", "config has ", state.config.size(),
            " bytes, expected at most ", kMaxConfig);
    const json value = {
        {"step", state.step}, {"seed", state.seed}, {"cursor", json(state.cursor)}, {"config", state.config}};
    return toText(value, "training state");
}

/// All tensors of a file, unless they are more than `limit` elements: a sparse file of a few bytes on disk
/// can claim any size, and the contract says what is needed.
std::vector<NamedTensor> readTensors(const fs::path& path, std::int64_t limit) {
    const SafetensorsFile file(path);
    require(file.elementCount() <= limit, "checkpoint", path.string(), " holds ", file.elementCount(),
            " numbers, expected at most ", limit, " by its contract");
    return file.readAll(DType::F32);
}

Checkpoint loadRevision(const fs::path& folder, const CheckpointManifest& manifest, WithTraining training) {
    for (std::string_view name : {kContract, kModel, kSource, kTarget})
        require(manifest.has(name), "checkpoint", folder.string(), " has no ", name,
                " among the files of its ", kManifestFile);
    const auto text = [&](std::string_view name, std::uint64_t maxBytes) {
        return manifest.has(name) ? readTextFile(checkpointFile(folder, name), maxBytes) : std::string();
    };
    Checkpoint checkpoint;
    checkpoint.contract = contractFromJson(text(kContract, kMaxText));
    const std::int64_t parameters = parameterCount(checkpoint.contract);
    checkpoint.parameters = readTensors(checkpointFile(folder, kModel), parameters);
    checkpoint.sourceTokenizer = text(kSource, kMaxTokenizer);
    checkpoint.targetTokenizer = text(kTarget, kMaxTokenizer);
    if (manifest.has(kCard)) checkpoint.card = parseCard(text(kCard, kMaxText));
    checkpoint.readme = text(kReadme, kMaxText);
    if (training == WithTraining::Yes) {
        require(manifest.has(kState) && manifest.has(kStateTensors), "checkpoint", folder.string(),
                " holds a model but no training state; it can be used but not trained on");
        checkpoint.training = parseState(text(kState, kMaxText));
        // Weights, two moments and a little bookkeeping.
        checkpoint.training->tensors =
            readTensors(checkpointFile(folder, kStateTensors), 4 * parameters + 1024);
    }
    return checkpoint;
}

}  // namespace

Checkpoint loadCheckpoint(const fs::path& folder, WithTraining training) {
    // A trainer may replace the checkpoint while it is read: then the revision has changed or a file has
    // moved away, and what was read, whether it fitted together or not, is dropped.
    constexpr int kAttempts = 3;
    for (int attempt = 1;; ++attempt) {
        try {
            const CheckpointManifest manifest = readManifest(folder);
            Checkpoint checkpoint = loadRevision(folder, manifest, training);
            if (readManifest(folder).revision == manifest.revision) return checkpoint;
        } catch (const Error&) {
            if (attempt >= kAttempts) throw;
        }
        require(attempt < 100, "checkpoint", folder.string(),
                " is replaced faster than it can be read; wait for the training to end");
    }
}

bool hasTrainingState(const fs::path& folder) {
    return readManifest(folder).has(kState);
}

void saveCheckpoint(const fs::path& folder, const Checkpoint& checkpoint, FloatStorage storage,
                    const DiskObserver& observer) {
    CheckpointWriter writer(folder, observer);
    const auto write = [&](std::string_view name, std::string_view text) {
        writeFileAtomically(writer.add(name), text, observer);
    };
    write(kContract, contractToJson(checkpoint.contract));
    writeSafetensors(writer.add(kModel), checkpoint.parameters, storage, {}, observer);
    write(kSource, checkpoint.sourceTokenizer);
    write(kTarget, checkpoint.targetTokenizer);
    write(kCard, toText(json(checkpoint.card), "card"));
    if (!checkpoint.readme.empty()) write(kReadme, checkpoint.readme);
    if (checkpoint.training) {
        write(kState, stateText(*checkpoint.training));
        writeSafetensors(writer.add(kStateTensors), checkpoint.training->tensors, FloatStorage::AsIs, {},
                         observer);
    }
    writer.commit();
}

}  // namespace vitrine
