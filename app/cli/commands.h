#pragma once

#include "app/cli/console.h"

namespace vitrine::cli {

/// Each adds one subcommand to the program, which runs while the command line is parsed and reports failure
/// by throwing UsageError or Error.
void addTranslateCommand(CLI::App& program, Console& console);
void addInspectCommand(CLI::App& program, Console& console);
void addTraceCommand(CLI::App& program, Console& console);
void addCostCommand(CLI::App& program, Console& console);
void addTrainCommand(CLI::App& program, Console& console);
void addEvalCommand(CLI::App& program, Console& console);

/// What the program does without arguments: translates each line typed and shows how sure it was.
void runInteractively(Console& console);

}  // namespace vitrine::cli
