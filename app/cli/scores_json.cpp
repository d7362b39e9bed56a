#include "app/cli/scores_json.h"

#include <nlohmann/json.hpp>

namespace vitrine::cli {

nlohmann::ordered_json scoresJson(const ModelScores& scores) {
    nlohmann::ordered_json json = {{"sentences", scores.sentences},
                                   {"exact_match_percent", 100 * scores.exactMatch},
                                   {"bleu", scores.bleu.score},
                                   {"perplexity", scores.forced.perplexity},
                                   {"token_accuracy_percent", 100 * scores.forced.tokenAccuracy},
                                   {"sentences_with_unknown_pieces", scores.unknownSources}};
    for (const HeadAlignment& head : scores.alignment)
        json["alignment"].push_back(
            {{"reading", head.reading == AlignmentReading::Predicting ? "predicting" : "reading"},
             {"decoder_layer", head.layer.value},
             {"cross_head", head.head.value},
             {"error_rate", head.errorRate()}});
    return json;
}

}  // namespace vitrine::cli
