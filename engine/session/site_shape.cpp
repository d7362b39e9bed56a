#include "engine/session/site_shape.h"

#include <algorithm>

#include "engine/core/error.h"
#include "engine/model/transformer.h"

namespace vitrine {

Shape siteShape(const Contract& contract, const Site& site, std::int64_t source, std::int64_t target) {
    const std::vector<Site> sites = siteCatalogue(contract);
    require(std::find(sites.begin(), sites.end(), site) != sites.end(), "session", "this model has no ",
            siteName(site), "; ask for a site of its catalogue");
    const std::int64_t rows = site.stack == Stack::Encoder ? source : target;
    const std::int64_t keys = site.part == Part::CrossAttention ? source : rows;
    const auto& blocks = site.stack == Stack::Encoder ? contract.encoder : contract.decoder;
    const LayerContract layer =
        site.layer >= 0 ? blocks[static_cast<std::size_t>(site.layer)] : LayerContract{};
    switch (site.quantity) {
        case Quantity::Positions:
            return {rows, contract.width};
        case Quantity::Query:
            return {1, rows, layer.heads * layer.keyWidth};
        case Quantity::Key:
            return {1, keys, layer.heads * layer.keyWidth};
        case Quantity::Value:
            return {1, keys, layer.heads * layer.valueWidth};
        case Quantity::Mask:
            return {1, rows, keys};
        case Quantity::Scores:
        case Quantity::Scaled:
        case Quantity::Masked:
        case Quantity::Weights:
            return {1, layer.heads, rows, keys};
        case Quantity::Heads:
            return {1, rows, layer.heads * layer.valueWidth};
        case Quantity::Hidden:
            return {1, rows, layer.ffnWidth};
        case Quantity::Logits:
            return {1, rows, contract.targetVocabulary};
        default:
            return {1, rows, contract.width};
    }
}

}  // namespace vitrine
