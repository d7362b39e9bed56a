#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/data/pair_stream.h"
#include "engine/tensor/tensor.h"

namespace vitrine {

/// Right-padded pairs ready for a model (note N-3 3.1). The source has no <bos> and no <eos>: S counts its
/// own tokens. The decoder reads <bos> y1 .. yn and predicts y1 .. yn <eos>, so T = n + 1. Storage is reused
/// from batch to batch.
class PackedBatch {
public:
    /// Room for batches of up to `cells` source and target cells together and `sentences` sentences.
    PackedBatch(std::int64_t cells, std::int64_t sentences);

    /// Packs the given pairs of the table; the caller keeps them within the room.
    void pack(const PairTable& table, std::span<const std::uint32_t> pairs);

    Tensor source;                            ///< (B, S) i32
    Tensor targetInput;                       ///< (B, T) i32
    Tensor labels;                            ///< (B, T) i32, pad where nothing is predicted
    std::vector<std::int32_t> sourceLengths;  ///< (B)
    std::vector<std::int32_t> targetLengths;  ///< (B), <bos> included

    std::int64_t sentences() const { return static_cast<std::int64_t>(sourceLengths.size()); }
    std::int64_t sourceTokens() const { return m_sourceTokens; }  ///< without padding
    std::int64_t targetTokens() const { return m_targetTokens; }  ///< labels without padding, N_tok
    /// Share of the B*S + B*T cells that is padding.
    double paddingShare() const;

private:
    std::vector<std::int32_t> m_sourceCells, m_inputCells, m_labelCells;
    std::int64_t m_sourceTokens = 0, m_targetTokens = 0;
};

/// How pairs become batches.
struct BatchLimits {
    std::int64_t cells = 4096;      ///< most cells B*S + B*T of a batch, padding included
    std::int64_t sentences = 1024;  ///< most pairs B of a batch
    std::int64_t maxSource = 128;   ///< longer pairs are left out and counted
    std::int64_t maxTarget = 128;   ///< with <bos>
    std::int64_t poolPairs = 8192;  ///< pairs that are sorted by length together
};

/// Throws Error naming the first limit that makes no sense.
void validate(const BatchLimits& limits);

/// Cuts the pairs (already sorted by length) into runs that keep the limits; a pair that is longer than
/// `cells` allows alone is an Error. Returns [begin, end) positions in `order`.
std::vector<std::pair<std::uint32_t, std::uint32_t>> cutBatches(const PairTable& table,
                                                                std::span<const std::uint32_t> order,
                                                                const BatchLimits& limits);
/// Positions of the pairs within the length limits, shortest first (source, then target, then position).
std::vector<std::uint32_t> sortByLength(const PairTable& table, const BatchLimits& limits);

/// Where a run stands in its data.
struct DataCursor {
    std::uint64_t pool = 0;   ///< pools of poolPairs pairs
    std::uint64_t batch = 0;  ///< batches of this pool handed out
    bool operator==(const DataCursor&) const = default;
};

/// Batches by token budget from length-sorted pools: pool k holds pairs k*poolPairs .. of the stream, sorted
/// by length, cut into batches, and the batches shuffled. Which batch comes next is a pure function of
/// (stream, limits, seed, cursor). Memory is allocated only when a pool is filled, never between.
class BatchSource {
public:
    BatchSource(std::unique_ptr<PairStream> stream, const BatchLimits& limits, std::uint64_t seed);

    /// Packs the next batch and moves the cursor behind it.
    void next(PackedBatch& batch);
    DataCursor cursor() const { return m_cursor; }
    /// Continues at a cursor that cursor() returned. Throws Error when the pool has no such batch.
    void seek(DataCursor cursor);
    /// Passes through the data so far; 0 when the data has no end.
    double epochs() const;
    const BatchLimits& limits() const { return m_limits; }
    /// Pairs of the current pool that are over the length limits.
    std::uint64_t leftOut() const { return m_table.size() - m_order.size(); }

private:
    void fill(std::uint64_t pool);

    std::unique_ptr<PairStream> m_stream;
    BatchLimits m_limits;
    std::uint64_t m_seed;
    DataCursor m_cursor;
    bool m_filled = false;
    PairTable m_table;
    std::vector<std::uint32_t> m_order;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_batches;
};

}  // namespace vitrine
