#include "engine/autograd/ops.h"

namespace vitrine {
namespace {

Shape asRows(const Shape& shape) {
    return {shape.rows(), shape[-1]};
}

struct LinearNode : TapeNode {
    Variable x, w, b, y;
    Activation activation;
    LinearNode(Variable x_, Variable w_, Variable b_, Variable y_, Activation activation_)
        : x(std::move(x_)), w(std::move(w_)), b(std::move(b_)), y(std::move(y_)), activation(activation_) {}
    void backward(Backend& backend) override {
        backend.linearBackward(x.value, w.value, y.value, activation, y.gradient, x.gradient, w.gradient,
                               b.gradient);
    }
};

}  // namespace

Variable linear(const ForwardContext& ctx, const Variable& x, const Variable& w, const Variable& b,
                Activation activation) {
    const Variable rows = x.reshaped(asRows(x.shape()));
    const std::int64_t columns = w.shape()[0];
    const Variable y = ctx.output(x.value.type(), {rows.shape()[0], columns});
    ctx.backend.linear(rows.value, w.value, b.value, activation, y.value);
    if (ctx.tape != nullptr) ctx.tape->record<LinearNode>(rows, w, b, y, activation);
    if (x.shape().rank() == 3) return y.reshaped({x.shape()[0], x.shape()[1], columns});
    return y;
}

}  // namespace vitrine
