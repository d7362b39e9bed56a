#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/option_values.h"
#include "engine/core/threading.h"

namespace vitrine::cli {
namespace {

constexpr const char* kDescription =
    "Vitrine, a glass case with a working Transformer in it: translate, train, look inside.\n"
    "Without arguments it translates what you type.";

constexpr const char* kFooter = R"(Start here:
  vitrine-cli translate "我爱机器翻译"
  vitrine-cli COMMAND --help     what a command does, with examples
Exit codes: 0 fine, 1 the work failed, 2 wrong arguments.)";

enum ExitCode { kFine = 0, kFailed = 1, kWrongArguments = 2 };

ExitCode complain(Console& console, const std::string& sentence, ExitCode code) {
    complain(console, sentence);
    return code;
}

void parseOrHelp(CLI::App& program, Console& console, int argc, char** argv) {
    try {
        refuseEmptyAssignments(argc, argv);
        program.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        program.exit(asked, console.out, console.err);
        flush(console);
    }
}

ExitCode parse(CLI::App& program, Console& console, int argc, char** argv) {
    try {
        parseOrHelp(program, console, argc, argv);
        return kFine;
    } catch (const CLI::ParseError& error) {
        return complain(console, std::string(error.what()) + "; --help shows what is expected",
                        kWrongArguments);
    } catch (const UsageError& error) {
        return complain(console, error.what(), kWrongArguments);
    } catch (const AlreadySaid&) {
        return kFailed;
    } catch (const std::bad_alloc&) {
        return complain(console, "the machine has not enough memory for this", kFailed);
    } catch (const std::exception& error) {
        return complain(console, error.what(), kFailed);
    }
}

ExitCode run(int argc, char** argv) {
    Console console{std::cin, std::cout, std::cerr};
    CLI::App program(kDescription, "vitrine-cli");
    program.footer(kFooter);
    program.fallthrough();  // --threads may stand after the command, too
    program.set_version_flag("--version", std::string("vitrine-cli ") + VITRINE_VERSION);
    int threads = 0;
    program.add_option("--threads", threads, "Threads to compute with; 0: one for each core")
        ->check(CLI::Range(0, 1024));
    program.parse_complete_callback([&] { setThreadCount(threads); });
    program.require_subcommand(0, 1);
    addTranslateCommand(program, console);
    addInspectCommand(program, console);
    addTraceCommand(program, console);
    addCostCommand(program, console);
    addTrainCommand(program, console);
    addEvalCommand(program, console);
    checkOptionValues(program);
    program.final_callback([&] {
        if (program.get_subcommands().empty()) runInteractively(console);
    });
    return parse(program, console, argc, argv);
}

}  // namespace
}  // namespace vitrine::cli

int main(int argc, char** argv) {
    vitrine::usePatientThreads(argv);
    std::ios::sync_with_stdio(false);  // whole blocks of standard input, and its errors are seen
    std::signal(SIGPIPE, SIG_IGN);     // a reader that left is an error message, not a silent death
    return vitrine::cli::run(argc, argv);
}
