#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backend/mask.h"
#include "engine/core/rng.h"
#include "engine/tensor/arena.h"
#include "engine/tensor/tensor.h"

namespace vitrine {

enum class Activation : std::uint8_t { None, Relu };

/// Inverted dropout (Srivastava et al. 2014): an element is kept with probability 1-p and then divided by
/// 1-p. Element i of the site is kept when 16-bit number i of (rng, Dropout, site) is at least round(p *
/// 65536); number i is half (i % 2, low half first) of 32-bit word (i / 2) % 4 of block i / 8. Recomputed in
/// the backward pass, never stored.
struct DropoutSpec {
    double probability = 0;  ///< 0 switches it off
    Rng rng{0};
    std::uint32_t site = 0;

    bool active() const { return probability > 0; }
};

/// Heads inside somebody else's memory, so that (B, N, h*dh) activations and [slot][g][N][dh] caches need no
/// transposes. Element (b, head, n, i) is at data + b*batchStride + head*headStride + n*rowStride + i, in
/// elements.
struct HeadsView {
    DType type = DType::F32;
    void* data = nullptr;
    std::int64_t batch = 0, heads = 0, rows = 0, width = 0;
    std::int64_t batchStride = 0, headStride = 0, rowStride = 0;

    template <class T>
    T* at(std::int64_t b, std::int64_t head, std::int64_t n) const {
        return static_cast<T*>(data) + b * batchStride + head * headStride + n * rowStride;
    }
};

/// Heads of a tensor (B, N, columns): head i is columns [firstColumn + i*width, firstColumn + (i+1)*width).
HeadsView headsOf(const Tensor& x, std::int64_t heads, std::int64_t width, std::int64_t firstColumn = 0);

/// Scaled dot-product attention, note N-2 2.1: softmax(Q K^T * scale + mask) V, head by head.
/// Query head i reads key/value head i / (h/g).
struct AttentionArgs {
    HeadsView query;  ///< (B, h, T, dk)
    HeadsView key;    ///< (B, g, S, dk)
    HeadsView value;  ///< (B, g, S, dv)
    MaskSpec mask;
    double scale = 1;  ///< 1/sqrt(dk)
};

/// Intermediate matrices of attention, all (B, h, T, S); undefined tensors are not computed.
struct AttentionStages {
    Tensor scores;   ///< q . k
    Tensor scaled;   ///< scores * scale
    Tensor masked;   ///< scaled + mask (-infinity where hidden)
    Tensor weights;  ///< softmax over keys; a row that sees nothing is all zero
};

struct LossArgs {
    double smoothing =
        0;  ///< label smoothing: target distribution (1-e) one-hot + e/V over the whole vocabulary
    std::int32_t ignore = 0;  ///< label that carries no loss (pad)
    double gradientScale =
        0;  ///< factor of the gradients, usually 1/N_tok; used only when gradients are asked for
};

/// Sums over the rows whose label is not ignored.
struct LossSums {
    double loss = 0;                   ///< sum of smoothed cross-entropies, nats
    double negativeLogLikelihood = 0;  ///< sum of -log p(label), nats
    std::int64_t tokens = 0;           ///< N_tok: valid (unpadded) target tokens
    std::int64_t correct = 0;          ///< rows whose largest logit is the label
};

/// AdamW (Loshchilov and Hutter 2019): decoupled weight decay, bias-corrected moments.
struct AdamWArgs {
    double learningRate = 1e-3, beta1 = 0.9, beta2 = 0.98, epsilon = 1e-9, weightDecay = 0;
    double gradientScale = 1;  ///< applied to every gradient first (clipping)
    std::int64_t step = 1;     ///< from 1, for the bias correction
};

/// The coarse operations every device offers. Shapes are in the glossary's letters; R stands for all rows of
/// a batch (B*S or B*T). Tensors are contiguous; all of one call share one floating type. Forward ops
/// overwrite their outputs. Backward ops ACCUMULATE into the gradients they are given (d...), and skip those
/// that are undefined. An object belongs to one thread at a time (it owns scratch memory). Every op throws
/// Error on shapes or types that do not fit. `reference` is the oracle for all others.
class Backend {
public:
    virtual ~Backend() = default;

    virtual std::string name() const = 0;         ///< "reference", "cpu"
    virtual std::string description() const = 0;  ///< for people: "CPU, 2 threads, AVX-512"
    virtual bool supports(DType type) const = 0;

    /// y = activation(x w^T + b).  x (R, in), w (out, in), b (out) or undefined, y (R, out).
    virtual void linear(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                        const Tensor& y) = 0;
    /// Given y from the forward pass and dy (R, out). dx (R, in), dw (out, in), db (out).
    virtual void linearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                                const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db) = 0;

    /// y = dropout(scale * table[ids] + positions).  ids (B, N) i32, table (V, d), positions (P, d) with
    /// P >= firstPosition + N or undefined, y (B, N, d). Row n of an entry takes positions row firstPosition
    /// + n.
    virtual void embed(const Tensor& ids, const Tensor& table, double scale, const Tensor& positions,
                       std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) = 0;
    /// dtable (V, d); positions are fixed.
    virtual void embedBackward(const Tensor& ids, double scale, const DropoutSpec& dropout, const Tensor& dy,
                               const Tensor& dtable) = 0;

    /// out (B, T, h*dv). rowMax and rowSum (B, h, T): per query row the largest masked score and the sum of
    /// exp(score - max), what the backward pass needs; undefined when not training.
    virtual void attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                           const Tensor& rowSum) = 0;
    /// dout (B, T, h*dv); dquery, dkey, dvalue are views of the gradients, shaped as the arguments.
    virtual void attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                   const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                   const HeadsView& dkey, const HeadsView& dvalue) = 0;
    /// The same mathematics with every matrix kept, for watching.
    virtual void attentionStages(const AttentionArgs& args, const AttentionStages& stages) = 0;
    /// out (B, T, h*dv) = weights (B, h, T, S) times value (B, g, S, dv).
    virtual void attentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) = 0;

    /// Residual, dropout and LayerNorm in one pass: sum = x + dropout(f); y = gamma * (sum - mean) / sqrt(var
    /// + eps) + beta with the biased variance over d (note N-2 2.1.3). All (R, d); gamma, beta (d); mean,
    /// rstd (R). sum, mean and rstd may be undefined when not training.
    virtual void addNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout, const Tensor& gamma,
                         const Tensor& beta, double epsilon, const Tensor& y, const Tensor& sum,
                         const Tensor& mean, const Tensor& rstd) = 0;
    virtual void addNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                                 const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                                 const Tensor& dx, const Tensor& df, const Tensor& dgamma,
                                 const Tensor& dbeta) = 0;
    /// The two halves of addNorm apart, for runs that change what lies between them.
    virtual void add(const Tensor& a, const Tensor& b, const Tensor& y) = 0;
    virtual void layerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                           const Tensor& y) = 0;

    /// Cross-entropy of softmax(x w^T + b) against labels, in row chunks, so that (R, V) never exists.
    /// x (R, d), w (V, d), b (V) or undefined, labels (R) i32. When any of dx (R, d), dw (V, d), db (V) is
    /// defined, the gradients of args.gradientScale * loss are accumulated in the same pass.
    virtual LossSums linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b,
                                        const Tensor& labels, const LossArgs& args, const Tensor& dx,
                                        const Tensor& dw, const Tensor& db) = 0;

    /// One step on flat buffers of equal count.
    virtual void adamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                       const Tensor& secondMoment, const AdamWArgs& args) = 0;
    /// Sum of squares in double, in an order that depends only on the count and the thread count.
    virtual double sumOfSquares(const Tensor& x) = 0;
};

/// Names of every op above; the test that checks gradients and fast paths fails for a name it has no case
/// for.
const std::vector<std::string_view>& backendOpNames();

/// "reference" (float and double, plain) or "cpu" (float, oneDNN and vector code). Throws Error for another
/// name.
std::unique_ptr<Backend> createBackend(std::string_view name);

}  // namespace vitrine
