#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/model/transformer.h"

namespace vitrine::testing {

/// A small matrix of doubles, row by row.
struct Matrix {
    std::size_t rows = 0, columns = 0;
    std::vector<double> cells;

    Matrix() = default;
    Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), cells(r * c, 0) {}
    double& at(std::size_t r, std::size_t c) { return cells[r * columns + c]; }
    double at(std::size_t r, std::size_t c) const { return cells[r * columns + c]; }
};

/// The Transformer of Vaswani et al. (2017) written down a second time, one sentence, plain loops in double,
/// sharing nothing with the engine but the weights: the oracle for interventions. Every stage is handed to
/// `change` under its site's name before the next one reads it; a stage with one matrix a head (scores,
/// scaled, masked, weights) comes head by head.
class PlainTransformer {
public:
    using Change = std::function<void(const std::string& site, std::size_t head, Matrix& value)>;

    /// `model` holds doubles.
    explicit PlainTransformer(const Transformer& model, Change change = {},
                              std::set<std::string> bypassed = {})
        : m_model(model), m_change(std::move(change)), m_bypassed(std::move(bypassed)) {}

    /// Scores (T, Vt) of every position of the target.
    Matrix logits(const std::vector<int>& source, const std::vector<int>& target) const;

private:
    Matrix parameter(const std::string& name) const;
    Matrix linear(const std::string& name, const Matrix& x) const;
    Matrix embed(const std::string& stack, const std::vector<int>& ids) const;
    Matrix mixHead(const std::string& block, std::size_t head, const Matrix& q, const Matrix& k,
                   const Matrix& v, const LayerContract& layer, const Matrix& mask) const;
    Matrix attend(const std::string& block, const Matrix& x, const Matrix& memory, const LayerContract& layer,
                  bool causal) const;
    Matrix feedForward(const std::string& block, const Matrix& x) const;
    Matrix close(const std::string& block, const Matrix& x, Matrix update) const;
    void show(const std::string& site, Matrix& value, std::size_t head = 0) const {
        if (m_change) m_change(site, head, value);
    }
    bool bypassed(const std::string& site) const { return m_bypassed.count(site) > 0; }

    const Transformer& m_model;
    Change m_change;
    std::set<std::string> m_bypassed;
};

}  // namespace vitrine::testing
