#include <QApplication>

#include "engine/core/threading.h"
#include "ui/shell/capture.h"
#include "ui/shell/platform.h"
#include "ui/shell/run_program.h"

int main(int argc, char** argv) {
    vitrine::usePatientThreads(argv);
    QApplication::setApplicationVersion(VITRINE_VERSION);
    vitrine::StartOptions options;
    if (const auto code = vitrine::readCommandLine(argc, argv, options)) return *code;
    vitrine::preparePlatform(options.capture.isEmpty());
    QApplication::setStyle("Fusion");
    QApplication application(argc, argv);
    return vitrine::runProgram(application, options);
}
