#pragma once

namespace CLI {
class App;
}

namespace vitrine::cli {

/// Lets every option of the program and its commands refuse an empty value, and every number that is not
/// written in decimal (the parser alone reads "" as 0, 0x10 as 16 and 010 as 8). Call it after all options
/// are declared. An empty sentence is no empty value: it is for the engine to judge.
void checkOptionValues(CLI::App& program);

/// Throws UsageError for "--name=", whose value the parser would take from the next argument.
void refuseEmptyAssignments(int argc, const char* const* argv);

}  // namespace vitrine::cli
