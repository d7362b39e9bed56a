#include "app/cli/option_values.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>

#include "app/cli/console.h"
#include "engine/core/printable.h"

namespace vitrine::cli {
namespace {

std::string complaint(const std::string& expected, const std::string& came) {
    if (came.empty()) return "expected " + expected + ", but the value is empty; give one or leave it out";
    return "expected " + expected + ", but '" + printable(came, 60) + "' came";
}

template <class Number>
std::errc readWhole(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return end == text.data() + text.size() ? error : std::errc::invalid_argument;
}

template <class Integer>
std::string checkInteger(std::string& text) {
    Integer number{};
    const std::errc error = readWhole(text, number);
    std::string expected = std::is_signed_v<Integer> ? "a whole number" : "a whole number from 0";
    if (error == std::errc::result_out_of_range)
        expected += " of at most " + std::to_string(std::numeric_limits<Integer>::max());
    if (error != std::errc()) return complaint(expected + " in decimal digits", text);
    text = std::to_string(number);  // without the leading zeros that would make it octal
    return {};
}

std::string checkReal(std::string& text) {
    double number = 0;
    const bool fine = readWhole(text, number) == std::errc() && std::isfinite(number);
    return fine ? std::string() : complaint("a decimal number", text);
}

void checkValuesOf(CLI::Option& option) {
    const std::string type = option.get_type_name();
    const auto is = [&](std::string_view name) { return type.rfind(name, 0) == 0; };
    if (option.get_items_expected_max() == 0 || (option.get_positional() && is("TEXT"))) return;
    // As a transformation it comes before the checks the option has already.
    if (is("UINT"))
        option.transform(CLI::Validator(checkInteger<std::uint64_t>, ""));
    else if (is("INT"))
        option.transform(CLI::Validator(checkInteger<std::int64_t>, ""));
    else if (is("FLOAT"))
        option.transform(CLI::Validator(checkReal, ""));
    else
        option.transform(CLI::Validator(
            [kind = type.substr(0, type.find(':'))](std::string& text) {
                return text.empty() ? complaint("a value (" + kind + ")", text) : std::string();
            },
            ""));
}

}  // namespace

void refuseEmptyAssignments(int argc, const char* const* argv) {
    for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
        const std::string_view argument = argv[i];
        if (argument.rfind("--", 0) == 0 && argument.find('=') == argument.size() - 1)
            throw UsageError(std::string(argument) +
                             " has no value; give one behind the '=' or leave it out");
    }
}

void checkOptionValues(CLI::App& program) {
    for (CLI::Option* option : program.get_options()) checkValuesOf(*option);
    for (CLI::App* command : program.get_subcommands(std::function<bool(CLI::App*)>()))
        checkOptionValues(*command);
}

}  // namespace vitrine::cli
