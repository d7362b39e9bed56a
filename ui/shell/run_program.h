#pragma once

class QApplication;

namespace vitrine {

/// The desktop program from arguments to exit code: 0 fine, 1 the work failed, 2 wrong arguments.
int runProgram(QApplication& application);

}  // namespace vitrine
