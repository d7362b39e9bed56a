#include "engine/nn/attention.h"

#include <cmath>
#include <cstring>

#include "engine/nn/watched_attention.h"

namespace vitrine {
namespace {

/// The first `rows` rows of a cache (slots, g, Nmax, width) for `batch` slots.
HeadsView cachedHeads(const Tensor& cache, std::int64_t batch, std::int64_t rows) {
    const Shape& shape = cache.shape();
    HeadsView view;
    view.type = cache.type();
    view.data = cache.raw();
    view.batch = batch;
    view.heads = shape[1];
    view.rows = rows;
    view.width = shape[3];
    view.batchStride = shape[1] * shape[2] * shape[3];
    view.headStride = shape[2] * shape[3];
    view.rowStride = shape[3];
    return view;
}

/// Copies the single row of `from` (B, g, 1, width) to row `row` of the cache.
void append(const HeadsView& from, const HeadsView& cache, std::int64_t row) {
    const std::int64_t element = static_cast<std::int64_t>(sizeOf(from.type));
    for (std::int64_t b = 0; b < from.batch; ++b)
        for (std::int64_t head = 0; head < from.heads; ++head)
            std::memcpy(
                static_cast<std::byte*>(cache.data) +
                    (b * cache.batchStride + head * cache.headStride + row * cache.rowStride) * element,
                static_cast<std::byte*>(from.data) +
                    (b * from.batchStride + head * from.headStride) * element,
                static_cast<std::size_t>(from.width * element));
}

}  // namespace

MultiHeadAttention MultiHeadAttention::declare(ParameterStore& store, const std::string& name,
                                               const Sizes& sizes, Site site) {
    MultiHeadAttention layer;
    layer.heads = sizes.heads;
    layer.keyWidth = sizes.keyWidth;
    layer.valueWidth = sizes.valueWidth;
    layer.scale = sizes.scaleScores ? 1 / std::sqrt(static_cast<double>(sizes.keyWidth)) : 1;
    const std::int64_t keys = sizes.heads * sizes.keyWidth, values = sizes.heads * sizes.valueWidth;
    layer.query = Linear::declare(store, name + ".query", sizes.width, keys, sizes.bias);
    layer.key = Linear::declare(store, name + ".key", sizes.width, keys, sizes.bias);
    layer.value = Linear::declare(store, name + ".value", sizes.width, values, sizes.bias);
    layer.output = Linear::declare(store, name + ".output", values, sizes.width, sizes.bias);
    layer.close = AddNorm::declare(store, name + ".norm", sizes.width, sizes.epsilon, site);
    return layer;
}

Variable MultiHeadAttention::project(const ForwardContext& ctx, const ParameterStore& store,
                                     const Variable& x, const Linear& first, const Linear& last) const {
    const Variable bias = first.bias.valid() ? store.joined(first.bias, last.bias) : Variable();
    return linear(ctx, x, store.joined(first.weight, last.weight), bias);
}

Variable MultiHeadAttention::forwardSelf(const ForwardContext& ctx, const ParameterStore& store,
                                         const Variable& x, const MaskSpec& mask) const {
    const Variable qkv = project(ctx, store, x, query, value);
    const std::int64_t keys = heads * keyWidth;
    return attend(ctx, store, x, headsOf(qkv, heads, keyWidth), headsOf(qkv, heads, keyWidth, keys),
                  headsOf(qkv, heads, valueWidth, 2 * keys), mask);
}

Variable MultiHeadAttention::projectMemory(const ForwardContext& ctx, const ParameterStore& store,
                                           const Variable& memory) const {
    return project(ctx, store, memory, key, value);
}

Variable MultiHeadAttention::forwardCross(const ForwardContext& ctx, const ParameterStore& store,
                                          const Variable& x, const Variable& memory,
                                          const MaskSpec& mask) const {
    return forwardCrossProjected(ctx, store, x, projectMemory(ctx, store, memory), mask);
}

Variable MultiHeadAttention::forwardCrossProjected(const ForwardContext& ctx, const ParameterStore& store,
                                                   const Variable& x, const Variable& keysValues,
                                                   const MaskSpec& mask) const {
    const Variable q = query.forward(ctx, store, x);
    return attend(ctx, store, x, headsOf(q, heads, keyWidth), headsOf(keysValues, heads, keyWidth),
                  headsOf(keysValues, heads, valueWidth, heads * keyWidth), mask);
}

Variable MultiHeadAttention::stepSelf(const ForwardContext& ctx, const ParameterStore& store,
                                      const Variable& x, const KeyValueRows& cache,
                                      std::int64_t length) const {
    require(length < cache.keys.shape()[2], "attention", "the cache holds ", cache.keys.shape()[2],
            " positions and all are taken; stop decoding or build a longer cache");
    const Variable qkv = project(ctx, store, x, query, value);
    const std::int64_t keys = heads * keyWidth, batch = x.shape()[0];
    const HeadsView cachedKeys = cachedHeads(cache.keys, batch, length + 1);
    const HeadsView cachedValues = cachedHeads(cache.values, batch, length + 1);
    append(headsOf(qkv.value, heads, keyWidth, keys), cachedKeys, length);
    append(headsOf(qkv.value, heads, valueWidth, 2 * keys), cachedValues, length);
    return attend(ctx, store, x, headsOf(qkv, heads, keyWidth), {cachedKeys, {}}, {cachedValues, {}},
                  MaskSpec());
}

Variable MultiHeadAttention::attend(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                                    const HeadsVariable& q, const HeadsVariable& k, const HeadsVariable& v,
                                    const MaskSpec& mask) const {
    const Site& site = close.site;
    settleHeads(ctx, at(site, Quantity::Query), q.value);
    settleHeads(ctx, at(site, Quantity::Key), k.value);
    settleHeads(ctx, at(site, Quantity::Value), v.value);
    const bool staged = ctx.interventions != nullptr &&
                        ctx.interventions->touchesAttention(site.stack, site.layer, site.part);
    Variable mixed;
    if (staged) {
        require(ctx.tape == nullptr, "intervention", siteName(at(site, Quantity::Weights)),
                " is changed during training; changes are for forward passes only");
        mixed.value = attendInStages(ctx, site, {q.value, k.value, v.value, mask, scale});
    } else {
        mixed = attention(ctx, q, k, v, mask, scale);
        showStages(ctx, site, {q.value, k.value, v.value, mask, scale});
    }
    ctx.settle(at(site, Quantity::Heads), mixed.value, heads);
    return close.forward(ctx, store, x, output.forward(ctx, store, mixed));
}

}  // namespace vitrine
