#include "ui/shell/key_router.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTabBar>

namespace vitrine {
namespace {

bool keepsArrows(const QWidget* focused) {
    if (!focused) return false;
    return focused->property("keepsArrows").toBool() || qobject_cast<const QLineEdit*>(focused) ||
           qobject_cast<const QAbstractSlider*>(focused) || qobject_cast<const QAbstractSpinBox*>(focused) ||
           qobject_cast<const QComboBox*>(focused) || qobject_cast<const QAbstractItemView*>(focused) ||
           qobject_cast<const QTabBar*>(focused);
}

}  // namespace

KeyRouter::KeyRouter(QWidget* window) : QObject(window), m_window(window) {
    qApp->installEventFilter(this);
}

bool KeyRouter::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) return false;
    const auto* widget = static_cast<QWidget*>(watched);
    if (widget->window() != m_window || QApplication::activePopupWidget()) return false;
    // Only the first receiver counts: what it ignores comes by again at its parents.
    const QWidget* focused = m_window->focusWidget();
    if (focused && focused != widget) return false;
    return route(*static_cast<QKeyEvent*>(event), focused);
}

bool KeyRouter::route(const QKeyEvent& event, const QWidget* focused) {
    if (event.modifiers() & ~Qt::KeypadModifier) return false;
    const bool mine = !keepsArrows(focused);
    const bool vertical = focused && focused->property("keepsVertical").toBool();
    switch (event.key()) {
        case Qt::Key_PageUp:
            Q_EMIT back(event.isAutoRepeat());
            return true;
        case Qt::Key_PageDown:
            Q_EMIT forward(event.isAutoRepeat());
            return true;
        case Qt::Key_Escape:
            Q_EMIT escape();
            return true;
        case Qt::Key_Left:
            if (mine) Q_EMIT back(event.isAutoRepeat());
            return mine;
        case Qt::Key_Right:
            if (mine) Q_EMIT forward(event.isAutoRepeat());
            return mine;
        case Qt::Key_Home:
            if (mine) Q_EMIT first();
            return mine;
        case Qt::Key_End:
            if (mine) Q_EMIT last();
            return mine;
        case Qt::Key_Up:
            if (mine && !vertical) Q_EMIT layer(+1);
            return mine && !vertical;
        case Qt::Key_Down:
            if (mine && !vertical) Q_EMIT layer(-1);
            return mine && !vertical;
        case Qt::Key_Space:
            if (!mine || qobject_cast<const QAbstractButton*>(focused)) return false;
            Q_EMIT togglePlay();
            return true;
        default:
            return false;
    }
}

}  // namespace vitrine
