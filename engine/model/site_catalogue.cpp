#include "engine/model/transformer.h"

namespace vitrine {
namespace {

void addPart(std::vector<Site>& sites, Stack stack, std::int16_t layer, Part part,
             std::initializer_list<Quantity> quantities) {
    for (const Quantity quantity : quantities) sites.push_back({stack, layer, part, quantity});
}

void addAttention(std::vector<Site>& sites, Stack stack, std::int16_t layer, Part part) {
    using enum Quantity;
    addPart(sites, stack, layer, part,
            {Query, Key, Value, Scores, Scaled, Mask, Masked, Weights, Heads, Output, Residual, Sum, Norm});
}

void addStack(std::vector<Site>& sites, Stack stack, std::size_t layers) {
    using enum Quantity;
    addPart(sites, stack, -1, Part::Embedding, {Tokens, Positions, Output});
    for (std::size_t i = 0; i < layers; ++i) {
        const auto layer = static_cast<std::int16_t>(i);
        addAttention(sites, stack, layer, Part::SelfAttention);
        if (stack == Stack::Decoder) addAttention(sites, stack, layer, Part::CrossAttention);
        addPart(sites, stack, layer, Part::FeedForward, {Hidden, Output, Residual, Sum, Norm});
    }
}

}  // namespace

std::vector<Site> siteCatalogue(const Contract& contract) {
    std::vector<Site> sites;
    addStack(sites, Stack::Encoder, contract.encoder.size());
    addStack(sites, Stack::Decoder, contract.decoder.size());
    sites.push_back({Stack::Output, -1, Part::Head, Quantity::Logits});
    return sites;
}

}  // namespace vitrine
