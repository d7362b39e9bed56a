// What the window remembers from one start to the next.
#include <QComboBox>
#include <QSettings>
#include <QTabBar>

#include "tests/ui/window_fixture.h"
#include "ui/shell/capture.h"

namespace vitrine::testing {
namespace {

class Remembered : public ::testing::Test {
protected:
    /// The program as it starts, over settings of its own.
    struct Start {
        Start(const TemporaryFolder& folder, QSize size) {
            app.modelRoot = folder.path();
            window = std::make_unique<MainWindow>(app);
            window->show();
            window->setWindowState(Qt::WindowNoState);  // the screen of a test is small
            window->resize(size);
            app.experiment.reset(firstState({}, app));
            for (int i = 0; i < 4; ++i) {
                QCoreApplication::processEvents();
                EXPECT_TRUE(app.bridge.waitUntilIdle());
            }
        }
        QTabBar* tabs(const char* view) {
            for (QWidget* above = window->page().view(QLatin1String(view)); above;
                 above = above->parentWidget())
                if (auto* panel = qobject_cast<ViewPanel*>(above)) return panel->findChild<QTabBar*>();
            return nullptr;
        }
        void click(const char* view, int tab) {
            QTabBar* bar = tabs(view);
            QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
            QCoreApplication::processEvents();
        }
        bool shows(const char* view) { return window->page().view(QLatin1String(view))->isVisible(); }
        QComboBox* speed() { return window->transport().findChild<QComboBox*>(); }

        AppContext app;
        std::unique_ptr<MainWindow> window;
    };

    Remembered() {
        saveTinyModel(folder.path() / "tiny");
        const QString place = QString::fromStdString((folder.path() / "settings").string());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, place);
        QSettings().clear();
    }
    ~Remembered() override { QSettings().clear(); }

    static constexpr QSize kSmall{1280, 800}, kLarge{1920, 1080};
    TemporaryFolder folder;
};

TEST_F(Remembered, AtFirstAttentionAndTheNextWordStandInFront) {
    Start first(folder, kSmall);
    ASSERT_TRUE(first.window->page().compact());
    EXPECT_TRUE(first.shows("attention"));
    EXPECT_TRUE(first.shows("next_token"));
    EXPECT_EQ(first.speed()->currentIndex(), 1);
}

TEST_F(Remembered, TabsAndTheSpeedOfPlaying) {
    {
        Start first(folder, kSmall);
        first.click("attention", 1);
        first.click("next_token", 1);
        ASSERT_TRUE(first.shows("model_map") && first.shows("inspector"));
        first.speed()->setFocus();
        QTest::keyClick(first.speed(), Qt::Key_Down);
        first.window->close();
    }
    {
        Start second(folder, kSmall);
        EXPECT_TRUE(second.shows("model_map"));
        EXPECT_TRUE(second.shows("inspector"));
        EXPECT_EQ(second.speed()->currentIndex(), 2);
        second.window->resize(kLarge);
        QCoreApplication::processEvents();
        ASSERT_FALSE(second.window->page().compact());
        second.click("attention", 1);
        ASSERT_TRUE(second.shows("branches"));
        second.speed()->setCurrentIndex(0);
        second.window->close();
    }
    Start third(folder, kLarge);
    EXPECT_TRUE(third.shows("branches"));
    EXPECT_EQ(third.speed()->currentIndex(), 0);
    third.window->resize(kSmall);
    QCoreApplication::processEvents();
    ASSERT_TRUE(third.window->page().compact());
    EXPECT_TRUE(third.shows("model_map")) << "it was in front when the window was small";
}

TEST_F(Remembered, WhatALockBroughtToTheFrontIsNoChoice) {
    {
        Start first(folder, kSmall);
        first.app.selection.lock({attentionSite(AttentionKind::Cross, 0, Quantity::Weights), 0, 0, 0, {}});
        QCoreApplication::processEvents();
        ASSERT_TRUE(first.shows("inspector"));
        first.window->close();
    }
    Start second(folder, kSmall);
    EXPECT_TRUE(second.shows("next_token"));
}

TEST_F(Remembered, NonsenseIsPassedOver) {
    QSettings().setValue("window/tabs", QStringList{"nothing", "model_map"});
    QSettings().setValue("play/speed", "7");
    Start first(folder, kSmall);
    EXPECT_TRUE(first.shows("model_map"));
    EXPECT_TRUE(first.shows("next_token"));
    EXPECT_EQ(first.speed()->currentIndex(), 1);
}

TEST_F(Remembered, ASavedStateComesBeforeWhatIsRemembered) {
    saveTinyModel(folder.path() / "other", 2);
    QSettings().setValue("model", QString::fromStdString((folder.path() / "other").string()));
    Start first(folder, kSmall);
    ASSERT_EQ(first.app.experiment.state().modelFolder, (folder.path() / "other").string());
    ExperimentState state = first.app.experiment.state();
    state.modelFolder = (folder.path() / "tiny").string();
    state.source = tinySource().back();
    StartOptions options;
    options.file = QString::fromStdString((folder.path() / "s.json").string());
    writeStateFile(options.file, state, first.app.modelRoot);
    EXPECT_EQ(firstState(options, first.app), state);
}

}  // namespace
}  // namespace vitrine::testing
