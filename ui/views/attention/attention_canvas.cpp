#include "ui/views/attention/attention_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>

namespace vitrine {
namespace {

constexpr double kPadding = 8;                          // px around the picture
constexpr int kSmallestCell = 12, kSmallestToken = 18;  // px; below it the canvas scrolls

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

AttentionPlan AttentionCanvas::plan(const QRectF& area) const {
    const QRectF box = inner(area);
    const int heads = static_cast<int>(m_content.heads.size());
    if (m_content.mode == Mode::Wall) return {box, {}};
    if (m_content.matrix.empty()) return planEmpty(heads, box, m_theme);
    return m_content.mode == Mode::Lines ? planLines(m_content.matrix, heads, box, m_theme)
                                         : planMatrix(m_content.matrix, m_content.scale, heads, box, m_theme);
}

void AttentionCanvas::paintInto(QPainter& painter, const QRectF& area) const {
    const bool nothing = m_content.mode == Mode::Wall ? m_content.wall.empty() : m_content.matrix.empty();
    const AttentionPlan plan = this->plan(area);
    paintHeads(painter, plan.strip);
    if (nothing) return paintEmpty(painter, plan.picture);
    if (m_content.mode == Mode::Wall) return paintWall(painter, plan.picture);
    if (m_content.mode == Mode::Lines)
        return paintLines(painter, m_theme, m_content.matrix,
                          LinesLayout(m_content.matrix, plan.picture, m_theme), m_content.hue,
                          m_content.marks);
    const MatrixPicture picture(m_content.matrix, m_content.scale, plan.picture, m_theme);
    paintMatrix(painter, m_theme, m_content.matrix, picture, m_content.scale, m_content.marks);
}

void AttentionCanvas::paintHeads(QPainter& painter, const HeadStripLayout& strip) const {
    if (!strip.there()) return;
    for (std::size_t i = 0; i < m_content.heads.size(); ++i) {
        HeadTile tile = m_content.heads[i];
        const int index = static_cast<int>(i);
        tile.hovered = index == m_lastTile;
        paintTile(painter, m_theme, tile, strip.label(index), strip.picture(index));
    }
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
    const double line = QFontMetricsF(m_theme.font(TextRole::Caption)).height();
    for (int layer = 0; layer < layers; ++layer)
        for (std::size_t i = 0; i < m_content.wall[static_cast<std::size_t>(layer)].size(); ++i) {
            const MatrixHit here{layer, static_cast<int>(i)};
            HeadTile tile;
            tile.name = QStringLiteral("L%1 H%2").arg(layer + 1).arg(here.column + 1);
            tile.hue = m_theme.head(here.column);
            tile.matrix = m_content.wall[static_cast<std::size_t>(layer)][i];
            tile.chosen = m_content.wallChosen == here;
            tile.hovered = m_content.marks.hovered == here;
            tile.changed = m_content.headChanged && m_content.headChanged(layer, here.column);
            const QRectF place = layout.tile(layer, here.column);
            paintTile(painter, m_theme, tile, QRectF(place.topLeft(), QSizeF(place.width(), line)),
                      layout.picture(layer, here.column));
        }
    paintScale(painter, m_theme, layout.scale(), CellScale{});
}

int AttentionCanvas::tileAt(const QPointF& point) const {
    return plan(rect()).strip.hit(point);
}

QPointF AttentionCanvas::pointOfHead(int head) const {
    const HeadStripLayout strip = plan(rect()).strip;
    return strip.there() ? strip.picture(head + 1).center() : QPointF();
}

MatrixHit AttentionCanvas::hitAt(const QPointF& point) const {
    const QRectF area = plan(rect()).picture;
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
    return MatrixPicture(m_content.matrix, m_content.scale, area, m_theme).layout.hit(point);
}

QPointF AttentionCanvas::pointOf(const MatrixHit& hit) const {
    const QRectF area = plan(rect()).picture;
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
    const MatrixLayout layout = MatrixPicture(m_content.matrix, m_content.scale, area, m_theme).layout;
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
    const int tile = tileAt(event->position());
    if (tile != m_lastTile) {
        m_lastTile = tile;
        m_lastHover = {};
        setCursor(tile >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (tile >= 0)
            Q_EMIT headHovered(tile - 1);
        else
            Q_EMIT pointerLeft();
        update();
    }
    if (tile >= 0) return;
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
    m_lastTile = -1;
    update();
    Q_EMIT pointerLeft();
}

void AttentionCanvas::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    if (const int tile = tileAt(event->position()); tile >= 0) {
        Q_EMIT headClicked(tile - 1);
        return;
    }
    const MatrixHit hit = hitAt(event->position());
    if (hit.inside())
        Q_EMIT clicked(hit);
    else
        Q_EMIT released();
}

void AttentionCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const MatrixHit hit = hitAt(event->position());
    if (tileAt(event->position()) >= 0) return;  // two quick looks at heads are no wish for the full view
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
