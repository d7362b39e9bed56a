#include <algorithm>
#include <cmath>

#include "engine/core/text_format.h"
#include "ui/views/attention/attention_painter.h"

namespace vitrine {

void fillHidden(QPainter& painter, const Theme& theme, const QPainterPath& cells) {
    const QRectF box = cells.boundingRect();
    painter.save();
    painter.setClipPath(cells, Qt::IntersectClip);
    painter.fillRect(box, theme.colors().cut);
    painter.setPen(QPen(theme.colors().strongLine, 1));
    for (double x = box.left() - box.height(); x < box.right(); x += 6)
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    painter.restore();
}

namespace {

/// px of the widest number that cells hold; the same for all heads, so that looking at another one moves
/// nothing.
double widestNumber(const CellScale& scale, const QFontMetricsF& metrics) {
    return metrics.horizontalAdvance(scale.isSigned ? QStringLiteral("−00.0") : QStringLiteral("0.00"));
}

void paintCells(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                const MatrixPicture& picture, const CellScale& scale) {
    const MatrixLayout& layout = picture.layout;
    const QFontMetricsF metrics(picture.number);
    const bool numbers = picture.numbersFit;
    painter.setFont(picture.number);
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.columns; ++column) {
            const QRectF cell = layout.cell(row, column);
            const double value = matrix.at(row, column);
            if (matrix.isHidden(row, column)) {
                QPainterPath path;
                path.addRect(cell);
                fillHidden(painter, theme, path);
                if (!numbers) continue;
                const QString text = value == 0 ? QStringLiteral("0") : cellText(value, true);
                const double half = metrics.horizontalAdvance(text) / 2 + 4;
                const QRectF chip(cell.center() - QPointF(half, metrics.height() / 2),
                                  QSizeF(2 * half, metrics.height()));
                painter.fillRect(chip, theme.colors().cut);
                painter.setPen(theme.colors().muted);
                painter.drawText(cell, Qt::AlignCenter, text);
                continue;
            }
            const QColor color = scale.color(theme, value);
            painter.fillRect(cell, color);
            if (!numbers) continue;
            painter.setPen(theme.textOn(color));
            painter.drawText(cell, Qt::AlignCenter, cellText(value, scale.isSigned));
        }
    const bool roomy = layout.cell(0, 0).width() >= 8 && layout.cell(0, 0).height() >= 8;
    if (!roomy) return;
    painter.setPen(QPen(theme.colors().surface, 1));
    const QRectF all = layout.cells();
    for (int row = 1; row < matrix.rows; ++row) {
        const double y = layout.cell(row, 0).top();
        painter.drawLine(QPointF(all.left(), y), QPointF(all.right(), y));
    }
    for (int column = 1; column < matrix.columns; ++column) {
        const double x = layout.cell(0, column).left();
        painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    }
}

}  // namespace

void paintRowLabel(QPainter& painter, const Theme& theme, const AxisToken& token, const QRectF& box,
                   bool strong) {
    const QFontMetricsF metrics(painter.font());
    const QColor main = strong ? theme.colors().accent : theme.colors().text;
    if (token.predicted.isEmpty()) {
        painter.setPen(token.special ? theme.colors().muted : main);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(token.text, Qt::ElideMiddle, box.width()));
        return;
    }
    const MatrixLayout::RowLabel label = MatrixLayout::fittedLabel(token, metrics, box.width());
    painter.setPen(main);
    painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, label.predicted);
    const double room = box.width() - metrics.horizontalAdvance(label.predicted);
    painter.setPen(theme.colors().muted);
    painter.drawText(QRectF(box.left(), box.top(), room, box.height()), Qt::AlignRight | Qt::AlignVCenter,
                     label.input + MatrixLayout::arrow());
}

namespace {

void paintColumnLabel(QPainter& painter, const Theme& theme, const AxisToken& token, const QRectF& box,
                      double turn, bool strong) {
    const QFontMetricsF metrics(painter.font());
    painter.setPen(strong          ? theme.colors().accent
                   : token.special ? theme.colors().muted
                                   : theme.colors().text);
    if (turn == 0) {
        painter.drawText(box.adjusted(-8, 0, 8, 0), Qt::AlignHCenter | Qt::AlignBottom, token.text);
        return;
    }
    const double length = turn == 90 ? box.height() : (box.height() - metrics.height() * 0.7) / 0.7071;
    painter.save();
    painter.translate(box.center().x() + metrics.ascent() * 0.35, box.bottom());
    painter.rotate(-turn);
    painter.drawText(QPointF(0, 0), metrics.elidedText(token.text, Qt::ElideMiddle, length));
    painter.restore();
}

void paintLabels(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                 const MatrixPicture& picture, const AttentionMarks& marks) {
    const MatrixLayout& layout = picture.layout;
    painter.setFont(picture.label);
    const auto strong = [&](int MatrixHit::*axis, int index) {
        return marks.hovered.*axis == index || marks.locked.*axis == index;
    };
    for (int row = 0; row < matrix.rows; ++row)
        paintRowLabel(painter, theme, matrix.rowTokens[static_cast<std::size_t>(row)], layout.rowLabel(row),
                      strong(&MatrixHit::row, row));
    if (!matrix.columnTitle.isEmpty()) {
        painter.setFont(theme.font(TextRole::Caption));
        painter.setPen(theme.colors().muted);
        painter.drawText(layout.corner(), Qt::AlignRight | Qt::AlignBottom, matrix.columnTitle);
        painter.setFont(picture.label);
    }
    const double turn = layout.turnedColumns() ? 90 : layout.slantedColumns() ? 45 : 0;
    for (int column = 0; column < matrix.columns; column += layout.labelStride())
        paintColumnLabel(painter, theme, matrix.columnTokens[static_cast<std::size_t>(column)],
                         layout.columnLabel(column), turn, strong(&MatrixHit::column, column));
}

void frame(QPainter& painter, const QRectF& rect, const QColor& color, double width, Qt::PenStyle style) {
    painter.setPen(QPen(color, width, style, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
}

/// The cell, row or column that a hit means.
QRectF rectOf(const LabelledMatrix& matrix, const MatrixLayout& layout, const MatrixHit& hit) {
    if (hit.row >= 0 && hit.column >= 0) return layout.cell(hit.row, hit.column);
    if (hit.row >= 0) return layout.cell(hit.row, 0).united(layout.cell(hit.row, matrix.columns - 1));
    return layout.cell(0, hit.column).united(layout.cell(matrix.rows - 1, hit.column));
}

bool within(const LabelledMatrix& matrix, const MatrixHit& hit) {
    return hit.inside() && hit.row < matrix.rows && hit.column < matrix.columns;
}

void paintEdits(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                const MatrixLayout& layout, const AttentionMarks& marks) {
    if (!marks.isEdited) return;
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.columns; ++column) {
            if (!marks.isEdited(row, column)) continue;
            const QRectF cell = layout.cell(row, column);
            const double size = std::min({cell.width() / 2, cell.height() / 2, 18.0});
            const QPointF corner = cell.topRight();
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.colors().changed);
            painter.drawPolygon(QPolygonF({corner, corner - QPointF(size, 0), corner + QPointF(0, size)}));
            frame(painter, cell, theme.colors().changed, 1.5, Qt::SolidLine);
        }
}

}  // namespace

QColor CellScale::color(const Theme& theme, double value) const {
    if (!isSigned) return theme.sequential(std::clamp(value, 0.0, 1.0));
    return theme.diverging(largest > 0 ? std::clamp(value / largest, -1.0, 1.0) : 0);
}

CellScale scaleOf(const LabelledMatrix& matrix, AttentionStage stage) {
    if (stage == AttentionStage::Weights) return {};
    return {true, matrix.largest()};
}

QString cellText(double value, bool isSigned) {
    if (std::isinf(value)) return value < 0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    const double size = std::abs(value);
    const int decimals = !isSigned || size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    QString text = QString::fromStdString(formatFixed(value, decimals));
    return text.replace(QLatin1Char('-'), QStringLiteral("−"));
}

namespace {

MatrixLayout::Metrics metricsOf(const Theme& theme, const QFont& label, const QFont& number) {
    const QFontMetricsF caption(theme.font(TextRole::Caption));
    const double line = QFontMetricsF(theme.font(TextRole::Label)).height();
    return {QFontMetricsF(label), QFontMetricsF(number),
            16 + 12 + 6 + caption.horizontalAdvance(QStringLiteral("−00.0")), 12 * line, 5 * line};
}

QFont grown(QFont font, double factor) {
    font.setPixelSize(static_cast<int>(font.pixelSize() * factor));
    return font;
}

}  // namespace

MatrixLayout::Metrics matrixMetrics(const Theme& theme) {
    return metricsOf(theme, theme.font(TextRole::Label), theme.font(TextRole::Caption));
}

MatrixPicture::MatrixPicture(const LabelledMatrix& matrix, const CellScale& scale, const QRectF& area,
                             const Theme& theme)
    : label(theme.font(TextRole::Label)),
      number(theme.font(TextRole::Caption)),
      layout(matrix, area, matrixMetrics(theme)) {
    const double line = QFontMetricsF(label).height();
    // Text grows with the cells: soon a little, in huge cells some more.
    const auto growth = [line](double height, double first, double soon, double most) {
        return std::clamp(std::max(std::min(height / (first * line), soon), height / (2 * first * line)), 1.0,
                          most);
    };
    const QFont larger = grown(label, growth(layout.cell(0, 0).height(), 3, 1.5, 2.2));
    const MatrixLayout wider(matrix, area, metricsOf(theme, larger, number));
    const bool same = wider.labelsFit() == layout.labelsFit() &&
                      wider.slantedColumns() == layout.slantedColumns() &&
                      wider.turnedColumns() == layout.turnedColumns();
    if (same && !matrix.featureColumns) {
        layout = wider;
        label = larger;
    }
    const QSizeF cell = layout.cell(0, 0).size();
    const auto fits = [&](const QFont& font) {
        const QFontMetricsF metrics(font);
        return layout.numbersFit(widestNumber(scale, metrics), metrics.height());
    };
    const double room = cell.width() * 0.6 / widestNumber(scale, QFontMetricsF(number));
    number = grown(number, std::clamp(room, 1.0, growth(cell.height(), 2.6, 1.9, 2.8)));
    numbersFit = fits(number);
}

void paintMatrix(QPainter& painter, const Theme& theme, const LabelledMatrix& matrix,
                 const MatrixPicture& picture, const CellScale& scale, const AttentionMarks& marks) {
    const MatrixLayout& layout = picture.layout;
    paintCells(painter, theme, matrix, picture, scale);
    paintLabels(painter, theme, matrix, picture, marks);
    frame(painter, layout.cells().adjusted(-1, -1, 1, 1), theme.colors().line, 1, Qt::SolidLine);
    if (matrix.sumRow) {
        const QRectF last = layout.cell(matrix.rows - 1, 0);
        painter.setPen(QPen(theme.colors().text, 2));
        painter.drawLine(last.topLeft(), QPointF(layout.cells().right(), last.top()));
    }
    for (const auto& [row, column] : marks.gold)
        if (row < matrix.rows && column < matrix.columns) {
            const QRectF cell = layout.cell(row, column);
            frame(painter, cell, theme.colors().surface, 3, Qt::SolidLine);
            frame(painter, cell.adjusted(0.5, 0.5, -0.5, -0.5), theme.colors().warning, 2, Qt::SolidLine);
        }
    paintEdits(painter, theme, matrix, layout, marks);
    if (within(matrix, marks.hovered) && !(marks.hovered == marks.locked))
        frame(painter, rectOf(matrix, layout, marks.hovered).adjusted(-1, -1, 1, 1), theme.colors().accent, 2,
              Qt::DotLine);
    if (within(matrix, marks.locked)) {
        const QRectF rect = rectOf(matrix, layout, marks.locked).adjusted(-2, -2, 2, 2);
        frame(painter, rect, theme.colors().surface, 4, Qt::SolidLine);
        frame(painter, rect, theme.colors().accent, marks.focused ? 3 : 2, Qt::SolidLine);
    }
    paintScale(painter, theme, layout.scale(), scale);
}

void paintScale(QPainter& painter, const Theme& theme, const QRectF& bar, const CellScale& scale) {
    if (bar.isEmpty()) return;
    const int steps = std::max(2, static_cast<int>(bar.height()));
    const double low = scale.isSigned ? -scale.largest : 0, high = scale.isSigned ? scale.largest : 1;
    for (int i = 0; i < steps; ++i) {
        const double t = 1 - (i + 0.5) / steps;
        painter.fillRect(
            QRectF(bar.left(), bar.top() + bar.height() * i / steps, bar.width(), bar.height() / steps + 0.5),
            scale.color(theme, low + (high - low) * t));
    }
    frame(painter, bar, theme.colors().line, 1, Qt::SolidLine);
    painter.setFont(theme.font(TextRole::Caption));
    painter.setPen(theme.colors().muted);
    const QFontMetricsF metrics(painter.font());
    const auto tick = [&](double value, double y) {
        const QRectF box(bar.right() + 6, y - metrics.height() / 2, 200, metrics.height());
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, cellText(value, scale.isSigned));
    };
    tick(high, bar.top() + metrics.height() / 2 - 2);
    tick((high + low) / 2, bar.center().y());
    tick(low, bar.bottom() - metrics.height() / 2 + 2);
}

QImage thumbnail(const Theme& theme, int rows, int columns, const std::vector<double>& weights) {
    QImage image(std::max(columns, 1), std::max(rows, 1), QImage::Format_RGB32);
    image.fill(theme.colors().surface);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            image.setPixelColor(column, row,
                                theme.sequential(std::clamp(
                                    weights[static_cast<std::size_t>(row * columns + column)], 0.0, 1.0)));
    return image;
}

}  // namespace vitrine
