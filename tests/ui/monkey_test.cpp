// Random clicks, keys and resizes, seeded: no crash, and in the end the numbers are those of the state.
// VITRINE_MONKEY sets how many; the nightly tier runs 10000.
#include <QApplication>
#include <QPointer>
#include <random>

#include "tests/ui/window_fixture.h"

namespace vitrine::testing {
namespace {

class Monkey : public WindowTest {
protected:
    int below(int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

    /// Menus, lists and file dialogs run loops of their own; they are not the monkey's business.
    static bool opensAnotherLoop(const QWidget* widget) {
        const auto* button = qobject_cast<const QToolButton*>(widget);
        return qobject_cast<const QComboBox*>(widget) ||
               (button && (button->menu() || button->accessibleName() == QLatin1String("Export") ||
                           button->accessibleName() == QStringLiteral("导出")));
    }

    void click() {
        const QPoint point(below(window->width()), below(window->height()));
        QWidget* child = window->childAt(point);
        QWidget* target = child ? child : window.get();
        if (opensAnotherLoop(target)) return;
        // Moving runs the event loop, which may rebuild the part of the window that was under the pointer.
        const QPoint inside = target->mapFrom(window.get(), point);
        const QPointer<QWidget> alive = target;
        QTest::mouseMove(target, inside);
        if (alive) QTest::mouseClick(target, Qt::LeftButton, {}, inside);
    }
    void press() {
        static constexpr Qt::Key kKeys[] = {Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Home,     Qt::Key_End,
                                            Qt::Key_Space, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Escape,
                                            Qt::Key_Tab,   Qt::Key_Return, Qt::Key_Up,       Qt::Key_Down,
                                            Qt::Key_F11,   Qt::Key_F5,     Qt::Key_1};
        QWidget* target = window->focusWidget() ? window->focusWidget() : window.get();
        const Qt::Key key = kKeys[below(std::size(kKeys))];
        if (opensAnotherLoop(target) && key != Qt::Key_Tab) return;
        QTest::keyClick(target, key);
    }
    void act() {
        switch (below(20)) {
            case 0:
                window->resize(1000 + below(900), 640 + below(440));
                break;
            case 1:
                app.experiment.undoStack().undo();
                break;
            case 2:
                app.experiment.undoStack().redo();
                break;
            case 3:
                app.experiment.setSource(
                    tinySource()[static_cast<std::size_t>(below(static_cast<int>(tinySource().size())))]);
                break;
            case 4:
                app.language.set(below(2) ? Language::Code::Chinese : Language::Code::English);
                break;
            case 5:
                app.theme.setMode(below(2) ? Theme::Mode::Dark : Theme::Mode::Light);
                break;
            case 6:
            case 7:
            case 8:
            case 9:
                press();
                break;
            default:
                click();
        }
        if (below(4) == 0) QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
    }

    std::mt19937 random{20261129};
};

TEST_F(Monkey, LeavesNoStaleNumber) {
    const int wanted = qEnvironmentVariableIntValue("VITRINE_MONKEY");
    const int actions = wanted > 0 ? wanted : 600;
    for (int i = 0; i < actions; ++i) {
        act();
        if (i % 100 == 99) {
            if (window->transport().playing()) window->transport().togglePlay();
            settle();
            if (::testing::Test::HasFatalFailure()) return;
            const auto& answer = app.bridge.answer();
            if (!answer) {
                ASSERT_TRUE(app.bridge.error() || state().source.empty()) << "action " << i;
                continue;
            }
            ASSERT_EQ(answer->question.source, state().source) << "action " << i;
            ASSERT_EQ(static_cast<int>(answer->question.prefix.size()),
                      std::min(state().step, app.experiment.lastStep()))
                << "action " << i;
            ASSERT_EQ(answer->question.decoding, state().variant.decoding) << "action " << i;
            ASSERT_EQ(answer->question.interventions.items(), state().variant.interventions)
                << "action " << i;
            if (nextToken().isVisible()) {
                ASSERT_EQ(nextToken().answer(), answer);
            }
        }
    }
}

}  // namespace
}  // namespace vitrine::testing
