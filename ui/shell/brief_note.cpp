#include "ui/shell/brief_note.h"

#include <QEvent>

#include "ui/common/theme.h"

namespace vitrine {
namespace {

constexpr int kShown = 6000;  // ms: time to read a long path

}  // namespace

BriefNote::BriefNote(QWidget* parent) : QLabel(parent) {
    setProperty("role", "note");
    setWordWrap(true);
    setAlignment(Qt::AlignCenter);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
    m_time.setSingleShot(true);
    m_time.setInterval(kShown);
    connect(&m_time, &QTimer::timeout, this, &QWidget::hide);
    parent->installEventFilter(this);
}

void BriefNote::say(const QString& sentence) {
    setText(sentence);
    place();
    raise();
    show();
    m_time.start();
}

void BriefNote::place() {
    const QSize room = parentWidget()->size() - QSize(Theme::grid(8), Theme::grid(16));
    ensurePolished();
    const int wanted = fontMetrics().horizontalAdvance(text()) + Theme::grid(5);
    const int width = qMin(wanted, room.width());
    resize(width, heightForWidth(width));
    move((parentWidget()->width() - this->width()) / 2, parentWidget()->height() - height() - Theme::grid(9));
}

bool BriefNote::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QLabel::eventFilter(watched, event);
}

}  // namespace vitrine
