#include <array>

#include "engine/core/strict_json.h"
#include "ui/bridge/experiment.h"

namespace vitrine {
namespace {

using nlohmann::json;
constexpr std::string_view kWhere = "saved state";
constexpr std::string_view kFormat = "vitrine-state";
constexpr std::array<std::string_view, 2> kStrategies = {"greedy", "sample"};
constexpr std::array<std::string_view, 3> kActions = {"set", "scale", "bypass"};
constexpr std::int64_t kMaxItems = 4096;
constexpr std::int64_t kMaxId = 1 << 24;

json toJson(const Decoding& d) {
    return {{"strategy", kStrategies[static_cast<std::size_t>(d.strategy)]},
            {"temperature", d.temperature},
            {"topK", d.topK},
            {"topP", d.topP},
            {"minP", d.minP},
            {"seed", d.seed},
            {"maxTokens", d.maxTokens}};
}

Decoding readDecoding(JsonObject object) {
    Decoding d;
    d.strategy = static_cast<Strategy>(object.choice("strategy", kStrategies));
    d.temperature = object.number("temperature");
    d.topK = object.integer("topK", 0, kMaxId);
    d.topP = object.number("topP");
    d.minP = object.number("minP");
    d.seed = static_cast<std::uint64_t>(object.integer("seed", 0, std::int64_t{1} << 53));
    d.maxTokens = object.integer("maxTokens", 1, 4096);
    object.refuseOthers();
    validate(d);
    return d;
}

std::string_view nameOf(Intervention::Action action) {
    switch (action) {
        case Intervention::Action::Set:
            return kActions[0];
        case Intervention::Action::Scale:
            return kActions[1];
        case Intervention::Action::Bypass:
            return kActions[2];
        case Intervention::Action::Replace:
            break;
    }
    fail(kWhere, "a change replaces a whole tensor, which a file cannot hold; take it back before saving");
}

json toJson(const Intervention& item) {
    return {{"site", siteName(item.site)}, {"action", nameOf(item.action)},
            {"head", item.head},           {"row", item.row},
            {"column", item.column},       {"value", item.value}};
}

Intervention readIntervention(JsonObject object) {
    Intervention item;
    item.site = parseSite(object.text("site", 200));
    constexpr std::array kOrder = {Intervention::Action::Set, Intervention::Action::Scale,
                                   Intervention::Action::Bypass};
    item.action = kOrder[object.choice("action", kActions)];
    item.head = static_cast<std::int32_t>(object.integer("head", -1, 4096));
    item.row = static_cast<std::int32_t>(object.integer("row", -1, 1 << 20));
    item.column = static_cast<std::int32_t>(object.integer("column", -1, 1 << 20));
    item.value = static_cast<float>(object.number("value"));
    object.refuseOthers();
    return item;
}

const json& arrayOf(JsonObject& object, std::string_view key) {
    const json& value = object.value(key);
    require(value.is_array() && value.size() <= kMaxItems, kWhere, object.pathOf(key), " is ",
            describeJson(value), ", expected a list of at most ", kMaxItems, " entries");
    return value;
}

json toJson(const Variant& variant) {
    json kept = json::array(), forced = json::array(), changes = json::array();
    for (const TokenId id : variant.kept) kept.push_back(id.value);
    for (const auto& [step, id] : variant.forced)
        forced.push_back({{"step", step.value}, {"token", id.value}});
    for (const Intervention& item : variant.interventions) changes.push_back(toJson(item));
    return {{"decoding", toJson(variant.decoding)},
            {"kept", kept},
            {"forced", forced},
            {"interventions", changes}};
}

Variant readVariant(JsonObject object) {
    Variant variant;
    variant.decoding = readDecoding(object.object("decoding"));
    for (const json& id : arrayOf(object, "kept")) {
        require(id.is_number_integer() && id.get<std::int64_t>() >= 0 && id.get<std::int64_t>() < kMaxId,
                kWhere, object.pathOf("kept"), " holds ", describeJson(id), ", expected token ids");
        variant.kept.emplace_back(id.get<std::int64_t>());
    }
    for (const json& item : arrayOf(object, "forced")) {
        JsonObject entry(item, std::string(kWhere), object.pathOf("forced"));
        const StepIndex step(entry.integer("step", 0, 4096));
        const bool first =
            variant.forced.emplace(step, TokenId(entry.integer("token", 0, kMaxId - 1))).second;
        require(first, kWhere, object.pathOf("forced"), " names step ", step.value,
                " twice, expected each step at most once");
        entry.refuseOthers();
    }
    for (const json& item : arrayOf(object, "interventions"))
        variant.interventions.push_back(
            readIntervention(JsonObject(item, std::string(kWhere), object.pathOf("interventions"))));
    object.refuseOthers();
    return variant;
}

}  // namespace

std::string stateToJson(const ExperimentState& state) {
    json branches = json::array();
    for (const Variant& branch : state.branches) branches.push_back(toJson(branch));
    const json root = {{"format", kFormat},      {"version", 1},       {"model", state.modelFolder},
                       {"source", state.source}, {"step", state.step}, {"variant", toJson(state.variant)},
                       {"branches", branches}};
    return root.dump(2) + "\n";
}

ExperimentState stateFromJson(const std::string& text) {
    const json root = parseStrictJson(text, kWhere);
    JsonObject object(root, std::string(kWhere));
    const std::string format = object.text("format", 64);
    require(format == kFormat, kWhere, "format is \"", format, "\", expected \"", kFormat, "\"");
    object.integer("version", 1, 1);
    ExperimentState state;
    state.modelFolder = object.text("model", 4096);
    state.source = object.text("source", 65536);
    state.step = static_cast<int>(object.integer("step", 0, 4096));
    state.variant = readVariant(object.object("variant"));
    for (const json& branch : arrayOf(object, "branches"))
        state.branches.push_back(readVariant(JsonObject(branch, std::string(kWhere), "branches")));
    object.refuseOthers();
    return state;
}

}  // namespace vitrine
