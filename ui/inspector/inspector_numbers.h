#pragma once

#include <optional>
#include <vector>

#include "engine/session/analyse.h"

namespace vitrine {

// The arithmetic behind one number, plugged in. Each stage is recomputed in double from what the run really
// had at the stage before it (the frame) and from the parameters, and stands beside what the run had next.
// The two differ by rounding, or because somebody changed the stage on purpose.

/// A number computed here and the one the run had; `changed` when they differ by more than rounding.
struct Checked {
    double computed = 0;
    double seen = 0;
    bool changed = false;
};

/// One cell of an attention: head h, query row, key column.
struct AttentionCellNumbers {
    std::vector<double> query, key, products;  // (dk)
    Checked score;                             ///< sum of the products
    double scale = 1;                          ///< 1/sqrt(dk), or 1
    Checked scaled;                            ///< score * scale
    double mask = 0;                           ///< 0 or -infinity
    Checked masked;                            ///< scaled + mask
    double rowMax = 0;                         ///< largest masked score of the row
    double numerator = 0;                      ///< exp(masked - rowMax)
    std::vector<double> numerators;            ///< of the whole row, (M)
    double denominator = 0;                    ///< sum of the numerators
    Checked weight;                            ///< numerator / denominator; 0 in a row that sees nothing
    std::vector<double> value, contribution;   ///< v of the key; weight * v  (dv)
    std::vector<double> headOutput;            ///< what the row's head hands on, (dv)
    std::vector<double> rowWeights;            ///< weights of the row, (M)
};

/// Empty when the frame lacks a stage or an index is outside.
std::optional<AttentionCellNumbers> attentionCell(const LoadedModel& model, const Analysis& analysis,
                                                  const Site& attention, int head, int row, int column);

/// One row of the residual stream through the end of a sublayer.
struct NormRowNumbers {
    std::vector<double> residual, output, sum;  // (d) residual + output = sum
    double mean = 0, variance = 0, epsilon = 0;
    std::vector<double> gamma, beta;     // (d)
    std::vector<double> normalised;      ///< (sum - mean) / sqrt(variance + epsilon), (d)
    std::vector<double> computed, seen;  ///< gamma * normalised + beta, and the run's, (d)
    double largestDifference = 0;        ///< between the two
    bool changed = false;
};

/// `sublayer`: any site of an attention or feed-forward part.
std::optional<NormRowNumbers> normRow(const LoadedModel& model, const Analysis& analysis,
                                      const Site& sublayer, int row);

/// One number that a matrix makes of a vector: x . w + b, then perhaps the larger of that and 0.
struct DotNumbers {
    std::vector<double> left, right, products;  ///< x, the row of the matrix, x_j * w_j
    double bias = 0;
    bool hasBias = false, relu = false;
    Checked result;
};
/// Element `column` of row `row` of a Query, Key, Value, Hidden or Output; empty for other quantities.
std::optional<DotNumbers> projectedElement(const LoadedModel& model, const Analysis& analysis,
                                           const Site& site, int row, int column);
/// Element `column` of what the heads of an attention hand on at `row`: left the weights of the row, right
/// that feature of every key's value, (M).
std::optional<DotNumbers> weightedValue(const LoadedModel& model, const Analysis& analysis, const Site& site,
                                        int row, int column);
/// The score of one target token behind one position: hidden . output row + bias.
std::optional<DotNumbers> logitOf(const LoadedModel& model, const Analysis& analysis, int row, TokenId token);

/// The site and row that a vector was computed from: a query from the stream that enters its sublayer, a
/// cross-attention key from the encoder's last norm, a Residual from the norm before it ...
struct Origin {
    Site site;
    int row = -1;
    bool operator==(const Origin&) const = default;
};
std::optional<Origin> originOf(const Contract& contract, const Site& site, int row);
/// One row of any site with rows of features, empty when the frame lacks it.
std::vector<double> vectorAt(const Analysis& analysis, const Site& site, int row);

/// One row of an embedding: table row * scale + position.
struct EmbeddingNumbers {
    TokenId token;
    std::vector<double> tableRow;  // (d)
    double scale = 1;              ///< sqrt(d), or 1
    std::vector<double> position;  // (d)
    std::vector<double> computed, seen;
    double largestDifference = 0;
    bool changed = false;
};
std::optional<EmbeddingNumbers> embeddingRow(const LoadedModel& model, const Analysis& analysis, Stack stack,
                                             int row);

/// One position vector: feature i is the sine (even i) or cosine (odd i) of row / base^(2 floor(i/2) / d).
struct PositionNumbers {
    double base = 10000;
    std::vector<double> angles, computed, seen;  // (d)
    bool changed = false;
};
std::optional<PositionNumbers> positionRow(const LoadedModel& model, const Analysis& analysis, Stack stack,
                                           int row);

/// A candidate on its way from logit to q.
struct CandidateNumbers {
    Candidate candidate;
    int rank = 0;  ///< from 0
    double largestLogit = 0;
    double denominator = 0;  ///< sum over the candidates of exp(logit - largestLogit)
    double temperedDenominator = 0;
    double temperature = 1;
    Checked probability, tempered;
};
/// `temperature`: of the decoding that made the analysis.
std::optional<CandidateNumbers> candidateOf(const Analysis& analysis, TokenId token, double temperature);

/// Indices of the `count` largest magnitudes, largest first.
std::vector<int> largestOf(const std::vector<double>& values, int count);

}  // namespace vitrine
