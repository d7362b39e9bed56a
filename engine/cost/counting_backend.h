#pragma once

#include <array>

#include "engine/backend/backend.h"
#include "engine/cost/flops.h"

namespace vitrine {

/// What one kind of op did so far.
struct OpCount {
    std::int64_t calls = 0;
    Flops flops;
    std::int64_t bytes = 0;  ///< read and written, each operand once, as if nothing stayed in cache
};

/// A backend that hands every op to another one and counts it. Attention counts the two products of each
/// query-key cell, convention for all T x S cells and executed for those that causal order and key lengths
/// leave visible. A backward pass counts the products its gradients need (executed: with the scores computed
/// again). Counting allocates nothing.
class CountingBackend final : public Backend {
public:
    /// Keeps a reference.
    explicit CountingBackend(Backend& inner) : m_inner(inner) {}

    /// Of one op by its name in backendOpNames(). Throws Error for another name.
    const OpCount& count(std::string_view op) const;
    OpCount total() const;
    void reset() { m_counts = {}; }

    std::string name() const override { return m_inner.name(); }
    std::string description() const override { return m_inner.description(); }
    bool supports(DType type) const override { return m_inner.supports(type); }

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

private:
    enum Op {
        Linear,
        LinearBackward,
        Embed,
        EmbedBackward,
        Attention,
        AttentionBackward,
        Stages,
        Apply,
        AddNorm,
        AddNormBackward,
        Add,
        LayerNorm,
        CrossEntropy,
        AdamW,
        SumOfSquares,
        OpCountOfAll
    };
    void note(Op op, const Flops& flops, std::int64_t bytes);

    Backend& m_inner;
    std::array<OpCount, OpCountOfAll> m_counts{};  // in the order of backendOpNames()
};

}  // namespace vitrine
