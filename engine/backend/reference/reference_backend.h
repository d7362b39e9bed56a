#pragma once

#include "engine/backend/backend.h"

namespace vitrine {

/// The oracle: every op as the formula reads, in plain loops on one thread, for float and double. One source
/// file per family of ops, forward beside backward.
class ReferenceBackend final : public Backend {
public:
    std::string name() const override { return "reference"; }
    std::string description() const override { return "reference, 1 thread, plain loops"; }
    bool supports(DType type) const override { return type == DType::F32 || type == DType::F64; }

    void linear(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                const Tensor& y) override;
    void linearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                        const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db) override;
    void embed(const Tensor& ids, const Tensor& table, double scale, const Tensor& positions,
               std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) override;
    void embedBackward(const Tensor& ids, double scale, const DropoutSpec& dropout, const Tensor& dy,
                       const Tensor& dtable) override;
    void attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                   const Tensor& rowSum) override;
    void attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                           const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                           const HeadsView& dkey, const HeadsView& dvalue) override;
    void attentionStages(const AttentionArgs& args, const AttentionStages& stages) override;
    void attentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) override;
    void addNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout, const Tensor& gamma,
                 const Tensor& beta, double epsilon, const Tensor& y, const Tensor& sum, const Tensor& mean,
                 const Tensor& rstd) override;
    void addNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                         const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy, const Tensor& dx,
                         const Tensor& df, const Tensor& dgamma, const Tensor& dbeta) override;
    void add(const Tensor& a, const Tensor& b, const Tensor& y) override;
    void layerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                   const Tensor& y) override;
    LossSums linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& labels,
                                const LossArgs& args, const Tensor& dx, const Tensor& dw,
                                const Tensor& db) override;
    void adamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
               const Tensor& secondMoment, const AdamWArgs& args) override;
    double sumOfSquares(const Tensor& x) override;
};

}  // namespace vitrine
