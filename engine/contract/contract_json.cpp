#include <array>
#include <charconv>
#include <optional>

#include "engine/contract/contract.h"
#include "engine/core/error.h"
#include "engine/core/strict_json.h"

namespace vitrine {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view kFormat = "vitrine-contract";
constexpr std::int64_t kVersion = 1;

// The texts of the enumerations, in the order of their values.
constexpr std::array<std::string_view, 1> kFormats = {kFormat};
constexpr std::array<std::string_view, 1> kNormTypes = {"layer_norm"};
constexpr std::array<std::string_view, 1> kNormPlaces = {"post"};
constexpr std::array<std::string_view, 1> kActivations = {"relu"};
constexpr std::array<std::string_view, 1> kPositionSchemes = {"sinusoidal"};
constexpr std::array<std::string_view, 3> kTyings = {"none", "output", "all"};

struct LayerField {
    std::string_view key;
    std::int64_t LayerContract::*member;
};
constexpr std::array<LayerField, 4> kLayerFields = {{{"heads", &LayerContract::heads},
                                                     {"key_width", &LayerContract::keyWidth},
                                                     {"value_width", &LayerContract::valueWidth},
                                                     {"ffn_width", &LayerContract::ffnWidth}}};

std::optional<std::size_t> layerNumber(std::string_view key, std::size_t layers) {
    std::size_t number = 0;
    const auto result = std::from_chars(key.data(), key.data() + key.size(), number);
    // Comparing the text refuses "01", which would name a layer twice.
    if (result.ec != std::errc() || number >= layers || std::to_string(number) != key) return std::nullopt;
    return number;
}

void readOverrides(JsonObject overrides, std::vector<LayerContract>& layers) {
    for (const auto& item : overrides.members().items()) {
        const auto number = layerNumber(item.key(), layers.size());
        if (!number)
            fail(overrides.where(), overrides.pathOf(describeJson(item.key()).text),
                 " is not a layer; expected a number from 0 to ", layers.size() - 1);
        JsonObject fields = overrides.object(item.key());
        for (const LayerField& field : kLayerFields)
            if (fields.has(field.key)) layers[*number].*field.member = fields.integer(field.key);
        fields.refuseOthers();
    }
}

std::vector<LayerContract> readStack(JsonObject stack) {
    LayerContract layer;
    // Sizes have their limits in validate(); the number of layers is needed at once.
    const std::int64_t count = stack.integer("layers", 1, kMaxLayers);
    JsonObject fields = stack.object("layer");
    for (const LayerField& field : kLayerFields) layer.*field.member = fields.integer(field.key);
    fields.refuseOthers();
    std::vector<LayerContract> layers(static_cast<std::size_t>(count), layer);
    if (stack.has("overrides")) readOverrides(stack.object("overrides"), layers);
    stack.refuseOthers();
    return layers;
}

template <class Enum, std::size_t N>
Enum readChoice(JsonObject& object, std::string_view key, const std::array<std::string_view, N>& names) {
    return static_cast<Enum>(object.choice(key, names));
}

void readNorm(JsonObject norm, Contract& contract) {
    contract.normType = readChoice<NormType>(norm, "type", kNormTypes);
    contract.normPlace = readChoice<NormPlace>(norm, "place", kNormPlaces);
    contract.normEpsilon = norm.number("epsilon");
    norm.refuseOthers();
}

void readPositions(JsonObject positions, Contract& contract) {
    contract.positions = readChoice<PositionScheme>(positions, "scheme", kPositionSchemes);
    contract.positionBase = positions.number("base");
    contract.maxPositions = positions.integer("max");
    positions.refuseOthers();
}

void readSublayers(JsonObject& object, Contract& contract) {
    JsonObject attention = object.object("attention");
    contract.attentionBias = attention.boolean("bias");
    contract.scaleScores = attention.boolean("scale_scores");
    attention.refuseOthers();
    JsonObject ffn = object.object("ffn");
    contract.activation = readChoice<FfnActivation>(ffn, "activation", kActivations);
    contract.ffnBias = ffn.boolean("bias");
    ffn.refuseOthers();
}

void readEnds(JsonObject& object, Contract& contract) {
    JsonObject vocabulary = object.object("vocabulary");
    contract.sourceVocabulary = vocabulary.integer("source");
    contract.targetVocabulary = vocabulary.integer("target");
    vocabulary.refuseOthers();
    JsonObject embedding = object.object("embedding");
    contract.scaleEmbedding = embedding.boolean("scale");
    embedding.refuseOthers();
    JsonObject output = object.object("output");
    contract.outputBias = output.boolean("bias");
    output.refuseOthers();
    contract.tying = readChoice<Tying>(object, "tying", kTyings);
}

ordered_json layerJson(const LayerContract& layer) {
    ordered_json out;
    for (const LayerField& field : kLayerFields) out[std::string(field.key)] = layer.*field.member;
    return out;
}

ordered_json stackJson(const std::vector<LayerContract>& layers) {
    ordered_json out;
    out["layers"] = layers.size();
    out["layer"] = layerJson(layers.front());
    for (std::size_t i = 1; i < layers.size(); ++i)
        for (const LayerField& field : kLayerFields)
            if (layers[i].*field.member != layers.front().*field.member)
                out["overrides"][std::to_string(i)][std::string(field.key)] = layers[i].*field.member;
    return out;
}

template <class Enum, std::size_t N>
std::string_view textOf(Enum value, const std::array<std::string_view, N>& names) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace

Contract contractFromJson(std::string_view text) {
    const json value = parseStrictJson(text, "contract");
    JsonObject object(value, "contract");
    object.choice("format", kFormats);
    object.integer("version", kVersion, kVersion);
    Contract contract;
    contract.name = object.text("name", kMaxNameBytes);
    contract.width = object.integer("width");
    contract.encoder = readStack(object.object("encoder"));
    contract.decoder = readStack(object.object("decoder"));
    readNorm(object.object("norm"), contract);
    readPositions(object.object("positions"), contract);
    readSublayers(object, contract);
    readEnds(object, contract);
    object.refuseOthers();
    validate(contract);
    return contract;
}

std::string contractToJson(const Contract& contract) {
    validate(contract);
    ordered_json out;
    out["format"] = kFormat;
    out["version"] = kVersion;
    out["name"] = contract.name;
    out["vocabulary"] = {{"source", contract.sourceVocabulary}, {"target", contract.targetVocabulary}};
    out["width"] = contract.width;
    out["encoder"] = stackJson(contract.encoder);
    out["decoder"] = stackJson(contract.decoder);
    out["norm"] = {{"type", textOf(contract.normType, kNormTypes)},
                   {"place", textOf(contract.normPlace, kNormPlaces)},
                   {"epsilon", contract.normEpsilon}};
    out["attention"] = {{"bias", contract.attentionBias}, {"scale_scores", contract.scaleScores}};
    out["ffn"] = {{"activation", textOf(contract.activation, kActivations)}, {"bias", contract.ffnBias}};
    out["positions"] = {{"scheme", textOf(contract.positions, kPositionSchemes)},
                        {"base", contract.positionBase},
                        {"max", contract.maxPositions}};
    out["embedding"] = {{"scale", contract.scaleEmbedding}};
    out["output"] = {{"bias", contract.outputBias}};
    out["tying"] = textOf(contract.tying, kTyings);
    try {
        return out.dump(2) + '\n';
    } catch (const json::exception&) {
        fail("contract", "name is not valid UTF-8; give the model another name");
    }
}

}  // namespace vitrine
