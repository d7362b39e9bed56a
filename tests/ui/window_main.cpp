// The main function of test programs that need an application: offscreen, no settings of the person who runs
// it.
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    ::testing::InitGoogleTest(&argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle("Fusion");
    QApplication application(argc, argv);
    QApplication::setApplicationName("vitrine-test");
    QApplication::setOrganizationName("vitrine-test");
    return RUN_ALL_TESTS();
}
