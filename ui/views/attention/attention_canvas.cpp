#include "ui/views/attention/attention_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

namespace vitrine {
namespace {

constexpr double kPadding = 8;                          // px around the picture
constexpr int kSmallestCell = 14, kSmallestToken = 18;  // px; below it the canvas scrolls

}  // namespace

AttentionCanvas::AttentionCanvas(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("keepsArrows", true);  // the arrows move its own cell or box, not the step
    setProperty("keepsVertical", true);
}

void AttentionCanvas::setContent(Content content) {
    content.marks.focused = hasFocus();
    m_content = std::move(content);
    setMinimumSize(smallest());
    update();
}

QSize AttentionCanvas::smallest() const {
    const LabelledMatrix& matrix = m_content.matrix;
    if (m_content.mode == Mode::Wall) {
        const int layers = static_cast<int>(m_content.wall.size());
        const int heads = layers > 0 ? static_cast<int>(m_content.wall.front().size()) : 1;
        return {heads * 48 + 64, layers * 60 + 16};
    }
    if (m_content.mode == Mode::Lines)
        return {200, std::max(matrix.rows, matrix.columns) * kSmallestToken + 16};
    const int columns = matrix.featureColumns ? matrix.columns * 4 : matrix.columns * kSmallestCell;
    const int line = QFontMetrics(m_theme.font(TextRole::Label)).height();
    const int labels = matrix.columns > 4 && !matrix.featureColumns ? 88 : 44;
    return {columns + 130, matrix.rows * line + labels};
}

QRectF AttentionCanvas::inner(const QRectF& area) const {
    return area.adjusted(kPadding, kPadding, -kPadding, -kPadding);
}

void AttentionCanvas::paintInto(QPainter& painter, const QRectF& area) const {
    const bool nothing = m_content.mode == Mode::Wall ? m_content.wall.empty() : m_content.matrix.empty();
    if (nothing) return paintEmpty(painter, area);
    const QRectF box = inner(area);
    if (m_content.mode == Mode::Wall) return paintWall(painter, box);
    if (m_content.mode == Mode::Lines)
        return paintLines(painter, m_theme, m_content.matrix, LinesLayout(m_content.matrix, box, m_theme),
                          m_content.hue, m_content.marks);
    const MatrixLayout layout(m_content.matrix, box, matrixMetrics(m_theme));
    paintMatrix(painter, m_theme, m_content.matrix, layout, m_content.scale, m_content.marks);
}

void AttentionCanvas::paintEmpty(QPainter& painter, const QRectF& area) const {
    painter.setFont(m_theme.font(TextRole::Body));
    painter.setPen(m_theme.colors().muted);
    painter.drawText(area.adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
                     m_content.emptyText);
}

void AttentionCanvas::paintWall(QPainter& painter, const QRectF& area) const {
    const int layers = static_cast<int>(m_content.wall.size());
    std::size_t heads = 0;
    for (const auto& layer : m_content.wall) heads = std::max(heads, layer.size());
    const WallLayout layout(layers, static_cast<int>(heads), area, m_theme);
    const QFontMetricsF metrics(m_theme.font(TextRole::Caption));
    for (int layer = 0; layer < layers; ++layer)
        for (std::size_t i = 0; i < m_content.wall[static_cast<std::size_t>(layer)].size(); ++i) {
            const int head = static_cast<int>(i);
            const LabelledMatrix& matrix = m_content.wall[static_cast<std::size_t>(layer)][i];
            const QRectF tile = layout.tile(layer, head), picture = layout.picture(layer, head);
            const bool chosen = m_content.wallChosen == MatrixHit{layer, head};
            const bool hot = m_content.marks.hovered == MatrixHit{layer, head};
            const bool changed = m_content.headChanged && m_content.headChanged(layer, head);
            painter.setFont(m_theme.font(TextRole::Caption));
            painter.setPen(changed  ? m_theme.colors().changed
                           : chosen ? m_theme.colors().accent
                                    : m_theme.colors().muted);
            const QString name = QStringLiteral("L%1 H%2%3")
                                     .arg(layer + 1)
                                     .arg(head + 1)
                                     .arg(changed ? QStringLiteral(" ●") : QString());
            painter.drawText(QRectF(tile.topLeft(), QSizeF(tile.width(), metrics.height())),
                             Qt::AlignLeft | Qt::AlignVCenter, name);
            painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
            painter.drawImage(picture, thumbnail(m_theme, matrix.rows, matrix.columns, matrix.cells));
            const QColor line = changed         ? m_theme.colors().changed
                                : chosen || hot ? m_theme.colors().accent
                                                : m_theme.colors().line;
            painter.setPen(QPen(line,
                                chosen           ? 3
                                : hot || changed ? 2
                                                 : 1,
                                hot && !chosen ? Qt::DotLine : Qt::SolidLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(picture);
        }
    paintScale(painter, m_theme, layout.scale(), CellScale{});
}

MatrixHit AttentionCanvas::hitAt(const QPointF& point) const {
    const QRectF area = inner(rect());
    if (m_content.mode == Mode::Wall) {
        const int layers = static_cast<int>(m_content.wall.size());
        if (layers == 0) return {};
        std::size_t heads = 0;
        for (const auto& layer : m_content.wall) heads = std::max(heads, layer.size());
        const MatrixHit hit = WallLayout(layers, static_cast<int>(heads), area, m_theme).hit(point);
        const bool there =
            hit.inside() &&
            hit.column < static_cast<int>(m_content.wall[static_cast<std::size_t>(hit.row)].size());
        return there ? hit : MatrixHit{};
    }
    if (m_content.matrix.empty()) return {};
    if (m_content.mode == Mode::Lines) return LinesLayout(m_content.matrix, area, m_theme).hit(point);
    return MatrixLayout(m_content.matrix, area, matrixMetrics(m_theme)).hit(point);
}

QPointF AttentionCanvas::pointOf(const MatrixHit& hit) const {
    const QRectF area = inner(rect());
    if (m_content.mode == Mode::Wall) {
        std::size_t heads = 0;
        for (const auto& layer : m_content.wall) heads = std::max(heads, layer.size());
        return WallLayout(static_cast<int>(m_content.wall.size()), static_cast<int>(heads), area, m_theme)
            .picture(hit.row, hit.column)
            .center();
    }
    if (m_content.mode == Mode::Lines) {
        const LinesLayout layout(m_content.matrix, area, m_theme);
        return hit.row >= 0 ? layout.query(hit.row).center() : layout.key(hit.column).center();
    }
    const MatrixLayout layout(m_content.matrix, area, matrixMetrics(m_theme));
    if (hit.row < 0) return layout.columnLabel(hit.column).center();
    if (hit.column < 0) return layout.rowLabel(hit.row).center();
    return layout.cell(hit.row, hit.column).center();
}

void AttentionCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintInto(painter, rect());
    if (!hasFocus()) return;
    painter.setPen(QPen(m_theme.colors().focus, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), Theme::kRadius, Theme::kRadius);
}

void AttentionCanvas::mouseMoveEvent(QMouseEvent* event) {
    const MatrixHit hit = hitAt(event->position());
    if (hit == m_lastHover) return;
    m_lastHover = hit;
    setCursor(hit.inside() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit.inside())
        Q_EMIT hovered(hit);
    else
        Q_EMIT pointerLeft();
}

void AttentionCanvas::leaveEvent(QEvent*) {
    m_lastHover = {};
    Q_EMIT pointerLeft();
}

void AttentionCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    const MatrixHit hit = hitAt(event->position());
    if (hit.inside())
        Q_EMIT clicked(hit);
    else
        Q_EMIT released();
}

void AttentionCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const MatrixHit hit = hitAt(event->position());
    if (m_content.mode == Mode::Wall && hit.inside())
        Q_EMIT opened(hit);
    else
        QWidget::mouseDoubleClickEvent(event);  // the shell's full view
}

void AttentionCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            Q_EMIT moved(0, -1);
            return;
        case Qt::Key_Right:
            Q_EMIT moved(0, 1);
            return;
        case Qt::Key_Up:
            Q_EMIT moved(-1, 0);
            return;
        case Qt::Key_Down:
            Q_EMIT moved(1, 0);
            return;
        case Qt::Key_Escape:
            Q_EMIT released();
            event->ignore();  // others may have something to let go, too
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_content.mode == Mode::Wall && m_content.wallChosen.inside()) {
                Q_EMIT opened(m_content.wallChosen);
                return;
            }
            break;
        default:
            break;
    }
    QWidget::keyPressEvent(event);
}

void AttentionCanvas::focusInEvent(QFocusEvent* event) {
    m_content.marks.focused = true;
    update();
    QWidget::focusInEvent(event);
}

void AttentionCanvas::focusOutEvent(QFocusEvent* event) {
    m_content.marks.focused = false;
    update();
    QWidget::focusOutEvent(event);
}

}  // namespace vitrine
