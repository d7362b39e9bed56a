#pragma once

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <functional>
#include <vector>

#include "ui/common/theme.h"
#include "ui/views/attention/attention_model.h"
#include "ui/views/attention/matrix_layout.h"

namespace vitrine {

/// What is marked in a picture of an attention; indices of the shown (possibly merged) matrix.
struct AttentionMarks {
    MatrixHit hovered, locked;
    std::vector<QPair<int, int>> gold;                  ///< cells that the gold alignment links
    std::function<bool(int row, int column)> isEdited;  ///< changed by the person; may be empty
    bool focused = false;                               ///< the canvas has the keyboard
};

/// How the cells of a stage become colours: signed stages with a scale of their own largest magnitude,
/// weights always from 0 to 1.
struct CellScale {
    bool isSigned = false;
    double largest = 1;
    QColor color(const Theme& theme, double value) const;
};
CellScale scaleOf(const LabelledMatrix& matrix, AttentionStage stage);

/// "0.81", "-12.4": as many digits as a cell can hold; a hidden cell is "-∞".
QString cellText(double value, bool isSigned);

MatrixLayout::Metrics matrixMetrics(const Theme& theme);
/// A matrix placed into an area: labels and numbers grow with the cells, as far as they fit.
struct MatrixPicture {
    MatrixPicture(const LabelledMatrix& matrix, const CellScale& scale, const QRectF& area,
                  const Theme& theme);
    QFont label, number;
    MatrixLayout layout;
    bool numbersFit = false;
};
void paintMatrix(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                 const MatrixPicture& picture, const CellScale& scale, const AttentionMarks& marks);

/// "input → predicted", the input muted because the row is read as the predicted token's.
void paintRowLabel(QPainter& painter, const Theme& theme, const AxisToken& token, const QRectF& box,
                   bool strong);

/// Queries on the left, keys on the right, a line for every weight.
class LinesLayout {
public:
    LinesLayout(const LabelledMatrix& matrix, const QRectF& area, const Theme& theme);
    QRectF query(int row) const;
    QRectF key(int column) const;
    MatrixHit hit(const QPointF& point) const;
    QPointF from(int row) const { return {query(row).right() + 4, query(row).center().y()}; }
    QPointF to(int column) const { return {key(column).left() - 4, key(column).center().y()}; }
    const QFont& font() const { return m_font; }
    double rowHeight() const { return std::min(m_rowHeight, m_columnHeight); }
    double right() const { return m_right.right(); }
    double bottom() const { return std::max(m_left.bottom(), m_right.bottom()); }

private:
    QFont m_font;
    int m_rows, m_columns;
    QRectF m_left, m_right;
    double m_rowHeight = 0, m_columnHeight = 0;
};
void paintLines(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                const LinesLayout& layout, const QColor& hue, const AttentionMarks& marks);

/// A thumbnail for every layer and head.
class WallLayout {
public:
    WallLayout(int layers, int heads, const QRectF& area, const Theme& theme);
    QRectF tile(int layer, int head) const;  ///< with its label
    QRectF picture(int layer, int head) const;
    /// Layer as row, head as column.
    MatrixHit hit(const QPointF& point) const;
    int layers() const { return m_layers; }
    int heads() const { return m_heads; }
    QRectF scale() const { return m_scale; }

private:
    int m_layers, m_heads;
    QRectF m_area, m_scale;
    double m_width = 0, m_height = 0, m_label = 0;
};

/// Hatches cells that the mask hides: no colour of the scale looks like that.
void fillHidden(QPainter& painter, const Theme& theme, const QPainterPath& cells);

/// A colour bar with its end values (and the middle): 0, 0.5, 1 or -max, 0, max.
void paintScale(QPainter& painter, const Theme& theme, const QRectF& bar, const CellScale& scale);

/// The pixels of a weight matrix, one a cell.
QImage thumbnail(const Theme& theme, int rows, int columns, const std::vector<double>& weights);

}  // namespace vitrine
