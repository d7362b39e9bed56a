#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/decoding_options.h"
#include "engine/session/translate.h"
#include "engine/text/sentences.h"

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
      for another program: source, text, tokens with their probabilities (of several sentences one after
      another, each ended by <eos>), warnings; or source and error)";

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

/// What became of one text; `error` is empty when it was translated.
struct Answer {
    Translation translation;         ///< of all its sentences, one after another
    std::vector<std::string> notes;  ///< for standard error
    std::string error;
};

void append(Translation& all, Translation&& next) {
    if (!all.text.empty() && !next.text.empty()) all.text += ' ';
    all.text += next.text;
    all.steps.insert(all.steps.end(), next.steps.begin(), next.steps.end());
    all.finished = all.finished && next.finished;
    all.logProbability += next.logProbability;
    for (std::string& warning : next.warnings)
        if (std::find(all.warnings.begin(), all.warnings.end(), warning) == all.warnings.end())
            all.warnings.push_back(std::move(warning));
}

std::string cutSentence(const LoadedModel& model, std::int64_t tokens) {
    return concat("the translation was cut at ", tokens, " tokens",
                  tokens < model.contract().maxPositions
                      ? "; --max-tokens allows more, up to the model's limit"
                      : ", the longest this model can write; translate the sentence in shorter parts");
}

/// Models learn from single sentences and answer with one: a text is translated sentence by sentence.
Answer answerTo(const LoadedModel& model, const std::string& text, const Decoding& decoding) {
    Answer answer;
    answer.translation.finished = true;
    try {
        std::vector<std::string> cuts;
        for (const std::string& sentence : splitSentences(text)) {
            Translation translation = translate(model, sentence, decoding);
            if (!translation.finished)
                cuts.push_back(cutSentence(model, static_cast<std::int64_t>(translation.steps.size())));
            append(answer.translation, std::move(translation));
        }
        answer.notes = answer.translation.warnings;
        answer.notes.insert(answer.notes.end(), cuts.begin(), cuts.end());
    } catch (const Error& error) {
        answer.translation = {};
        answer.error = error.what();
    }
    return answer;
}

/// Translates text after text. One that cannot be translated is said and leaves an empty line, so that line
/// n of the output always belongs to text n.
class Translator {
public:
    Translator(const LoadedModel& model, const Decoding& decoding, bool json, Console& console)
        : m_model(model), m_decoding(decoding), m_json(json), m_console(console) {}

    /// `place` stands before every sentence about the text: "line 3: ", or nothing.
    void translateText(const std::string& text, const std::string& place) {
        const Answer answer = answerTo(m_model, text, m_decoding);
        for (const std::string& note : answer.notes) warn(m_console, place + note);
        if (!answer.error.empty()) {
            complain(m_console, place + answer.error);
            m_failed = true;
        }
        m_console.out << (m_json ? jsonOf(text, answer) : answer.translation.text) << '\n';
        flush(m_console);
    }

    /// Throws AlreadySaid when a text could not be translated.
    void finish() const {
        if (m_failed) throw AlreadySaid();
    }

private:
    std::string jsonOf(const std::string& text, const Answer& answer) const {
        const nlohmann::ordered_json json =
            answer.error.empty() ? describe(m_model, text, answer.translation)
                                 : nlohmann::ordered_json{{"source", text}, {"error", answer.error}};
        // The source is not always UTF-8.
        return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }

    const LoadedModel& m_model;
    const Decoding& m_decoding;
    bool m_json;
    Console& m_console;
    bool m_failed = false;
};

void run(const TranslateOptions& options, Console& console) {
    const Decoding decoding = options.decoding.read();
    const auto model = loadModel(chosenModel(options.model));
    Translator translator(*model, decoding, options.json, console);
    std::string line;
    for (int number = 1; options.texts.empty() && readLine(console, line); ++number)
        translator.translateText(line, concat("line ", number, ": "));
    for (const std::string& text : options.texts) translator.translateText(text, "");
    translator.finish();
}

}  // namespace

void addTranslateCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<TranslateOptions>();
    CLI::App* command = program.add_subcommand("translate", "Translate sentences");
    command->description(
        "Translates each TEXT, or each line of standard input when there is none.\n"
        "A text of several sentences is translated one at a time; the translations are joined by spaces.\n"
        "Prints one translation a line, an empty one for an empty text and for one that cannot be "
        "translated;\n"
        "what is wrong with it, and warnings, go to standard error.");
    command->footer(kFooter);
    addModelOption(*command, options->model);
    command->add_option("text", options->texts, "Sentences to translate")->type_name("TEXT...");
    command->add_flag("--json", options->json, "One JSON object a line instead of plain text");
    options->decoding.addTo(*command);
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
