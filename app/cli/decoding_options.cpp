#include "app/cli/decoding_options.h"

#include <CLI/CLI.hpp>

#include "app/cli/console.h"

namespace vitrine::cli {

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
    command.add_option("--seed", m_decoding.seed, "The same seed draws the same words")->group(group);
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
