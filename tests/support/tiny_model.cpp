#include "tests/support/tiny_model.h"

#include <unistd.h>

#include <atomic>

#include "engine/io/checkpoint.h"
#include "engine/model/transformer.h"
#include "engine/text/learn.h"

namespace vitrine::testing {

TemporaryFolder::TemporaryFolder() {
    static std::atomic<int> count{0};
    m_path = std::filesystem::temp_directory_path() /
             ("vitrine-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(m_path);
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

const std::vector<std::string>& tinySource() {
    static const std::vector<std::string> lines = {"我爱机器翻译",   "狗咬人",         "人咬狗",
                                                   "我喜欢机器学习", "他们在学校学习", "猫在桌子上"};
    return lines;
}

const std::vector<std::string>& tinyTarget() {
    static const std::vector<std::string> lines = {
        "I love machine translation.", "A dog bites a man.",           "A man bites a dog.",
        "I like machine learning.",    "They are learning at school.", "The cat is on the table."};
    return lines;
}

Contract tinyContract(std::int64_t sourceVocabulary, std::int64_t targetVocabulary) {
    Contract contract;
    contract.name = "tiny";
    contract.sourceVocabulary = sourceVocabulary;
    contract.targetVocabulary = targetVocabulary;
    contract.width = 24;
    contract.encoder = {{2, 8, 12, 40}, {4, 6, 5, 32}};
    contract.decoder = {{3, 8, 8, 48}, {2, 10, 12, 24}};
    contract.maxPositions = 40;
    return contract;
}

void saveTinyModel(const std::filesystem::path& folder, std::uint64_t seed, std::size_t decoderLayers) {
    const Tokenizer source = learnWords(tinySource()), target = learnWords(tinyTarget());
    Contract contract = tinyContract(source.size(), target.size());
    contract.decoder.resize(decoderLayers, contract.decoder.back());
    Transformer model(contract);
    model.parameters().initialise(seed);
    Checkpoint checkpoint;
    checkpoint.contract = model.contract();
    for (std::int64_t i = 0; i < model.parameters().size(); ++i) {
        const ParameterId id(i);
        checkpoint.parameters.push_back({model.parameters().name(id), model.parameters().get(id).value});
    }
    checkpoint.sourceTokenizer = source.toJson();
    checkpoint.targetTokenizer = target.toJson();
    checkpoint.card["data"] = "none: the weights are random";
    saveCheckpoint(folder, checkpoint);
}

}  // namespace vitrine::testing
