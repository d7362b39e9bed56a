#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitrine {

/// The sizes of one block; a contract may give every layer its own.
struct LayerContract {
    std::int64_t heads = 4;        ///< h, query heads
    std::int64_t keyWidth = 16;    ///< dk, width of a query and of a key in one head
    std::int64_t valueWidth = 16;  ///< dv, width of a value in one head
    std::int64_t ffnWidth = 256;   ///< f

    bool operator==(const LayerContract&) const = default;
};

enum class NormType : std::uint8_t { LayerNorm };
enum class NormPlace : std::uint8_t {
    Post
};  ///< Post: norm(x + sublayer(x)), as in the original Transformer
enum class FfnActivation : std::uint8_t { Relu };
enum class PositionScheme : std::uint8_t { Sinusoidal };
enum class Tying : std::uint8_t {
    None,    ///< source table, target table and output matrix apart
    Output,  ///< target table = output matrix
    All      ///< one table for source, target and output; needs one vocabulary
};

/// The architecture contract (note V, "record the architecture as a contract"): everything that must agree
/// between training, a checkpoint and running. Models are built from it, checkpoints carry it, cost is
/// computed from it. This version describes the original encoder-decoder Transformer (Vaswani et al. 2017).
struct Contract {
    std::string name;
    std::int64_t sourceVocabulary = 0;   ///< Vs
    std::int64_t targetVocabulary = 0;   ///< Vt
    std::int64_t width = 64;             ///< d
    std::vector<LayerContract> encoder;  ///< Le blocks
    std::vector<LayerContract> decoder;  ///< Ld blocks
    NormType normType = NormType::LayerNorm;
    NormPlace normPlace = NormPlace::Post;
    double normEpsilon = 1e-5;
    FfnActivation activation = FfnActivation::Relu;
    bool attentionBias = true;  ///< biases of the q, k, v and output projections
    bool ffnBias = true;
    bool outputBias = true;  ///< bias of the logits
    PositionScheme positions = PositionScheme::Sinusoidal;
    double positionBase = 10000;
    std::int64_t maxPositions = 128;  ///< longest source and longest target, in tokens
    bool scaleEmbedding = true;       ///< embeddings are multiplied by sqrt(d)
    bool scaleScores = true;          ///< scores are divided by sqrt(dk)
    Tying tying = Tying::Output;

    bool operator==(const Contract&) const = default;
};

inline constexpr std::int64_t kMaxLayers = 64;  ///< of one stack
inline constexpr std::int64_t kMaxHeads = 128, kMaxWidth = 8192, kMaxFfnWidth = 4 * kMaxWidth;
inline constexpr std::int64_t kMaxPositions = 16384, kMaxVocabulary = 1'000'000;
inline constexpr std::size_t kMaxNameBytes = 200;  ///< of a contract's name

/// Throws Error with one sentence for the first field that makes no sense (a size out of its range, All-tying
/// with two vocabularies, more parameters than `maxParameters`).
void validate(const Contract& contract, std::int64_t maxParameters = 200'000'000);
/// Number of trained parameters, closed form.
std::int64_t parameterCount(const Contract& contract);

/// Strict JSON of at most 1 MB, validated. Unknown keys, missing keys, keys that occur twice, wrong types and
/// out-of-range values throw Error naming the key, what was expected and what came. Blocks are written once
/// as "layer" and per-layer differences under "overrides" ({"1": {"heads": 2}}); "format" is
/// "vitrine-contract" and "version" 1.
Contract contractFromJson(std::string_view json);
/// The same contract always gives the same bytes.
std::string contractToJson(const Contract& contract);

/// Named starting points: "classroom", "everyday" (the shipped models) and the bench sizes "d64", "d128",
/// "d256".
Contract presetContract(std::string_view name, std::int64_t sourceVocabulary, std::int64_t targetVocabulary);
const std::vector<std::string_view>& presetNames();

}  // namespace vitrine
