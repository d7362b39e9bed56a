#include "app/cli/training_console.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/scores_json.h"
#include "engine/core/printable.h"
#include "engine/core/text_format.h"

namespace vitrine::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::chrono::seconds kBetweenLines{2};

std::string duration(double seconds) {
    if (seconds < 90) return formatFixed(seconds, 0) + " s";
    if (seconds < 5400) return formatFixed(seconds / 60, 0) + " min";
    return formatFixed(seconds / 3600, 1) + " h";
}

}  // namespace

TrainingConsole::TrainingConsole(Console& console, bool json, std::int64_t totalSteps)
    : m_console(console), m_json(json), m_total(totalSteps) {}

void TrainingConsole::begin(const TrainingRun& run, const std::filesystem::path& folder) {
    if (run.files() != nullptr && !m_json) m_console.out << run.files()->report.text();
    const Contract& contract = run.config().contract;
    note(concat("Training ", run.config().name, " in ", folder.string(), ": ", parameterCount(contract),
                " parameters, ", contract.sourceVocabulary, " source and ", contract.targetVocabulary,
                " target pieces, step ", run.trainer().stepsDone(), " of ", m_total, "."));
}

void TrainingConsole::note(const std::string& sentence) {
    if (m_json)
        m_console.out << ordered_json{{"note", printable(sentence, 4000)}}.dump() << '\n';
    else
        m_console.out << printable(sentence, 4000) << '\n';
    m_console.out.flush();
}

void TrainingConsole::scores(const ModelScores& scores) {
    if (m_json)
        m_console.out << ordered_json{{"part", "test"}, {"scores", scoresJson(scores)}}.dump() << '\n';
    else
        for (const auto& [name, value] : scoreEntries(scores, "test."))
            m_console.out << name << ": " << value << '\n';
    m_console.out.flush();
}

void TrainingConsole::stepDone(const StepReport& report) {
    const auto now = std::chrono::steady_clock::now();
    if (report.step > 1 && report.step < m_total && now - m_lastLine < kBetweenLines) return;
    m_lastLine = now;
    if (m_json) {
        m_console.out << ordered_json{{"step", report.step},
                                      {"loss", report.loss},
                                      {"negative_log_likelihood", report.negativeLogLikelihood},
                                      {"token_accuracy", report.tokenAccuracy},
                                      {"learning_rate", report.learningRate},
                                      {"gradient_norm", report.gradientNorm},
                                      {"padding_share", report.paddingShare},
                                      {"tokens_per_second", report.tokensPerSecond},
                                      {"epochs", report.epochs},
                                      {"remaining_seconds", report.remainingSeconds}}
                             .dump()
                      << '\n';
    } else {
        m_console.out << "step " << report.step << '/' << m_total << "  loss " << formatFixed(report.loss, 4)
                      << "  accuracy " << formatFixed(100 * report.tokenAccuracy, 1) << " %  rate "
                      << formatFixed(report.learningRate, 6) << "  gradient "
                      << formatFixed(report.gradientNorm, 2) << "  " << formatFixed(report.tokensPerSecond, 0)
                      << " tokens/s  padding " << formatFixed(100 * report.paddingShare, 0) << " %  "
                      << duration(report.remainingSeconds) << " left\n";
    }
    m_console.out.flush();
}

void TrainingConsole::validated(const HeldOutReport& report) {
    if (m_json)
        m_console.out << ordered_json{{"validation_step", report.step},
                                      {"perplexity", report.perplexity},
                                      {"token_accuracy", report.tokenAccuracy}}
                             .dump()
                      << '\n';
    else
        m_console.out << "held out at step " << report.step << ": perplexity "
                      << formatFixed(report.perplexity, 4) << ", token accuracy "
                      << formatFixed(100 * report.tokenAccuracy, 2) << " %\n";
    m_console.out.flush();
}

void TrainingConsole::saved(std::int64_t step) {
    if (m_json) m_console.out << ordered_json{{"saved_step", step}}.dump() << std::endl;
}

void TrainingConsole::ended(const std::string& sentence) {
    note(sentence);
}

}  // namespace vitrine::cli
