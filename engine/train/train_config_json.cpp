#include <algorithm>
#include <array>

#include "engine/core/strict_json.h"
#include "engine/train/train_config.h"

namespace vitrine {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kWhere = "config";
constexpr std::size_t kMaxPath = 4096;
constexpr std::int64_t kSeldom = 1'000'000'000;  // steps between two works
constexpr std::array<std::string_view, 2> kTokenizerKinds = {"word", "bpe"};
constexpr std::array<std::string_view, 3> kSchedules = {"constant", "cosine", "inverse-sqrt"};
constexpr std::array<std::string_view, 3> kTyings = {"none", "output", "all"};

/// One object of the config; keys that are missing leave their value alone.
class Section {
public:
    explicit Section(JsonObject object) : m_object(std::move(object)) {}
    void read(std::string_view key, std::int64_t& value, std::int64_t low, std::int64_t high) {
        if (m_object.has(key)) value = m_object.integer(key, low, high);
    }
    /// Any integer: validate() knows the limits.
    void read(std::string_view key, std::int64_t& value) {
        if (m_object.has(key)) value = m_object.integer(key);
    }
    void read(std::string_view key, std::uint64_t& value) {
        if (m_object.has(key)) value = static_cast<std::uint64_t>(m_object.integer(key, 0, INT64_MAX));
    }
    void read(std::string_view key, double& value) {
        if (m_object.has(key)) value = m_object.number(key);
    }
    void read(std::string_view key, bool& value) {
        if (m_object.has(key)) value = m_object.boolean(key);
    }
    void read(std::string_view key, std::string& value) {
        if (m_object.has(key)) value = m_object.text(key, kMaxPath);
    }
    template <class Enum, std::size_t N>
    void read(std::string_view key, Enum& value, const std::array<std::string_view, N>& names) {
        if (m_object.has(key)) value = static_cast<Enum>(m_object.choice(key, names));
    }
    JsonObject& object() { return m_object; }
    void close() const { m_object.refuseOthers(); }

private:
    JsonObject m_object;
};

/// The blocks of a stack are alike in a training config; a contract file can differ by layer.
void readModel(Section model, Contract& contract) {
    std::int64_t encoderLayers = static_cast<std::int64_t>(contract.encoder.size());
    std::int64_t decoderLayers = static_cast<std::int64_t>(contract.decoder.size());
    LayerContract layer = contract.encoder.front();
    std::int64_t heads = layer.heads;
    model.read("width", contract.width, 2, kMaxWidth);
    model.read("heads", heads, 1, kMaxHeads);
    model.read("ffn_width", layer.ffnWidth, 1, kMaxFfnWidth);
    model.read("encoder_layers", encoderLayers, 1, kMaxLayers);
    model.read("decoder_layers", decoderLayers, 1, kMaxLayers);
    model.read("max_positions", contract.maxPositions, 2, kMaxPositions);
    model.read("tying", contract.tying, kTyings);
    model.close();
    require(contract.width % heads == 0, kWhere, "model.width is ", contract.width,
            ", expected a multiple of the ", heads, " heads");
    layer.heads = heads;
    layer.keyWidth = layer.valueWidth = contract.width / heads;
    contract.encoder.assign(static_cast<std::size_t>(encoderLayers), layer);
    contract.decoder.assign(static_cast<std::size_t>(decoderLayers), layer);
}

void readData(Section section, DataConfig& data) {
    section.read("grammar", data.grammar);
    section.read("grammar_share", data.grammarShare);
    section.read("tsv", data.tsv);
    section.read("source", data.source);
    section.read("target", data.target);
    section.read("valid_pairs", data.validPairs);
    section.read("test_pairs", data.testPairs);
    section.read("split_seed", data.splitSeed);
    section.read("attribution", data.attribution);
    section.close();
}

void readTokenizer(Section section, TokenizerConfig& tokenizer) {
    section.read("kind", tokenizer.kind, kTokenizerKinds);
    section.read("source_pieces", tokenizer.sourcePieces, 0, kMaxVocabulary);
    section.read("target_pieces", tokenizer.targetPieces, 0, kMaxVocabulary);
    section.close();
}

void readBatches(Section section, BatchLimits& limits) {
    section.read("cells", limits.cells);
    section.read("sentences", limits.sentences);
    section.read("max_source", limits.maxSource);
    section.read("max_target", limits.maxTarget);
    section.read("pool_pairs", limits.poolPairs);
    section.close();
}

void readOptimizer(Section section, OptimizerSettings& settings) {
    section.read("steps", settings.schedule.totalSteps);
    section.read("schedule", settings.schedule.kind, kSchedules);
    section.read("learning_rate", settings.schedule.peak);
    section.read("lowest_rate", settings.schedule.floor);
    section.read("warmup_steps", settings.schedule.warmupSteps);
    section.read("beta1", settings.beta1);
    section.read("beta2", settings.beta2);
    section.read("epsilon", settings.epsilon);
    section.read("weight_decay", settings.weightDecay);
    section.read("clip_norm", settings.clipNorm);
    section.read("label_smoothing", settings.smoothing);
    section.read("dropout", settings.dropout);
    section.close();
}

void readRun(Section section, TrainConfig& config) {
    section.read("seed", config.seed);
    section.read("save_every", config.saveEvery, 1, kSeldom);
    section.read("validate_every", config.validateEvery, 1, kSeldom);
    if (section.object().has("snapshots")) {
        const nlohmann::json& steps = section.object().value("snapshots");
        require(steps.is_array() && steps.size() <= 64, kWhere, "run.snapshots is ", describeJson(steps),
                ", expected a list of at most 64 step numbers");
        config.snapshots.clear();
        for (const nlohmann::json& step : steps) {
            require(step.is_number_integer(), kWhere, "run.snapshots holds ", describeJson(step),
                    ", expected step numbers");
            config.snapshots.push_back(step.get<std::int64_t>());
        }
    }
    section.close();
}

/// What only the preset says gives way to what the person says.
void fitPreset(TrainConfig& config, const nlohmann::json& given) {
    const auto said = [&](const char* section, const char* key) {
        return given.contains(section) && given[section].contains(key);
    };
    Schedule& schedule = config.optimizer.schedule;
    if (!said("optimizer", "lowest_rate")) schedule.floor = std::min(schedule.floor, schedule.peak);
    if (said("run", "snapshots")) return;
    const auto beyond = [&](std::int64_t step) { return step > schedule.totalSteps; };
    config.snapshots.erase(std::remove_if(config.snapshots.begin(), config.snapshots.end(), beyond),
                           config.snapshots.end());
}

}  // namespace

TrainConfig trainConfigFromJson(std::string_view json) {
    const nlohmann::json value = parseStrictJson(json, kWhere);
    Section top(JsonObject(value, std::string(kWhere)));
    std::string preset = "classroom";
    top.read("preset", preset);
    TrainConfig config = presetConfig(preset);
    top.read("name", config.name);
    const auto section = [&](std::string_view key, auto read, auto& part) {
        if (top.object().has(key)) read(Section(top.object().object(key)), part);
    };
    section("model", readModel, config.contract);
    section("data", readData, config.data);
    section("tokenizer", readTokenizer, config.tokenizer);
    section("batches", readBatches, config.batches);
    section("optimizer", readOptimizer, config.optimizer);
    section("run", readRun, config);
    top.close();
    fitPreset(config, value);
    config.contract.name = config.name;
    config.optimizer.seed = config.seed;
    validate(config);
    return config;
}

std::string trainConfigToJson(const TrainConfig& config) {
    const Contract& contract = config.contract;
    const LayerContract& layer = contract.encoder.front();
    const Schedule& schedule = config.optimizer.schedule;
    ordered_json json;
    json["preset"] = "classroom";  // the base of keys that are missing; none is
    json["name"] = config.name;
    json["model"] = {{"width", contract.width},
                     {"heads", layer.heads},
                     {"ffn_width", layer.ffnWidth},
                     {"encoder_layers", contract.encoder.size()},
                     {"decoder_layers", contract.decoder.size()},
                     {"max_positions", contract.maxPositions},
                     {"tying", kTyings[static_cast<std::size_t>(contract.tying)]}};
    json["data"] = {{"grammar", config.data.grammar},
                    {"grammar_share", config.data.grammarShare},
                    {"tsv", config.data.tsv},
                    {"source", config.data.source},
                    {"target", config.data.target},
                    {"valid_pairs", config.data.validPairs},
                    {"test_pairs", config.data.testPairs},
                    {"split_seed", config.data.splitSeed},
                    {"attribution", config.data.attribution}};
    json["tokenizer"] = {{"kind", kTokenizerKinds[static_cast<std::size_t>(config.tokenizer.kind)]},
                         {"source_pieces", config.tokenizer.sourcePieces},
                         {"target_pieces", config.tokenizer.targetPieces}};
    json["batches"] = {{"cells", config.batches.cells},
                       {"sentences", config.batches.sentences},
                       {"max_source", config.batches.maxSource},
                       {"max_target", config.batches.maxTarget},
                       {"pool_pairs", config.batches.poolPairs}};
    json["optimizer"] = {{"steps", schedule.totalSteps},
                         {"schedule", kSchedules[static_cast<std::size_t>(schedule.kind)]},
                         {"learning_rate", schedule.peak},
                         {"lowest_rate", schedule.floor},
                         {"warmup_steps", schedule.warmupSteps},
                         {"beta1", config.optimizer.beta1},
                         {"beta2", config.optimizer.beta2},
                         {"epsilon", config.optimizer.epsilon},
                         {"weight_decay", config.optimizer.weightDecay},
                         {"clip_norm", config.optimizer.clipNorm},
                         {"label_smoothing", config.optimizer.smoothing},
                         {"dropout", config.optimizer.dropout}};
    json["run"] = {{"seed", config.seed},
                   {"save_every", config.saveEvery},
                   {"validate_every", config.validateEvery},
                   {"snapshots", config.snapshots}};
    return json.dump(2) + '\n';
}

}  // namespace vitrine
