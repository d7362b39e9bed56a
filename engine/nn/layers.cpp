#include "engine/nn/layers.h"

namespace vitrine {

Linear Linear::declare(ParameterStore& store, const std::string& name, std::int64_t in, std::int64_t out,
                       bool bias) {
    Linear layer;
    layer.weight = store.declare(name + ".weight", {out, in}, Initial::XavierUniform);
    if (bias) layer.bias = store.declare(name + ".bias", {out}, Initial::Zero);
    return layer;
}

Variable Linear::forward(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                         Activation activation) const {
    return linear(ctx, x, store.get(weight), bias.valid() ? store.get(bias) : Variable(), activation);
}

AddNorm AddNorm::declare(ParameterStore& store, const std::string& name, std::int64_t width, double epsilon,
                         Site site) {
    AddNorm layer;
    layer.gamma = store.declare(name + ".gamma", {width}, Initial::One);
    layer.beta = store.declare(name + ".beta", {width}, Initial::Zero);
    layer.epsilon = epsilon;
    layer.dropoutSite = siteKey(name);
    layer.site = site;
    return layer;
}

Variable AddNorm::forward(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                          const Variable& update) const {
    const auto touched = [&](Quantity quantity) { return ctx.touches(at(site, quantity)); };
    ctx.settle(at(site, Quantity::Output), update.value);
    if (touched(Quantity::Residual) || touched(Quantity::Sum) || touched(Quantity::Norm))
        return forwardInStages(ctx, store, x, update);
    ctx.show(at(site, Quantity::Residual), x.value);
    const Variable y = addNorm(ctx, x, update, store.get(gamma), store.get(beta), epsilon, dropoutSite);
    if (ctx.wants(at(site, Quantity::Sum)) && ctx.dropout == 0) {
        const Tensor sum = ctx.arena.tensor(x.value.type(), x.shape());
        ctx.backend.add(x.value, update.value, sum);
        ctx.show(at(site, Quantity::Sum), sum);
    }
    ctx.show(at(site, Quantity::Norm), y.value);
    return y;
}

Variable AddNorm::forwardInStages(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                                  const Variable& update) const {
    require(ctx.tape == nullptr, "intervention", siteName(site),
            " is changed during training; changes are for forward passes only");
    Tensor residual = x.value;
    if (ctx.touches(at(site, Quantity::Residual))) {  // the caller's x stays as it is
        residual = ctx.arena.tensor(x.value.type(), x.shape());
        residual.copyFrom(x.value);
    }
    ctx.settle(at(site, Quantity::Residual), residual);
    const Tensor sum = ctx.arena.tensor(x.value.type(), x.shape());
    ctx.backend.add(residual, update.value, sum);
    ctx.settle(at(site, Quantity::Sum), sum);
    const Site norm = at(site, Quantity::Norm);
    const Tensor y = ctx.arena.tensor(x.value.type(), x.shape());
    if (ctx.interventions->bypasses(norm))
        y.copyFrom(sum);
    else
        ctx.backend.layerNorm(sum, store.get(gamma).value, store.get(beta).value, epsilon, y);
    ctx.settle(norm, y);
    return {y, {}};
}

FeedForward FeedForward::declare(ParameterStore& store, const std::string& name, std::int64_t width,
                                 std::int64_t hidden, bool bias, double epsilon, Site site) {
    FeedForward layer;
    layer.in = Linear::declare(store, name + ".in", width, hidden, bias);
    layer.out = Linear::declare(store, name + ".out", hidden, width, bias);
    layer.close = AddNorm::declare(store, name + ".norm", width, epsilon, site);
    return layer;
}

Variable FeedForward::forward(const ForwardContext& ctx, const ParameterStore& store,
                              const Variable& x) const {
    const Variable hidden = in.forward(ctx, store, x, Activation::Relu);
    ctx.settle(at(close.site, Quantity::Hidden), hidden.value);
    return close.forward(ctx, store, x, out.forward(ctx, store, hidden));
}

}  // namespace vitrine
