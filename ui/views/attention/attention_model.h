#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "engine/session/gold_alignment.h"
#include "ui/views/attention/attention_labels.h"

namespace vitrine {

/// The stages of one attention, in the order of computation.
enum class AttentionStage : std::uint8_t {
    Scores,   ///< q . k
    Scaled,   ///< divided by sqrt(dk)
    Masked,   ///< -infinity where a key is hidden
    Weights,  ///< softmax over the keys of each row
    Values    ///< weights times values: what the head hands on
};
inline constexpr int kStageCount = 5;

inline constexpr int kAllHeads = -1;  ///< head index of the average over heads

/// What the attention view looks at.
struct AttentionChoice {
    AttentionKind kind = AttentionKind::Cross;
    int layer = 0;
    int head = kAllHeads;
    AttentionStage stage = AttentionStage::Weights;
    bool words =
        false;  ///< subwords merged: weights are summed over a word's keys, averaged over its queries

    bool operator==(const AttentionChoice&) const = default;
};

/// A matrix with labels, as drawn and exported. Cells row by row; -infinity marks a hidden key.
struct LabelledMatrix {
    int rows = 0, columns = 0;
    std::vector<double> cells;
    /// Of weights: true where the mask hides the key, so that a 0 there is no small number; empty: nowhere.
    std::vector<bool> hidden;
    std::vector<AxisToken> rowTokens, columnTokens;
    bool featureColumns = false;  ///< columns are features 0, 1, 2 ... of a value, not keys
    QString columnTitle;          ///< what features are called, in the corner above the row labels
    bool sumRow = false;          ///< the last row is the sum of those above it

    bool empty() const { return rows == 0 || columns == 0; }
    double at(int row, int column) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
    /// Hidden by the mask (and not given a weight by hand).
    bool isHidden(int row, int column) const;
    /// Largest finite magnitude.
    double largest() const;
};

/// What the attention view shows, computed from one analysis: no widgets, no engine calls.
class AttentionModel {
public:
    void setAnalysis(std::shared_ptr<const LoadedModel> model, std::shared_ptr<const Analysis> analysis);
    bool empty() const { return m_analysis == nullptr; }

    const AttentionChoice& choice() const { return m_choice; }
    /// Clamps layer and head to the model.
    void choose(AttentionChoice choice);

    int layers(AttentionKind kind) const;
    int heads(AttentionKind kind, int layer) const;
    int valueWidth(AttentionKind kind, int layer) const;  ///< dv

    /// Sites that the large matrix of the choice needs; the layer is clamped to the contract.
    static std::vector<Site> stageSites(const Contract& contract, const AttentionChoice& choice);
    /// Weights of every layer of a kind, and what the mask hides from them, for the wall.
    static std::vector<Site> wallSites(const Contract& contract, AttentionKind kind);

    /// The chosen stage; empty while the frame lacks it. For Values with `lockedRow` >= 0 the rows are keys,
    /// cell (k, i) = weight(row, k) * value(k, i), and the last row is their sum, the head's output.
    LabelledMatrix matrix(int lockedRow = -1) const;
    LabelledMatrix matrixOf(const AttentionChoice& choice, int lockedRow = -1) const;
    /// One cell of a stage in tokens (never merged), NaN when absent. Head kAllHeads averages.
    double cell(AttentionStage stage, int head, int row, int column) const;

    /// True when the row sees no key at all (its weights are zeros).
    bool rowIsEmpty(const LabelledMatrix& matrix, int row) const;
    /// Token of the matrix row or column -> first token index on that axis (identity unless merged).
    int firstTokenOfRow(int row) const;
    int firstTokenOfColumn(int column) const;
    int rowOfToken(int token) const;
    int columnOfToken(int token) const;

    /// What the grammar says about the sentence; null when it does not know it.
    void setGold(std::shared_ptr<const GoldAlignment> gold) { m_gold = std::move(gold); }
    /// The linked cells of the shown matrix (cross-attention only), merged like it. The row that writes
    /// target token t is linked as long as the translation is the grammar's up to and including t.
    std::vector<QPair<int, int>> goldCells() const;

private:
    struct Axes {
        std::vector<AxisToken> queries, keys;
    };
    Axes axes(AttentionKind kind) const;
    LabelledMatrix stageMatrix(const AttentionChoice& choice) const;
    LabelledMatrix headOutput(const AttentionChoice& choice) const;
    LabelledMatrix contributions(const AttentionChoice& choice, int row) const;
    LabelledMatrix merged(const LabelledMatrix& matrix) const;
    const Tensor* find(AttentionKind kind, int layer, Quantity quantity) const;
    std::vector<int> wordsOf(bool queries) const;

    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<const Analysis> m_analysis;
    AttentionChoice m_choice;
    std::shared_ptr<const GoldAlignment> m_gold;
};

Site attentionSite(AttentionKind kind, int layer, Quantity quantity);
Quantity quantityOf(AttentionStage stage);

}  // namespace vitrine
