#include <QApplication>

#include "engine/core/threading.h"
#include "ui/shell/run_program.h"

int main(int argc, char** argv) {
    vitrine::usePatientThreads(argv);
    // A capture needs no screen; set before the application chooses its platform.
    for (int i = 1; i < argc; ++i)
        if (qstrncmp(argv[i], "--capture", 9) == 0 && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication::setStyle("Fusion");
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(VITRINE_VERSION);
    return vitrine::runProgram(application);
}
