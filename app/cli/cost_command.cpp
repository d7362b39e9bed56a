#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/commands.h"
#include "app/cli/table.h"
#include "engine/core/text_format.h"
#include "engine/cost/cache_bytes.h"
#include "engine/cost/parameters.h"
#include "engine/cost/work.h"
#include "engine/session/loaded_model.h"

namespace vitrine::cli {
namespace {

struct CostOptions {
    std::string model, preset;
    std::int64_t vocabulary = 8000, source = 20, target = 20;
    bool json = false;
};

constexpr const char* kFooter =
    R"(Counted by the usual convention: a multiplication and an addition are one operation each,
a product (a x b)(b x c) is 2abc, look-ups, norms and softmax are free. "Executed" leaves out
the query-key cells that the causal mask hides.
Examples:
  vitrine-cli cost -m classroom-zh-en --source 12 --target 15
  vitrine-cli cost --preset d256 --vocabulary 8000 --target 100)";

struct Row {
    const char* what;
    Flops without, with;
};

std::vector<Row> rowsOf(const DecoderWork& a, const DecoderWork& b) {
    return {{"self-attention projections", a.selfProjections, b.selfProjections},
            {"self-attention scores and sums", a.selfInteraction, b.selfInteraction},
            {"cross-attention query, output", a.crossProjections, b.crossProjections},
            {"cross-attention keys, values", a.crossMemory, b.crossMemory},
            {"cross-attention scores and sums", a.crossInteraction, b.crossInteraction},
            {"feed-forward", a.feedForward, b.feedForward},
            {"scores of the vocabulary", a.head, b.head},
            {"all", a.total(), b.total()}};
}

std::string ratio(std::int64_t a, std::int64_t b) {
    return b == 0 ? "-" : formatFixed(static_cast<double>(a) / static_cast<double>(b), 2);
}

void print(const Contract& contract, const CostOptions& options, std::ostream& out) {
    const std::int64_t parameters = parameterCount(contract);
    out << grouped(parameters) << " parameters, " << formatBytes(4.0 * static_cast<double>(parameters))
        << " as 32-bit and " << formatBytes(2.0 * static_cast<double>(parameters))
        << " as 16-bit numbers\n\n";
    const std::int64_t each = cacheBytesPerToken(contract, 4);
    out << "Keys and values: " << formatBytes(static_cast<double>(each)) << " a token; "
        << formatBytes(static_cast<double>(each * options.target)) << " for " << options.target
        << " target tokens and " << formatBytes(static_cast<double>(each * options.source)) << " for "
        << options.source << " source tokens\n\n";
    const EncoderWork encoder = encoderWork(contract, options.source);
    out << "Reading " << options.source << " tokens once (operations)\n";
    Table reading({"", "operations"});
    reading.add({"projections", grouped(encoder.projections.convention)});
    reading.add({"scores and sums", grouped(encoder.interaction.convention)});
    reading.add({"feed-forward", grouped(encoder.feedForward.convention)});
    reading.add({"all", grouped(encoder.total().convention)});
    reading.print(out);
    out << "\nWriting " << options.target << " tokens one at a time (operations)\n";
    Table writing({"", "no cache", "executed", "cache", "executed", "ratio", "executed"});
    for (const Row& row : rowsOf(uncachedDecoding(contract, options.target, options.source),
                                 cachedDecoding(contract, options.target, options.source)))
        writing.add({row.what, grouped(row.without.convention), grouped(row.without.executed),
                     grouped(row.with.convention), grouped(row.with.executed),
                     ratio(row.without.convention, row.with.convention),
                     ratio(row.without.executed, row.with.executed)});
    writing.print(out);
}

nlohmann::ordered_json describe(const Flops& flops) {
    return {{"convention", flops.convention}, {"executed", flops.executed}};
}

nlohmann::ordered_json describe(const Contract& contract, const CostOptions& options) {
    nlohmann::ordered_json json = {{"source", options.source}, {"target", options.target}};
    json["parameters"] = parameterCount(contract);
    for (const ParameterShare& share : parametersByPart(contract))
        json["parametersByPart"][share.part] = share.count;
    json["cacheBytesPerToken"] = cacheBytesPerToken(contract, 4);
    json["encoder"] = describe(encoderWork(contract, options.source).total());
    for (const Row& row : rowsOf(uncachedDecoding(contract, options.target, options.source),
                                 cachedDecoding(contract, options.target, options.source)))
        json["decoding"].push_back(
            {{"what", row.what}, {"withoutCache", describe(row.without)}, {"withCache", describe(row.with)}});
    return json;
}

Contract chooseContract(const CostOptions& options) {
    if (options.preset.empty()) return loadModel(chosenModel(options.model))->contract();
    try {
        return presetContract(options.preset, options.vocabulary, options.vocabulary);
    } catch (const Error& error) {
        throw UsageError(error.what());
    }
}

void run(const CostOptions& options, Console& console) {
    const Contract contract = chooseContract(options);
    if (options.json)
        console.out << describe(contract, options).dump(2) << '\n';
    else
        print(contract, options, console.out);
    flush(console);
}

}  // namespace

void addCostCommand(CLI::App& program, Console& console) {
    auto options = std::make_shared<CostOptions>();
    CLI::App* command = program.add_subcommand(
        "cost", "Counts parameters, operations and bytes, with and without a key/value cache");
    command->footer(kFooter);
    addModelOption(*command, options->model);
    command->add_option("--preset", options->preset, "A named set of sizes instead of a model")
        ->type_name("NAME")
        ->excludes("--model");
    command->add_option("--vocabulary", options->vocabulary, "Tokens of either side, with --preset")
        ->needs("--preset")
        ->check(CLI::Range(std::int64_t{4}, std::int64_t{1'000'000}));
    const CLI::Range lengths(std::int64_t{1}, std::int64_t{100'000});
    command->add_option("--source", options->source, "Tokens read (default 20)")->check(lengths);
    command->add_option("--target", options->target, "Tokens written (default 20)")->check(lengths);
    command->add_flag("--json", options->json, "Everything as one JSON object");
    command->callback([options, &console] { run(*options, console); });
}

}  // namespace vitrine::cli
