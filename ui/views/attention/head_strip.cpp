#include "ui/views/attention/head_strip.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kApart = 20;  // px between the large picture and the thumbnails

double line(const Theme& theme) {
    return QFontMetricsF(theme.font(TextRole::Label)).height();
}

/// px kept for one row of thumbnails under the picture.
double reservedHeight(const QRectF& area, const Theme& theme) {
    const double side = std::clamp(area.height() * 0.2, HeadStripLayout::smallest(theme),
                                   HeadStripLayout::largest(area, theme));
    return side + HeadStripLayout::labelHeight(theme) + kApart;
}

/// px kept for thumbnails at its right: one column, or two where one would not be high enough.
double reservedWidth(const QRectF& area, int heads, const Theme& theme) {
    const double smallest = HeadStripLayout::smallest(theme), gap = HeadStripLayout::kGap;
    const double side = std::clamp(area.width() * 0.1, smallest * 1.2, HeadStripLayout::largest(area, theme));
    const bool one =
        heads * (smallest + HeadStripLayout::labelHeight(theme) + gap) - gap + 4 <= area.height();
    return (one ? side : 2 * side + gap) + 4 + kApart;
}

/// The thumbnails take what the picture leaves, up to their largest size.
HeadStripLayout below(int heads, const QRectF& area, double bottom, const Theme& theme) {
    const double top = bottom + kApart;
    return {heads, QRectF(area.left(), top, area.width(), area.bottom() - top),
            HeadStripLayout::largest(area, theme), theme};
}

HeadStripLayout beside(int heads, const QRectF& area, double right, const Theme& theme) {
    const double left = right + kApart;
    return {heads, QRectF(left, area.top(), area.right() - left, area.height()),
            HeadStripLayout::largest(area, theme), theme};
}

/// Moves both so that what they leave free is the same left and right, above and below. The picture ends at
/// `right` and `bottom`. A picture much lower than the thumbnails beside it stands at their middle.
AttentionPlan centred(AttentionPlan plan, const QRectF& area, double right, double bottom) {
    const QPointF end = plan.strip.there() ? plan.strip.bottomRight() : area.topLeft();
    const QPointF free(area.right() - std::max(right, end.x()), area.bottom() - std::max(bottom, end.y()));
    const QPointF by(std::floor(std::max(free.x(), 0.0) / 2), std::floor(std::max(free.y(), 0.0) / 2));
    const double low = bottom - area.top(), tall = end.y() - area.top();
    const bool beside = plan.strip.there() && plan.strip.picture(0).top() < bottom;
    plan.picture.translate(by + QPointF(0, beside && low < 0.6 * tall ? std::floor((tall - low) / 2) : 0));
    plan.strip.translate(by);
    return plan;
}

/// Runs of hidden cells in a row are one rectangle: the hatching goes through.
QPainterPath hiddenCells(const LabelledMatrix& matrix, const QRectF& picture) {
    QPainterPath cells;
    const double width = picture.width() / matrix.columns, height = picture.height() / matrix.rows;
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.columns; ++column) {
            const int first = column;
            while (column < matrix.columns && matrix.isHidden(row, column)) ++column;
            if (column > first)
                cells.addRect(picture.left() + first * width, picture.top() + row * height,
                              (column - first) * width, height);
        }
    return cells;
}

}  // namespace

void paintTile(QPainter& painter, const Theme& theme, const HeadTile& tile, const QRectF& label,
               const QRectF& picture) {
    const ThemeColors& c = theme.colors();
    const QFont font = theme.font(TextRole::Caption);
    const QFontMetricsF metrics(font);
    QRectF text = label;
    if (tile.hue.isValid()) {
        const double side = std::round(metrics.ascent() * 0.62);
        painter.fillRect(QRectF(label.left(), label.center().y() - side / 2, side, side), tile.hue);
        text.setLeft(label.left() + side + 5);
    }
    painter.setFont(font);
    painter.setPen(tile.changed ? c.changed : tile.chosen ? c.accent : c.muted);
    const QString mark = tile.changed ? QStringLiteral(" ●") : QString();
    const double room = text.width() - metrics.horizontalAdvance(mark);
    const bool whole = tile.shortName.isEmpty() || metrics.horizontalAdvance(tile.name) <= room;
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(whole ? tile.name : tile.shortName, Qt::ElideRight, room) + mark);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(picture, thumbnail(theme, tile.matrix.rows, tile.matrix.columns, tile.matrix.cells));
    if (const QPainterPath hidden = hiddenCells(tile.matrix, picture); !hidden.isEmpty())
        fillHidden(painter, theme, hidden);
    const bool strong = tile.chosen || tile.hovered;
    painter.setPen(QPen(tile.changed ? c.changed
                        : strong     ? c.accent
                                     : c.line,
                        tile.chosen                    ? 3
                        : tile.hovered || tile.changed ? 2
                                                       : 1,
                        tile.hovered && !tile.chosen ? Qt::DotLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(picture);
    if (!tile.changed || !tile.chosen) return;
    painter.setPen(QPen(c.accent, 2));  // both must be seen
    painter.drawRect(picture.adjusted(-3, -3, 3, 3));
}

double HeadStripLayout::smallest(const Theme& theme) {
    return std::round(line(theme) * 2.6);
}

double HeadStripLayout::largest(const QRectF& canvas, const Theme& theme) {
    return std::round(std::max(line(theme) * 8, std::min(canvas.width(), canvas.height()) * 0.16));
}

double HeadStripLayout::labelHeight(const Theme& theme) {
    return QFontMetricsF(theme.font(TextRole::Caption)).height() + 4;
}

HeadStripLayout::HeadStripLayout(int count, const QRectF& area, double largest, const Theme& theme)
    : m_count(count), m_corner(area.topLeft()), m_label(labelHeight(theme)) {
    double best = 0;
    for (int columns = 1; columns <= count; ++columns) {
        const int rows = (count + columns - 1) / columns;
        const double wide = (area.width() - (columns - 1) * kGap - 4) / columns;
        const double tall = (area.height() - (rows - 1) * kGap - 4) / rows - m_label;
        const double side = std::min({wide, tall, largest});
        if (side < best || side <= 0) continue;  // of equals the fewest rows
        best = side;
        m_columns = columns;
    }
    m_side = best >= smallest(theme) ? std::floor(best) : 0;
}

QRectF HeadStripLayout::label(int index) const {
    const int row = index / m_columns, column = index % m_columns;
    return {m_corner.x() + column * (m_side + kGap) + 2, m_corner.y() + row * (m_side + m_label + kGap),
            m_side, m_label};
}

QRectF HeadStripLayout::picture(int index) const {
    return label(index).translated(0, m_label).adjusted(0, 0, 0, m_side - m_label);
}

int HeadStripLayout::hit(const QPointF& point) const {
    for (int i = 0; there() && i < m_count; ++i)
        if (label(i).united(picture(i)).contains(point)) return i;
    return -1;
}

QSizeF HeadStripLayout::size() const {
    if (!there()) return {};
    const int rows = (m_count + m_columns - 1) / m_columns;
    return {m_columns * (m_side + kGap) - kGap + 4, rows * (m_side + m_label + kGap) - kGap};
}

AttentionPlan planMatrix(const LabelledMatrix& matrix, const CellScale& scale, int heads, const QRectF& area,
                         const Theme& theme) {
    const MatrixPicture alone(matrix, scale, area, theme);
    const AttentionPlan only = centred({area, {}}, area, alone.layout.right(), alone.layout.bottom());
    if (heads <= 0) return only;
    const QRectF shorter = area.adjusted(0, 0, 0, -reservedHeight(area, theme));
    const QRectF narrower = area.adjusted(0, 0, -reservedWidth(area, heads, theme), 0);
    const MatrixPicture under(matrix, scale, shorter, theme), left(matrix, scale, narrower, theme);
    const HeadStripLayout row = below(heads, area, under.layout.bottom(), theme);
    const HeadStripLayout column = beside(heads, area, left.layout.right(), theme);
    const QSizeF most = alone.layout.cell(0, 0).size() * 0.98;
    const double needed = std::min(1.6 * line(theme), most.height());
    /// px² of a cell; 0 where the picture is hard to read or the thumbnails do not fit.
    const auto worth = [&](const MatrixPicture& picture, const HeadStripLayout& strip) {
        const QRectF cell = picture.layout.cell(0, 0);
        const bool same = cell.width() >= most.width() && cell.height() >= most.height();
        const bool labels = picture.layout.labelsFit() == alone.layout.labelsFit() &&
                            picture.layout.slantedColumns() == alone.layout.slantedColumns() &&
                            picture.layout.turnedColumns() == alone.layout.turnedColumns();
        const bool readable = labels && ((picture.numbersFit && cell.height() >= needed) || same);
        return readable && strip.there() ? cell.width() * cell.height() : 0;
    };
    const double rowWorth = worth(under, row), columnWorth = worth(left, column);
    // Below, the thumbnails come out larger.
    if (rowWorth > 0 && rowWorth >= columnWorth * 0.75)
        return centred({shorter, row}, area, under.layout.right(), under.layout.bottom());
    if (columnWorth > 0) return centred({narrower, column}, area, left.layout.right(), left.layout.bottom());
    return only;
}

AttentionPlan planLines(const LabelledMatrix& matrix, int heads, const QRectF& area, const Theme& theme) {
    const LinesLayout alone(matrix, area, theme);
    const AttentionPlan only = centred({area, {}}, area, alone.right(), alone.bottom());
    if (heads <= 0) return only;
    const QRectF shorter = area.adjusted(0, 0, 0, -reservedHeight(area, theme));
    const QRectF narrower = area.adjusted(0, 0, -reservedWidth(area, heads, theme), 0);
    const LinesLayout under(matrix, shorter, theme), left(matrix, narrower, theme);
    const HeadStripLayout row = below(heads, area, under.bottom(), theme);
    const HeadStripLayout column = beside(heads, area, left.right(), theme);
    const double readable = 1.5 * line(theme);
    if (row.there() && under.rowHeight() >= readable && under.rowHeight() >= left.rowHeight() * 0.75)
        return centred({shorter, row}, area, under.right(), under.bottom());
    if (column.there() && left.rowHeight() >= readable)
        return centred({narrower, column}, area, left.right(), left.bottom());
    return only;
}

AttentionPlan planEmpty(int heads, const QRectF& area, const Theme& theme) {
    if (heads <= 0) return {area, {}};
    const QRectF above = area.adjusted(0, 0, 0, -area.height() / 2);
    return {above, below(heads, area, above.bottom(), theme)};
}

}  // namespace vitrine
