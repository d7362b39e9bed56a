#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/scores_json.h"
#include "engine/session/assets.h"
#include "engine/session/loaded_model.h"
#include "engine/train/training_run.h"

namespace vitrine::cli {
namespace {

struct EvalOptions {
    std::string model, tsv, source, target, part = "test";
    bool grammar = false, json = false, texts = false;
};

constexpr const char* kFooter = R"(Examples:
  vitrine-cli eval
      the default model on the held-out sentences of its card
  vitrine-cli eval -m everyday-zh-en --tsv cmn.txt
      the test part of the file the model was trained on: the same split, the same scores as on the card
  vitrine-cli eval -m everyday-zh-en --tsv mine.tsv --part all
      every pair of another file
  vitrine-cli eval --texts
      also prints source, translation and reference of every sentence
  vitrine-cli eval --json
      {"part": "test", "scores": {...}} with numbers: "bleu" from 0 to 100, what ends in _percent likewise,
      an "error_rate" of alignment from 0 (best) to 1)";

/// The settings on the model's card, which say how its data were split; the defaults when it has none.
DataConfig dataOf(const LoadedModel& model) {
    const auto found = model.card.find("config");
    return found == model.card.end() ? DataConfig{} : trainConfigFromJson(found->second).data;
}

HeldOutSet wholeFile(const PairFile& file) {
    HeldOutSet set;
    for (const SentencePair& pair : file.pairs) {
        set.sources.push_back(pair.chinese);
        set.references.push_back(pair.english);
    }
    return set;
}

HeldOutSet partOfFile(PairFile file, const DataConfig& data, CorpusPart part) {
    const std::int64_t heldOut = data.validPairs + data.testPairs;
    const std::size_t pairs = file.pairs.size();
    require(static_cast<std::int64_t>(pairs) >= heldOut, "eval", "there are ", pairs,
            " pairs, expected the model's own data, of which ", heldOut,
            " are held out; measure all of another file with --part all");
    const FilePairs files = splitPairs(std::move(file), data);
    HeldOutSet set = heldOutSet(nullptr, &files, part, data);
    require(set.size() > 0, "eval", "this part of the file is empty, the model was trained on all ", pairs,
            " pairs; measure them with --part all");
    return set;
}

HeldOutSet chosenSet(const EvalOptions& options, const LoadedModel& model, Console& console) {
    DataConfig data = dataOf(model);
    const bool files = !options.tsv.empty() || !options.source.empty();
    if (files && options.grammar) throw UsageError("give either --grammar or files, not both");
    if (!files && !options.grammar && data.files())
        throw UsageError("the model was trained on " + (data.tsv.empty() ? data.source : data.tsv) +
                         "; say where it is with --tsv or --source and --target, or take --grammar");
    data.tsv = options.tsv;
    data.source = options.source;
    data.target = options.target;
    if (!files && options.part == "all") throw UsageError("--part all needs a file");
    const CorpusPart part = options.part == "valid" ? CorpusPart::Valid : CorpusPart::Test;
    if (files) {
        PairFile file = readUsablePairs(data);
        if (file.report.skippedTotal() > 0 || !file.report.stopped.empty()) console.err << file.report.text();
        return options.part == "all" ? wholeFile(file) : partOfFile(std::move(file), data, part);
    }
    const Grammar grammar = Grammar::load((assetsFolder() / "grammar" / "everyday.txt").string());
    return heldOutSet(&grammar, nullptr, part, data);
}

void print(const HeldOutSet& set, const ModelScores& scores, const EvalOptions& options, Console& console) {
    if (options.json) {
        nlohmann::ordered_json json{{"part", options.part}, {"scores", scoresJson(scores)}};
        for (std::size_t i = 0; options.texts && i < set.size(); ++i)
            json["texts"].push_back({{"source", set.sources[i]},
                                     {"translation", scores.translations[i]},
                                     {"reference", set.references[i]}});
        console.out << json.dump() << '\n';
    } else {
        for (const auto& [name, value] : scoreEntries(scores, options.part + "."))
            console.out << name << ": " << value << '\n';
        for (std::size_t i = 0; options.texts && i < set.size(); ++i)
            console.out << set.sources[i] << '\t' << scores.translations[i] << '\t' << set.references[i]
                        << '\n';
    }
    flush(console);
}

void run(const EvalOptions& options, Console& console) {
    const auto model = loadModel(chosenModel(options.model));
    const HeldOutSet set = chosenSet(options, *model, console);
    const std::unique_ptr<Backend> backend = createBackend("cpu");
    const TokenizerPair tokenizers{model->source, model->target};
    const ModelScores scores = scoreModel(model->transformer, tokenizers, set, *backend);
    print(set, scores, options, console);
}

}  // namespace

void addEvalCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<EvalOptions>();
    CLI::App* command = program.add_subcommand("eval", "Measure a model on sentences it never saw");
    command->description(
        "Measures a model: exact match and BLEU (sacreBLEU's 13a, mixed case) of its greedy translations,\n"
        "perplexity and token accuracy with the reference given, alignment of its cross-attention heads.");
    command->footer(kFooter);
    addModelOption(*command, options->model);
    command->add_flag("--grammar", options->grammar, "Held-out sentences of the grammar");
    CLI::Option* tsv = command->add_option("--tsv", options->tsv, "Tab-separated pairs")->type_name("FILE");
    CLI::Option* source =
        command->add_option("--source", options->source, "Sentences, one a line")->type_name("FILE");
    CLI::Option* target =
        command->add_option("--target", options->target, "Their translations")->type_name("FILE");
    source->needs(target);
    target->needs(source);
    tsv->excludes(source);
    command->add_option("--part", options->part, "test, valid, or all of a file")
        ->check(CLI::IsMember({"test", "valid", "all"}));
    command->add_flag("--texts", options->texts, "Also print every translation");
    command->add_flag("--json", options->json, "One JSON object instead of plain text");
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
