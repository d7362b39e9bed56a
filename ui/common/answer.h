#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/analyse.h"
#include "engine/session/loaded_model.h"
#include "engine/session/translate.h"

namespace vitrine {

/// One forward pass and what was asked: everything a view needs to draw one step.
struct StepAnswer {
    Question question;  ///< with the model: question.model->transformer.contract(), parameters
    Analysis analysis;
};

/// What a whole translation depends on.
struct StoryRequest {
    std::shared_ptr<const LoadedModel> model;
    std::string source;
    Decoding decoding;
    std::map<StepIndex, TokenId> forced;
    Interventions interventions;

    bool operator==(const StoryRequest&) const = default;
};

/// The translation from start to end, of which a StepAnswer shows one step.
struct Story {
    StoryRequest request;
    Translation translation;

    /// The last step a cursor can stand on: the one that chooses the last token.
    int lastStep() const {
        return translation.steps.empty() ? 0 : static_cast<int>(translation.steps.size()) - 1;
    }
};

}  // namespace vitrine
