#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "engine/core/printable.h"
#include "engine/core/text_format.h"
#include "engine/cost/parameters.h"
#include "engine/session/assets.h"
#include "engine/session/loaded_model.h"

namespace vitrine::cli {
namespace {

struct InspectOptions {
    std::string model;
    bool json = false, sites = false, list = false;
};

constexpr const char* kFooter = R"(Examples:
  vitrine-cli inspect classroom-zh-en
      where it comes from, its contract, every tensor with its shape, counts by part
  vitrine-cli inspect classroom-zh-en --sites
      what can be watched in it, with axes; trace saves it
  vitrine-cli inspect --list
      the models there are
  vitrine-cli inspect --list --json     [{"name": ..., "folder": ...}, ...]
  vitrine-cli inspect --sites --json    [{"name": ..., "axes": ...}, ...])";

/// JSON holds UTF-8 only, a folder's name any bytes.
nlohmann::ordered_json describe(const std::string& name, const std::filesystem::path& folder) {
    return {{"name", printable(name)}, {"folder", printable(folder.string())}};
}

nlohmann::ordered_json describeSites(const LoadedModel& model) {
    auto json = nlohmann::ordered_json::array();
    for (const Site& site : siteCatalogue(model.contract()))
        json.push_back({{"name", siteName(site)}, {"axes", siteAxes(site)}});
    return json;
}

nlohmann::ordered_json describe(const LoadedModel& model) {
    nlohmann::ordered_json json = describe(model.name, model.folder);
    json["card"] = model.card;
    json["contract"] = nlohmann::ordered_json::parse(contractToJson(model.contract()));
    json["parameters"] = parameterCount(model.contract());
    for (const ParameterShare& share : parametersByPart(model.contract()))
        json["parametersByPart"][share.part] = share.count;
    const ParameterStore& store = model.transformer.parameters();
    for (std::int64_t i = 0; i < store.size(); ++i) {
        const auto lengths = store.shape(ParameterId(i)).lengths();
        json["tensors"].push_back({{"name", store.name(ParameterId(i))},
                                   {"shape", std::vector<std::int64_t>(lengths.begin(), lengths.end())}});
    }
    json["sites"] = describeSites(model);
    const auto tokenizer = [](const Tokenizer& t) {
        return nlohmann::ordered_json{{"kind", t.kind() == TokenizerKind::Bpe ? "bpe" : "words"},
                                      {"pieces", t.size()}};
    };
    json["tokenizers"] = {{"source", tokenizer(model.source)}, {"target", tokenizer(model.target)}};
    return json;
}

std::string describe(const Tokenizer& tokenizer) {
    return grouped(tokenizer.size()) +
           (tokenizer.kind() == TokenizerKind::Bpe ? " pieces of words (BPE)" : " words and characters");
}

void printSites(const LoadedModel& model, std::ostream& out) {
    Table table({"site", "axes<"});
    for (const Site& site : siteCatalogue(model.contract())) table.add({siteName(site), siteAxes(site)});
    table.print(out);
}

/// The lines of a value stand below each other, further in than any key, so that none can pass for another
/// entry.
void printEntry(const std::string& key, const std::string& value, std::ostream& out) {
    out << "  " << printable(key, 80) << ": ";
    for (std::size_t begin = 0;;) {
        const std::size_t end = value.find('\n', begin);
        out << printable(std::string_view(value).substr(begin, end - begin), 2000) << '\n';
        if (end == std::string::npos) return;
        begin = end + 1;
        out << "      ";
    }
}

void print(const LoadedModel& model, std::ostream& out) {
    out << printable(model.name) << " in " << printable(model.folder.string()) << '\n';
    for (const auto& [key, value] : model.card) printEntry(key, value, out);
    out << "\nReads " << describe(model.source) << ", writes " << describe(model.target) << ".\n";
    out << "\nContract\n" << contractToJson(model.contract());
    out << "\nTensors\n";
    const ParameterStore& store = model.transformer.parameters();
    Table tensors({"name", "shape", "numbers"});
    for (std::int64_t i = 0; i < store.size(); ++i)
        tensors.add({store.name(ParameterId(i)), store.shape(ParameterId(i)).text(),
                     grouped(store.shape(ParameterId(i)).count())});
    tensors.print(out);
    out << "\nParameters by part\n";
    const std::int64_t all = parameterCount(model.contract());
    Table parts({"part", "numbers", "share"});
    for (const ParameterShare& share : parametersByPart(model.contract()))
        parts.add({share.part, grouped(share.count),
                   formatFixed(100 * static_cast<double>(share.count) / static_cast<double>(all), 1) + "%"});
    parts.add({"all", grouped(all), "100.0%"});
    parts.print(out);
}

void list(bool asJson, std::ostream& out) {
    auto json = nlohmann::ordered_json::array();
    for (const std::filesystem::path& folder : listModels(assetsFolder() / "models")) {
        const std::string name = folder.filename().string();
        if (asJson)
            json.push_back(describe(name, folder));
        else
            out << printable(name) << '\n';
    }
    if (asJson) out << json.dump(2) << '\n';
}

void run(const InspectOptions& options, Console& console) {
    if (options.list) {
        list(options.json, console.out);
    } else {
        const auto model = loadModel(chosenModel(options.model));
        if (options.json)
            console.out << (options.sites ? describeSites(*model) : describe(*model)).dump(2) << '\n';
        else if (options.sites)
            printSites(*model, console.out);
        else
            print(*model, console.out);
    }
    flush(console);
}

}  // namespace

void addInspectCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command = program.add_subcommand(
        "inspect", "Shows what a model is: its origin, contract, tensors with shapes, and counts");
    command->footer(kFooter);
    CLI::Option* model =
        command->add_option("model", options->model, "A model's name or the path of its folder")
            ->type_name("NAME|DIR");
    CLI::Option* sites =
        command->add_flag("--sites", options->sites, "List what can be watched in it instead");
    command->add_flag("--list", options->list, "List the models there are instead")
        ->excludes(model)
        ->excludes(sites);
    command->add_flag("--json", options->json, "The same as JSON: an object, of a list an array");
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
