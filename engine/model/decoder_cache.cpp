#include "engine/model/decoder_cache.h"

namespace vitrine {

DecoderCache::DecoderCache(const Contract& contract, DType type, std::int64_t slots, std::int64_t maxSource,
                           std::int64_t maxTarget)
    : m_slots(slots), m_maxSource(maxSource), m_maxTarget(maxTarget) {
    for (const LayerContract& layer : contract.decoder) {
        const std::int64_t columns = layer.heads * (layer.keyWidth + layer.valueWidth);
        m_self.push_back({Tensor::zeros(type, {slots, layer.heads, maxTarget, layer.keyWidth}),
                          Tensor::zeros(type, {slots, layer.heads, maxTarget, layer.valueWidth})});
        m_crossMemory.push_back(Tensor::zeros(type, {slots * maxSource * columns}));
    }
    m_cross.resize(m_crossMemory.size());
    m_sourceLengths.reserve(static_cast<std::size_t>(slots));
}

void DecoderCache::begin(std::int64_t running, std::int64_t sourceLength,
                         std::span<const std::int32_t> sourceLengths) {
    require(running <= m_slots && sourceLength <= m_maxSource, "cache", "expected at most ", m_slots,
            " sentences of ", m_maxSource, " source tokens, got ", running, " of ", sourceLength);
    m_running = running;
    m_length = 0;
    m_sourceLength = sourceLength;
    m_sourceLengths.assign(sourceLengths.begin(), sourceLengths.end());
    viewCross();
}

void DecoderCache::viewCross() {
    for (std::size_t layer = 0; layer < m_cross.size(); ++layer) {
        const std::int64_t columns = m_crossMemory[layer].count() / (m_slots * m_maxSource);
        m_cross[layer] = m_crossMemory[layer]
                             .slice(0, m_running * m_sourceLength * columns)
                             .reshaped({m_running, m_sourceLength, columns});
    }
}

void DecoderCache::keep(std::span<const std::int32_t> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        require(rows[i] >= 0 && rows[i] < m_running && (i == 0 || rows[i - 1] < rows[i]), "cache",
                "expected rising sentence numbers below ", m_running, ", got ", rows[i]);
    const auto moveUp = [&](const Tensor& tensor) {  // entry rows[i] of the first axis becomes entry i
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto to = static_cast<std::int64_t>(i), from = static_cast<std::int64_t>(rows[i]);
            if (to != from) tensor.slice(to, to + 1).copyFrom(tensor.slice(from, from + 1));
        }
    };
    for (const KeyValueRows& layer : m_self) {
        moveUp(layer.keys);
        moveUp(layer.values);
    }
    for (const Tensor& layer : m_cross) moveUp(layer);
    for (std::size_t i = 0; i < rows.size() && !m_sourceLengths.empty(); ++i)
        m_sourceLengths[i] = m_sourceLengths[static_cast<std::size_t>(rows[i])];
    m_running = static_cast<std::int64_t>(rows.size());
    if (!m_sourceLengths.empty()) m_sourceLengths.resize(rows.size());
    viewCross();
}

void DecoderCache::truncate(std::int64_t length) {
    require(length >= 0 && length <= m_length, "cache", "cannot keep ", length,
            " target tokens, the cache holds ", m_length);
    m_length = length;
}

Tensor DecoderCache::crossStorage(LayerIndex layer) {
    return m_cross[static_cast<std::size_t>(layer.value)];
}

std::size_t DecoderCache::selfPayloadBytes(std::int64_t running) const {
    std::size_t bytes = 0;
    for (const KeyValueRows& rows : m_self) {
        const std::int64_t elements = rows.keys.shape()[1] * (rows.keys.shape()[3] + rows.values.shape()[3]);
        bytes += static_cast<std::size_t>(running * m_length * elements) * sizeOf(rows.keys.type());
    }
    return bytes;
}

std::size_t DecoderCache::crossPayloadBytes(std::int64_t running) const {
    std::size_t bytes = 0;
    for (const Tensor& memory : m_crossMemory)
        bytes += memory.bytes() / static_cast<std::size_t>(m_slots * m_maxSource) *
                 static_cast<std::size_t>(running * m_sourceLength);
    return bytes;
}

std::size_t DecoderCache::allocatedBytes() const {
    std::size_t bytes = 0;
    for (const KeyValueRows& rows : m_self) bytes += rows.keys.bytes() + rows.values.bytes();
    for (const Tensor& memory : m_crossMemory) bytes += memory.bytes();
    return bytes;
}

}  // namespace vitrine
