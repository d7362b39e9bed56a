#pragma once

#include "engine/autograd/ops.h"
#include "engine/nn/parameters.h"

namespace vitrine {

/// Layers hold ids of parameters, not tensors: they are descriptions that a forward pass reads.

/// y = x W^T + b.
struct Linear {
    ParameterId weight;  // (out, in)
    ParameterId bias;    // (out), or none

    static Linear declare(ParameterStore& store, const std::string& name, std::int64_t in, std::int64_t out,
                          bool bias);
    Variable forward(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                     Activation activation = Activation::None) const;
};

/// The end of every sublayer: norm(x + dropout(update)), note N-2 2.1.3 (post-norm).
struct AddNorm {
    ParameterId gamma, beta;  // (d)
    double epsilon = 1e-5;
    std::uint32_t dropoutSite = 0;
    Site site;  ///< stack, layer and part it closes; quantities Output, Residual, Sum and Norm are shown

    static AddNorm declare(ParameterStore& store, const std::string& name, std::int64_t width, double epsilon,
                           Site site);
    Variable forward(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                     const Variable& update) const;

private:
    Variable forwardInStages(const ForwardContext& ctx, const ParameterStore& store, const Variable& x,
                             const Variable& update) const;
};

/// FFN(x) = relu(x W1 + b1) W2 + b2, position by position (note N-2 2.1.3).
struct FeedForward {
    Linear in, out;  // (d -> f), (f -> d)
    AddNorm close;

    static FeedForward declare(ParameterStore& store, const std::string& name, std::int64_t width,
                               std::int64_t hidden, bool bias, double epsilon, Site site);
    /// (B, N, d) -> (B, N, d), including residual and norm.
    Variable forward(const ForwardContext& ctx, const ParameterStore& store, const Variable& x) const;
};

/// The site of another quantity in the same part.
inline Site at(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

}  // namespace vitrine
