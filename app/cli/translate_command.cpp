#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/decoding_options.h"
#include "engine/session/translate.h"

namespace vitrine::cli {
namespace {

struct TranslateOptions {
    std::string model;
    std::vector<std::string> texts;
    DecodingOptions decoding;
    bool json = false;
};

constexpr const char* kFooter = R"(Examples:
  vitrine-cli translate "我爱机器翻译"
      one translation a line on standard output, nothing else
  vitrine-cli translate -m everyday-zh-en < sentences.txt
      every line of a file, in order
  vitrine-cli translate --temperature 1.5 --seed 7 "狗咬人"
      draws words instead of taking the most probable; the seed repeats the draw
  vitrine-cli translate --json "人咬狗"
      tokens with their probabilities, for another program)";

nlohmann::ordered_json describe(const LoadedModel& model, const std::string& text,
                                const Translation& translation) {
    nlohmann::ordered_json json = {{"source", text},
                                   {"text", translation.text},
                                   {"finished", translation.finished},
                                   {"logProbability", translation.logProbability},
                                   {"tokens", nlohmann::ordered_json::array()},
                                   {"warnings", translation.warnings}};
    for (const TranslationStep& step : translation.steps)
        json["tokens"].push_back({{"id", step.token.value},
                                  {"piece", model.target.vocabulary().piece(step.token)},
                                  {"logProbability", step.logProbability}});
    return json;
}

void translateOne(const LoadedModel& model, const std::string& text, const Decoding& decoding, bool asJson,
                  Console& console) {
    const Translation translation = translate(model, text, decoding);
    for (const std::string& warning : translation.warnings) warn(console, warning);
    if (!translation.finished)
        warn(console, "the translation was cut at " + std::to_string(translation.steps.size()) +
                          " tokens; --max-tokens allows more, up to the model's limit");
    if (asJson)
        console.out << describe(model, text, translation).dump() << '\n';
    else
        console.out << translation.text << '\n';
    flush(console);
}

void translateLines(const LoadedModel& model, const Decoding& decoding, bool asJson, Console& console) {
    std::string line;
    for (int number = 1; readLine(console, line); ++number) {
        if (line.find_first_not_of(" \t") == std::string::npos && !asJson) {
            console.out << '\n';
            continue;
        }
        try {
            translateOne(model, line, decoding, asJson, console);
        } catch (const Error& error) {
            throw Error("line " + std::to_string(number) + ": " + error.what());
        }
    }
    flush(console);
}

void run(const TranslateOptions& options, Console& console) {
    const Decoding decoding = options.decoding.read();
    const auto model = loadModel(chosenModel(options.model));
    if (options.texts.empty()) translateLines(*model, decoding, options.json, console);
    for (const std::string& text : options.texts) translateOne(*model, text, decoding, options.json, console);
}

}  // namespace

void addTranslateCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<TranslateOptions>();
    CLI::App* command = program.add_subcommand("translate", "Translate sentences");
    command->description(
        "Translates each TEXT, or each line of standard input when there is none.\n"
        "Prints one translation a line; warnings go to standard error.");
    command->footer(kFooter);
    addModelOption(*command, options->model);
    command->add_option("text", options->texts, "Sentences to translate")->type_name("TEXT...");
    command->add_flag("--json", options->json, "One JSON object a line instead of plain text");
    options->decoding.addTo(*command);
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
