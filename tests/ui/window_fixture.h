#pragma once

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

#include "tests/support/tiny_model.h"
#include "ui/shell/main_window.h"
#include "ui/views/next_token/next_token_view.h"

namespace vitrine::testing {

/// A window over an untrained tiny model, as it opens: first sentence, one step in.
class WindowTest : public ::testing::Test {
protected:
    WindowTest() {
        saveTinyModel(folder.path() / "tiny");
        app.remember = false;
        app.modelRoot = folder.path();
        app.language.set(Language::Code::English);
        window = std::make_unique<MainWindow>(app);
        window->resize(1280, 800);
        window->show();
        ExperimentState state;
        state.modelFolder = (folder.path() / "tiny").string();
        state.source = tinySource().front();
        state.step = 1;
        // An untrained model may never write <eos>.
        state.variant.decoding.maxTokens = 8;
        app.experiment.reset(state);
        settle();
    }

    /// Lets every request and every redraw come round.
    void settle() {
        for (int i = 0; i < 4; ++i) {
            QCoreApplication::processEvents();
            ASSERT_TRUE(app.bridge.waitUntilIdle());
        }
    }
    void key(Qt::Key code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QWidget* target = window->focusWidget() ? window->focusWidget() : window.get();
        QTest::keyClick(target, code, modifiers);
        settle();
    }
    NextTokenView& nextToken() {
        return *qobject_cast<NextTokenView*>(window->page().view(QStringLiteral("next_token")));
    }
    const ExperimentState& state() const { return app.experiment.state(); }

    TemporaryFolder folder;
    AppContext app;
    std::unique_ptr<MainWindow> window;
};

}  // namespace vitrine::testing
