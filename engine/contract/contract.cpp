#include "engine/contract/contract.h"

#include <cmath>

#include "engine/core/error.h"

namespace vitrine {
namespace {

void checkRange(std::string_view field, std::int64_t value, std::int64_t low, std::int64_t high) {
    require(value >= low && value <= high, "contract", field, " is ", value, ", expected ", low, " to ",
            high);
}

void checkLayers(std::string_view stack, const std::vector<LayerContract>& layers) {
    checkRange(concat(stack, ".layers"), static_cast<std::int64_t>(layers.size()), 1, kMaxLayers);
    for (const LayerContract& layer : layers) {
        checkRange(concat(stack, ".heads"), layer.heads, 1, kMaxHeads);
        checkRange(concat(stack, ".key_width"), layer.keyWidth, 1, kMaxWidth);
        checkRange(concat(stack, ".value_width"), layer.valueWidth, 1, kMaxWidth);
        checkRange(concat(stack, ".ffn_width"), layer.ffnWidth, 1, kMaxFfnWidth);
        checkRange(concat(stack, ".heads * key_width"), layer.heads * layer.keyWidth, 1, 2 * kMaxWidth);
        checkRange(concat(stack, ".heads * value_width"), layer.heads * layer.valueWidth, 1, 2 * kMaxWidth);
    }
}

}  // namespace

void validate(const Contract& c, std::int64_t maxParameters) {
    require(c.name.size() <= static_cast<std::size_t>(kMaxNameBytes), "contract", "name has ", c.name.size(),
            " bytes, expected at most ", kMaxNameBytes);
    checkRange("vocabulary.source", c.sourceVocabulary, 1, kMaxVocabulary);
    checkRange("vocabulary.target", c.targetVocabulary, 1, kMaxVocabulary);
    checkRange("width", c.width, 2, kMaxWidth);
    require(c.width % 2 == 0, "contract", "width is ", c.width,
            ", expected an even number (sinusoidal positions pair features)");
    checkRange("positions.max", c.maxPositions, 1, kMaxPositions);
    checkLayers("encoder", c.encoder);
    checkLayers("decoder", c.decoder);
    require(std::isfinite(c.normEpsilon) && c.normEpsilon > 0 && c.normEpsilon < 1, "contract",
            "norm.epsilon is ", c.normEpsilon, ", expected a number between 0 and 1");
    require(std::isfinite(c.positionBase) && c.positionBase > 1, "contract", "positions.base is ",
            c.positionBase, ", expected a number above 1");
    require(c.tying != Tying::All || c.sourceVocabulary == c.targetVocabulary, "contract",
            "tying is \"all\", which needs one vocabulary, but the source has ", c.sourceVocabulary,
            " tokens and the target ", c.targetVocabulary);
    const std::int64_t parameters = parameterCount(c);
    require(parameters <= maxParameters, "contract", "the model would have ", parameters,
            " parameters, expected at most ", maxParameters);
}

namespace {

std::int64_t attentionParameters(const Contract& c, const LayerContract& layer) {
    const std::int64_t keys = layer.heads * layer.keyWidth, values = layer.heads * layer.valueWidth;
    const std::int64_t biases = c.attentionBias ? 2 * keys + values + c.width : 0;
    return c.width * (2 * keys + 2 * values) + biases;
}

std::int64_t ffnParameters(const Contract& c, const LayerContract& layer) {
    return 2 * c.width * layer.ffnWidth + (c.ffnBias ? layer.ffnWidth + c.width : 0);
}

}  // namespace

std::int64_t parameterCount(const Contract& c) {
    const std::int64_t norm = 2 * c.width;
    std::int64_t total = 0;
    for (const LayerContract& layer : c.encoder)
        total += attentionParameters(c, layer) + ffnParameters(c, layer) + 2 * norm;
    for (const LayerContract& layer : c.decoder)
        total += 2 * attentionParameters(c, layer) + ffnParameters(c, layer) + 3 * norm;
    const std::int64_t source = c.sourceVocabulary * c.width, target = c.targetVocabulary * c.width;
    total += c.tying == Tying::All ? target : source + target + (c.tying == Tying::None ? target : 0);
    return total + (c.outputBias ? c.targetVocabulary : 0);
}

}  // namespace vitrine
