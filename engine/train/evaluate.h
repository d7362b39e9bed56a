#pragma once

#include "engine/core/cancel.h"
#include "engine/data/batches.h"
#include "engine/model/transformer.h"
#include "engine/train/train_report.h"

namespace vitrine {

/// Teacher-forced scores of all pairs within the limits. Same pairs, same bits.
HeldOutReport heldOutScores(const Transformer& model, Backend& backend, const PairTable& pairs,
                            const BatchLimits& limits, const CancelToken* cancel = nullptr);

}  // namespace vitrine
