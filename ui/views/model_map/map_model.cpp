#include "ui/views/model_map/map_model.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

std::vector<Part> partsOf(Stack stack) {
    if (stack == Stack::Encoder) return {Part::SelfAttention, Part::FeedForward};
    return {Part::SelfAttention, Part::CrossAttention, Part::FeedForward};
}

void addStack(std::vector<MapNode>& nodes, const Contract& contract, Stack stack) {
    MapNode embedding;
    embedding.site = {stack, -1, Part::Embedding, Quantity::Output};
    embedding.columns = contract.width;
    embedding.inner = stack == Stack::Encoder ? contract.sourceVocabulary : contract.targetVocabulary;
    nodes.push_back(embedding);
    const auto& layers = stack == Stack::Encoder ? contract.encoder : contract.decoder;
    for (std::size_t i = 0; i < layers.size(); ++i)
        for (const Part part : partsOf(stack)) {
            MapNode node;
            node.site = {stack, static_cast<std::int16_t>(i), part, Quantity::Output};
            node.columns = contract.width;
            node.heads = isAttention(part) ? static_cast<int>(layers[i].heads) : 0;
            node.inner = isAttention(part) ? layers[i].keyWidth : layers[i].ffnWidth;
            nodes.push_back(node);
        }
}

std::vector<MapNode::HeadPicture> picturesOf(const Tensor& weights) {
    const Shape& shape = weights.shape();
    const std::int64_t cells = shape[2] * shape[3];
    std::vector<MapNode::HeadPicture> pictures;
    for (std::int64_t head = 0; head < shape[1]; ++head) {
        MapNode::HeadPicture picture{static_cast<int>(shape[2]), static_cast<int>(shape[3]), {}};
        for (std::int64_t i = 0; i < cells; ++i) picture.weights.push_back(weights.at(head * cells + i));
        pictures.push_back(std::move(picture));
    }
    return pictures;
}

}  // namespace

std::vector<double> rowNorms(const Tensor& tensor) {
    const std::int64_t width = tensor.shape()[-1];
    std::vector<double> norms;
    for (std::int64_t row = 0; row < tensor.rows(); ++row) {
        double squares = 0;
        for (std::int64_t i = 0; i < width; ++i) {
            const double value = tensor.at(row * width + i);
            squares += value * value;
        }
        norms.push_back(std::sqrt(squares));
    }
    return norms;
}

void MapModel::set(std::shared_ptr<const LoadedModel> model, std::shared_ptr<const Analysis> analysis) {
    m_model = std::move(model);
    m_analysis = std::move(analysis);
    m_nodes.clear();
    m_largestNorm = 0;
    if (m_model == nullptr) return;
    const Contract& contract = m_model->transformer.contract();
    addStack(m_nodes, contract, Stack::Encoder);
    addStack(m_nodes, contract, Stack::Decoder);
    MapNode head;
    head.site = {Stack::Output, -1, Part::Head, Quantity::Logits};
    head.columns = contract.targetVocabulary;
    head.inner = contract.width;
    m_nodes.push_back(head);
    for (MapNode& node : m_nodes) {
        fill(node);
        for (const auto* norms : {&node.streamNorms, &node.updateNorms})
            for (const double norm : *norms) m_largestNorm = std::max(m_largestNorm, norm);
    }
}

void MapModel::fill(MapNode& node) const {
    if (m_analysis == nullptr) return;
    node.rows = static_cast<std::int64_t>(node.site.stack == Stack::Encoder ? m_analysis->source.size()
                                                                            : m_analysis->targetInput.size());
    if (m_analysis->frame == nullptr) return;
    const TraceFrame& frame = *m_analysis->frame;
    if (isAttention(node.site.part)) {
        if (const Tensor* weights = frame.find(with(node.site, Quantity::Weights)))
            node.pictures = picturesOf(*weights);
    }
    if (node.site.part == Part::Embedding) {
        if (const Tensor* output = frame.find(node.site)) node.streamNorms = rowNorms(*output);
        return;
    }
    if (const Tensor* residual = frame.find(with(node.site, Quantity::Residual)))
        node.streamNorms = rowNorms(*residual);
    if (const Tensor* output = frame.find(with(node.site, Quantity::Output)))
        if (node.site.part != Part::Head) node.updateNorms = rowNorms(*output);
}

int MapModel::nodeOf(const Site& site) const {
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Site& own = m_nodes[i].site;
        if (own.stack == site.stack && own.layer == site.layer && own.part == site.part)
            return static_cast<int>(i);
    }
    return -1;
}

std::vector<Site> MapModel::wantedSites(const Contract& contract) {
    std::vector<MapNode> nodes;
    addStack(nodes, contract, Stack::Encoder);
    addStack(nodes, contract, Stack::Decoder);
    std::vector<Site> sites;
    for (const MapNode& node : nodes) {
        sites.push_back(node.site);
        if (node.site.part == Part::Embedding) continue;
        sites.push_back(with(node.site, Quantity::Residual));
        if (node.heads > 0) sites.push_back(with(node.site, Quantity::Weights));
    }
    return sites;
}

}  // namespace vitrine
