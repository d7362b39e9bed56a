#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/check.h"
#include "engine/backend/cpu/tile_product.h"

namespace vitrine {

/// A block of query rows of one head. Scores are kept transposed, (keys, padded rows): a vector holds one key
/// of many queries, so that maximum, exponential and sum of the softmax need no work across lanes.
struct QueryBlock {
    static constexpr std::int64_t kRows = 32;  ///< most rows of a block

    std::int64_t b = 0, h = 0, g = 0;           ///< batch entry, query head, key/value head
    std::int64_t first = 0, rows = 0;           ///< query rows [first, first + rows)
    std::int64_t padded = 0;                    ///< rows rounded up to vectors
    std::int64_t someEnd = 0;                   ///< keys [0, someEnd) are visible to every row
    std::int64_t end = 0;                       ///< keys [0, end) are visible to some row
    alignas(64) std::int32_t ends[kRows] = {};  ///< visible end of each row; those of padding are `end`

    QueryBlock(const AttentionArgs& args, const AttentionSizes& n, std::int64_t entry, std::int64_t head,
               std::int64_t begin)
        : b(entry), h(head), g(n.groupOf(head)), first(begin) {
        rows = std::min(kRows, n.queries - first);
        padded = paddedToLanes(rows);
        someEnd = n.keys;
        for (std::int64_t t = 0; t < rows; ++t) {
            const std::int64_t visible =
                std::max<std::int64_t>(0, args.mask.visibleEnd(b, first + t, n.keys));
            ends[t] = static_cast<std::int32_t>(visible);
            someEnd = std::min(someEnd, visible);
            end = std::max(end, visible);
        }
        for (std::int64_t t = rows; t < padded; ++t) ends[t] = static_cast<std::int32_t>(end);
    }

    /// Scores of keys [0, end) with scale and painting, without the structural mask: scores (end, padded).
    /// `queries` (dk, padded) is scratch.
    void score(const AttentionArgs& args, const AttentionSizes& n, float* queries, float* scores) const {
        packTransposed(args.query.at<float>(b, h, first), args.query.rowStride, rows, n.keyWidth,
                       static_cast<float>(args.scale), queries, padded);
        tileProduct<false>(end, padded, n.keyWidth, {args.key.at<float>(b, g, 0), args.key.rowStride, 1},
                           queries, padded, scores, padded);
        if (args.mask.painted == nullptr) return;
        for (std::int64_t t = 0; t < rows; ++t) {
            const float* painted = args.mask.painted->data<float>() + (first + t) * n.keys;
            for (std::int64_t s = 0; s < end; ++s) scores[s * padded + t] += painted[s];
        }
    }

    /// The lanes of `score` from row `lane` on that see key s; -infinity in the others.
    Vec masked(Vec score, std::int64_t s, std::int64_t lane) const {
        if (s < someEnd) return score;
        VecInt visible;
        std::memcpy(&visible, ends + lane, sizeof visible);
        return static_cast<std::int32_t>(s) < visible ? score : broadcast(kMinusInfinity);
    }
};

}  // namespace vitrine
