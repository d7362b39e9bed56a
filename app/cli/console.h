#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "engine/core/error.h"

namespace CLI {
class App;
}

namespace vitrine::cli {

/// What a command is called wrongly with: exit code 2. Every other failure is an Error: exit code 1.
class UsageError : public Error {
public:
    using Error::Error;
};

/// Thrown when every complaint was written already: exit code 1.
struct AlreadySaid {};

/// Where a command reads and writes: results to `out`, warnings to `err`.
struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
};

/// Pushes out what was written. Throws Error when it did not arrive (a full disk, a closed pipe).
void flush(Console& console);
/// "vitrine-cli: ..." on the error stream, as printable() shows it.
void complain(Console& console, const std::string& sentence);
/// "vitrine-cli: warning: ..." on the error stream.
void warn(Console& console, const std::string& sentence);
/// One line of standard input without its end (\n or \r\n); false at the end. Of a line longer than
/// kMaxTextBytes a little more than that is given, enough to be refused, and the next call passes over the
/// rest. Throws Error when standard input cannot be read (a folder, a closed stream).
bool readLine(Console& console, std::string& line);

/// The model named by --model, or the default one when the name is empty.
std::filesystem::path chosenModel(const std::string& nameOrFolder);
/// Adds --model; every command that needs a model words it alike.
void addModelOption(CLI::App& command, std::string& nameOrFolder);

}  // namespace vitrine::cli
