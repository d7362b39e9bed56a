#include "engine/cost/parameters.h"

namespace vitrine {
namespace {

void addBlocks(std::vector<ParameterShare>& shares, const Contract& contract, const char* stack,
               const std::vector<LayerContract>& layers, bool cross) {
    const std::int64_t norm = 2 * contract.width;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const std::string block = std::string(stack) + '.' + std::to_string(i);
        const std::int64_t attention = attentionParameterCount(contract, layers[i]) + norm;
        shares.push_back({block + ".self", attention});
        if (cross) shares.push_back({block + ".cross", attention});
        shares.push_back({block + ".ffn", ffnParameterCount(contract, layers[i]) + norm});
    }
}

}  // namespace

std::int64_t attentionParameterCount(const Contract& contract, const LayerContract& layer) {
    const std::int64_t keys = layer.heads * layer.keyWidth, values = layer.heads * layer.valueWidth;
    const std::int64_t matrices = contract.width * (2 * keys + 2 * values);
    return matrices + (contract.attentionBias ? 2 * keys + values + contract.width : 0);
}

std::int64_t ffnParameterCount(const Contract& contract, const LayerContract& layer) {
    return 2 * contract.width * layer.ffnWidth + (contract.ffnBias ? layer.ffnWidth + contract.width : 0);
}

std::vector<ParameterShare> parametersByPart(const Contract& contract) {
    const std::int64_t source = contract.sourceVocabulary * contract.width;
    const std::int64_t target = contract.targetVocabulary * contract.width;
    std::vector<ParameterShare> shares;
    if (contract.tying == Tying::All)
        shares.push_back({"shared.table", target});
    else
        shares.push_back({"encoder.embedding", source});
    addBlocks(shares, contract, "encoder", contract.encoder, false);
    if (contract.tying != Tying::All) shares.push_back({"decoder.embedding", target});
    addBlocks(shares, contract, "decoder", contract.decoder, true);
    shares.push_back({"output", (contract.tying == Tying::None ? target : 0) +
                                    (contract.outputBias ? contract.targetVocabulary : 0)});
    return shares;
}

}  // namespace vitrine
