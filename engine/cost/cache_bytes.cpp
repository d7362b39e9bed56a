#include "engine/cost/cache_bytes.h"

#include "engine/core/error.h"

namespace vitrine {

std::int64_t cacheBytesPerToken(std::int64_t layers, std::int64_t keyValueHeads, std::int64_t keyWidth,
                                std::int64_t valueWidth, std::int64_t elementBytes) {
    return layers * keyValueHeads * (keyWidth + valueWidth) * elementBytes;
}

std::int64_t cacheBytesPerToken(const Contract& contract, std::int64_t elementBytes) {
    std::int64_t bytes = 0;
    for (const LayerContract& layer : contract.decoder)
        bytes += cacheBytesPerToken(1, layer.heads, layer.keyWidth, layer.valueWidth, elementBytes);
    return bytes;
}

std::int64_t crossoverTokens(std::int64_t weights, std::int64_t weightBytes,
                             std::int64_t cacheBytesPerToken) {
    require(cacheBytesPerToken > 0, "cost", "a cache of ", cacheBytesPerToken,
            " bytes a token never reaches the size of the weights");
    return (weights * weightBytes + cacheBytesPerToken / 2) / cacheBytesPerToken;
}

}  // namespace vitrine
