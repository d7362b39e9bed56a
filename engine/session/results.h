#pragma once

#include <optional>

#include "engine/core/cancel.h"
#include "engine/session/analysis_cache.h"
#include "engine/session/recent.h"
#include "engine/session/request.h"

namespace vitrine {

/// Computes what is asked for and remembers what was asked lately: models, translations, analyses, gold
/// alignments. Undo, scrubbing and branches ask the same things again.
class Results {
public:
    /// `analysisBytes`: roughly what remembered analyses may hold.
    explicit Results(std::size_t analysisBytes) : m_analyses(analysisBytes) {}

    /// A remembered answer. From any thread.
    std::optional<Answer> find(const Request& request);
    /// The remembered answer, or a new one, which is remembered. One thread at a time. Throws Error or
    /// Cancelled.
    Answer get(const Request& request, const CancelToken& cancel);

private:
    /// A folder that was written again holds another model.
    struct ModelKey {
        LoadRequest request;
        std::filesystem::file_time_type written;
        bool operator==(const ModelKey&) const = default;
    };
    static ModelKey keyOf(const LoadRequest& request);

    bool recall(const LoadRequest& request, Answer& answer);
    bool recall(const Question& request, Answer& answer);
    bool recall(const TranslationRequest& request, Answer& answer);
    bool recall(const GoldRequest& request, Answer& answer);
    void compute(const LoadRequest& request, const CancelToken& cancel, Answer& answer);
    void compute(const Question& request, const CancelToken& cancel, Answer& answer);
    void compute(const TranslationRequest& request, const CancelToken& cancel, Answer& answer);
    void compute(const GoldRequest& request, const CancelToken& cancel, Answer& answer);
    const GoldAligner* grammar();

    AnalysisCache m_analyses;
    Recent<ModelKey, std::shared_ptr<const LoadedModel>> m_models{4};
    Recent<TranslationRequest, std::shared_ptr<const Translation>> m_translations{64};
    Recent<GoldRequest, std::shared_ptr<const GoldAlignment>> m_golds{64};
    std::optional<GoldAligner> m_grammar;  // read when first needed
    bool m_grammarRead = false;
};

}  // namespace vitrine
