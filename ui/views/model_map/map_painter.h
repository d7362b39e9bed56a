#pragma once

#include <QCoreApplication>
#include <QPainter>

#include "engine/trace/intervention.h"
#include "ui/common/selection.h"
#include "ui/views/model_map/map_layout.h"

namespace vitrine {

/// Everything that is drawn besides the data itself.
struct MapMarks {
    Interventions changes;
    int chosen = -1;  ///< the node whose switches are shown
    int chosenHead = -1;
    MapHit hovered;
    std::optional<Locus> shown;  ///< what is hovered or locked anywhere in the window
};

/// Draws the map.
class MapPainter {
    Q_DECLARE_TR_FUNCTIONS(vitrine::MapPainter)
public:
    MapPainter(QPainter& painter, const Theme& theme, const MapModel& model, const MapLayout& layout,
               const MapMarks& marks);
    void paint();

    /// "Self-attention", "Cross-attention", "Feed-forward", "Embedding", "Output".
    static QString partName(const Site& site);
    /// The same where there is little room.
    static QString shortName(const Site& site);
    /// "Decoder 2 ⋅ cross-attention".
    static QString nodeName(const Site& site);

private:
    void paintStream(Stack stack);
    void paintShapes(int node);
    void paintMemory();
    void paintBox(int node);
    void paintTitle(int node, const QColor& hue);
    void paintHeads(int node);
    void paintBars(int node, const QColor& hue);
    void paintCandidates(int node, const QColor& hue);
    void paintPlusAndNorm(int node, const QColor& hue);
    void paintLegend();
    QString secondLine(const MapNode& node) const;
    QString shape(std::int64_t rows, std::int64_t columns) const;
    void arrow(const QPointF& from, const QPointF& to, const QColor& color, bool dashed);
    const MapNode& node(int index) const { return m_model.nodes()[static_cast<std::size_t>(index)]; }
    bool positionShown(const Site& site, int position) const;

    QPainter& m_painter;
    const Theme& m_theme;
    const MapModel& m_model;
    const MapLayout& m_layout;
    const MapMarks& m_marks;
};

}  // namespace vitrine
