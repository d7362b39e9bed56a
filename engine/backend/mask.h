#pragma once

#include <cstdint>
#include <span>

#include "engine/tensor/tensor.h"

namespace vitrine {

/// Which keys a query may see, as structure: no N x N matrix is built on the fast path.
/// Query row t of a batch entry b stands at key position queryOffset + t. Key s is visible when all of these
/// hold:
///   causal:      s <= queryOffset + t                              (note N-2 3.1.1; the diagonal is visible)
///   key lengths: s < keyLengths[b]                                 (note N-3 3.1.2, key padding mask)
///   painted:     painted(t, s) > -infinity
/// The additive mask that the notes draw is 0 where visible and -infinity elsewhere; `painted` may also hold
/// other finite values, which are added to the scaled scores.
struct MaskSpec {
    bool causal = false;
    std::int64_t queryOffset = 0;  ///< tokens already in the cache before the first query row
    std::span<const std::int32_t>
        keyLengths;                   ///< (B) valid keys of each batch entry; empty: all keys are valid
    const Tensor* painted = nullptr;  ///< (T, S) additive, or null

    bool visible(std::int64_t b, std::int64_t t, std::int64_t s) const {
        return (!causal || s <= queryOffset + t) &&
               (keyLengths.empty() || s < keyLengths[static_cast<std::size_t>(b)]);
    }
    /// Keys [0, visibleEnd) are the visible ones of query row t, before painting.
    std::int64_t visibleEnd(std::int64_t b, std::int64_t t, std::int64_t keys) const {
        std::int64_t end = keys;
        if (causal && queryOffset + t + 1 < end) end = queryOffset + t + 1;
        if (!keyLengths.empty() && keyLengths[static_cast<std::size_t>(b)] < end)
            end = keyLengths[static_cast<std::size_t>(b)];
        return end;
    }
};

/// Writes the additive matrix of batch entry b into `out` (T, S): 0 visible, -infinity hidden, plus
/// `painted`.
void renderMask(const MaskSpec& mask, std::int64_t b, const Tensor& out);

}  // namespace vitrine
