// Random clicks, keys and resizes, seeded: no crash, and in the end the numbers are those of the state.
// VITRINE_MONKEY sets how many; the nightly tier runs 10000.
#include <QApplication>
#include <random>

#include "tests/ui/window_fixture.h"

namespace vitrine::testing {
namespace {

class Monkey : public WindowTest {
protected:
    int below(int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); }

    void click() {
        const QPoint point(below(window->width()), below(window->height()));
        QWidget* child = window->childAt(point);
        QWidget* target = child ? child : window.get();
        // Menus and file dialogs run loops of their own; they are not the monkey's business.
        if (const auto* button = qobject_cast<QToolButton*>(target))
            if (button->menu() || button->accessibleName() == QLatin1String("Export")) return;
        if (qobject_cast<QComboBox*>(target)) return;
        QTest::mouseMove(target, target->mapFrom(window.get(), point));
        QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(window.get(), point));
    }
    void press() {
        static constexpr Qt::Key kKeys[] = {Qt::Key_Left,  Qt::Key_Right,  Qt::Key_Home,     Qt::Key_End,
                                            Qt::Key_Space, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Escape,
                                            Qt::Key_Tab,   Qt::Key_Return, Qt::Key_Up,       Qt::Key_Down,
                                            Qt::Key_F11,   Qt::Key_F5,     Qt::Key_1};
        QWidget* target = window->focusWidget() ? window->focusWidget() : window.get();
        QTest::keyClick(target, kKeys[below(std::size(kKeys))]);
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
