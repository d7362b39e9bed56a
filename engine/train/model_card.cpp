#include "engine/train/model_card.h"

#include <filesystem>

#include "engine/core/error.h"
#include "engine/core/text_format.h"

namespace vitrine {
namespace {

std::string fileName(const std::string& path) {
    return std::filesystem::path(path).filename().string();
}

std::string dataSentence(const CardFacts& facts) {
    const DataConfig& data = facts.config.data;
    const std::string grammar = "the synchronous grammar of assets/grammar, made on the fly";
    if (!data.files()) return concat("Sentence pairs of ", grammar, ".");
    const std::string file =
        data.tsv.empty() ? fileName(data.source) + " and " + fileName(data.target) : fileName(data.tsv);
    std::string text = concat(facts.trainingPairs, " sentence pairs of ", file,
                              ", split by connected components of "
                              "normalised sentences, ",
                              data.validPairs, " for validation and ", data.testPairs, " for the test");
    if (data.grammar)
        text +=
            concat("; ", formatFixed(100 * data.grammarShare, 0), " % of the pairs seen come from ", grammar);
    return text + '.';
}

std::string limitsSentence(const CardFacts& facts, const ModelScores& test) {
    if (!facts.config.data.files())
        return "The model knows the words and patterns of the grammar and nothing else: other words are "
               "unknown to "
               "it, and it guesses.";
    return concat(
        "The model has seen ", facts.trainingPairs,
        " pairs, short everyday sentences of few subjects, and guesses beyond them; ", test.unknownSources,
        " of ", test.sentences,
        " test sentences have pieces that it never saw. Each test sentence has one reference, though "
        "many translations would be right, which keeps BLEU and above all exact match low. The "
        "translations are greedy: no search, no second thought.");
}

}  // namespace

std::map<std::string, std::string> modelCard(const CardFacts& facts, const ModelScores& test) {
    TrainConfig config = facts.config;
    for (std::string* path : {&config.data.tsv, &config.data.source, &config.data.target})
        *path = fileName(*path);
    std::map<std::string, std::string> card = scoreEntries(test, "test.");
    card["name"] = config.name;
    card["task"] = "Chinese to English translation";
    card["data"] = dataSentence(facts);
    if (!config.data.attribution.empty()) card["attribution"] = config.data.attribution;
    card["limits"] = limitsSentence(facts, test);
    card["command"] = facts.command;
    card["config"] = trainConfigToJson(config);
    card["steps"] = std::to_string(facts.steps);
    card["threads"] = std::to_string(facts.threads);
    card["parameters"] = std::to_string(facts.parameters);
    return card;
}

std::string cardPage(const std::map<std::string, std::string>& card) {
    const auto entry = [&](const char* key) {
        const auto found = card.find(key);
        return found == card.end() ? std::string() : found->second;
    };
    std::string page = concat("# ", entry("name"), "\n\n", entry("task"), ", a Transformer of ",
                              entry("parameters"), " parameters.\n\n**Data.** ", entry("data"), "\n\n");
    if (card.count("attribution") != 0) page += concat("**Attribution.** ", entry("attribution"), "\n\n");
    page += concat("**Limits.** ", entry("limits"), "\n\n");
    page +=
        concat("**Rebuilt by** `", entry("command"), "` (", entry("steps"), " steps on ", entry("threads"),
               " threads; the same thread count and kind of processor give the same bits).\n\n");
    page +=
        "## Scores on the held-out test part\n\nGreedy translations; perplexity and token accuracy with the "
        "reference given.\n\n| score | value |\n|---|---|\n";
    for (const auto& [key, value] : card) {
        if (key.rfind("test.", 0) == 0 && key.find("alignment") == std::string::npos)
            page += concat("| ", key.substr(5), " | ", value, " |\n");
    }
    std::string heads;
    for (const auto& [key, value] : card)
        if (key.rfind("test.alignment_error.", 0) == 0)
            heads += concat("| ", key.substr(21), " | ", value, " |\n");
    if (!heads.empty())
        page += concat(
            "\n## Alignment error rate of the cross-attention heads\n\nEach target word is linked to "
            "the source word with the largest attention and compared with the grammar's links (all of "
            "them sure and possible): AER = 1 - 2 |A and G| / (|A| + |G|). *Predicting* takes the "
            "decoder position that predicts the word, *reading* the one that reads it.\n\n"
            "| head | error rate |\n|---|---|\n",
            heads);
    return page;
}

}  // namespace vitrine
