#include "ui/inspector/inspector_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "ui/inspector/parameter_numbers.h"

namespace vitrine {
namespace {

using Row = std::vector<double>;

/// Rounding of a float pass against double; a change made on purpose is almost always larger.
bool differs(double computed, double seen) {
    if (computed == seen) return false;  // both infinite
    return !(std::abs(computed - seen) <= 1e-4 * (1 + std::abs(computed)));
}

Checked checked(double computed, double seen) {
    return {computed, seen, differs(computed, seen)};
}

const Tensor* find(const Analysis& analysis, Site site, Quantity quantity) {
    site.quantity = quantity;
    return analysis.frame == nullptr ? nullptr : analysis.frame->find(site);
}

/// `count` elements of the last axis of (1, N, columns) or (N, columns), from `first`.
Row rowOf(const Tensor& tensor, std::int64_t row, std::int64_t first, std::int64_t count) {
    const std::int64_t columns = tensor.shape()[-1];
    Row result;
    for (std::int64_t i = 0; i < count; ++i) result.push_back(tensor.at(row * columns + first + i));
    return result;
}

Row fullRow(const Tensor& tensor, std::int64_t row) {
    return rowOf(tensor, row, 0, tensor.shape()[-1]);
}

double at4(const Tensor& tensor, std::int64_t head, std::int64_t row, std::int64_t column) {
    const Shape& shape = tensor.shape();
    return tensor.at((head * shape[2] + row) * shape[3] + column);
}

Row times(const Row& a, const Row& b) {
    Row result(a.size());
    std::transform(a.begin(), a.end(), b.begin(), result.begin(), std::multiplies<>());
    return result;
}

Row scaledBy(const Row& a, double factor) {
    Row result(a);
    for (double& value : result) value *= factor;
    return result;
}

double total(const Row& row) {
    return std::accumulate(row.begin(), row.end(), 0.0);
}

double largestDifference(const Row& a, const Row& b) {
    double largest = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

bool anyDiffers(const Row& a, const Row& b) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        if (differs(a[i], b[i])) return true;
    return false;
}

Tensor parameter(const LoadedModel& model, const std::string& name) {
    const ParameterStore& store = model.transformer.parameters();
    return store.get(store.find(name)).value;
}

const LayerContract& layerOf(const LoadedModel& model, const Site& site) {
    const Contract& contract = model.transformer.contract();
    const auto& layers = site.stack == Stack::Encoder ? contract.encoder : contract.decoder;
    return layers.at(static_cast<std::size_t>(site.layer));
}

struct Stages {
    const Tensor *query, *key, *value, *scores, *scaled, *mask, *masked, *weights, *heads;
    bool complete() const {
        return query && key && value && scores && scaled && mask && masked && weights && heads;
    }
};

Stages stagesOf(const Analysis& analysis, const Site& site) {
    const auto get = [&](Quantity quantity) { return find(analysis, site, quantity); };
    return {get(Quantity::Query),  get(Quantity::Key),     get(Quantity::Value),
            get(Quantity::Scores), get(Quantity::Scaled),  get(Quantity::Mask),
            get(Quantity::Masked), get(Quantity::Weights), get(Quantity::Heads)};
}

/// Softmax of the row: numerators, denominator and this column's weight.
void fillSoftmax(AttentionCellNumbers& numbers, const Row& masked, int column, double seenWeight) {
    numbers.rowMax = *std::max_element(masked.begin(), masked.end());
    const bool nothingVisible = std::isinf(numbers.rowMax);
    for (const double score : masked)
        numbers.numerators.push_back(nothingVisible ? 0 : std::exp(score - numbers.rowMax));
    numbers.denominator = total(numbers.numerators);
    numbers.numerator = numbers.numerators[static_cast<std::size_t>(column)];
    numbers.weight = checked(nothingVisible ? 0 : numbers.numerator / numbers.denominator, seenWeight);
}

}  // namespace

std::optional<AttentionCellNumbers> attentionCell(const LoadedModel& model, const Analysis& analysis,
                                                  const Site& attention, int head, int row, int column) {
    const Stages seen = stagesOf(analysis, attention);
    if (!seen.complete() || attention.layer < 0) return std::nullopt;
    const Shape& shape = seen.weights->shape();
    if (head < 0 || head >= shape[1] || row < 0 || row >= shape[2] || column < 0 || column >= shape[3])
        return std::nullopt;
    const LayerContract& layer = layerOf(model, attention);
    AttentionCellNumbers numbers;
    numbers.query = rowOf(*seen.query, row, head * layer.keyWidth, layer.keyWidth);
    numbers.key = rowOf(*seen.key, column, head * layer.keyWidth, layer.keyWidth);
    numbers.products = times(numbers.query, numbers.key);
    numbers.score = checked(total(numbers.products), at4(*seen.scores, head, row, column));
    if (model.transformer.contract().scaleScores)
        numbers.scale = 1 / std::sqrt(static_cast<double>(layer.keyWidth));
    numbers.scaled = checked(numbers.score.seen * numbers.scale, at4(*seen.scaled, head, row, column));
    numbers.mask = seen.mask->at(row * shape[3] + column);
    numbers.masked = checked(numbers.scaled.seen + numbers.mask, at4(*seen.masked, head, row, column));
    Row masked;
    for (std::int64_t key = 0; key < shape[3]; ++key) {
        masked.push_back(at4(*seen.masked, head, row, key));
        numbers.rowWeights.push_back(at4(*seen.weights, head, row, key));
    }
    fillSoftmax(numbers, masked, column, at4(*seen.weights, head, row, column));
    numbers.value = rowOf(*seen.value, column, head * layer.valueWidth, layer.valueWidth);
    numbers.contribution = scaledBy(numbers.value, numbers.weight.seen);
    numbers.headOutput = rowOf(*seen.heads, row, head * layer.valueWidth, layer.valueWidth);
    return numbers;
}

std::optional<NormRowNumbers> normRow(const LoadedModel& model, const Analysis& analysis,
                                      const Site& sublayer, int row) {
    const Tensor* residual = find(analysis, sublayer, Quantity::Residual);
    const Tensor* output = find(analysis, sublayer, Quantity::Output);
    const Tensor* sum = find(analysis, sublayer, Quantity::Sum);
    const Tensor* norm = find(analysis, sublayer, Quantity::Norm);
    if (!residual || !output || !sum || !norm || sublayer.layer < 0) return std::nullopt;
    if (row < 0 || row >= sum->shape()[1]) return std::nullopt;
    NormRowNumbers numbers;
    numbers.residual = fullRow(*residual, row);
    numbers.output = fullRow(*output, row);
    numbers.sum = fullRow(*sum, row);
    numbers.seen = fullRow(*norm, row);
    numbers.epsilon = model.transformer.contract().normEpsilon;
    const double width = static_cast<double>(numbers.sum.size());
    numbers.mean = total(numbers.sum) / width;
    for (const double x : numbers.sum) numbers.variance += (x - numbers.mean) * (x - numbers.mean) / width;
    Site normed = sublayer;
    normed.quantity = Quantity::Norm;
    const SiteParameters names = parametersOf(model.contract(), normed);
    numbers.gamma = fullRow(parameter(model, names.weight), 0);
    numbers.beta = fullRow(parameter(model, names.bias), 0);
    const double deviation = std::sqrt(numbers.variance + numbers.epsilon);
    for (std::size_t i = 0; i < numbers.sum.size(); ++i) {
        numbers.normalised.push_back((numbers.sum[i] - numbers.mean) / deviation);
        numbers.computed.push_back(numbers.gamma[i] * numbers.normalised[i] + numbers.beta[i]);
    }
    numbers.largestDifference = largestDifference(numbers.computed, numbers.seen);
    numbers.changed = anyDiffers(numbers.computed, numbers.seen);
    return numbers;
}

namespace {

DotNumbers dot(Row left, Row right, double bias, bool hasBias, bool relu, double seen) {
    DotNumbers numbers;
    numbers.products = times(left, right);
    numbers.left = std::move(left);
    numbers.right = std::move(right);
    numbers.bias = bias;
    numbers.hasBias = hasBias;
    numbers.relu = relu;
    const double sum = total(numbers.products) + bias;
    numbers.result = checked(relu ? std::max(sum, 0.0) : sum, seen);
    return numbers;
}

}  // namespace

std::optional<DotNumbers> projectedElement(const LoadedModel& model, const Analysis& analysis,
                                           const Site& site, int row, int column) {
    const Contract& contract = model.transformer.contract();
    if (site.layer < 0 || site.quantity == Quantity::Norm) return std::nullopt;
    const SiteParameters names = parametersOf(contract, site);
    const std::optional<Origin> origin = originOf(contract, site, row);
    const Row seen = vectorAt(analysis, site, row);
    if (names.weight.empty() || !origin || column < 0 || static_cast<std::size_t>(column) >= seen.size())
        return std::nullopt;
    Row input = vectorAt(analysis, origin->site, origin->row);
    if (input.empty()) return std::nullopt;
    const bool hasBias = !names.bias.empty();
    const double bias = hasBias ? parameter(model, names.bias).at(column) : 0;
    return dot(std::move(input), fullRow(parameter(model, names.weight), column), bias, hasBias,
               site.quantity == Quantity::Hidden, seen[static_cast<std::size_t>(column)]);
}

std::optional<DotNumbers> logitOf(const LoadedModel& model, const Analysis& analysis, int row,
                                  TokenId token) {
    const Contract& contract = model.transformer.contract();
    if (token.value < 0 || token.value >= contract.targetVocabulary) return std::nullopt;
    const Site head{Stack::Output, -1, Part::Head, Quantity::Logits};
    const std::optional<Origin> origin = originOf(contract, head, row);
    const Row logits = vectorAt(analysis, head, row);
    Row hidden = origin ? vectorAt(analysis, origin->site, origin->row) : Row();
    if (hidden.empty() || logits.empty()) return std::nullopt;
    const SiteParameters names = parametersOf(contract, head);
    const bool hasBias = !names.bias.empty();
    const double bias = hasBias ? parameter(model, names.bias).at(token.value) : 0;
    return dot(std::move(hidden), fullRow(parameter(model, names.weight), token.value), bias, hasBias, false,
               logits[static_cast<std::size_t>(token.value)]);
}

std::optional<Origin> originOf(const Contract& contract, const Site& site, int row) {
    const auto at = [&](Quantity quantity) {
        return Origin{{site.stack, site.layer, site.part, quantity}, row};
    };
    const auto behind = [&](Stack stack, std::int16_t layer, Part part) {
        return Origin{{stack, layer, part, Quantity::Norm}, row};
    };
    const auto stackEnd = [&](Stack stack) {
        const auto& layers = stack == Stack::Encoder ? contract.encoder : contract.decoder;
        if (layers.empty()) return Origin{{stack, -1, Part::Embedding, Quantity::Output}, row};
        return behind(stack, static_cast<std::int16_t>(layers.size() - 1), Part::FeedForward);
    };
    const bool cross = site.part == Part::CrossAttention;
    switch (site.quantity) {
        case Quantity::Query:
            return at(Quantity::Residual);
        case Quantity::Key:
        case Quantity::Value:
            return cross ? stackEnd(Stack::Encoder) : at(Quantity::Residual);
        case Quantity::Hidden:
            return at(Quantity::Residual);
        case Quantity::Output:
            if (site.part == Part::Embedding) return std::nullopt;
            return at(site.part == Part::FeedForward ? Quantity::Hidden : Quantity::Heads);
        case Quantity::Sum:
            return at(Quantity::Output);
        case Quantity::Norm:
            return at(Quantity::Sum);
        case Quantity::Logits:
            return stackEnd(Stack::Decoder);
        case Quantity::Residual:
            break;
        default:
            return std::nullopt;
    }
    if (cross) return behind(site.stack, site.layer, Part::SelfAttention);
    if (site.part == Part::FeedForward)
        return behind(site.stack, site.layer,
                      site.stack == Stack::Decoder ? Part::CrossAttention : Part::SelfAttention);
    if (site.layer > 0)
        return behind(site.stack, static_cast<std::int16_t>(site.layer - 1), Part::FeedForward);
    return Origin{{site.stack, -1, Part::Embedding, Quantity::Output}, row};
}

std::vector<double> vectorAt(const Analysis& analysis, const Site& site, int row) {
    const Tensor* tensor = find(analysis, site, site.quantity);
    const bool fits =
        tensor != nullptr && tensor->shape().rank() == 3 && row >= 0 && row < tensor->shape()[1];
    return fits ? fullRow(*tensor, row) : Row();
}

std::optional<EmbeddingNumbers> embeddingRow(const LoadedModel& model, const Analysis& analysis, Stack stack,
                                             int row) {
    const Contract& contract = model.transformer.contract();
    const Site site{stack, -1, Part::Embedding, Quantity::Output};
    const Tensor* output = find(analysis, site, Quantity::Output);
    const Tensor* positions = find(analysis, site, Quantity::Positions);
    const bool encoder = stack == Stack::Encoder;
    const std::size_t count = encoder ? analysis.source.size() : analysis.targetInput.size();
    if (!output || !positions || row < 0 || row >= output->shape()[1] ||
        static_cast<std::size_t>(row) >= count)
        return std::nullopt;
    EmbeddingNumbers numbers;
    const auto index = static_cast<std::size_t>(row);
    numbers.token = encoder ? analysis.source[index].id : analysis.targetInput[index];
    numbers.tableRow = fullRow(parameter(model, parametersOf(contract, site).weight), numbers.token.value);
    if (contract.scaleEmbedding) numbers.scale = std::sqrt(static_cast<double>(contract.width));
    numbers.position = fullRow(*positions, row);
    numbers.seen = fullRow(*output, row);
    for (std::size_t i = 0; i < numbers.tableRow.size(); ++i)
        numbers.computed.push_back(numbers.tableRow[i] * numbers.scale + numbers.position[i]);
    numbers.largestDifference = largestDifference(numbers.computed, numbers.seen);
    numbers.changed = anyDiffers(numbers.computed, numbers.seen);
    return numbers;
}

std::optional<PositionNumbers> positionRow(const LoadedModel& model, const Analysis& analysis, Stack stack,
                                           int row) {
    const Contract& contract = model.contract();
    const Tensor* positions =
        find(analysis, {stack, -1, Part::Embedding, Quantity::Positions}, Quantity::Positions);
    if (positions == nullptr || row < 0 || row >= positions->shape()[0]) return std::nullopt;
    PositionNumbers numbers;
    numbers.base = contract.positionBase;
    numbers.seen = fullRow(*positions, row);
    const std::size_t width = numbers.seen.size();
    for (std::size_t i = 0; i < width; ++i) {
        const double exponent = static_cast<double>(i / 2 * 2) / static_cast<double>(width);
        const double angle = row / std::pow(numbers.base, exponent);
        numbers.angles.push_back(angle);
        numbers.computed.push_back(i % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
    numbers.changed = anyDiffers(numbers.computed, numbers.seen);
    return numbers;
}

std::optional<DotNumbers> weightedValue(const LoadedModel& model, const Analysis& analysis, const Site& site,
                                        int row, int column) {
    const Tensor* weights = find(analysis, site, Quantity::Weights);
    const Tensor* values = find(analysis, site, Quantity::Value);
    const Tensor* heads = find(analysis, site, Quantity::Heads);
    if (!weights || !values || !heads || site.layer < 0) return std::nullopt;
    const Shape& shape = weights->shape();
    if (row < 0 || row >= shape[2] || column < 0 || column >= heads->shape()[-1]) return std::nullopt;
    const std::int64_t head = column / layerOf(model, site).valueWidth;
    Row shares, parts;
    for (std::int64_t key = 0; key < shape[3]; ++key) {
        shares.push_back(at4(*weights, head, row, key));
        parts.push_back(values->at(key * values->shape()[-1] + column));
    }
    return dot(std::move(shares), std::move(parts), 0, false, false,
               heads->at(row * heads->shape()[-1] + column));
}

std::optional<CandidateNumbers> candidateOf(const Analysis& analysis, TokenId token, double temperature) {
    const std::vector<Candidate>& all = analysis.next.candidates;
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return c.token == token; });
    if (it == all.end()) return std::nullopt;
    CandidateNumbers numbers;
    numbers.candidate = *it;
    numbers.rank = static_cast<int>(it - all.begin());
    numbers.temperature = temperature;
    numbers.largestLogit = -std::numeric_limits<double>::infinity();
    for (const Candidate& c : all) numbers.largestLogit = std::max(numbers.largestLogit, c.logit);
    for (const Candidate& c : all) {
        numbers.denominator += std::exp(c.logit - numbers.largestLogit);
        numbers.temperedDenominator += std::exp((c.logit - numbers.largestLogit) / temperature);
    }
    const double above = it->logit - numbers.largestLogit;
    numbers.probability = checked(std::exp(above) / numbers.denominator, it->probability);
    numbers.tempered = checked(std::exp(above / temperature) / numbers.temperedDenominator, it->tempered);
    return numbers;
}

std::vector<int> largestOf(const std::vector<double>& values, int count) {
    std::vector<int> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    const auto larger = [&](int a, int b) {
        return std::abs(values[static_cast<std::size_t>(a)]) > std::abs(values[static_cast<std::size_t>(b)]);
    };
    std::stable_sort(order.begin(), order.end(), larger);
    order.resize(std::min(order.size(), static_cast<std::size_t>(std::max(count, 0))));
    return order;
}

}  // namespace vitrine
