#include <CLI/CLI.hpp>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "engine/core/printable.h"
#include "engine/io/atomic_file.h"
#include "engine/io/npy.h"
#include "engine/session/analyse.h"
#include "engine/session/translate.h"

namespace vitrine::cli {
namespace {

namespace fs = std::filesystem;

struct TraceOptions {
    std::string model, text, output;
    std::vector<std::string> sites;
    int steps = -1;
};

constexpr const char* kFooter = R"(Examples:
  vitrine-cli trace --site decoder.1.cross.weights --out seen "我爱机器翻译"
      writes seen/decoder.1.cross.weights.npy, axes B,h,T,S, and seen/trace.json with the tokens
  vitrine-cli trace --site "encoder.*.self.weights" --site output.logits --out seen "狗咬人"
      * stands for anything
  vitrine-cli trace --site "*" --steps 2 --out seen "狗咬人"
      everything, as it was after two words
Then in Python:  numpy.load("seen/decoder.1.cross.weights.npy")
vitrine-cli inspect MODEL --sites lists the sites.)";

std::vector<Site> chooseSites(const std::vector<std::string>& patterns, const Contract& contract) {
    const std::vector<Site> catalogue = siteCatalogue(contract);
    std::vector<bool> chosen(catalogue.size(), false);
    for (const std::string& pattern : patterns) {
        bool any = false;
        for (std::size_t i = 0; i < catalogue.size(); ++i)
            if (fitsPattern(siteName(catalogue[i]), pattern)) any = chosen[i] = true;
        if (!any)
            throw UsageError("--site " + pattern +
                             " fits nothing in this model; 'vitrine-cli inspect --sites' lists the names");
    }
    std::vector<Site> sites;
    for (std::size_t i = 0; i < catalogue.size(); ++i)
        if (chosen[i]) sites.push_back(catalogue[i]);
    return sites;
}

nlohmann::ordered_json describe(const Question& question, const Analysis& analysis) {
    nlohmann::ordered_json json = {{"model", printable(question.model->name)}, {"source", question.source}};
    for (const Token& token : analysis.source)
        json["sourceTokens"].push_back({{"id", token.id.value}, {"piece", token.piece}});
    for (const TokenId id : analysis.targetInput)
        json["targetTokens"].push_back(
            {{"id", id.value}, {"piece", question.model->target.vocabulary().piece(id)}});
    for (const auto& [site, tensor] : analysis.frame->tensors) {
        const auto lengths = tensor.shape().lengths();
        json["sites"].push_back({{"site", siteName(site)},
                                 {"file", siteName(site) + ".npy"},
                                 {"axes", siteAxes(site)},
                                 {"shape", std::vector<std::int64_t>(lengths.begin(), lengths.end())}});
    }
    return json;
}

void write(const fs::path& folder, const Question& question, const Analysis& analysis, Console& console) {
    std::error_code error;
    fs::create_directories(folder, error);
    require(!error && fs::is_directory(folder), "trace", "the folder ", folder.string(),
            " cannot be made: ", error.message(), "; choose another with --out");
    Table table({"file", "axes<", "shape<"});
    for (const auto& [site, tensor] : analysis.frame->tensors) {
        const std::string file = siteName(site) + ".npy";
        writeNpy(folder / file, tensor);
        table.add({file, siteAxes(site), tensor.shape().text()});
    }
    writeFileAtomically(folder / "trace.json", describe(question, analysis).dump(2) + "\n");
    table.print(console.out);
    for (const Site& site : analysis.frame->leftOut)
        warn(console,
             siteName(site) + " was left out: all sites together are larger than 64 MiB; ask for fewer");
    flush(console);
}

void run(const TraceOptions& options, Console& console) {
    Question question;
    question.model = loadModel(chosenModel(options.model));
    question.source = options.text;
    question.sites = chooseSites(options.sites, question.model->contract());
    const Translation translation = translate(*question.model, options.text, question.decoding);
    for (const std::string& warning : translation.warnings) warn(console, warning);
    const auto longest = static_cast<std::size_t>(question.model->contract().maxPositions - 1);
    for (const TranslationStep& step : translation.steps) {
        const bool enough =
            options.steps >= 0 && question.prefix.size() >= static_cast<std::size_t>(options.steps);
        if (enough || question.prefix.size() == longest || step.token == kEosId) break;
        question.prefix.push_back(step.token);
    }
    if (options.steps >= 0 && question.prefix.size() < static_cast<std::size_t>(options.steps))
        warn(console, "--steps " + std::to_string(options.steps) + " is more than the translation has; " +
                          std::to_string(question.prefix.size()) + " tokens are written in what was saved");
    write(options.output, question, analyse(question), console);
}

}  // namespace

void addTraceCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<TraceOptions>();
    CLI::App* command = program.add_subcommand(
        "trace", "Saves what happens inside while a sentence is translated, as NumPy files");
    command->footer(kFooter);
    addModelOption(*command, options->model);
    command->add_option("text", options->text, "The sentence")->type_name("TEXT")->required();
    command->add_option("-s,--site", options->sites, "What to save; give it again for more")
        ->type_name("SITE")
        ->required()
        ->take_all()
        ->allow_extra_args(false);
    command->add_option("-o,--out", options->output, "The folder to write into")
        ->type_name("DIR")
        ->required();
    command->add_option("--steps", options->steps, "How many words are written already (default: all)")
        ->check(CLI::Range(0, 1'000'000));
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
