#include "app/cli/decoding_options.h"

#include <CLI/CLI.hpp>
#include <charconv>

#include "app/cli/console.h"

namespace vitrine::cli {
namespace {

// The ranges of CLI11 take a number that is too large for the largest one.
std::string complainOfSeed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc() && end == text.data() + text.size()) return {};
    return text + " is not a whole number from 0 to 18446744073709551615";
}

}  // namespace

void DecodingOptions::addTo(CLI::App& command) {
    m_command = &command;
    const char* group = "Choosing words";
    command
        .add_option("--strategy", m_strategy,
                    "greedy: always the most probable token; sample: draw one (chosen by any option below)")
        ->check(CLI::IsMember({"greedy", "sample"}))
        ->group(group);
    command
        .add_option("--temperature", m_decoding.temperature, "0.05 (cautious) to 5 (wild); 1 changes nothing")
        ->group(group);
    command.add_option("--top-k", m_decoding.topK, "Draw among the K most probable tokens; 0: among all")
        ->group(group);
    command
        .add_option("--top-p", m_decoding.topP, "Draw among the fewest tokens that hold this share, up to 1")
        ->group(group);
    command
        .add_option("--min-p", m_decoding.minP,
                    "Draw among tokens at least this probable relative to the best one, 0 to below 1")
        ->group(group);
    command.add_option("--seed", m_decoding.seed, "The same seed draws the same words")
        ->check(CLI::Validator(complainOfSeed, ""))
        ->group(group);
    command.add_option("--max-tokens", m_decoding.maxTokens, "Stop after so many tokens (default 100)")
        ->group(group);
}

Decoding DecodingOptions::read() const {
    Decoding decoding = m_decoding;
    bool drawing = false;
    for (const char* name : {"--temperature", "--top-k", "--top-p", "--min-p", "--seed"})
        drawing = drawing || m_command->count(name) > 0;
    if (m_strategy == "greedy" && drawing)
        throw UsageError(
            "--strategy greedy draws nothing, so --temperature, --top-k, --top-p, --min-p and --seed have no "
            "use; leave them out or say --strategy sample");
    decoding.strategy = m_strategy == "sample" || drawing ? Strategy::Sample : Strategy::Greedy;
    try {
        validate(decoding);
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
    return decoding;
}

}  // namespace vitrine::cli
