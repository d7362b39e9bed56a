#pragma once

#include <cstdint>

#include "engine/contract/contract.h"

namespace vitrine {

/// Bytes that keys and values of one token take over all layers: b * L * g * (dk + dv) (note V).
std::int64_t cacheBytesPerToken(std::int64_t layers, std::int64_t keyValueHeads, std::int64_t keyWidth,
                                std::int64_t valueWidth, std::int64_t elementBytes);
/// The same of a contract's decoder: of one target token in its self-attention, and of one source token in
/// its cross-attention, which here are equal.
std::int64_t cacheBytesPerToken(const Contract& contract, std::int64_t elementBytes);

/// How many cached tokens take as many bytes as the weights, to the nearest token.
std::int64_t crossoverTokens(std::int64_t weights, std::int64_t weightBytes, std::int64_t cacheBytesPerToken);

}  // namespace vitrine
