#include "ui/views/attention/matrix_layout.h"

#include <algorithm>
#include <cmath>

namespace vitrine {
namespace {

constexpr double kSlant = 0.7071;            // of 45 degrees
constexpr double kLargestLabelShare = 0.34;  // of the height, for column labels
constexpr double kLargestRowShare = 0.42;    // of the width, for row labels

double widestColumnLabel(const LabelledMatrix& matrix, const QFontMetricsF& metrics) {
    double widest = 0;
    for (const AxisToken& token : matrix.columnTokens)
        widest = std::max(widest, metrics.horizontalAdvance(token.text));
    return widest;
}

}  // namespace

double MatrixLayout::rowLabelWidth(const AxisToken& token, const QFontMetricsF& metrics) {
    double width = metrics.horizontalAdvance(token.text);
    if (!token.predicted.isEmpty())
        width += metrics.horizontalAdvance(arrow()) + metrics.horizontalAdvance(token.predicted);
    return std::ceil(width) + 1;  // the parts are drawn one by one, each rounded
}

MatrixLayout::RowLabel MatrixLayout::fittedLabel(const AxisToken& token, const QFontMetricsF& metrics,
                                                 double width) {
    if (token.predicted.isEmpty()) return {metrics.elidedText(token.text, Qt::ElideMiddle, width), {}};
    const double room = width - metrics.horizontalAdvance(arrow());
    const double input = metrics.horizontalAdvance(token.text);
    // The input gives way first, down to 45 percent: the row is read as the predicted token's.
    const double predicted = std::max(room - input, room * 0.55);
    const QString shown = metrics.elidedText(token.predicted, Qt::ElideMiddle, std::max(predicted, 8.0));
    return {metrics.elidedText(token.text, Qt::ElideMiddle,
                               std::max(room - metrics.horizontalAdvance(shown) + 1, 8.0)),
            shown};
}

MatrixLayout::MatrixLayout(const LabelledMatrix& matrix, const QRectF& area, const Metrics& metrics)
    : m_rows(std::max(matrix.rows, 1)),
      m_columns(std::max(matrix.columns, 1)),
      m_area(area),
      m_scaleWidth(metrics.scaleWidth) {
    // In a flat area the width is left to the thumbnails.
    const double widestCell =
        std::max({metrics.widestCell, area.width() / 5, std::min(area.width() / 3, area.height() / 2)});
    const double tallestCell = std::max(metrics.tallestCell, area.height() / 4);
    double left = 0;
    for (const AxisToken& token : matrix.rowTokens)
        left = std::max(left, rowLabelWidth(token, metrics.label));
    const double share = area.width() * kLargestRowShare;
    m_labelsFit = left + kLabelGap + 2 <= share;
    left = std::min(left + kLabelGap + 2, share);
    const double widest = widestColumnLabel(matrix, metrics.label), line = metrics.label.height();
    const double width = std::max(area.width() - left - metrics.scaleWidth, 8.0);
    m_cellWidth = std::min(width / m_columns, widestCell);
    double top = line + kLabelGap;
    if (matrix.featureColumns) {
        while (m_cellWidth * m_stride < widest + 4 && m_stride < m_columns) m_stride *= 2;
    } else if (widest + 4 > m_cellWidth) {
        const double tallest = std::max(area.height() * kLargestLabelShare, line + kLabelGap);
        // Slanted labels of narrow columns would run into each other: those stand upright.
        m_turned = m_cellWidth * kSlant < line * 0.62;
        m_slanted = !m_turned;
        top = std::min((m_turned ? widest : (widest + line) * kSlant) + kLabelGap, tallest);
    }
    if (m_slanted) {
        // The last label leans out to the right of its column.
        const double lean = std::max(0.0, top - m_cellWidth / 2 - metrics.scaleWidth + 4);
        m_cellWidth = std::min(std::max(width - lean, 8.0) / m_columns, widestCell);
    }
    const double height = std::max(area.height() - top, 8.0);
    m_cellHeight = std::min(height / m_rows, tallestCell);
    // Cells become flat or narrow only so far that they still read as cells of one matrix.
    m_cellWidth = std::min(m_cellWidth, matrix.featureColumns ? m_cellHeight * 1.5 : m_cellHeight * 2.6);
    m_cellHeight = std::min(
        m_cellHeight, matrix.featureColumns ? m_cellWidth * 4 : std::max(m_cellWidth * 1.4, line * 1.6));
    m_cells = QRectF(area.left() + left, area.top() + top, m_cellWidth * m_columns, m_cellHeight * m_rows);
    if (metrics.scaleWidth > 0)
        m_scale = QRectF(m_cells.right() + 16, m_cells.top(), 12,
                         std::clamp(m_cells.height(), std::min(72.0, height - 8), 200.0));
}

double MatrixLayout::right() const {
    return std::max(m_cells.right(), m_area.left()) + m_scaleWidth;
}

double MatrixLayout::bottom() const {
    return std::max(m_cells.bottom(), m_scale.bottom());
}

QRectF MatrixLayout::cell(int row, int column) const {
    return {m_cells.left() + column * m_cellWidth, m_cells.top() + row * m_cellHeight, m_cellWidth,
            m_cellHeight};
}

QRectF MatrixLayout::rowLabel(int row) const {
    return {m_area.left(), m_cells.top() + row * m_cellHeight, m_cells.left() - m_area.left() - kLabelGap,
            m_cellHeight};
}

QRectF MatrixLayout::columnLabel(int column) const {
    return {m_cells.left() + column * m_cellWidth, m_area.top(), m_cellWidth,
            m_cells.top() - m_area.top() - kLabelGap / 2};
}

bool MatrixLayout::numbersFit(double width, double height) const {
    return m_cellWidth >= width + 4 && m_cellHeight >= height;
}

MatrixHit MatrixLayout::hit(const QPointF& point) const {
    const auto index = [](double offset, double size, int count) {
        const int i = static_cast<int>(std::floor(offset / size));
        return i >= 0 && i < count ? i : -1;
    };
    const int row = index(point.y() - m_cells.top(), m_cellHeight, m_rows);
    const int column = index(point.x() - m_cells.left(), m_cellWidth, m_columns);
    if (row >= 0 && column >= 0) return {row, column};
    if (row >= 0 && point.x() >= m_area.left() && point.x() < m_cells.left()) return {row, -1};
    if (column >= 0 && point.y() >= m_area.top() && point.y() < m_cells.top()) return {-1, column};
    return {};
}

}  // namespace vitrine
