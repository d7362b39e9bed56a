#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/loaded_model.h"
#include "engine/trace/site.h"

namespace vitrine {

/// Names of the trained tensors that make the numbers of a site; empty where there is none. A Norm has its
/// gamma as weight and its beta as bias, an embedding (Tokens, Output) the table as weight.
struct SiteParameters {
    std::string weight;  ///< (out, in), (V, d) of a table, (d) of a gamma
    std::string bias;    ///< (out), (d) of a beta
};
SiteParameters parametersOf(const Contract& contract, const Site& site);

/// A trained tensor as a page shows it.
struct ParameterFacts {
    std::string name;
    std::int64_t rows = 0;     ///< of a matrix, or the length of a vector
    std::int64_t columns = 0;  ///< 0 for a vector
    std::vector<Site> users;   ///< whose numbers it makes, in order of computation; several when it is tied
    bool isMatrix() const { return columns > 0; }
    bool isTable() const;  ///< one row for each entry of a vocabulary
};
/// Nothing for a name that this model does not have.
std::optional<ParameterFacts> parameterFacts(const LoadedModel& model, const std::string& name);

/// Row `row` of a matrix (in), column `column` when the row is -1 (out), or a whole vector when both are -1
/// or it is no matrix. Empty for an index outside.
std::vector<double> parameterValues(const LoadedModel& model, const ParameterFacts& facts, int row,
                                    int column);
/// The square root of the sum of squares of every row of a matrix, (out).
std::vector<double> rowLengths(const LoadedModel& model, const ParameterFacts& facts);

}  // namespace vitrine
