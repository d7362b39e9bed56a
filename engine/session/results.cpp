#include "engine/session/results.h"

#include "engine/io/input_file.h"
#include "engine/session/assets.h"

namespace vitrine {
namespace {

/// The one way in which a remembered value becomes an answer.
template <class Value>
bool put(std::optional<std::shared_ptr<const Value>> value, std::shared_ptr<const Value>& place) {
    if (value) place = std::move(*value);
    return value.has_value();
}

void requireModel(const std::shared_ptr<const LoadedModel>& model) {
    require(model != nullptr, "session", "the request names no model; load one first");
}

}  // namespace

Results::ModelKey Results::keyOf(const LoadRequest& request) {
    std::error_code missing;  // then loading says what is wrong
    return {request, std::filesystem::last_write_time(request.folder / "checkpoint.json", missing)};
}

bool Results::recall(const LoadRequest& request, Answer& answer) {
    return put(m_models.find(keyOf(request)), answer.model);
}

bool Results::recall(const Question& request, Answer& answer) {
    answer.analysis = m_analyses.find(request);
    return answer.analysis != nullptr;
}

bool Results::recall(const TranslationRequest& request, Answer& answer) {
    return put(m_translations.find(request), answer.translation);
}

bool Results::recall(const GoldRequest& request, Answer& answer) {
    return put(m_golds.find(request), answer.gold);
}

void Results::compute(const LoadRequest& request, const CancelToken&, Answer& answer) {
    ModelKey key = keyOf(request);  // before reading: a save in between makes the key old, not the model
    answer.model = loadModel(request.folder, request.backend);
    m_models.put(std::move(key), answer.model);
}

void Results::compute(const Question& request, const CancelToken& cancel, Answer& answer) {
    answer.analysis = analyseCached(m_analyses, request, &cancel);
}

void Results::compute(const TranslationRequest& request, const CancelToken& cancel, Answer& answer) {
    requireModel(request.model);
    answer.translation = std::make_shared<const Translation>(translate(
        *request.model, request.source, request.decoding, request.forced, request.interventions, &cancel));
    m_translations.put(request, answer.translation);
}

void Results::compute(const GoldRequest& request, const CancelToken& cancel, Answer& answer) {
    requireModel(request.model);
    if (const GoldAligner* grammar = this->grammar()) {
        if (auto gold = grammar->align(request.model->source, request.model->target, request.source, &cancel))
            answer.gold = std::make_shared<const GoldAlignment>(std::move(*gold));
    }
    m_golds.put(request, answer.gold);
}

/// Null where the grammar was not installed: it only adds an overlay, everything else works without it.
const GoldAligner* Results::grammar() {
    if (!m_grammarRead) {
        m_grammarRead = true;
        const std::filesystem::path file = assetsFolder() / "grammar" / "everyday.txt";
        if (isThere(file)) m_grammar.emplace(file);
    }
    return m_grammar ? &*m_grammar : nullptr;
}

std::optional<Answer> Results::find(const Request& request) {
    Answer answer;
    if (!std::visit([&](const auto& r) { return recall(r, answer); }, request)) return std::nullopt;
    answer.known = true;
    return answer;
}

Answer Results::get(const Request& request, const CancelToken& cancel) {
    cancel.check();
    if (std::optional<Answer> known = find(request)) return std::move(*known);
    Answer answer;
    std::visit([&](const auto& r) { compute(r, cancel, answer); }, request);
    return answer;
}

}  // namespace vitrine
