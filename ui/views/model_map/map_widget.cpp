#include "ui/views/model_map/map_widget.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include "ui/common/token_text.h"

namespace vitrine {
namespace {

constexpr double kPadding = 8;

}  // namespace

MapWidget::MapWidget(const Theme& theme, QWidget* parent) : QWidget(parent), m_theme(theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("keepsArrows", true);  // the arrows move its own cell or box, not the step
    setProperty("keepsVertical", true);
}

void MapWidget::setContent(const MapModel* model, MapMarks marks) {
    m_model = model;
    m_marks = std::move(marks);
    m_marks.hovered = m_lastHover;
    if (m_model != nullptr) setMinimumSize(MapLayout::smallest(*m_model, m_theme).toSize());
    update();
}

MapLayout MapWidget::layoutNow() const {
    static const MapModel nothing;
    return {m_model != nullptr ? *m_model : nothing, QRectF(rect()).adjusted(kPadding, 4, -kPadding, -4),
            m_theme};
}

void MapWidget::paintInto(QPainter& painter, const QRectF& area) const {
    if (m_model == nullptr || m_model->empty()) {
        painter.setFont(m_theme.font(TextRole::Body));
        painter.setPen(m_theme.colors().muted);
        painter.drawText(area, Qt::AlignCenter, tr("Choose a model: its blocks appear here."));
        return;
    }
    const MapLayout layout(*m_model, area.adjusted(kPadding, 4, -kPadding, -4), m_theme);
    MapPainter(painter, m_theme, *m_model, layout, m_marks).paint();
}

void MapWidget::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintInto(painter, rect());
    if (!hasFocus()) return;
    painter.setPen(QPen(m_theme.colors().focus, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), Theme::kRadius, Theme::kRadius);
}

void MapWidget::mouseMoveEvent(QMouseEvent* event) {
    const MapHit hit = layoutNow().hit(event->position());
    if (hit == m_lastHover) return;
    m_lastHover = m_marks.hovered = hit;
    setCursor(hit.node >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit.node >= 0)
        Q_EMIT hovered(hit);
    else
        Q_EMIT pointerLeft();
    update();
}

void MapWidget::leaveEvent(QEvent*) {
    m_lastHover = m_marks.hovered = {};
    Q_EMIT pointerLeft();
    update();
}

void MapWidget::mousePressEvent(QMouseEvent* event) {
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton) return;
    const MapHit hit = layoutNow().hit(event->position());
    if (hit.node >= 0)
        Q_EMIT clicked(hit);
    else
        Q_EMIT released();
}

void MapWidget::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            Q_EMIT moved(-1);
            return;
        case Qt::Key_Right:
            Q_EMIT moved(1);
            return;
        case Qt::Key_Up:
            Q_EMIT turned(-1);
            return;
        case Qt::Key_Down:
            Q_EMIT turned(1);
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            Q_EMIT entered();
            return;
        case Qt::Key_Escape:
            Q_EMIT released();
            event->ignore();
            return;
        default:
            QWidget::keyPressEvent(event);
    }
}

bool MapWidget::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipOf(layoutNow().hit(help->pos()));
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

QString MapWidget::toolTipOf(const MapHit& hit) const {
    if (hit.node < 0 || m_model == nullptr) return {};
    const MapNode& node = m_model->nodes()[static_cast<std::size_t>(hit.node)];
    const QString name = MapPainter::nodeName(node.site);
    const auto at = [](const std::vector<double>& values, int i) {
        return i >= 0 && static_cast<std::size_t>(i) < values.size()
                   ? numberText(values[static_cast<std::size_t>(i)], 3)
                   : QStringLiteral("–");
    };
    switch (hit.part) {
        case MapHit::Part::Head:
            return tr("%1, head %2: click to look at its weights").arg(name).arg(hit.index + 1);
        case MapHit::Part::Norm:
            return tr("LayerNorm behind %1: click for its numbers").arg(name);
        case MapHit::Part::Plus:
            return tr("Residual connection: the stream plus what %1 adds").arg(name);
        case MapHit::Part::Bar:
            if (node.updateNorms.empty())
                return tr("%1, token %2: length %3")
                    .arg(name)
                    .arg(hit.index)
                    .arg(at(node.streamNorms, hit.index));
            return tr("%1, token %2: stream %3, added %4")
                .arg(name)
                .arg(hit.index)
                .arg(at(node.streamNorms, hit.index), at(node.updateNorms, hit.index));
        default:
            break;
    }
    if (node.heads > 0)
        return tr("%1: %2 heads of width %3, output %4×%5")
            .arg(name)
            .arg(node.heads)
            .arg(node.inner)
            .arg(node.rows)
            .arg(node.columns);
    if (node.site.part == Part::FeedForward)
        return tr("%1: %2 hidden features, output %3×%4")
            .arg(name)
            .arg(node.inner)
            .arg(node.rows)
            .arg(node.columns);
    if (node.site.part == Part::Embedding)
        return tr("%1: a table of %2 rows, output %3×%4")
            .arg(name)
            .arg(node.inner)
            .arg(node.rows)
            .arg(node.columns);
    return tr("%1: one score for each of %2 target tokens").arg(name).arg(node.columns);
}

}  // namespace vitrine
