#include <array>

#include "engine/contract/contract.h"
#include "engine/core/error.h"

namespace vitrine {
namespace {

struct Preset {
    std::string_view name;
    std::int64_t width, heads, ffnWidth, encoderLayers, decoderLayers, maxPositions;
    Tying tying;
};

constexpr std::array<Preset, 5> kPresets = {{
    {"classroom", 64, 4, 256, 2, 2, 64, Tying::Output},
    {"everyday", 192, 4, 512, 3, 2, 128, Tying::Output},
    {"d64", 64, 4, 256, 2, 2, 128, Tying::Output},
    {"d128", 128, 4, 512, 4, 4, 128, Tying::Output},
    {"d256", 256, 4, 1024, 4, 4, 128, Tying::Output},
}};

}  // namespace

Contract presetContract(std::string_view name, std::int64_t sourceVocabulary, std::int64_t targetVocabulary) {
    for (const Preset& preset : kPresets) {
        if (preset.name != name) continue;
        const std::int64_t headWidth = preset.width / preset.heads;
        const LayerContract layer{preset.heads, headWidth, headWidth, preset.ffnWidth};
        Contract contract;
        contract.name = name;
        contract.sourceVocabulary = sourceVocabulary;
        contract.targetVocabulary = targetVocabulary;
        contract.width = preset.width;
        contract.encoder.assign(preset.encoderLayers, layer);
        contract.decoder.assign(preset.decoderLayers, layer);
        contract.maxPositions = preset.maxPositions;
        contract.tying = preset.tying;
        return contract;
    }
    std::string known;
    for (std::string_view preset : presetNames()) known += (known.empty() ? "" : ", ") + std::string(preset);
    fail("contract", "there is no preset '", name, "'; expected one of ", known);
}

const std::vector<std::string_view>& presetNames() {
    static const std::vector<std::string_view> names = [] {
        std::vector<std::string_view> result;
        for (const Preset& preset : kPresets) result.push_back(preset.name);
        return result;
    }();
    return names;
}

}  // namespace vitrine
