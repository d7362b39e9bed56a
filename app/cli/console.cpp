#include "app/cli/console.h"

#include <CLI/CLI.hpp>
#include <istream>
#include <limits>
#include <ostream>

#include "engine/core/printable.h"
#include "engine/session/assets.h"
#include "engine/text/normalise.h"

namespace vitrine::cli {

void flush(Console& console) {
    console.out.flush();
    require(console.out.good(), "output",
            "the result could not be written to standard output; is the disk full or the reader gone?");
}

void complain(Console& console, const std::string& sentence) {
    console.err << "vitrine-cli: " << printable(sentence, 4000) << '\n';
}

void warn(Console& console, const std::string& sentence) {
    complain(console, "warning: " + sentence);
}

bool readLine(Console& console, std::string& line) {
    std::istream& in = console.in;
    if (in.fail() && !in.eof() && !in.bad()) {  // the line before did not fit
        in.clear();
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    line.resize(kMaxTextBytes + 3);  // one byte too many, "\r", and the end that getline() writes
    in.getline(line.data(), static_cast<std::streamsize>(line.size()));
    require(!in.bad(), "input",
            "standard input cannot be read, expected lines of text; give a file or a program's output");
    const bool ended = !in.eof() && !in.fail();  // with "\n", which is counted
    line.resize(static_cast<std::size_t>(in.gcount()) - (ended ? 1 : 0));
    if (in.eof() && line.empty()) return false;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
}

std::filesystem::path chosenModel(const std::string& nameOrFolder) {
    return nameOrFolder.empty() ? defaultModel() : findModel(nameOrFolder);
}

void addModelOption(CLI::App& command, std::string& nameOrFolder) {
    command.add_option("-m,--model", nameOrFolder, "A model's name or the path of its folder")
        ->type_name("NAME|DIR");
}

}  // namespace vitrine::cli
