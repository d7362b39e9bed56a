#include "engine/autograd/ops.h"

namespace vitrine {

LossSums linearCrossEntropy(const ForwardContext& ctx, const Variable& x, const Variable& w,
                            const Variable& b, const Tensor& labels, const LossArgs& args) {
    const Variable rows = x.reshaped({x.shape().rows(), x.shape()[-1]});
    const Tensor flatLabels = labels.reshaped({labels.count()});
    if (ctx.tape == nullptr)
        return ctx.backend.linearCrossEntropy(rows.value, w.value, b.value, flatLabels, args, {}, {}, {});
    return ctx.backend.linearCrossEntropy(rows.value, w.value, b.value, flatLabels, args, rows.gradient,
                                          w.gradient, b.gradient);
}

}  // namespace vitrine
