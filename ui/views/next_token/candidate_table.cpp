#include "ui/views/next_token/candidate_table.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "ui/common/token_text.h"

namespace vitrine {

using Stage = CandidateModel::Stage;

CandidateTable::CandidateTable(const Theme& theme, const CandidateModel& model, QWidget* parent)
    : QAbstractScrollArea(parent), m_theme(theme), m_model(model) {
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setFrameShape(QFrame::NoFrame);
}

int CandidateTable::rowHeight() const {
    return (m_theme.pixelSize(TextRole::Body) * 17 / 10 + 3) / 4 * 4;
}
int CandidateTable::headerHeight() const {
    return m_theme.pixelSize(TextRole::Caption) * 9 / 2;
}
int CandidateTable::footerHeight() const {
    return m_theme.pixelSize(TextRole::Caption) * 7 / 2;
}

int CandidateTable::visibleRows(const QRect& area) const {
    const int room = area.height() - headerHeight() - footerHeight();
    return std::clamp(room / rowHeight(), 0, m_model.count());
}

void CandidateTable::refresh() {
    m_current = std::clamp(m_current, 0, std::max(0, m_model.count() - 1));
    updateScroll();
    viewport()->update();
}

void CandidateTable::setForced(TokenId token) {
    m_forced = token;
    viewport()->update();
}

void CandidateTable::setHighlighted(TokenId token) {
    m_highlighted = token;
    viewport()->update();
}

void CandidateTable::updateScroll() {
    const int rows = visibleRows(viewport()->rect());
    verticalScrollBar()->setPageStep(std::max(1, rows));
    verticalScrollBar()->setRange(0, std::max(0, m_model.count() - rows));
}

void CandidateTable::resizeEvent(QResizeEvent*) {
    updateScroll();
}

void CandidateTable::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    paintTable(painter, viewport()->rect(), verticalScrollBar()->value());
    if (hasFocus() && !m_model.empty()) {
        painter.setPen(QPen(m_theme.colors().focus, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rowRect(m_current)).adjusted(1, 1, -1, -1), Theme::kRadius,
                                Theme::kRadius);
    }
}

void CandidateTable::paintTable(QPainter& painter, const QRect& area, int first) const {
    if (m_model.empty()) return;
    const Layout layout = layOut(area);
    const int rows = visibleRows(area);
    paintHeader(painter, layout, QRect(area.left(), area.top(), area.width(), headerHeight()), first + rows);
    int y = area.top() + headerHeight();
    for (int slot = 0; slot < rows && first + slot < m_model.count(); ++slot, y += rowHeight()) {
        const int row = rowInSlot(slot, first, rows);
        if (row != first + slot)
            painter.fillRect(QRect(area.left(), y, area.width(), 1), m_theme.colors().strongLine);
        paintRow(painter, layout, QRect(area.left(), y, area.width(), rowHeight()), row, first + rows);
    }
    paintFooter(painter, layout, QRect(area.left(), y, area.width(), footerHeight()));
}

void CandidateTable::paintHeader(QPainter& painter, const Layout& layout, const QRect& area, int rows) const {
    const ThemeColors& c = m_theme.colors();
    const int line = m_theme.pixelSize(TextRole::Caption) * 3 / 2;
    const QFont bold = titleFont(), caption = m_theme.font(TextRole::Caption);
    const auto text = [&](const QRect& box, int y, const QString& words, int flags) {
        painter.drawText(QRect(box.left(), area.top() + y, box.width(), line), flags | Qt::AlignVCenter,
                         words);
    };
    painter.setFont(bold);
    painter.setPen(c.text);
    text(layout.token.adjusted(8, 0, 0, 0), 0, tr("candidate"), Qt::AlignLeft);
    for (const Column& column : layout.columns)
        text(column.area, 0, fitting(columnTitles(column), bold, column.area.width()), Qt::AlignLeft);
    painter.setFont(caption);
    painter.setPen(c.muted);
    for (const Column& column : layout.columns) {
        text(column.area, line, fitting(columnSettings(column), caption, column.area.width()), Qt::AlignLeft);
        const bool logit = column.stage == Stage::Logit;
        const double high = column.draws ? CandidateModel::kManyDraws : 1;
        const QRect scale = logit ? logitTrack(column.area) : column.area;
        painter.fillRect(QRect(column.area.left(), area.bottom(), column.area.width(), 1), c.strongLine);
        if (scale.isEmpty()) continue;
        text(scale, 2 * line, logit ? numberText(m_model.smallestShownLogit(rows), 1) : QStringLiteral("0"),
             Qt::AlignLeft);
        text(scale, 2 * line,
             logit ? numberText(m_model.largestLogit(), 1) : countText(static_cast<qint64>(high)),
             Qt::AlignRight);
    }
    painter.fillRect(QRect(layout.token.left(), area.bottom(), layout.token.width(), 1), c.line);
}

void CandidateTable::paintFooter(QPainter& painter, const Layout& layout, const QRect& area) const {
    painter.fillRect(QRect(area.left(), area.top(), area.width(), 1), m_theme.colors().line);
    painter.setFont(m_theme.font(TextRole::Caption));
    painter.setPen(m_theme.colors().muted);
    const QRect below = area.adjusted(0, 4, 0, 0);
    painter.drawText(QRect(layout.token.left() + 8, below.top(), layout.token.width() - 8, below.height()),
                     Qt::AlignLeft | Qt::AlignTop, tr("kept") + QLatin1Char('\n') + tr("mass"));
    for (const Column& column : layout.columns)
        painter.drawText(QRect(column.area.left(), below.top(), column.area.width() - 4, below.height()),
                         Qt::AlignRight | Qt::AlignTop, columnFooter(column));
}

void CandidateTable::paintRow(QPainter& painter, const Layout& layout, const QRect& area, int row,
                              int rows) const {
    const ThemeColors& c = m_theme.colors();
    const TokenId token = m_model.candidate(row).token;
    const QRectF back = QRectF(area).adjusted(0, 0.5, 0, -0.5);
    if (token == m_forced || m_model.chosen(row) || row == m_hovered || token == m_highlighted) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(token == m_forced ? c.changedSoft : m_model.chosen(row) ? c.accentSoft : c.hovered);
        painter.drawRoundedRect(back, Theme::kRadius, Theme::kRadius);
    }
    paintTokenCell(painter, QRect(layout.token.left(), area.top(), layout.token.width(), area.height()), row);
    for (const Column& column : layout.columns)
        paintCell(painter, column, QRect(column.area.left(), area.top(), column.area.width(), area.height()),
                  row, rows);
}

void CandidateTable::paintTokenCell(QPainter& painter, const QRect& cell, int row) const {
    const ThemeColors& c = m_theme.colors();
    const QString mark = markOf(row);
    const QRect text = cell.adjusted(kTokenPadding, 0, -kTokenPadding, 0);
    painter.setFont(m_theme.font(TextRole::Caption));
    painter.setPen(m_model.candidate(row).token == m_forced ? c.changed : c.accent);
    if (markWidth(row, cell.width()) > 0) painter.drawText(text, Qt::AlignRight | Qt::AlignVCenter, mark);
    QFont font = m_theme.font(TextRole::Body);
    font.setBold(!mark.isEmpty());
    painter.setFont(font);
    painter.setPen(c.text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, fittedLabel(row, cell.width()));
}

void CandidateTable::paintCell(QPainter& painter, const Column& column, const QRect& cell, int row,
                               int rows) const {
    const ThemeColors& c = m_theme.colors();
    painter.setFont(numberFont(cell.width()));
    if (column.stage == Stage::Logit) return paintDot(painter, cell, row, rows);
    QString text;
    if (column.draws) {
        const double drawn = static_cast<double>(m_model.draws(row)) / CandidateModel::kManyDraws;
        paintBar(painter, cell, drawn, Theme::blend(c.surface, c.output, 0.45));
        const double q = m_model.value(row, Stage::MinP);
        painter.fillRect(QRectF(cell.left() + q * (cell.width() - 2), cell.top() + 2, 2, cell.height() - 4),
                         c.text);
        text = countText(m_model.draws(row));
    } else if (m_model.cut(row, column.stage)) {
        painter.fillRect(cell, c.cut);
        painter.setPen(c.muted);
        text = QStringLiteral("–");
    } else {
        paintBar(painter, cell, m_model.value(row, column.stage), Theme::blend(c.surface, c.output, 0.35));
        text = probabilityText(m_model.value(row, column.stage));
    }
    painter.setPen(text == QStringLiteral("–") ? c.muted : c.text);
    painter.drawText(cell.adjusted(0, 0, -kNumberPadding, 0), Qt::AlignRight | Qt::AlignVCenter, text);
    if (!column.draws && row + 1 == m_model.kept(column.stage) && row + 1 < m_model.count())
        painter.fillRect(QRect(cell.left(), cell.bottom() - 1, cell.width(), 2), c.accent);
}

void CandidateTable::paintDot(QPainter& painter, const QRect& cell, int row, int rows) const {
    const ThemeColors& c = m_theme.colors();
    const double low = m_model.smallestShownLogit(rows), high = m_model.largestLogit();
    const double logit = m_model.value(row, Stage::Logit);
    const double share = high > low ? std::clamp((logit - low) / (high - low), 0.0, 1.0) : 1;
    const QRect track = logitTrack(cell);
    if (!track.isEmpty()) {
        const double x = track.left() + 4 + share * (track.width() - 8), y = track.center().y() + 0.5;
        painter.setPen(QPen(c.line, 1));
        painter.drawLine(QPointF(track.left(), y), QPointF(track.right(), y));
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.output);
        painter.drawEllipse(QPointF(x, y), 4, 4);
    }
    painter.setPen(c.text);
    painter.drawText(cell.adjusted(0, 0, -kNumberPadding, 0), Qt::AlignRight | Qt::AlignVCenter,
                     numberText(logit, 2));
}

// The numbers stand beside the dots, not on them.
QRect CandidateTable::logitTrack(const QRect& cell) const {
    const int number =
        QFontMetrics(m_theme.font(TextRole::Number)).horizontalAdvance(QStringLiteral("−88.88 "));
    const QRect track = cell.adjusted(0, 0, -number - 4, 0);
    // Two numbers of the scale must fit under it.
    return track.width() >= number * 3 / 2 ? track : QRect();
}

void CandidateTable::paintBar(QPainter& painter, const QRect& cell, double share, const QColor& color) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRect(QRectF(cell.left(), cell.top() + 3, share * cell.width(), cell.height() - 6));
}

// The last slot shows the chosen word when its own place is out of sight.
int CandidateTable::rowInSlot(int slot, int first, int rows) const {
    const int chosen = m_model.chosenRow();
    const bool hidden = chosen >= 0 && (chosen < first || chosen >= first + rows);
    return hidden && rows > 1 && slot == rows - 1 ? chosen : first + slot;
}

QRect CandidateTable::rowRect(int row) const {
    const int y = headerHeight() + (row - verticalScrollBar()->value()) * rowHeight();
    return QRect(0, y, viewport()->width(), rowHeight());
}

int CandidateTable::rowAt(const QPoint& position) const {
    const int offset = position.y() - headerHeight();
    const int rows = visibleRows(viewport()->rect());
    if (offset < 0 || offset >= rows * rowHeight()) return -1;
    const int row = rowInSlot(offset / rowHeight(), verticalScrollBar()->value(), rows);
    return row < m_model.count() ? row : -1;
}

// The logit explains itself; the rest of the row forces the word.
bool CandidateTable::explainsAt(const QPoint& position) const {
    const Layout layout = layOut(viewport()->rect());
    return !layout.columns.empty() && position.x() >= layout.columns.front().area.left() &&
           position.x() <= layout.columns.front().area.right();
}

bool CandidateTable::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        if (row < 0) return QAbstractScrollArea::viewportEvent(event);
        QToolTip::showText(
            help->globalPos(),
            explainsAt(help->pos())
                ? tr("Click to see in the inspector where this logit comes from.")
                : tr("Click to put “%1” here and see what follows.").arg(m_model.tokenLabel(row)),
            viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void CandidateTable::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->position().toPoint());
    viewport()->setCursor(row < 0 ? Qt::ArrowCursor : Qt::PointingHandCursor);
    if (row == m_hovered) return;
    m_hovered = row;
    viewport()->update();
    Q_EMIT rowHovered(row);
}

void CandidateTable::leaveEvent(QEvent*) {
    if (m_hovered < 0) return;
    m_hovered = -1;
    viewport()->update();
    Q_EMIT rowHovered(-1);
}

void CandidateTable::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->button() == Qt::LeftButton ? rowAt(event->position().toPoint()) : -1;
}

// The first click has forced a word, and another step is shown by now: the second must not choose in it, nor
// enlarge the view, as a double click elsewhere does.
void CandidateTable::mouseDoubleClickEvent(QMouseEvent*) {
    m_pressed = -1;
}

void CandidateTable::mouseReleaseEvent(QMouseEvent* event) {
    const int row = rowAt(event->position().toPoint());
    const int pressed = std::exchange(m_pressed, -1);
    if (row < 0 || row != pressed || event->button() != Qt::LeftButton) return;
    setCurrent(row);
    if (explainsAt(event->position().toPoint()))
        Q_EMIT explainRequested(row);
    else
        Q_EMIT forceRequested(row);
}

void CandidateTable::setCurrent(int row) {
    m_current = std::clamp(row, 0, std::max(0, m_model.count() - 1));
    const int first = verticalScrollBar()->value(), rows = visibleRows(viewport()->rect());
    if (m_current < first) verticalScrollBar()->setValue(m_current);
    if (m_current >= first + rows) verticalScrollBar()->setValue(m_current - rows + 1);
    viewport()->update();
}

void CandidateTable::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Up:
            return setCurrent(m_current - 1);
        case Qt::Key_Down:
            return setCurrent(m_current + 1);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_model.empty()) break;
            if (event->modifiers() & Qt::ShiftModifier)
                Q_EMIT explainRequested(m_current);
            else
                Q_EMIT forceRequested(m_current);
            return;
        default:
            break;
    }
    event->ignore();
}

void CandidateTable::focusInEvent(QFocusEvent*) {
    viewport()->update();
}
void CandidateTable::focusOutEvent(QFocusEvent*) {
    viewport()->update();
}

}  // namespace vitrine
