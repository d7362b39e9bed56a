#include "ui/inspector/parameter_numbers.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

Tensor valueOf(const LoadedModel& model, const std::string& name) {
    const ParameterStore& store = model.transformer.parameters();
    return store.get(store.find(name)).value;
}

std::string tableName(const Contract& contract, Stack stack) {
    if (contract.tying == Tying::All) return "shared.table";
    return stack == Stack::Encoder ? "encoder.embedding.table" : "decoder.embedding.table";
}

/// The linear layer behind a quantity: "query", "in", "output" ...; empty when no matrix made it.
std::string layerName(const Site& site) {
    switch (site.quantity) {
        case Quantity::Query:
            return "query";
        case Quantity::Key:
            return "key";
        case Quantity::Value:
            return "value";
        case Quantity::Hidden:
            return "in";
        case Quantity::Output:
            return site.part == Part::FeedForward ? "out" : "output";
        default:
            return {};
    }
}

}  // namespace

SiteParameters parametersOf(const Contract& contract, const Site& site) {
    if (site.part == Part::Embedding) {
        const bool looksUp = site.quantity == Quantity::Tokens || site.quantity == Quantity::Output;
        return {looksUp ? tableName(contract, site.stack) : std::string(), {}};
    }
    if (site.part == Part::Head) {
        const bool own = contract.tying == Tying::None;
        return {own ? "output.weight" : tableName(contract, Stack::Decoder),
                contract.outputBias ? "output.bias" : std::string()};
    }
    const std::string part = std::string(nameOf(site.stack)) + '.' + std::to_string(site.layer) + '.' +
                             std::string(nameOf(site.part)) + '.';
    if (site.quantity == Quantity::Norm) return {part + "norm.gamma", part + "norm.beta"};
    const std::string layer = layerName(site);
    if (layer.empty()) return {};
    const bool bias = site.part == Part::FeedForward ? contract.ffnBias : contract.attentionBias;
    return {part + layer + ".weight", bias ? part + layer + ".bias" : std::string()};
}

bool ParameterFacts::isTable() const {
    return std::any_of(users.begin(), users.end(), [](const Site& site) {
        return site.part == Part::Embedding || site.part == Part::Head;
    });
}

std::optional<ParameterFacts> parameterFacts(const LoadedModel& model, const std::string& name) {
    const ParameterStore& store = model.transformer.parameters();
    for (std::int64_t i = 0; i < store.size(); ++i) {
        if (store.name(ParameterId(i)) != name) continue;
        const Shape& shape = store.shape(ParameterId(i));
        ParameterFacts facts{name, shape[0], shape.rank() > 1 ? shape[1] : 0, {}};
        for (const Site& site : siteCatalogue(model.contract())) {
            const SiteParameters own = parametersOf(model.contract(), site);
            const bool twice = site.part == Part::Embedding && site.quantity == Quantity::Tokens;
            if (!twice && (own.weight == name || own.bias == name)) facts.users.push_back(site);
        }
        return facts;
    }
    return std::nullopt;
}

std::vector<double> parameterValues(const LoadedModel& model, const ParameterFacts& facts, int row,
                                    int column) {
    const Tensor value = valueOf(model, facts.name);
    std::vector<double> values;
    const auto take = [&](std::int64_t first, std::int64_t count, std::int64_t stride) {
        for (std::int64_t i = 0; i < count; ++i) values.push_back(value.at(first + i * stride));
    };
    if (!facts.isMatrix())
        take(0, facts.rows, 1);
    else if (row >= 0 && row < facts.rows)
        take(row * facts.columns, facts.columns, 1);
    else if (row < 0 && column >= 0 && column < facts.columns)
        take(column, facts.rows, facts.columns);
    return values;
}

std::vector<double> rowLengths(const LoadedModel& model, const ParameterFacts& facts) {
    const Tensor value = valueOf(model, facts.name);
    std::vector<double> lengths;
    for (std::int64_t row = 0; row < facts.rows; ++row) {
        double squares = 0;
        for (std::int64_t i = 0; i < facts.columns; ++i) {
            const double x = value.at(row * facts.columns + i);
            squares += x * x;
        }
        lengths.push_back(std::sqrt(squares));
    }
    return lengths;
}

}  // namespace vitrine
