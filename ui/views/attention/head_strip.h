#pragma once

#include "ui/views/attention/attention_painter.h"

namespace vitrine {

/// One thumbnail of an attention: its name, its matrix, how it stands out.
struct HeadTile {
    QString name, shortName;  ///< the short one where the other does not fit
    QColor hue;               ///< of the head; invalid: none
    LabelledMatrix matrix;
    bool chosen = false, hovered = false, changed = false;
};
/// The name above the picture, the picture framed.
void paintTile(QPainter& painter, const Theme& theme, const HeadTile& tile, const QRectF& label,
               const QRectF& picture);

/// Where the thumbnails of all heads of a layer stand: in rows, as large as the area and `largest` allow.
class HeadStripLayout {
public:
    HeadStripLayout() = default;  ///< no room
    HeadStripLayout(int count, const QRectF& area, double largest, const Theme& theme);

    bool there() const { return m_side > 0; }
    QRectF label(int index) const;
    QRectF picture(int index) const;
    /// Index of the tile at a point, -1 for none.
    int hit(const QPointF& point) const;
    QSizeF size() const;
    QPointF bottomRight() const { return m_corner + QPointF(size().width(), size().height()); }
    void translate(const QPointF& by) { m_corner += by; }

    /// px of the smallest and largest picture and of a label, at the present text size; a large canvas has
    /// room for larger ones.
    static double smallest(const Theme& theme);
    static double largest(const QRectF& canvas, const Theme& theme);
    static double labelHeight(const Theme& theme);
    static constexpr double kGap = 12;  // px between tiles

private:
    int m_count = 0, m_columns = 1;
    QPointF m_corner;
    double m_side = 0, m_label = 0;
};

/// How the canvas shares its room between the large picture and the thumbnails. They stand below it or at
/// its right, whichever leaves the picture larger, and go where it would become hard to read. What both leave
/// is divided evenly among the sides.
struct AttentionPlan {
    QRectF picture;
    HeadStripLayout strip;
};
AttentionPlan planMatrix(const LabelledMatrix& matrix, const CellScale& scale, int heads, const QRectF& area,
                         const Theme& theme);
AttentionPlan planLines(const LabelledMatrix& matrix, int heads, const QRectF& area, const Theme& theme);
/// Nothing to draw but a sentence: the thumbnails stand below it.
AttentionPlan planEmpty(int heads, const QRectF& area, const Theme& theme);

}  // namespace vitrine
