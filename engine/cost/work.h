#pragma once

#include "engine/contract/contract.h"
#include "engine/cost/flops.h"

namespace vitrine {

/// Work of the encoder for one sentence, all layers.
struct EncoderWork {
    Flops projections;  ///< queries, keys, values and outputs: 8 S d^2 a layer when h*dh = d
    Flops interaction;  ///< scores and weighted values: 4 S^2 d a layer
    Flops feedForward;  ///< 4 S d f a layer

    Flops total() const { return projections + interaction + feedForward; }
};

/// Work of the decoder for one sentence, all layers, by the rows of the table of note N-4.3.4.
struct DecoderWork {
    Flops selfProjections;   ///< queries, keys, values and outputs: 8 n d^2 a layer
    Flops selfInteraction;   ///< scores and weighted values: 4 n m d a layer for n queries and m keys
    Flops crossProjections;  ///< queries and outputs: 4 n d^2 a layer
    Flops crossMemory;       ///< keys and values of the source: 4 S d^2 a layer
    Flops crossInteraction;  ///< 4 n S d a layer
    Flops feedForward;       ///< 4 n d f a layer
    Flops head;              ///< scores of the vocabulary: 2 n d Vt

    Flops total() const;
    DecoderWork& operator+=(const DecoderWork& other);
};

EncoderWork encoderWork(const Contract& contract, std::int64_t source);

/// One pass over n = `positions` new target positions when `cached` earlier ones are cached, for a source of
/// S tokens. `projectMemory`: the keys and values of the source are made in this pass.
DecoderWork decoderPass(const Contract& contract, std::int64_t positions, std::int64_t cached,
                        std::int64_t source, bool projectMemory);

/// Writing T = `target` tokens one at a time, the encoder left out. Uncached, step n computes all n positions
/// and projects the source again; cached, it computes one, and the source is projected once.
DecoderWork uncachedDecoding(const Contract& contract, std::int64_t target, std::int64_t source);
DecoderWork cachedDecoding(const Contract& contract, std::int64_t target, std::int64_t source);

}  // namespace vitrine
