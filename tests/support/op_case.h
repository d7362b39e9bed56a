#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/backend/backend.h"

namespace vitrine::testing {

/// What an op wrote, by the name of the argument.
using Outputs = std::vector<std::pair<std::string, Tensor>>;

/// One call of one op with fixed inputs, made for whatever backend and element type it is run with. Inputs
/// are random numbers that a float holds exactly, so that every type sees the same ones. Gradients to
/// accumulate into start from random values too.
struct OpCase {
    std::string op;     ///< a name of backendOpNames()
    std::string label;  ///< what is special about it: "R=7 in=13 out=5 relu"
    std::function<Outputs(Backend&, DType)> run;
};

/// One backward op in double: `inputs` are differentiated, every one of them.
struct GradientCase {
    std::string op;  ///< the backward op, a name of backendOpNames()
    std::string label;
    std::vector<Tensor> inputs;  ///< f64
    /// The floating outputs whose weighted sum is the scalar that is differentiated.
    std::function<std::vector<Tensor>(Backend&, const std::vector<Tensor>& inputs)> forward;
    /// Accumulates into `gradients` (shaped as inputs), given the weight of each output element.
    std::function<void(Backend&, const std::vector<Tensor>& inputs, const std::vector<Tensor>& weights,
                       const std::vector<Tensor>& gradients)>
        backward;
};

/// Standard normal numbers times `scale`, the same for equal (shape, stream), rounded to float.
Tensor randomTensor(DType type, const Shape& shape, std::uint32_t stream, double scale = 1);
/// Integers in [0, bound).
Tensor randomIds(const Shape& shape, std::int64_t bound, std::uint32_t stream);

/// The largest |a - b| over the largest |b| (at least `floor`); elements that are equal, infinite ones too,
/// count as 0, a NaN as infinitely wrong.
double relativeError(const Tensor& a, const Tensor& b, double floor = 1e-30);
/// Element for element the same bits.
bool sameBits(const Outputs& a, const Outputs& b);

}  // namespace vitrine::testing
