#pragma once

#include <cstdint>

#include "ui/common/selection.h"
#include "ui/inspector/inspector_numbers.h"

namespace vitrine {

// Small questions about places that the pages of the inspector share.

inline bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

/// A number of a query and a key: a row and a column are tokens.
inline bool isStage(Quantity quantity) {
    return quantity == Quantity::Scores || quantity == Quantity::Scaled || quantity == Quantity::Mask ||
           quantity == Quantity::Masked || quantity == Quantity::Weights;
}

inline Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

/// The same place with a trained number behind it.
inline Locus trained(Locus from, const std::string& name, int row, int column = -1) {
    from.parameter = {name, row, column};
    return from;
}

/// A place of the residual stream as the place that wrote it: a norm or the embedding. Others stay.
inline Locus settled(const Contract& contract, const Locus& locus) {
    if (locus.site.quantity != Quantity::Residual) return locus;
    const std::optional<Origin> origin = originOf(contract, locus.site, locus.row);
    return origin ? Locus{origin->site, -1, origin->row, locus.column, {}} : locus;
}

inline const LayerContract& layerOf(const Contract& contract, const Site& site) {
    const auto& layers = site.stack == Stack::Encoder ? contract.encoder : contract.decoder;
    return layers.at(static_cast<std::size_t>(site.layer));
}

/// Features of one head inside the row of a site; the whole row (`size`) when there are no heads or none is
/// chosen.
struct Span {
    std::int64_t first = 0, count = 0;
};
inline Span spanOf(const Contract& contract, const Locus& locus, std::size_t size) {
    const Quantity q = locus.site.quantity;
    const bool keys = q == Quantity::Query || q == Quantity::Key;
    const bool values = q == Quantity::Value || q == Quantity::Heads;
    if (locus.head < 0 || !(keys || values)) return {0, static_cast<std::int64_t>(size)};
    const LayerContract& layer = layerOf(contract, locus.site);
    const std::int64_t width = keys ? layer.keyWidth : layer.valueWidth;
    return {locus.head * width, width};
}

/// Keys and values of cross-attention are rows of the encoder.
inline Site rowsOf(const Site& site) {
    const bool memory = site.part == Part::CrossAttention &&
                        (site.quantity == Quantity::Key || site.quantity == Quantity::Value);
    return memory ? Site{Stack::Encoder, site.layer, site.part, site.quantity} : site;
}

}  // namespace vitrine
