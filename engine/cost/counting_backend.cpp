#include "engine/cost/counting_backend.h"

namespace vitrine {
namespace {

template <class... Tensors>
std::int64_t bytesOf(const Tensors&... tensors) {
    return (std::int64_t{0} + ... +
            (tensors.defined() ? static_cast<std::int64_t>(tensors.bytes()) : std::int64_t{0}));
}

std::int64_t bytesOf(const HeadsView& view) {
    if (view.data == nullptr) return 0;
    return view.batch * view.heads * view.rows * view.width * static_cast<std::int64_t>(sizeOf(view.type));
}

std::int64_t bytesOf(const AttentionArgs& args) {
    return bytesOf(args.query) + bytesOf(args.key) + bytesOf(args.value);
}

/// Query-key cells of all batch entries and heads.
struct Cells {
    std::int64_t all = 0, visible = 0;
};

Cells cellsOf(const AttentionArgs& args) {
    const std::int64_t queries = args.query.rows, keys = args.key.rows;
    Cells cells;
    for (std::int64_t b = 0; b < args.query.batch; ++b)
        for (std::int64_t t = 0; t < queries; ++t) cells.visible += args.mask.visibleEnd(b, t, keys);
    cells.visible *= args.query.heads;
    cells.all = args.query.batch * args.query.heads * queries * keys;
    return cells;
}

Flops times(const Cells& cells, std::int64_t each) {
    return {each * cells.all, each * cells.visible};
}

}  // namespace

void CountingBackend::note(Op op, const Flops& flops, std::int64_t bytes) {
    OpCount& count = m_counts[op];
    ++count.calls;
    count.flops += flops;
    count.bytes += bytes;
}

const OpCount& CountingBackend::count(std::string_view op) const {
    const auto& names = backendOpNames();
    for (std::size_t i = 0; i < m_counts.size(); ++i)
        if (names[i] == op) return m_counts[i];
    fail("cost", "there is no op '", op, "'");
}

OpCount CountingBackend::total() const {
    OpCount sum;
    for (const OpCount& count : m_counts) {
        sum.calls += count.calls;
        sum.flops += count.flops;
        sum.bytes += count.bytes;
    }
    return sum;
}

void CountingBackend::linear(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                             const Tensor& y) {
    m_inner.linear(x, w, b, activation, y);
    note(Linear, product(x.rows(), w.shape()[1], w.shape()[0]), bytesOf(x, w, b, y));
}

void CountingBackend::linearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                                     const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db) {
    m_inner.linearBackward(x, w, y, activation, dy, dx, dw, db);
    const Flops one = product(dy.rows(), w.shape()[1], w.shape()[0]);
    Flops flops;
    if (dx.defined()) flops += one;
    if (dw.defined()) flops += one;
    note(LinearBackward, flops, bytesOf(x, w, y, dy, dx, dw, db));
}

void CountingBackend::embed(const Tensor& ids, const Tensor& table, double scale, const Tensor& positions,
                            std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) {
    m_inner.embed(ids, table, scale, positions, firstPosition, dropout, y);
    const std::int64_t rows = bytesOf(y);  // as many bytes of the table are read as are written
    note(Embed, {}, bytesOf(ids) + 2 * rows + (positions.defined() ? rows : 0));
}

void CountingBackend::embedBackward(const Tensor& ids, double scale, const DropoutSpec& dropout,
                                    const Tensor& dy, const Tensor& dtable) {
    m_inner.embedBackward(ids, scale, dropout, dy, dtable);
    note(EmbedBackward, {}, bytesOf(ids) + 2 * bytesOf(dy));
}

void CountingBackend::attention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                const Tensor& rowSum) {
    m_inner.attention(args, out, rowMax, rowSum);
    note(Attention, times(cellsOf(args), 2 * (args.query.width + args.value.width)),
         bytesOf(args) + bytesOf(out, rowMax, rowSum));
}

void CountingBackend::attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                        const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                        const HeadsView& dkey, const HeadsView& dvalue) {
    m_inner.attentionBackward(args, out, rowMax, rowSum, dout, dquery, dkey, dvalue);
    // dweights = dout v^T and dv = weights^T dout; dq = dscores k and dk = dscores^T q; the scores once more.
    const Cells cells = cellsOf(args);
    Flops flops = times(cells, 4 * (args.query.width + args.value.width));
    flops.executed += 2 * args.query.width * cells.visible;
    note(AttentionBackward, flops,
         bytesOf(args) + bytesOf(out, rowMax, rowSum, dout) + bytesOf(dquery) + bytesOf(dkey) +
             bytesOf(dvalue));
}

void CountingBackend::attentionStages(const AttentionArgs& args, const AttentionStages& stages) {
    m_inner.attentionStages(args, stages);
    const Cells cells = cellsOf(args);
    note(Stages, times({cells.all, cells.all}, 2 * args.query.width),
         bytesOf(args.query) + bytesOf(args.key) +
             bytesOf(stages.scores, stages.scaled, stages.masked, stages.weights));
}

void CountingBackend::attentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) {
    m_inner.attentionApply(weights, value, out);
    note(Apply, product(weights.rows(), weights.shape()[-1], value.width),
         bytesOf(weights, out) + bytesOf(value));
}

void CountingBackend::addNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout,
                              const Tensor& gamma, const Tensor& beta, double epsilon, const Tensor& y,
                              const Tensor& sum, const Tensor& mean, const Tensor& rstd) {
    m_inner.addNorm(x, f, dropout, gamma, beta, epsilon, y, sum, mean, rstd);
    note(AddNorm, {}, bytesOf(x, f, gamma, beta, y, sum, mean, rstd));
}

void CountingBackend::addNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                                      const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                                      const Tensor& dx, const Tensor& df, const Tensor& dgamma,
                                      const Tensor& dbeta) {
    m_inner.addNormBackward(sum, mean, rstd, dropout, gamma, dy, dx, df, dgamma, dbeta);
    note(AddNormBackward, {}, bytesOf(sum, mean, rstd, gamma, dy, dx, df, dgamma, dbeta));
}

void CountingBackend::add(const Tensor& a, const Tensor& b, const Tensor& y) {
    m_inner.add(a, b, y);
    note(Add, {}, bytesOf(a, b, y));
}

void CountingBackend::layerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                                const Tensor& y) {
    m_inner.layerNorm(x, gamma, beta, epsilon, y);
    note(LayerNorm, {}, bytesOf(x, gamma, beta, y));
}

LossSums CountingBackend::linearCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b,
                                             const Tensor& labels, const LossArgs& args, const Tensor& dx,
                                             const Tensor& dw, const Tensor& db) {
    const LossSums sums = m_inner.linearCrossEntropy(x, w, b, labels, args, dx, dw, db);
    const Flops one = product(x.rows(), w.shape()[1], w.shape()[0]);
    Flops flops = one;
    if (dx.defined()) flops += one;
    if (dw.defined()) flops += one;
    note(CrossEntropy, flops, bytesOf(x, w, b, labels, dx, dw, db));
    return sums;
}

void CountingBackend::adamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                            const Tensor& secondMoment, const AdamWArgs& args) {
    m_inner.adamW(values, gradients, firstMoment, secondMoment, args);
    // values and moments are read and written
    note(AdamW, {}, 2 * bytesOf(values, firstMoment, secondMoment) + bytesOf(gradients));
}

double CountingBackend::sumOfSquares(const Tensor& x) {
    const double sum = m_inner.sumOfSquares(x);
    note(SumOfSquares, {}, bytesOf(x));
    return sum;
}

}  // namespace vitrine
