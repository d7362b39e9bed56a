#include <algorithm>
#include <cmath>
#include <ostream>

#include "app/cli/commands.h"
#include "engine/core/printable.h"
#include "engine/core/text_format.h"
#include "engine/session/analyse.h"
#include "engine/session/assets.h"
#include "engine/session/translate.h"
#include "engine/text/sentences.h"

namespace vitrine::cli {
namespace {

using ModelPointer = std::shared_ptr<const LoadedModel>;

constexpr const char* kHelp =
    "  Type a sentence to translate it.\n"
    "  :why             what else the model considered for each word of it\n"
    "  :model NAME      use another model (its name or folder)\n"
    "  :models          list the models\n"
    "  :help            this text\n"
    "  :quit            leave (or Ctrl+D)\n"
    "  vitrine-cli --help shows what the program can do besides.\n";

void introduce(const LoadedModel& model, Console& console) {
    console.out << "Model " << printable(model.name) << ": " << parameterCount(model.contract())
                << " parameters, " << model.workspaces->description() << ".\n";
}

void listAll(Console& console) {
    for (const auto& folder : listModels(assetsFolder() / "models"))
        console.out << "  " << printable(folder.filename().string()) << '\n';
}

/// "translation 91.2%  translating 4.0%  ..." for the first few candidates.
std::string bestOf(const LoadedModel& model, const NextToken& next) {
    std::string line;
    for (std::size_t i = 0; i < std::min<std::size_t>(4, next.candidates.size()); ++i) {
        const Candidate& candidate = next.candidates[i];
        line += (i == 0 ? "" : "   ") + model.target.vocabulary().piece(candidate.token) + ' ' +
                formatFixed(100 * candidate.probability, 1) + '%';
    }
    return line;
}

/// "I 99%  love 97%  ...": each word with its probability.
std::string sureness(const LoadedModel& model, const Translation& translation) {
    std::string line;
    for (const TranslationStep& step : translation.steps)
        line += (line.empty() ? "" : "  ") + model.target.vocabulary().piece(step.token) + ' ' +
                formatFixed(100 * std::exp(step.logProbability), 0) + '%';
    return line;
}

void explain(const ModelPointer& model, const std::string& source, const Translation& translation,
             Console& console) {
    Question question;
    question.model = model;
    question.source = source;
    for (const TranslationStep& step : translation.steps) {
        console.out << "  " << bestOf(*model, analyse(question).next) << '\n';
        question.prefix.push_back(step.token);
    }
}

/// What one line asks for; false to leave.
class Dialogue {
public:
    explicit Dialogue(Console& console) : m_console(console) {}

    void start() {
        m_console.out << "Vitrine translates here, word by word. Type a sentence, :help, or :quit.\n";
        m_model = loadModel(defaultModel());
        introduce(*m_model, m_console);
    }

    bool answer(const std::string& line) {
        if (line == ":quit" || line == ":q" || line == ":exit") return false;
        if (line == ":help")
            m_console.out << kHelp;
        else if (line == ":models")
            listAll(m_console);
        else if (line == ":why")
            why();
        else if (line.rfind(":model ", 0) == 0)
            change(line.substr(7));
        else if (line[0] == ':')
            m_console.out << "  There is no command " << printable(line, 80) << "; :help lists them.\n";
        else
            translateLine(line);
        return true;
    }

private:
    void translateLine(const std::string& line) {
        m_answers.clear();
        for (const std::string& sentence : splitSentences(line)) {
            const Translation translation = translate(*m_model, sentence, {});
            m_console.out << "  " << translation.text << '\n';
            m_console.out << "  how sure: " << sureness(*m_model, translation) << '\n';
            for (const std::string& warning : translation.warnings)
                m_console.out << "  (" << printable(warning) << ")\n";
            m_answers.emplace_back(sentence, translation);
        }
    }
    void why() {
        if (m_answers.empty()) m_console.out << "  Translate a sentence first.\n";
        for (const auto& [sentence, translation] : m_answers)
            explain(m_model, sentence, translation, m_console);
    }
    void change(const std::string& name) {
        m_model = loadModel(findModel(name));
        m_answers.clear();
        introduce(*m_model, m_console);
    }

    Console& m_console;
    ModelPointer m_model;
    std::vector<std::pair<std::string, Translation>> m_answers;  ///< to the sentences of the last line
};

}  // namespace

void runInteractively(Console& console) {
    Dialogue dialogue(console);
    dialogue.start();
    std::string line;
    for (;;) {
        console.out << "> ";
        flush(console);
        if (!readLine(console, line)) break;
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos) continue;
        line = line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
        try {
            if (!dialogue.answer(line)) return;
        } catch (const Error& error) {  // a wrong sentence or model is no reason to leave
            console.out << "  " << printable(error.what(), 4000) << '\n';
        }
    }
    console.out << '\n';
    flush(console);
}

}  // namespace vitrine::cli
