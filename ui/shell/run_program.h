#pragma once

#include <optional>

class QApplication;

namespace vitrine {

struct StartOptions;

/// Reads the command line before there is an application, so that it needs no screen. Options of Qt itself
/// (-platform, -style ...) are left to the application. An exit code means that all is done: 0 when what
/// --help or --version asked for was printed, 2 when it was said which argument is wrong.
std::optional<int> readCommandLine(int argc, char** argv, StartOptions& options);

/// The window, or a picture of it. The exit code: 0 fine, 1 the work failed.
int runProgram(QApplication& application, const StartOptions& options);

}  // namespace vitrine
