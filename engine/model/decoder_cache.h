#pragma once

#include <vector>

#include "engine/contract/contract.h"
#include "engine/nn/attention.h"

namespace vitrine {

/// Keys and values kept between decoding steps (note N-4.3): per decoder layer the self-attention rows of the
/// target so far, appended in place, and the cross-attention rows of the source, made once a sentence.
/// Everything is allocated for `slots` sentences of up to `maxTarget` and `maxSource` tokens when the cache
/// is made; steps allocate nothing.
class DecoderCache {
public:
    DecoderCache(const Contract& contract, DType type, std::int64_t slots, std::int64_t maxSource,
                 std::int64_t maxTarget);

    std::int64_t slots() const { return m_slots; }
    std::int64_t length() const { return m_length; }  ///< target tokens fed so far
    std::int64_t maxSource() const { return m_maxSource; }
    std::int64_t maxTarget() const { return m_maxTarget; }
    std::int64_t sourceLength() const { return m_sourceLength; }  ///< S of the running batch
    std::span<const std::int32_t> sourceLengths() const { return m_sourceLengths; }

    const KeyValueRows& self(LayerIndex layer) const { return m_self[static_cast<std::size_t>(layer.value)]; }
    /// (B, S, h*dk + h*dv), keys then values.
    const Tensor& cross(LayerIndex layer) const { return m_cross[static_cast<std::size_t>(layer.value)]; }

    /// Bytes that hold keys and values of the tokens fed so far, over all layers and the given number of
    /// running sentences; the payload formula of note V, b * sum(S_r) * sum(g * (dk + dv)).
    std::size_t selfPayloadBytes(std::int64_t running) const;
    std::size_t crossPayloadBytes(std::int64_t running) const;
    std::size_t allocatedBytes() const;

    /// Begins new sentences: forgets all rows. Throws Error when they do not fit.
    void begin(std::int64_t running, std::int64_t sourceLength, std::span<const std::int32_t> sourceLengths);
    /// Keeps only the rows of the first `length` target tokens (stepping back costs nothing).
    void truncate(std::int64_t length);
    /// Keeps only the given sentences, which become sentences 0, 1, ... in their order; `rows` rises. Their
    /// slots are copied together, so that finished sentences cost nothing any more.
    void keep(std::span<const std::int32_t> rows);
    void advance() { ++m_length; }
    std::int64_t running() const { return m_running; }
    /// Storage of a layer's projected memory for the running batch.
    Tensor crossStorage(LayerIndex layer);

private:
    void viewCross();

    std::int64_t m_slots, m_maxSource, m_maxTarget;
    std::int64_t m_running = 0, m_length = 0, m_sourceLength = 0;
    std::vector<std::int32_t> m_sourceLengths;
    std::vector<KeyValueRows> m_self;
    std::vector<Tensor> m_crossMemory;  // (slots * maxSource * columns) each
    std::vector<Tensor> m_cross;        // views of m_crossMemory for the running batch
};

}  // namespace vitrine
