#include "engine/backend/check.h"

namespace vitrine {
namespace {

/// The tensor is there, has the element type and counts as a matrix (rows, width).
void expectMatrix(const char* op, const char* what, const Tensor& tensor, DType type, std::int64_t rows,
                  std::int64_t width) {
    if (!tensor.defined()) [[unlikely]]
        fail(op, what, " is undefined, expected a tensor (", rows, ", ", width, ')');
    const Shape& shape = tensor.shape();
    if (tensor.type() != type || shape.rank() == 0 || shape[-1] != width || shape.rows() != rows) [[unlikely]]
        fail(op, what, " is ", nameOf(tensor.type()), ' ', shape, ", expected ", nameOf(type), " (", rows,
             ", ", width, ')');
}

/// The tensor is there, has the element type and this many elements.
void expectCount(const char* op, const char* what, const Tensor& tensor, DType type, std::int64_t count) {
    if (!tensor.defined() || tensor.type() != type || tensor.count() != count) [[unlikely]]
        fail(op, what, " is ", tensor.defined() ? nameOf(tensor.type()) : "undefined", ' ', tensor.shape(),
             ", expected ", count, " elements of ", nameOf(type));
}

void expectFloating(const char* op, const char* what, const Tensor& tensor) {
    if (!tensor.defined() || tensor.type() == DType::I32 || tensor.shape().rank() == 0) [[unlikely]]
        fail(op, what, " is ", tensor.defined() ? nameOf(tensor.type()) : "undefined", ' ', tensor.shape(),
             ", expected a matrix of f32 or f64");
}

void expectMatrixOrUndefined(const char* op, const char* what, const Tensor& tensor, DType type,
                             std::int64_t rows, std::int64_t width) {
    if (tensor.defined()) expectMatrix(op, what, tensor, type, rows, width);
}

void expectCountOrUndefined(const char* op, const char* what, const Tensor& tensor, DType type,
                            std::int64_t count) {
    if (tensor.defined()) expectCount(op, what, tensor, type, count);
}

void expectProbability(const char* op, const DropoutSpec& dropout) {
    if (!(dropout.probability >= 0 && dropout.probability < 1)) [[unlikely]]
        fail(op, "the dropout probability is ", dropout.probability, ", expected at least 0 and below 1");
}

void expectIds(const char* op, const char* what, const Tensor& ids, std::int64_t vocabulary) {
    for (const std::int32_t id : ids.elements<std::int32_t>())
        if (id < 0 || id >= vocabulary) [[unlikely]]
            fail(op, what, " contains ", id, ", expected 0 to ", vocabulary - 1);
}

ProductSizes checkWeights(const char* op, const Tensor& x, const Tensor& w) {
    expectFloating(op, "x", x);
    if (!w.defined() || w.type() != x.type() || w.shape().rank() != 2 || w.shape()[1] != x.shape()[-1])
        [[unlikely]]
        fail(op, "x has ", x.shape()[-1], " features of ", nameOf(x.type()), ", the weights (out, in) are ",
             nameOf(w.type()), ' ', w.shape());
    return {x.rows(), x.shape()[-1], w.shape()[0]};
}

void expectView(const char* op, const char* what, const HeadsView& view, DType type, std::int64_t batch,
                std::int64_t heads, std::int64_t rows, std::int64_t width) {
    if (view.data == nullptr || view.type != type || view.batch != batch || view.heads != heads ||
        view.rows != rows || view.width != width) [[unlikely]]
        fail(op, what, " is ", view.data == nullptr ? "undefined" : nameOf(view.type), " (", view.batch, ", ",
             view.heads, ", ", view.rows, ", ", view.width, "), expected ", nameOf(type), " (", batch, ", ",
             heads, ", ", rows, ", ", width, ')');
}

AttentionSizes checkViews(const char* op, const AttentionArgs& args) {
    const HeadsView &q = args.query, &k = args.key, &v = args.value;
    if (q.data == nullptr || q.type == DType::I32) [[unlikely]]
        fail(op, "the queries are undefined or not floating");
    if (k.heads <= 0 || q.heads % k.heads != 0) [[unlikely]]
        fail(op, q.heads, " query heads cannot share ", k.heads, " key heads evenly");
    expectView(op, "key", k, q.type, q.batch, k.heads, k.rows, q.width);
    expectView(op, "value", v, q.type, q.batch, k.heads, k.rows, v.width);
    const MaskSpec& mask = args.mask;
    if (!mask.keyLengths.empty() && static_cast<std::int64_t>(mask.keyLengths.size()) != q.batch) [[unlikely]]
        fail(op, "the mask has ", mask.keyLengths.size(), " key lengths, expected one for each of ", q.batch,
             " batch entries");
    if (mask.painted != nullptr) expectMatrix(op, "painted mask", *mask.painted, q.type, q.rows, k.rows);
    return {q.batch, q.heads, k.heads, q.rows, k.rows, q.width, v.width};
}

}  // namespace

ProductSizes checkLinear(const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& y) {
    const ProductSizes n = checkWeights("linear", x, w);
    expectCountOrUndefined("linear", "bias", b, x.type(), n.out);
    expectMatrix("linear", "y", y, x.type(), n.rows, n.out);
    return n;
}

ProductSizes checkLinearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                                 const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db) {
    const char* op = "linearBackward";
    const ProductSizes n = checkWeights(op, x, w);
    if (activation != Activation::None) expectMatrix(op, "y", y, x.type(), n.rows, n.out);
    expectMatrix(op, "dy", dy, x.type(), n.rows, n.out);
    expectMatrixOrUndefined(op, "dx", dx, x.type(), n.rows, n.in);
    expectMatrixOrUndefined(op, "dw", dw, x.type(), n.out, n.in);
    expectCountOrUndefined(op, "db", db, x.type(), n.out);
    return n;
}

ProductSizes checkCrossEntropy(const Tensor& x, const Tensor& w, const Tensor& b, const Tensor& labels,
                               const LossArgs& args, const Tensor& dx, const Tensor& dw, const Tensor& db) {
    const char* op = "linearCrossEntropy";
    const ProductSizes n = checkWeights(op, x, w);
    expectCountOrUndefined(op, "bias", b, x.type(), n.out);
    expectCount(op, "labels", labels, DType::I32, n.rows);
    for (const std::int32_t label : labels.elements<std::int32_t>())
        if (label != args.ignore && (label < 0 || label >= n.out)) [[unlikely]]
            fail(op, "label ", label, " is outside the vocabulary, expected 0 to ", n.out - 1, " or ",
                 args.ignore, " (ignored)");
    if (!(args.smoothing >= 0 && args.smoothing < 1)) [[unlikely]]
        fail(op, "label smoothing is ", args.smoothing, ", expected at least 0 and below 1");
    expectMatrixOrUndefined(op, "dx", dx, x.type(), n.rows, n.in);
    expectMatrixOrUndefined(op, "dw", dw, x.type(), n.out, n.in);
    expectCountOrUndefined(op, "db", db, x.type(), n.out);
    return n;
}

EmbedSizes checkEmbed(const Tensor& ids, const Tensor& table, const Tensor& positions,
                      std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) {
    const char* op = "embed";
    expectFloating(op, "table", table);
    if (!ids.defined() || ids.shape().rank() == 0) [[unlikely]]
        fail(op, "the ids are undefined, expected (B, N)");
    const EmbedSizes n{ids.count(), ids.shape()[-1], table.rows(), table.shape()[-1]};
    expectIds(op, "ids", ids, n.vocabulary);
    expectMatrix(op, "y", y, table.type(), n.rows, n.width);
    if (positions.defined()) {
        if (firstPosition < 0 || positions.rows() < firstPosition + n.length) [[unlikely]]
            fail(op, "positions ", firstPosition, " to ", firstPosition + n.length - 1,
                 " are needed, the table has ", positions.rows());
        expectMatrix(op, "positions", positions, table.type(), positions.rows(), n.width);
    }
    expectProbability(op, dropout);
    return n;
}

EmbedSizes checkEmbedBackward(const Tensor& ids, const DropoutSpec& dropout, const Tensor& dy,
                              const Tensor& dtable) {
    const char* op = "embedBackward";
    expectFloating(op, "dy", dy);
    if (!ids.defined() || ids.shape().rank() == 0) [[unlikely]]
        fail(op, "the ids are undefined, expected (B, N)");
    EmbedSizes n{ids.count(), ids.shape()[-1], 0, dy.shape()[-1]};
    expectMatrix(op, "dy", dy, dy.type(), n.rows, n.width);
    if (dtable.defined()) {
        n.vocabulary = dtable.rows();
        expectMatrix(op, "dtable", dtable, dy.type(), n.vocabulary, n.width);
        expectIds(op, "ids", ids, n.vocabulary);
    }
    expectProbability(op, dropout);
    return n;
}

AttentionSizes checkAttention(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                              const Tensor& rowSum) {
    const char* op = "attention";
    const AttentionSizes n = checkViews(op, args);
    const DType type = args.query.type;
    expectMatrix(op, "out", out, type, n.batch * n.queries, n.heads * n.valueWidth);
    expectCountOrUndefined(op, "rowMax", rowMax, type, n.batch * n.heads * n.queries);
    expectCountOrUndefined(op, "rowSum", rowSum, type, n.batch * n.heads * n.queries);
    return n;
}

AttentionSizes checkAttentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                      const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                      const HeadsView& dkey, const HeadsView& dvalue) {
    const char* op = "attentionBackward";
    const AttentionSizes n = checkViews(op, args);
    const DType type = args.query.type;
    expectMatrix(op, "out", out, type, n.batch * n.queries, n.heads * n.valueWidth);
    expectMatrix(op, "dout", dout, type, n.batch * n.queries, n.heads * n.valueWidth);
    expectCount(op, "rowMax", rowMax, type, n.batch * n.heads * n.queries);
    expectCount(op, "rowSum", rowSum, type, n.batch * n.heads * n.queries);
    if (dquery.data != nullptr)
        expectView(op, "dquery", dquery, type, n.batch, n.heads, n.queries, n.keyWidth);
    if (dkey.data != nullptr) expectView(op, "dkey", dkey, type, n.batch, n.groups, n.keys, n.keyWidth);
    if (dvalue.data != nullptr)
        expectView(op, "dvalue", dvalue, type, n.batch, n.groups, n.keys, n.valueWidth);
    return n;
}

AttentionSizes checkAttentionStages(const AttentionArgs& args, const AttentionStages& stages) {
    const char* op = "attentionStages";
    const AttentionSizes n = checkViews(op, args);
    const std::int64_t rows = n.batch * n.heads * n.queries;
    expectMatrixOrUndefined(op, "scores", stages.scores, args.query.type, rows, n.keys);
    expectMatrixOrUndefined(op, "scaled", stages.scaled, args.query.type, rows, n.keys);
    expectMatrixOrUndefined(op, "masked", stages.masked, args.query.type, rows, n.keys);
    expectMatrixOrUndefined(op, "weights", stages.weights, args.query.type, rows, n.keys);
    return n;
}

AttentionSizes checkAttentionApply(const Tensor& weights, const HeadsView& value, const Tensor& out) {
    const char* op = "attentionApply";
    expectFloating(op, "weights", weights);
    const Shape& shape = weights.shape();
    if (shape.rank() != 4) [[unlikely]]
        fail(op, "the weights are ", shape, ", expected (B, h, T, S)");
    const AttentionSizes n{shape[0], shape[1], value.heads, shape[2], shape[3], 0, value.width};
    if (n.groups <= 0 || n.heads % n.groups != 0) [[unlikely]]
        fail(op, n.heads, " query heads cannot share ", n.groups, " value heads evenly");
    expectView(op, "value", value, weights.type(), n.batch, n.groups, n.keys, n.valueWidth);
    expectMatrix(op, "out", out, weights.type(), n.batch * n.queries, n.heads * n.valueWidth);
    return n;
}

RowSizes checkAddNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout, const Tensor& gamma,
                      const Tensor& beta, const Tensor& y, const Tensor& sum, const Tensor& mean,
                      const Tensor& rstd) {
    const char* op = "addNorm";
    expectFloating(op, "x", x);
    const RowSizes n{x.rows(), x.shape()[-1]};
    expectMatrix(op, "f", f, x.type(), n.rows, n.width);
    expectCount(op, "gamma", gamma, x.type(), n.width);
    expectCount(op, "beta", beta, x.type(), n.width);
    expectMatrix(op, "y", y, x.type(), n.rows, n.width);
    expectMatrixOrUndefined(op, "sum", sum, x.type(), n.rows, n.width);
    expectCountOrUndefined(op, "mean", mean, x.type(), n.rows);
    expectCountOrUndefined(op, "rstd", rstd, x.type(), n.rows);
    expectProbability(op, dropout);
    return n;
}

RowSizes checkAddNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                              const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                              const Tensor& dx, const Tensor& df, const Tensor& dgamma, const Tensor& dbeta) {
    const char* op = "addNormBackward";
    expectFloating(op, "sum", sum);
    const RowSizes n{sum.rows(), sum.shape()[-1]};
    expectCount(op, "mean", mean, sum.type(), n.rows);
    expectCount(op, "rstd", rstd, sum.type(), n.rows);
    expectCount(op, "gamma", gamma, sum.type(), n.width);
    expectMatrix(op, "dy", dy, sum.type(), n.rows, n.width);
    expectMatrixOrUndefined(op, "dx", dx, sum.type(), n.rows, n.width);
    expectMatrixOrUndefined(op, "df", df, sum.type(), n.rows, n.width);
    expectCountOrUndefined(op, "dgamma", dgamma, sum.type(), n.width);
    expectCountOrUndefined(op, "dbeta", dbeta, sum.type(), n.width);
    expectProbability(op, dropout);
    return n;
}

RowSizes checkLayerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, const Tensor& y) {
    const char* op = "layerNorm";
    expectFloating(op, "x", x);
    const RowSizes n{x.rows(), x.shape()[-1]};
    expectCount(op, "gamma", gamma, x.type(), n.width);
    expectCount(op, "beta", beta, x.type(), n.width);
    expectMatrix(op, "y", y, x.type(), n.rows, n.width);
    return n;
}

std::int64_t checkAdd(const Tensor& a, const Tensor& b, const Tensor& y) {
    expectFloating("add", "a", a);
    expectCount("add", "b", b, a.type(), a.count());
    expectCount("add", "y", y, a.type(), a.count());
    return a.count();
}

std::int64_t checkAdamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                        const Tensor& secondMoment, const AdamWArgs& args) {
    const char* op = "adamW";
    expectFloating(op, "values", values);
    expectCount(op, "gradients", gradients, values.type(), values.count());
    expectCount(op, "firstMoment", firstMoment, values.type(), values.count());
    expectCount(op, "secondMoment", secondMoment, values.type(), values.count());
    if (args.step < 1) [[unlikely]]
        fail(op, "the step is ", args.step, ", expected at least 1");
    return values.count();
}

}  // namespace vitrine
