#include "ui/views/model_map/map_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

// Widths in units of one sublayer box, gaps in px.
constexpr double kEmbeddingUnits = 0.85, kOutputUnits = 1.5, kInnerGap = 10;
constexpr double kSmallestUnit = 50, kLargestUnit = 190;  // px
constexpr double kMemoryLane = 16;                        // px between the two rows
constexpr double kSmallestBox = 56, kLargestBox = 260;    // px

struct Columns {
    double units = 0;  ///< sum of box widths
    double gaps = 0;   ///< px
};

/// What the decoder row (the longer one) takes.
Columns columnsOf(const Contract& contract, double blockGap) {
    const auto wide = [&](std::size_t layers, int parts) {
        return Columns{kEmbeddingUnits + static_cast<double>(layers) * parts,
                       static_cast<double>(layers) * ((parts - 1) * kInnerGap + blockGap)};
    };
    Columns decoder = wide(contract.decoder.size(), 3);
    decoder.units += kOutputUnits;
    decoder.gaps += blockGap;
    const Columns encoder = wide(contract.encoder.size(), 2);
    return {std::max(decoder.units, encoder.units), std::max(decoder.gaps, encoder.gaps)};
}

/// px for a label such as "12×256" between blocks.
double blockGapOf(const Theme& theme) {
    return QFontMetricsF(theme.font(TextRole::Caption)).horizontalAdvance(QStringLiteral("12×256")) + 14;
}

double laneOf(const Theme& theme) {
    return QFontMetricsF(theme.font(TextRole::Caption)).height() + 10;
}

}  // namespace

QSizeF MapLayout::smallest(const MapModel& model, const Theme& theme) {
    if (model.empty()) return {200, 120};
    const Columns columns = columnsOf(model.model()->transformer.contract(), blockGapOf(theme));
    const double text = QFontMetricsF(theme.font(TextRole::Caption)).height();
    return {columns.units * kSmallestUnit + columns.gaps + 16,
            2 * (laneOf(theme) + std::max(kSmallestBox, text * 2 + 22)) + kMemoryLane + 8};
}

MapLayout::MapLayout(const MapModel& model, const QRectF& area, const Theme& theme) : m_area(area) {
    if (model.empty()) return;
    const QFontMetricsF metrics(theme.font(TextRole::Caption));
    m_line = metrics.height();
    m_title = m_line + 4;
    m_lane = laneOf(theme);
    m_blockGap = blockGapOf(theme);
    const Columns columns = columnsOf(model.model()->transformer.contract(), m_blockGap);
    m_unit = std::clamp((area.width() - columns.gaps) / columns.units, kSmallestUnit, kLargestUnit);
    const double box = std::clamp((area.height() - 2 * m_lane - kMemoryLane) / 2, kSmallestBox, kLargestBox);
    m_roomy = box >= 3 * m_line + 80;
    const double used = 2 * (m_lane + box) + kMemoryLane;
    const double top = area.top() + std::max(0.0, (area.height() - used) / 2);
    m_nodes.resize(model.nodes().size());
    m_encoderY = top + m_line / 2 + 2;
    m_memoryY = top + m_lane + box + kMemoryLane / 2;
    const double decoderTop = top + m_lane + box + kMemoryLane;
    m_decoderY = decoderTop + m_line / 2 + 2;
    placeStack(model, Stack::Encoder, top + m_lane, box);
    placeStack(model, Stack::Decoder, decoderTop + m_lane, box);
}

void MapLayout::placeStack(const MapModel& model, Stack stack, double top, double boxHeight) {
    double x = m_area.left();
    for (std::size_t i = 0; i < model.nodes().size(); ++i) {
        const MapNode& node = model.nodes()[i];
        const bool output = node.site.stack == Stack::Output;
        if (node.site.stack != stack && !(output && stack == Stack::Decoder)) continue;
        const bool embedding = node.site.part == Part::Embedding;
        const bool begins = output || (!embedding && node.site.part == Part::SelfAttention);
        if (begins) {
            m_nodes[i].gap = {x, streamY(stack) - m_line / 2, m_blockGap, m_line};
            x += m_blockGap;
        } else if (!embedding) {
            x += kInnerGap;
        }
        const double width = m_unit * (embedding ? kEmbeddingUnits : output ? kOutputUnits : 1);
        placeNode(model, i, x, width, top, boxHeight);
        x += width;
    }
}

void MapLayout::placeNode(const MapModel& model, std::size_t index, double x, double width, double top,
                          double height) {
    const MapNode& node = model.nodes()[index];
    Placed& placed = m_nodes[index];
    placed.isOutput = node.site.part == vitrine::Part::Head;
    placed.heads = node.heads;
    placed.positions = static_cast<int>(std::max(node.streamNorms.size(), node.updateNorms.size()));
    placed.hasBars = !placed.isOutput;
    placed.box = {x, top, width, height};
    if (node.site.part == vitrine::Part::Embedding || placed.isOutput) return;
    const double y = streamY(node.site.stack), normWidth = std::max(18.0, m_line * 1.5);
    placed.norm = {x + width - normWidth, y - 8, normWidth, 16};
    placed.plus = {placed.norm.left() - 8 - 14, y - 7, 14, 14};
}

QRectF MapLayout::titleOf(int node) const {
    return {box(node).left() + 4, box(node).top() + 1, box(node).width() - 8, m_title};
}

QPointF MapLayout::branch(int node) const {
    const Placed& placed = m_nodes[static_cast<std::size_t>(node)];
    return {placed.box.left() + std::min(10.0, placed.box.width() * 0.12), placed.plus.center().y()};
}

QRectF MapLayout::bars(int node) const {
    const Placed& placed = m_nodes[static_cast<std::size_t>(node)];
    if (!placed.hasBars) return {};
    const QRectF inner = placed.box.adjusted(5, m_title + (m_roomy ? m_line : 0) + 2, -5, -4);
    const double height =
        placed.heads > 0 ? std::clamp(inner.height() * 0.3, 14.0, 56.0) : std::min(inner.height(), 120.0);
    return {inner.left(), inner.bottom() - height, inner.width(), height};
}

QRectF MapLayout::bar(int node, int position) const {
    const QRectF strip = bars(node);
    const int count = std::max(m_nodes[static_cast<std::size_t>(node)].positions, 1);
    const double width = strip.width() / count;
    return {strip.left() + position * width, strip.top(), width, strip.height()};
}

QRectF MapLayout::head(int node, int head) const {
    const Placed& placed = m_nodes[static_cast<std::size_t>(node)];
    const double top = placed.box.top() + m_title + (m_roomy ? m_line : 0) + 2;
    const QRectF space(placed.box.left() + 5, top, placed.box.width() - 10, bars(node).top() - top - 4);
    const int heads = std::max(placed.heads, 1);
    int columns = 1;
    double best = 0;
    for (int tried = 1; tried <= heads; ++tried) {
        const int rows = (heads + tried - 1) / tried;
        const double side = std::min(space.width() / tried, space.height() / rows);
        if (side > best) {
            best = side;
            columns = tried;
        }
    }
    const int rows = (heads + columns - 1) / columns;
    const double side = std::max(best - 2, 2.0);
    const double left = space.left() + (space.width() - columns * (side + 2)) / 2;
    const double up = space.top() + std::max(0.0, (space.height() - rows * (side + 2)) / 2);
    return {left + (head % columns) * (side + 2), up + (head / columns) * (side + 2), side, side};
}

int MapLayout::candidates(int node) const {
    const Placed& placed = m_nodes[static_cast<std::size_t>(node)];
    if (!placed.isOutput) return 0;
    return std::clamp(static_cast<int>((placed.box.height() - m_title - 6) / (m_line + 3)), 1, 8);
}

QRectF MapLayout::candidate(int node, int rank) const {
    const QRectF box = this->box(node);
    return {box.left() + 5, box.top() + m_title + 2 + rank * (m_line + 3), box.width() - 10, m_line + 1};
}

MapHit MapLayout::hit(const QPointF& point) const {
    using Part = MapHit::Part;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Placed& placed = m_nodes[i];
        const int node = static_cast<int>(i);
        if (placed.norm.adjusted(-2, -3, 2, 3).contains(point)) return {node, Part::Norm, -1};
        if (placed.plus.adjusted(-2, -3, 2, 3).contains(point)) return {node, Part::Plus, -1};
        if (!placed.box.contains(point)) continue;
        for (int head = 0; head < placed.heads; ++head)
            if (this->head(node, head).contains(point)) return {node, Part::Head, head};
        for (int position = 0; placed.hasBars && position < placed.positions; ++position)
            if (bar(node, position).contains(point)) return {node, Part::Bar, position};
        for (int rank = 0; rank < candidates(node); ++rank)
            if (candidate(node, rank).contains(point)) return {node, Part::Candidate, rank};
        return {node, Part::Box, -1};
    }
    return {};
}

}  // namespace vitrine
