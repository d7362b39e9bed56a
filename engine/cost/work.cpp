#include "engine/cost/work.h"

#include "engine/core/error.h"

namespace vitrine {
namespace {

/// Products of a query and an output projection: (n, d) x (d, h*dk) and (n, h*dv) x (h*dv, d).
Flops queryAndOutput(const Contract& c, const LayerContract& layer, std::int64_t rows) {
    return product(rows, c.width, layer.heads * layer.keyWidth) +
           product(rows, layer.heads * layer.valueWidth, c.width);
}

Flops keysAndValues(const Contract& c, const LayerContract& layer, std::int64_t rows) {
    return product(rows, c.width, layer.heads * (layer.keyWidth + layer.valueWidth));
}

/// Scores and weighted values over so many query-key cells: all of them, and those a mask leaves visible.
Flops interaction(const LayerContract& layer, std::int64_t cells, std::int64_t visible) {
    const std::int64_t each = 2 * layer.heads * (layer.keyWidth + layer.valueWidth);
    return {each * cells, each * visible};
}

Flops feedForward(const Contract& c, const LayerContract& layer, std::int64_t rows) {
    return product(rows, c.width, layer.ffnWidth) + product(rows, layer.ffnWidth, c.width);
}

}  // namespace

Flops DecoderWork::total() const {
    return selfProjections + selfInteraction + crossProjections + crossMemory + crossInteraction +
           feedForward + head;
}

DecoderWork& DecoderWork::operator+=(const DecoderWork& other) {
    selfProjections += other.selfProjections;
    selfInteraction += other.selfInteraction;
    crossProjections += other.crossProjections;
    crossMemory += other.crossMemory;
    crossInteraction += other.crossInteraction;
    feedForward += other.feedForward;
    head += other.head;
    return *this;
}

EncoderWork encoderWork(const Contract& contract, std::int64_t source) {
    require(source >= 0, "cost", "the source has ", source, " tokens, expected 0 or more");
    EncoderWork work;
    for (const LayerContract& layer : contract.encoder) {
        work.projections += queryAndOutput(contract, layer, source) + keysAndValues(contract, layer, source);
        work.interaction += interaction(layer, source * source, source * source);
        work.feedForward += feedForward(contract, layer, source);
    }
    return work;
}

DecoderWork decoderPass(const Contract& contract, std::int64_t positions, std::int64_t cached,
                        std::int64_t source, bool projectMemory) {
    require(positions >= 0 && cached >= 0 && source >= 0, "cost", "a pass over ", positions,
            " positions after ", cached, " with ", source,
            " source tokens makes no sense; expected 0 or more");
    DecoderWork work;
    const std::int64_t cells = positions * (cached + positions);
    const std::int64_t visible = positions * cached + positions * (positions + 1) / 2;  // causal
    for (const LayerContract& layer : contract.decoder) {
        work.selfProjections +=
            queryAndOutput(contract, layer, positions) + keysAndValues(contract, layer, positions);
        work.selfInteraction += interaction(layer, cells, visible);
        work.crossProjections += queryAndOutput(contract, layer, positions);
        if (projectMemory) work.crossMemory += keysAndValues(contract, layer, source);
        work.crossInteraction += interaction(layer, positions * source, positions * source);
        work.feedForward += feedForward(contract, layer, positions);
    }
    work.head = product(positions, contract.width, contract.targetVocabulary);
    return work;
}

DecoderWork uncachedDecoding(const Contract& contract, std::int64_t target, std::int64_t source) {
    DecoderWork work;
    for (std::int64_t n = 1; n <= target; ++n) work += decoderPass(contract, n, 0, source, true);
    return work;
}

DecoderWork cachedDecoding(const Contract& contract, std::int64_t target, std::int64_t source) {
    DecoderWork work;
    for (std::int64_t n = 1; n <= target; ++n) work += decoderPass(contract, 1, n - 1, source, n == 1);
    return work;
}

}  // namespace vitrine
