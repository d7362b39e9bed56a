#pragma once

#include <QRectF>

#include "ui/common/theme.h"
#include "ui/views/model_map/map_model.h"

namespace vitrine {

/// A part of the map that can be pointed at.
struct MapHit {
    enum class Part { None, Box, Head, Norm, Plus, Bar, Candidate };
    int node = -1;
    Part part = Part::None;
    int index = -1;  ///< head, position of a bar, or rank of a candidate

    bool operator==(const MapHit&) const = default;
};

/// Where everything of the map is. The encoder is the upper row, the decoder the lower one; in each row the
/// residual stream runs above the boxes, every sublayer reads from it and adds to it, and a norm follows.
class MapLayout {
public:
    MapLayout(const MapModel& model, const QRectF& area, const Theme& theme);

    /// px that the map needs to stay readable; smaller areas scroll.
    static QSizeF smallest(const MapModel& model, const Theme& theme);

    QRectF box(int node) const { return m_nodes[static_cast<std::size_t>(node)].box; }
    QRectF titleOf(int node) const;
    QRectF head(int node, int head) const;
    /// The strip of norm bars, and one position of it.
    QRectF bars(int node) const;
    QRectF bar(int node, int position) const;
    /// The circle where the sublayer's output is added, and the norm behind it; empty for embedding and head.
    QRectF plus(int node) const { return m_nodes[static_cast<std::size_t>(node)].plus; }
    QRectF norm(int node) const { return m_nodes[static_cast<std::size_t>(node)].norm; }
    QRectF candidate(int node, int rank) const;
    int candidates(int node) const;
    /// Where the sublayer's branch leaves the stream.
    QPointF branch(int node) const;
    /// y of the residual stream of a stack.
    double streamY(Stack stack) const { return stack == Stack::Encoder ? m_encoderY : m_decoderY; }
    /// The middle of the space in front of a block (shape labels), for the node that begins one.
    QRectF gapBefore(int node) const { return m_nodes[static_cast<std::size_t>(node)].gap; }
    /// y of the line that carries the encoder's output to the decoder.
    double memoryY() const { return m_memoryY; }
    bool roomy() const { return m_roomy; }  ///< boxes are tall enough for a second line of text

    MapHit hit(const QPointF& point) const;

private:
    struct Placed {
        QRectF box, plus, norm, gap;
        int heads = 0, positions = 0;
        bool hasBars = false, isOutput = false;
    };
    void placeStack(const MapModel& model, Stack stack, double top, double boxHeight);
    void placeNode(const MapModel& model, std::size_t index, double x, double width, double top,
                   double height);

    std::vector<Placed> m_nodes;
    QRectF m_area;
    double m_unit = 0, m_blockGap = 0, m_lane = 0, m_title = 0, m_line = 0;
    double m_encoderY = 0, m_decoderY = 0, m_memoryY = 0;
    bool m_roomy = false;
};

}  // namespace vitrine
