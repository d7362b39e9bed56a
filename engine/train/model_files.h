#pragma once

#include <vector>

#include "engine/io/checkpoint.h"
#include "engine/model/transformer.h"

namespace vitrine {

/// Names and views (not copies) of all parameters, in the store's order.
std::vector<NamedTensor> namedParameters(const ParameterStore& store);
/// Copies tensors into the parameters of the same names. Throws Error naming tensors that are missing,
/// unexpected or of another shape.
void assignParameters(ParameterStore& store, std::span<const NamedTensor> tensors);
/// The model of a checkpoint.
Transformer modelOf(const Checkpoint& checkpoint);

}  // namespace vitrine
