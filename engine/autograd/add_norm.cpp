#include "engine/autograd/ops.h"

namespace vitrine {
namespace {

struct AddNormNode : TapeNode {
    Variable x, f, gamma, beta, y;
    Tensor sum, mean, rstd;
    DropoutSpec dropout;
    AddNormNode(Variable x_, Variable f_, Variable gamma_, Variable beta_, Variable y_, Tensor sum_,
                Tensor mean_, Tensor rstd_, const DropoutSpec& dropout_)
        : x(std::move(x_)),
          f(std::move(f_)),
          gamma(std::move(gamma_)),
          beta(std::move(beta_)),
          y(std::move(y_)),
          sum(std::move(sum_)),
          mean(std::move(mean_)),
          rstd(std::move(rstd_)),
          dropout(dropout_) {}
    void backward(Backend& backend) override {
        backend.addNormBackward(sum, mean, rstd, dropout, gamma.value, y.gradient, x.gradient, f.gradient,
                                gamma.gradient, beta.gradient);
    }
};

}  // namespace

Variable addNorm(const ForwardContext& ctx, const Variable& x, const Variable& f, const Variable& gamma,
                 const Variable& beta, double epsilon, std::uint32_t dropoutSite) {
    const Shape rows{x.shape().rows(), x.shape()[-1]};
    const Variable input = x.reshaped(rows), update = f.reshaped(rows);
    const DType type = x.value.type();
    const Variable y = ctx.output(type, rows);
    const DropoutSpec dropout = ctx.dropoutAt(dropoutSite);
    Tensor sum, mean, rstd;
    if (ctx.tape != nullptr) {
        sum = ctx.arena.tensor(type, rows);
        mean = ctx.arena.tensor(type, {rows[0]});
        rstd = ctx.arena.tensor(type, {rows[0]});
    }
    ctx.backend.addNorm(input.value, update.value, dropout, gamma.value, beta.value, epsilon, y.value, sum,
                        mean, rstd);
    if (ctx.tape != nullptr)
        ctx.tape->record<AddNormNode>(input, update, gamma, beta, y, sum, mean, rstd, dropout);
    return y.reshaped(x.shape());
}

}  // namespace vitrine
