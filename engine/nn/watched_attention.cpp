#include "engine/nn/watched_attention.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/nn/layers.h"

namespace vitrine {
namespace {

/// Copies between a heads view and a tensor (B, N, h*width), in the direction asked for.
void copyHeads(const HeadsView& heads, const Tensor& flat, bool toFlat) {
    const std::size_t element = sizeOf(heads.type), run = static_cast<std::size_t>(heads.width) * element;
    auto* packed = static_cast<std::byte*>(flat.raw());
    for (std::int64_t b = 0; b < heads.batch; ++b)
        for (std::int64_t n = 0; n < heads.rows; ++n)
            for (std::int64_t head = 0; head < heads.heads; ++head, packed += run) {
                const std::int64_t offset =
                    b * heads.batchStride + head * heads.headStride + n * heads.rowStride;
                auto* strided =
                    static_cast<std::byte*>(heads.data) + offset * static_cast<std::int64_t>(element);
                std::memcpy(toFlat ? packed : strided, toFlat ? strided : packed, run);
            }
}

/// (B, T, S) additive mask of every batch entry.
Tensor drawnMask(const ForwardContext& ctx, const AttentionArgs& args) {
    const std::int64_t queries = args.query.rows, keys = args.key.rows;
    const Tensor mask = ctx.arena.tensor(args.query.type, {args.query.batch, queries, keys});
    for (std::int64_t b = 0; b < args.query.batch; ++b)
        renderMask(args.mask, b, mask.slice(b, b + 1).reshaped({queries, keys}));
    return mask;
}

template <class T>
void addMask(const Tensor& scores, const Tensor& mask) {
    const std::int64_t batch = scores.shape()[0], heads = scores.shape()[1];
    const std::int64_t cells = scores.shape()[2] * scores.shape()[3];
    T* score = scores.data<T>();
    for (std::int64_t b = 0; b < batch; ++b)
        for (std::int64_t head = 0; head < heads; ++head, score += cells)
            for (std::int64_t i = 0; i < cells; ++i) score[i] += mask.data<T>()[b * cells + i];
}

template <class T>
void softmaxRows(const Tensor& scores) {
    const std::int64_t keys = scores.shape()[-1];
    T* row = scores.data<T>();
    for (std::int64_t r = 0; r < scores.rows(); ++r, row += keys) {
        T largest = -std::numeric_limits<T>::infinity(), sum = 0;
        for (std::int64_t s = 0; s < keys; ++s) largest = std::max(largest, row[s]);
        if (std::isinf(largest)) {  // nothing is visible
            std::fill(row, row + keys, T{0});
            continue;
        }
        for (std::int64_t s = 0; s < keys; ++s) sum += row[s] = std::exp(row[s] - largest);
        for (std::int64_t s = 0; s < keys; ++s) row[s] /= sum;
    }
}

template <class T>
void scale(const Tensor& scores, double factor) {
    for (T& score : scores.elements<T>()) score *= static_cast<T>(factor);
}

template <class T>
Tensor attendTyped(const ForwardContext& ctx, const Site& site, const AttentionArgs& args) {
    const HeadsView& query = args.query;
    const Tensor scores = ctx.arena.tensor(query.type, {query.batch, query.heads, query.rows, args.key.rows});
    AttentionStages stages;
    stages.scores = scores;
    ctx.backend.attentionStages(args, stages);
    ctx.settle(at(site, Quantity::Scores), scores);
    if (!ctx.interventions->bypasses(at(site, Quantity::Scaled))) scale<T>(scores, args.scale);
    ctx.settle(at(site, Quantity::Scaled), scores);
    const Tensor mask = drawnMask(ctx, args);
    ctx.settle(at(site, Quantity::Mask), mask);
    if (!ctx.interventions->bypasses(at(site, Quantity::Masked))) addMask<T>(scores, mask);
    ctx.settle(at(site, Quantity::Masked), scores);
    softmaxRows<T>(scores);
    ctx.settle(at(site, Quantity::Weights), scores);
    const Tensor out =
        ctx.arena.tensor(query.type, {query.batch, query.rows, query.heads * args.value.width});
    ctx.backend.attentionApply(scores, args.value, out);
    return out;
}

}  // namespace

void settleHeads(const ForwardContext& ctx, const Site& site, const HeadsView& heads) {
    const bool touched = ctx.touches(site);
    if (!touched && !ctx.wants(site)) return;
    const Tensor flat = ctx.arena.tensor(heads.type, {heads.batch, heads.rows, heads.heads * heads.width});
    copyHeads(heads, flat, true);
    ctx.settle(site, flat, heads.heads);
    if (touched) copyHeads(heads, flat, false);
}

void showStages(const ForwardContext& ctx, const Site& site, const AttentionArgs& args) {
    if (ctx.probe == nullptr) return;
    const Shape shape{args.query.batch, args.query.heads, args.query.rows, args.key.rows};
    const auto wanted = [&](Quantity quantity) {
        return ctx.wants(at(site, quantity)) ? ctx.arena.tensor(args.query.type, shape) : Tensor();
    };
    const AttentionStages stages{wanted(Quantity::Scores), wanted(Quantity::Scaled), wanted(Quantity::Masked),
                                 wanted(Quantity::Weights)};
    const bool any = stages.scores.defined() || stages.scaled.defined() || stages.masked.defined() ||
                     stages.weights.defined();
    if (any) ctx.backend.attentionStages(args, stages);
    if (stages.scores.defined()) ctx.show(at(site, Quantity::Scores), stages.scores);
    if (stages.scaled.defined()) ctx.show(at(site, Quantity::Scaled), stages.scaled);
    if (ctx.wants(at(site, Quantity::Mask))) ctx.show(at(site, Quantity::Mask), drawnMask(ctx, args));
    if (stages.masked.defined()) ctx.show(at(site, Quantity::Masked), stages.masked);
    if (stages.weights.defined()) ctx.show(at(site, Quantity::Weights), stages.weights);
}

Tensor attendInStages(const ForwardContext& ctx, const Site& site, const AttentionArgs& args) {
    return args.query.type == DType::F64 ? attendTyped<double>(ctx, site, args)
                                         : attendTyped<float>(ctx, site, args);
}

}  // namespace vitrine
