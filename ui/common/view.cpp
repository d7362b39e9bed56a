#include "ui/common/view.h"

#include <QEvent>
#include <QPainter>

namespace vitrine {

View::View(const ViewContext& context, QWidget* parent) : QWidget(parent), m_context(context) {
    connect(context.theme, &Theme::changed, this, [this] { themeChanged(); });
}

std::vector<Site> View::wantedSites(const Contract&) const {
    return {};
}

void View::setAnswer(std::shared_ptr<const StepAnswer> answer) {
    if (answer == m_answer) return;
    m_answer = std::move(answer);
    answerChanged();
}

void View::setStory(std::shared_ptr<const Story> story) {
    if (story == m_story) return;
    m_story = std::move(story);
    storyChanged();
}

void View::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QWidget::changeEvent(event);
}

void View::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    Q_EMIT wantedSitesChanged();
}

void View::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    Q_EMIT wantedSitesChanged();
}

QSizeF View::figureSize() const {
    return size();
}

void View::paintFigure(QPainter& painter, const QRectF& area) {
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(area.width() / width(), area.height() / height());
    render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.restore();
}

}  // namespace vitrine
