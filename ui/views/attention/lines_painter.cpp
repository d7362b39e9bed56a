#include <algorithm>
#include <cmath>

#include "ui/views/attention/attention_painter.h"

namespace vitrine {
namespace {

constexpr double kTallestToken = 3;  // lines of text
constexpr double kFaintest = 0.02;   // weights below it draw no line

/// Fan lines in proportion to their weight: the widest is 6 px.
double widthOf(double weight) {
    return 0.5 + 5.5 * std::clamp(weight, 0.0, 1.0);
}

}  // namespace

LinesLayout::LinesLayout(const LabelledMatrix& matrix, const QRectF& area, const Theme& theme)
    : m_font(theme.font(TextRole::Label)),
      m_rows(std::max(matrix.rows, 1)),
      m_columns(std::max(matrix.columns, 1)) {
    const double line = QFontMetricsF(m_font).height();
    const double tallest = std::max(kTallestToken * line, area.height() / 8);
    m_rowHeight = std::min(area.height() / m_rows, tallest);
    m_columnHeight = std::min(area.height() / m_columns, tallest);
    if (rowHeight() >= 2 * line) m_font = theme.font(TextRole::Token);
    m_font.setPixelSize(
        static_cast<int>(m_font.pixelSize() * std::clamp(rowHeight() / (5 * line), 1.0, 1.8)));
    const QFontMetricsF metrics(m_font);
    double left = 24, right = 24;
    for (const AxisToken& token : matrix.rowTokens)
        left = std::max(left, MatrixLayout::rowLabelWidth(token, metrics) + 8);
    for (const AxisToken& token : matrix.columnTokens)
        right = std::max(right, metrics.horizontalAdvance(token.text) + 8);
    left = std::min(left, area.width() * 0.4);
    right = std::min(right, area.width() * 0.3);
    // Long lines say no more than short ones: keep the two lists within reach of the eye.
    const double gap = std::clamp(area.width() - left - right, 40.0, std::max(24 * line, area.width() / 2));
    const double x = area.left();
    const double used = std::max(m_rowHeight * m_rows, m_columnHeight * m_columns);
    const auto top = [&](double height) { return area.top() + (used - height) / 2; };
    m_left = {x, top(m_rowHeight * m_rows), left, m_rowHeight * m_rows};
    m_right = {x + left + gap, top(m_columnHeight * m_columns), right, m_columnHeight * m_columns};
}

QRectF LinesLayout::query(int row) const {
    return {m_left.left(), m_left.top() + row * m_rowHeight, m_left.width(), m_rowHeight};
}

QRectF LinesLayout::key(int column) const {
    return {m_right.left(), m_right.top() + column * m_columnHeight, m_right.width(), m_columnHeight};
}

MatrixHit LinesLayout::hit(const QPointF& point) const {
    if (m_left.contains(point))
        return {std::min(static_cast<int>((point.y() - m_left.top()) / m_rowHeight), m_rows - 1), -1};
    if (m_right.contains(point))
        return {-1, std::min(static_cast<int>((point.y() - m_right.top()) / m_columnHeight), m_columns - 1)};
    return {};
}

void paintLines(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                const LinesLayout& layout, const QColor& hue, const AttentionMarks& marks) {
    const MatrixHit focus = marks.hovered.inside() ? marks.hovered : marks.locked;
    const auto inFocus = [&](int row, int column) {
        return (focus.row < 0 || focus.row == row) && (focus.column < 0 || focus.column == column);
    };
    painter.setRenderHint(QPainter::Antialiasing);
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.columns; ++column) {
            const double weight = matrix.at(row, column);
            if (!(weight >= kFaintest)) continue;
            const bool edited = marks.isEdited && marks.isEdited(row, column);
            const double strength = std::clamp(weight, 0.0, 1.0) * (inFocus(row, column) ? 1 : 0.12);
            const QColor color = Theme::blend(theme.colors().surface, edited ? theme.colors().changed : hue,
                                              0.05 + 0.95 * strength);
            painter.setPen(QPen(color, widthOf(weight), Qt::SolidLine, Qt::RoundCap));
            painter.drawLine(layout.from(row), layout.to(column));
        }
    for (const auto& [row, column] : marks.gold)
        if (row < matrix.rows && column < matrix.columns && inFocus(row, column)) {
            painter.setPen(QPen(theme.colors().warning, 2, Qt::DashLine, Qt::FlatCap));
            painter.drawLine(layout.from(row), layout.to(column));
        }
    painter.setFont(layout.font());
    const QFontMetricsF metrics(painter.font());
    for (int row = 0; row < matrix.rows; ++row)
        paintRowLabel(painter, theme, matrix.rowTokens[static_cast<std::size_t>(row)], layout.query(row),
                      focus.row == row);
    for (int column = 0; column < matrix.columns; ++column) {
        const AxisToken& token = matrix.columnTokens[static_cast<std::size_t>(column)];
        const QRectF box = layout.key(column);
        painter.setPen(focus.column == column ? theme.colors().accent
                       : token.special        ? theme.colors().muted
                                              : theme.colors().text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(token.text, Qt::ElideMiddle, box.width()));
    }
}

WallLayout::WallLayout(int layers, int heads, const QRectF& area, const Theme& theme)
    : m_layers(std::max(layers, 1)), m_heads(std::max(heads, 1)), m_area(area) {
    m_label = QFontMetricsF(theme.font(TextRole::Caption)).height() + 2;
    const double scale = matrixMetrics(theme).scaleWidth;
    const double largest = std::max(22 * m_label, area.height() * 0.4);  // larger ones say no more
    m_height = std::min(area.height() / m_layers, largest + m_label);
    m_width = std::min((area.width() - scale) / m_heads, std::min(1.6 * m_height, largest));
    const auto half = [](double free) { return std::floor(std::max(free, 0.0) / 2); };
    m_area.translate(half(area.width() - scale - m_width * m_heads),
                     half(area.height() - m_height * m_layers));
    m_scale = {m_area.left() + m_width * m_heads + 8, picture(0, 0).top(), 12,
               std::clamp(picture(0, 0).height(), 48.0, 160.0)};
}

QRectF WallLayout::tile(int layer, int head) const {
    return QRectF(m_area.left() + head * m_width, m_area.top() + layer * m_height, m_width, m_height)
        .adjusted(0, 0, -8, -6);
}

QRectF WallLayout::picture(int layer, int head) const {
    return tile(layer, head).adjusted(0, m_label, 0, 0);
}

MatrixHit WallLayout::hit(const QPointF& point) const {
    const int layer = static_cast<int>(std::floor((point.y() - m_area.top()) / m_height));
    const int head = static_cast<int>(std::floor((point.x() - m_area.left()) / m_width));
    const bool inside = layer >= 0 && layer < m_layers && head >= 0 && head < m_heads;
    return inside && tile(layer, head).contains(point) ? MatrixHit{layer, head} : MatrixHit{};
}

}  // namespace vitrine
