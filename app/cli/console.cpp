#include "app/cli/console.h"

#include <CLI/CLI.hpp>
#include <istream>
#include <ostream>

#include "engine/session/assets.h"

namespace vitrine::cli {

void flush(Console& console) {
    console.out.flush();
    require(console.out.good(), "output",
            "the result could not be written to standard output; is the disk full or the reader gone?");
}

void warn(Console& console, const std::string& sentence) {
    console.err << "vitrine-cli: warning: " << sentence << '\n';
}

bool readLine(Console& console, std::string& line) {
    if (!std::getline(console.in, line)) return false;
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
