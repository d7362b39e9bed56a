#include "tests/support/plain_transformer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine::testing {

Matrix PlainTransformer::parameter(const std::string& name) const {
    const ParameterStore& store = m_model.parameters();
    const Tensor tensor = store.get(store.find(name)).value;
    const bool matrix = tensor.shape().rank() == 2;
    Matrix result(matrix ? static_cast<std::size_t>(tensor.shape()[0]) : 1,
                  static_cast<std::size_t>(tensor.shape()[-1]));
    for (std::size_t i = 0; i < result.cells.size(); ++i)
        result.cells[i] = tensor.at(static_cast<std::int64_t>(i));
    return result;
}

Matrix PlainTransformer::linear(const std::string& name, const Matrix& x) const {
    const Matrix w = parameter(name + ".weight"), b = parameter(name + ".bias");
    Matrix y(x.rows, w.rows);
    for (std::size_t r = 0; r < y.rows; ++r)
        for (std::size_t c = 0; c < y.columns; ++c) {
            double sum = b.at(0, c);
            for (std::size_t i = 0; i < x.columns; ++i) sum += x.at(r, i) * w.at(c, i);
            y.at(r, c) = sum;
        }
    return y;
}

Matrix PlainTransformer::embed(const std::string& stack, const std::vector<int>& ids) const {
    const Matrix table = parameter(stack + ".embedding.table");
    const Contract& c = m_model.contract();
    Matrix x(ids.size(), table.columns);
    for (std::size_t n = 0; n < ids.size(); ++n)
        for (std::size_t i = 0; i < x.columns; ++i) {
            const double angle =
                static_cast<double>(n) /
                std::pow(c.positionBase, static_cast<double>(i - i % 2) / static_cast<double>(c.width));
            const double position = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
            x.at(n, i) =
                std::sqrt(static_cast<double>(c.width)) * table.at(static_cast<std::size_t>(ids[n]), i) +
                (bypassed(stack + ".embedding.positions") ? 0 : position);
        }
    show(stack + ".embedding.output", x);
    return x;
}

Matrix PlainTransformer::mixHead(const std::string& block, std::size_t head, const Matrix& q, const Matrix& k,
                                 const Matrix& v, const LayerContract& layer, const Matrix& mask) const {
    const auto dk = static_cast<std::size_t>(layer.keyWidth), dv = static_cast<std::size_t>(layer.valueWidth);
    Matrix scores(q.rows, k.rows);
    for (std::size_t t = 0; t < q.rows; ++t)
        for (std::size_t s = 0; s < k.rows; ++s)
            for (std::size_t i = 0; i < dk; ++i)
                scores.at(t, s) += q.at(t, head * dk + i) * k.at(s, head * dk + i);
    show(block + ".scores", scores, head);
    if (!bypassed(block + ".scaled"))
        for (double& cell : scores.cells) cell /= std::sqrt(static_cast<double>(dk));
    show(block + ".scaled", scores, head);
    if (!bypassed(block + ".masked"))
        for (std::size_t i = 0; i < scores.cells.size(); ++i) scores.cells[i] += mask.cells[i];
    show(block + ".masked", scores, head);
    for (std::size_t t = 0; t < scores.rows; ++t) {
        double largest = -std::numeric_limits<double>::infinity(), sum = 0;
        for (std::size_t s = 0; s < scores.columns; ++s) largest = std::max(largest, scores.at(t, s));
        for (std::size_t s = 0; s < scores.columns; ++s) {
            const double weight = std::isinf(largest) ? 0 : std::exp(scores.at(t, s) - largest);
            scores.at(t, s) = weight;
            sum += weight;
        }
        for (std::size_t s = 0; s < scores.columns && sum > 0; ++s) scores.at(t, s) /= sum;
    }
    show(block + ".weights", scores, head);
    Matrix mixed(q.rows, dv);
    for (std::size_t t = 0; t < q.rows; ++t)
        for (std::size_t i = 0; i < dv; ++i)
            for (std::size_t s = 0; s < k.rows; ++s)
                mixed.at(t, i) += scores.at(t, s) * v.at(s, head * dv + i);
    return mixed;
}

Matrix PlainTransformer::attend(const std::string& block, const Matrix& x, const Matrix& memory,
                                const LayerContract& layer, bool causal) const {
    Matrix q = linear(block + ".query", x), k = linear(block + ".key", memory),
           v = linear(block + ".value", memory);
    show(block + ".query", q);
    show(block + ".key", k);
    show(block + ".value", v);
    Matrix mask(x.rows, memory.rows);
    for (std::size_t t = 0; t < mask.rows && causal; ++t)
        for (std::size_t s = t + 1; s < mask.columns; ++s)
            mask.at(t, s) = -std::numeric_limits<double>::infinity();
    show(block + ".mask", mask);
    const auto dv = static_cast<std::size_t>(layer.valueWidth);
    Matrix heads(x.rows, static_cast<std::size_t>(layer.heads) * dv);
    for (std::size_t head = 0; head < static_cast<std::size_t>(layer.heads); ++head) {
        const Matrix mixed = mixHead(block, head, q, k, v, layer, mask);
        for (std::size_t t = 0; t < x.rows; ++t)
            for (std::size_t i = 0; i < dv; ++i) heads.at(t, head * dv + i) = mixed.at(t, i);
    }
    show(block + ".heads", heads);
    return close(block, x, linear(block + ".output", heads));
}

Matrix PlainTransformer::close(const std::string& block, const Matrix& x, Matrix update) const {
    show(block + ".output", update);
    Matrix residual = x;
    show(block + ".residual", residual);
    Matrix sum = residual;
    for (std::size_t i = 0; i < sum.cells.size(); ++i) sum.cells[i] += update.cells[i];
    show(block + ".sum", sum);
    const Matrix gamma = parameter(block + ".norm.gamma"), beta = parameter(block + ".norm.beta");
    Matrix y = sum;
    for (std::size_t r = 0; r < y.rows && !bypassed(block + ".norm"); ++r) {
        double mean = 0, variance = 0;
        for (std::size_t i = 0; i < y.columns; ++i) mean += sum.at(r, i) / static_cast<double>(y.columns);
        for (std::size_t i = 0; i < y.columns; ++i)
            variance += std::pow(sum.at(r, i) - mean, 2) / static_cast<double>(y.columns);
        for (std::size_t i = 0; i < y.columns; ++i)
            y.at(r, i) = gamma.at(0, i) * (sum.at(r, i) - mean) /
                             std::sqrt(variance + m_model.contract().normEpsilon) +
                         beta.at(0, i);
    }
    show(block + ".norm", y);
    return y;
}

Matrix PlainTransformer::feedForward(const std::string& block, const Matrix& x) const {
    Matrix hidden = linear(block + ".in", x);
    for (double& cell : hidden.cells) cell = std::max(cell, 0.0);
    show(block + ".hidden", hidden);
    return close(block, x, linear(block + ".out", hidden));
}

Matrix PlainTransformer::logits(const std::vector<int>& source, const std::vector<int>& target) const {
    const Contract& c = m_model.contract();
    Matrix memory = embed("encoder", source);
    for (std::size_t i = 0; i < c.encoder.size(); ++i) {
        const std::string block = "encoder." + std::to_string(i);
        memory = attend(block + ".self", memory, memory, c.encoder[i], false);
        memory = feedForward(block + ".ffn", memory);
    }
    Matrix x = embed("decoder", target);
    for (std::size_t i = 0; i < c.decoder.size(); ++i) {
        const std::string block = "decoder." + std::to_string(i);
        x = attend(block + ".self", x, x, c.decoder[i], true);
        x = attend(block + ".cross", x, memory, c.decoder[i], false);
        x = feedForward(block + ".ffn", x);
    }
    Matrix scores = linear("output", x);
    show("output.logits", scores);
    return scores;
}

}  // namespace vitrine::testing
