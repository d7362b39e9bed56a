#include "ui/views/attention/attention_model.h"

#include <QPair>
#include <algorithm>
#include <cmath>
#include <limits>

namespace vitrine {
namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();

const std::vector<LayerContract>& layersOf(const Contract& contract, AttentionKind kind) {
    return stackOf(kind) == Stack::Encoder ? contract.encoder : contract.decoder;
}

/// Element (0, head, row, column) of a (1, h, N, M) tensor.
double at4(const Tensor& tensor, std::int64_t head, std::int64_t row, std::int64_t column) {
    const Shape& shape = tensor.shape();
    return tensor.at((head * shape[2] + row) * shape[3] + column);
}

/// The mean over heads; hidden as soon as one head is (a mask hides a key from all of them).
double meanOfHeads(const Tensor& tensor, std::int64_t row, std::int64_t column) {
    double sum = 0;
    const std::int64_t heads = tensor.shape()[1];
    for (std::int64_t head = 0; head < heads; ++head) sum += at4(tensor, head, row, column);
    return sum / static_cast<double>(heads);
}

double pick(const Tensor& tensor, int head, std::int64_t row, std::int64_t column) {
    return head == kAllHeads ? meanOfHeads(tensor, row, column) : at4(tensor, head, row, column);
}

/// Labels for `count` entries even when the tokens are of another run.
std::vector<AxisToken> fitted(std::vector<AxisToken> tokens, std::int64_t count) {
    for (auto i = static_cast<std::int64_t>(tokens.size()); i < count; ++i)
        tokens.push_back({QString::number(i), {}, true, false});
    tokens.resize(static_cast<std::size_t>(count));
    return tokens;
}

std::vector<AxisToken> featureAxis(std::int64_t count) {
    std::vector<AxisToken> axis;
    for (std::int64_t i = 0; i < count; ++i) axis.push_back({QString::number(i), {}, false, false});
    return axis;
}

}  // namespace

Site attentionSite(AttentionKind kind, int layer, Quantity quantity) {
    return {stackOf(kind), static_cast<std::int16_t>(layer), partOf(kind), quantity};
}

Quantity quantityOf(AttentionStage stage) {
    constexpr Quantity quantities[] = {Quantity::Scores, Quantity::Scaled, Quantity::Masked,
                                       Quantity::Weights, Quantity::Heads};
    return quantities[static_cast<int>(stage)];
}

bool LabelledMatrix::isHidden(int row, int column) const {
    const double cell = at(row, column);
    if (std::isinf(cell)) return cell < 0;
    return cell == 0 && !hidden.empty() && hidden[static_cast<std::size_t>(row * columns + column)];
}

double LabelledMatrix::largest() const {
    double largest = 0;
    for (const double cell : cells)
        if (std::isfinite(cell)) largest = std::max(largest, std::abs(cell));
    return largest;
}

void AttentionModel::setAnalysis(std::shared_ptr<const LoadedModel> model,
                                 std::shared_ptr<const Analysis> analysis) {
    m_model = std::move(model);
    m_analysis = m_model ? std::move(analysis) : nullptr;
    choose(m_choice);
}

void AttentionModel::choose(AttentionChoice choice) {
    if (m_model != nullptr) {
        choice.layer = std::clamp(choice.layer, 0, std::max(layers(choice.kind) - 1, 0));
        choice.head = std::clamp(choice.head, kAllHeads, heads(choice.kind, choice.layer) - 1);
    }
    m_choice = choice;
}

int AttentionModel::layers(AttentionKind kind) const {
    if (m_model == nullptr) return 0;
    return static_cast<int>(layersOf(m_model->transformer.contract(), kind).size());
}

int AttentionModel::heads(AttentionKind kind, int layer) const {
    if (layer < 0 || layer >= layers(kind)) return 0;
    const auto& blocks = layersOf(m_model->transformer.contract(), kind);
    return static_cast<int>(blocks[static_cast<std::size_t>(layer)].heads);
}

int AttentionModel::valueWidth(AttentionKind kind, int layer) const {
    if (layer < 0 || layer >= layers(kind)) return 0;
    const auto& blocks = layersOf(m_model->transformer.contract(), kind);
    return static_cast<int>(blocks[static_cast<std::size_t>(layer)].valueWidth);
}

std::vector<Site> AttentionModel::stageSites(const Contract& contract, const AttentionChoice& choice) {
    const int layers = static_cast<int>(layersOf(contract, choice.kind).size());
    std::vector<Site> sites;
    if (layers == 0) return sites;
    for (const Quantity quantity : {Quantity::Value, Quantity::Scores, Quantity::Scaled, Quantity::Masked,
                                    Quantity::Weights, Quantity::Heads})
        sites.push_back(attentionSite(choice.kind, std::min(choice.layer, layers - 1), quantity));
    return sites;
}

std::vector<Site> AttentionModel::wallSites(const Contract& contract, AttentionKind kind) {
    std::vector<Site> sites;
    for (std::size_t layer = 0; layer < layersOf(contract, kind).size(); ++layer)
        for (const Quantity quantity : {Quantity::Masked, Quantity::Weights})
            sites.push_back(attentionSite(kind, static_cast<int>(layer), quantity));
    return sites;
}

const Tensor* AttentionModel::find(AttentionKind kind, int layer, Quantity quantity) const {
    if (m_analysis == nullptr || m_analysis->frame == nullptr) return nullptr;
    return m_analysis->frame->find(attentionSite(kind, layer, quantity));
}

AttentionModel::Axes AttentionModel::axes(AttentionKind kind) const {
    return {queryAxis(*m_model, *m_analysis, kind), keyAxis(*m_model, *m_analysis, kind)};
}

LabelledMatrix AttentionModel::matrix(int lockedRow) const {
    return matrixOf(m_choice, lockedRow);
}

LabelledMatrix AttentionModel::matrixOf(const AttentionChoice& choice, int lockedRow) const {
    if (choice.stage == AttentionStage::Values) {
        // An average over heads of what heads hand on means nothing: each has its own features.
        if (choice.head == kAllHeads) return {};
        return lockedRow >= 0 ? contributions(choice, lockedRow) : headOutput(choice);
    }
    const LabelledMatrix matrix = stageMatrix(choice);
    const bool merge = choice.words && choice.stage == AttentionStage::Weights && !matrix.empty();
    return merge ? merged(matrix) : matrix;
}

LabelledMatrix AttentionModel::stageMatrix(const AttentionChoice& choice) const {
    const Tensor* tensor = find(choice.kind, choice.layer, quantityOf(choice.stage));
    if (tensor == nullptr) return {};
    const std::int64_t rows = tensor->shape()[2], columns = tensor->shape()[3];
    const Axes labels = axes(choice.kind);
    LabelledMatrix matrix;
    matrix.rows = static_cast<int>(rows);
    matrix.columns = static_cast<int>(columns);
    matrix.rowTokens = fitted(labels.queries, rows);
    matrix.columnTokens = fitted(labels.keys, columns);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            matrix.cells.push_back(pick(*tensor, choice.head, row, column));
    const Tensor* masked = find(choice.kind, choice.layer, Quantity::Masked);
    if (choice.stage != AttentionStage::Weights || masked == nullptr) return matrix;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            matrix.hidden.push_back(pick(*masked, choice.head, row, column) == kHidden);
    return matrix;
}

LabelledMatrix AttentionModel::headOutput(const AttentionChoice& choice) const {
    const Tensor* tensor = find(choice.kind, choice.layer, Quantity::Heads);
    if (tensor == nullptr) return {};
    const std::int64_t rows = tensor->shape()[1], all = tensor->shape()[2];
    const std::int64_t width = all / heads(choice.kind, choice.layer);
    LabelledMatrix matrix;
    matrix.rows = static_cast<int>(rows);
    matrix.columns = static_cast<int>(width);
    matrix.featureColumns = true;
    matrix.rowTokens = fitted(axes(choice.kind).queries, rows);
    matrix.columnTokens = featureAxis(width);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t i = 0; i < width; ++i)
            matrix.cells.push_back(tensor->at(row * all + choice.head * width + i));
    return matrix;
}

LabelledMatrix AttentionModel::contributions(const AttentionChoice& choice, int row) const {
    const Tensor* weights = find(choice.kind, choice.layer, Quantity::Weights);
    const Tensor* values = find(choice.kind, choice.layer, Quantity::Value);
    if (weights == nullptr || values == nullptr || row >= weights->shape()[2]) return {};
    const std::int64_t keys = values->shape()[1], all = values->shape()[2];
    const std::int64_t width = all / heads(choice.kind, choice.layer);
    LabelledMatrix matrix;
    matrix.rows = static_cast<int>(keys) + 1;
    matrix.columns = static_cast<int>(width);
    matrix.featureColumns = matrix.sumRow = true;
    matrix.rowTokens = fitted(axes(choice.kind).keys, keys);
    matrix.rowTokens.push_back({QStringLiteral("Σ"), {}, true, false});
    matrix.columnTokens = featureAxis(width);
    std::vector<double> sums(static_cast<std::size_t>(width), 0.0);
    for (std::int64_t key = 0; key < keys; ++key)
        for (std::int64_t i = 0; i < width; ++i) {
            const double part =
                at4(*weights, choice.head, row, key) * values->at(key * all + choice.head * width + i);
            matrix.cells.push_back(part);
            sums[static_cast<std::size_t>(i)] += part;
        }
    matrix.cells.insert(matrix.cells.end(), sums.begin(), sums.end());
    return matrix;
}

LabelledMatrix AttentionModel::merged(const LabelledMatrix& matrix) const {
    const std::vector<int> rowWords = wordNumbers(matrix.rowTokens),
                           columnWords = wordNumbers(matrix.columnTokens);
    LabelledMatrix result;
    result.rowTokens = mergedToWords(matrix.rowTokens);
    result.columnTokens = mergedToWords(matrix.columnTokens);
    result.rows = static_cast<int>(result.rowTokens.size());
    result.columns = static_cast<int>(result.columnTokens.size());
    result.cells.assign(static_cast<std::size_t>(result.rows * result.columns), 0.0);
    for (int row = 0; row < matrix.rows; ++row) {
        const int word = rowWords[static_cast<std::size_t>(row)];
        const auto pieces = std::count(rowWords.begin(), rowWords.end(), word);
        for (int column = 0; column < matrix.columns; ++column) {
            const int to = word * result.columns + columnWords[static_cast<std::size_t>(column)];
            result.cells[static_cast<std::size_t>(to)] +=
                matrix.at(row, column) / static_cast<double>(pieces);
        }
    }
    return result;
}

double AttentionModel::cell(AttentionStage stage, int head, int row, int column) const {
    const Tensor* tensor = find(m_choice.kind, m_choice.layer, quantityOf(stage));
    const double none = std::numeric_limits<double>::quiet_NaN();
    if (tensor == nullptr || tensor->shape().rank() != 4) return none;
    const Shape& shape = tensor->shape();
    const bool inside = row >= 0 && row < shape[2] && column >= 0 && column < shape[3] && head < shape[1];
    return inside ? pick(*tensor, head, row, column) : none;
}

bool AttentionModel::rowIsEmpty(const LabelledMatrix& matrix, int row) const {
    for (int column = 0; column < matrix.columns; ++column) {
        const double cell = matrix.at(row, column);
        if (cell != 0 && cell != kHidden) return false;
    }
    return true;
}

std::vector<int> AttentionModel::wordsOf(bool queries) const {
    if (empty()) return {};
    const Axes labels = axes(m_choice.kind);
    const std::vector<AxisToken>& axis = queries ? labels.queries : labels.keys;
    const bool merge = m_choice.words && m_choice.stage == AttentionStage::Weights;
    if (merge) return wordNumbers(axis);
    std::vector<int> same(axis.size());
    for (std::size_t i = 0; i < same.size(); ++i) same[i] = static_cast<int>(i);
    return same;
}

namespace {

int firstOf(const std::vector<int>& numbers, int word) {
    const auto it = std::find(numbers.begin(), numbers.end(), word);
    return it == numbers.end() ? -1 : static_cast<int>(it - numbers.begin());
}

int numberOf(const std::vector<int>& numbers, int token) {
    return token >= 0 && token < static_cast<int>(numbers.size()) ? numbers[static_cast<std::size_t>(token)]
                                                                  : -1;
}

}  // namespace

int AttentionModel::firstTokenOfRow(int row) const {
    return firstOf(wordsOf(true), row);
}
int AttentionModel::firstTokenOfColumn(int column) const {
    return firstOf(wordsOf(false), column);
}
int AttentionModel::rowOfToken(int token) const {
    return numberOf(wordsOf(true), token);
}
int AttentionModel::columnOfToken(int token) const {
    return numberOf(wordsOf(false), token);
}

std::vector<QPair<int, int>> AttentionModel::goldCells() const {
    std::vector<QPair<int, int>> cells;
    if (empty() || m_choice.kind != AttentionKind::Cross || m_choice.stage == AttentionStage::Values)
        return cells;
    if (m_gold == nullptr) return cells;
    const std::vector<TokenId>& input = m_analysis->targetInput;
    const auto agrees = [&](std::size_t t) {
        const TokenId written = t + 1 < input.size() ? input[t + 1] : m_analysis->next.chosen;
        return t < input.size() && t < m_gold->target.size() && written == m_gold->target[t];
    };
    std::size_t same = 0;
    while (agrees(same)) ++same;
    for (const GoldLink& link : m_gold->links) {
        if (static_cast<std::size_t>(link.target) >= same) continue;
        const QPair<int, int> cell{rowOfToken(link.target), columnOfToken(link.source)};
        const bool shown = cell.first >= 0 && cell.second >= 0;
        if (shown && std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    }
    return cells;
}

}  // namespace vitrine
