#include <QApplication>

#include "engine/core/threading.h"
#include "ui/shell/platform.h"
#include "ui/shell/run_program.h"

int main(int argc, char** argv) {
    vitrine::usePatientThreads(argv);
    vitrine::preparePlatform(argc, argv);
    QApplication::setStyle("Fusion");
    QApplication application(argc, argv);
    QApplication::setApplicationVersion(VITRINE_VERSION);
    return vitrine::runProgram(application);
}
