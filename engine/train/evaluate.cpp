#include "engine/train/evaluate.h"

#include <cmath>

#include "engine/text/vocabulary.h"

namespace vitrine {
namespace {

void check(const CancelToken* cancel) {
    if (cancel != nullptr) cancel->check();
}

}  // namespace

HeldOutReport heldOutScores(const Transformer& model, Backend& backend, const PairTable& pairs,
                            const BatchLimits& limits, const CancelToken* cancel) {
    const std::vector<std::uint32_t> order = sortByLength(pairs, limits);
    require(!order.empty(), "evaluation", "none of the ", pairs.size(), " held-out pairs has at most ",
            limits.maxSource, " source and ", limits.maxTarget, " target tokens");
    PackedBatch packed(limits.cells, limits.sentences);
    Arena arena;
    LossSums total;
    LossArgs args;
    args.ignore = kPadId.value;
    for (const auto& [begin, end] : cutBatches(pairs, order, limits)) {
        check(cancel);
        packed.pack(pairs, std::span(order).subspan(begin, end - begin));
        arena.reset();
        const ForwardContext ctx{backend, arena};
        const Batch batch{packed.source, packed.targetInput, packed.labels, packed.sourceLengths,
                          packed.targetLengths};
        const LossSums sums = model.loss(ctx, batch, args);
        total.negativeLogLikelihood += sums.negativeLogLikelihood;
        total.tokens += sums.tokens;
        total.correct += sums.correct;
    }
    HeldOutReport report;
    report.tokens = total.tokens;
    report.negativeLogLikelihood = total.negativeLogLikelihood / static_cast<double>(total.tokens);
    report.perplexity = std::exp(report.negativeLogLikelihood);
    report.tokenAccuracy = static_cast<double>(total.correct) / static_cast<double>(total.tokens);
    return report;
}

}  // namespace vitrine
