#pragma once

#include "engine/session/request.h"

namespace vitrine {

/// One forward pass and what was asked: everything a view needs to draw one step.
struct StepAnswer {
    Question question;  ///< with the model: question.model->transformer.contract(), parameters
    Analysis analysis;
};

/// The translation from start to end, of which a StepAnswer shows one step.
struct Story {
    TranslationRequest request;
    Translation translation;

    /// The last step a cursor can stand on: the one that chooses the last token.
    int lastStep() const {
        return translation.steps.empty() ? 0 : static_cast<int>(translation.steps.size()) - 1;
    }
};

}  // namespace vitrine
