#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "engine/core/sentence.h"
#include "engine/session/analyse.h"
#include "engine/session/gold_alignment.h"
#include "engine/session/loaded_model.h"
#include "engine/session/translate.h"

namespace vitrine {

struct LoadRequest {
    std::filesystem::path folder;
    std::string backend = "cpu";

    bool operator==(const LoadRequest&) const = default;
};

/// Everything a whole translation depends on.
struct TranslationRequest {
    std::shared_ptr<const LoadedModel> model;
    std::string source;  ///< the sentence as typed
    Decoding decoding;
    ForcedTokens forced;
    Interventions interventions;

    bool operator==(const TranslationRequest&) const = default;
};

/// What the classroom's grammar says about a sentence.
struct GoldRequest {
    std::shared_ptr<const LoadedModel> model;  ///< its tokenizers
    std::string source;

    bool operator==(const GoldRequest&) const = default;
};

using Request = std::variant<LoadRequest, Question, TranslationRequest, GoldRequest>;

/// What a request came to: an error, or the one result that belongs to the request.
struct Answer {
    std::uint64_t ticket = 0;  ///< as Session::post() returned it
    Sentence error;            ///< one sentence for the person
    std::shared_ptr<const LoadedModel> model;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const Translation> translation;
    std::shared_ptr<const GoldAlignment> gold;  ///< null when the grammar does not contain the sentence
    bool known = false;                         ///< remembered, not computed again
    double milliseconds = 0;                    ///< measured, on the engine's thread
};

}  // namespace vitrine
