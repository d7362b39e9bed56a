#include "engine/session/loaded_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "engine/io/checkpoint.h"
#include "engine/text/learn.h"
#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

void expectError(const fs::path& folder, const std::string& words) {
    try {
        loadModel(folder);
        ADD_FAILURE() << "loaded, expected: " << words;
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr(words));
        EXPECT_THAT(error.what(), ::testing::Not(HasSubstr("\n")));
    }
}

TEST(LoadModel, ReadsAFolder) {
    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "tiny";
    testing::saveTinyModel(folder);
    const auto model = loadModel(folder);
    EXPECT_EQ(model->name, "tiny");
    EXPECT_EQ(model->folder, folder);
    EXPECT_EQ(model->card.at("data"), "none: the weights are random");
    EXPECT_EQ(model->target.size(), model->contract().targetVocabulary);
    EXPECT_EQ(loadModel(root.path() / "tiny" / "")->name, "tiny");
}

TEST(LoadModel, MissingAndDamagedFoldersAreOneSentence) {
    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "tiny";
    expectError(folder, "tiny");
    testing::saveTinyModel(folder);
    const auto size = fs::file_size(folder / "model.safetensors");
    fs::resize_file(folder / "model.safetensors", size - 2);
    expectError(folder, "model.safetensors");
    fs::remove(folder / "model.safetensors");
    expectError(folder, "model.safetensors");
    testing::saveTinyModel(folder);
    std::ofstream(folder / "contract.json") << "{";
    expectError(folder, "contract");
    EXPECT_THROW(loadModel(folder, "abacus"), Error);
}

/// Files that are fine one by one but do not belong together.
TEST(LoadModel, FilesThatDoNotBelongTogetherAreRefused) {
    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "tiny";
    testing::saveTinyModel(folder);
    const Checkpoint good = loadCheckpoint(folder);
    const auto save = [&](const auto& change) {
        Checkpoint bad = good;
        change(bad);
        saveCheckpoint(folder, bad);
    };
    save([](Checkpoint& c) { c.contract.width = 26; });
    expectError(folder, "numbers");
    save([](Checkpoint& c) { c.parameters[0].name = "something"; });
    expectError(folder, "something");
    std::size_t matrix = 0;
    while (good.parameters[matrix].name != "encoder.0.ffn.in.weight") ++matrix;  // (40, 24)
    save([&](Checkpoint& c) {
        const Tensor& weight = c.parameters[matrix].tensor;
        c.parameters[matrix].tensor = weight.reshaped({weight.shape()[1], weight.shape()[0]});
    });
    expectError(folder, good.parameters[matrix].name);
    save([](Checkpoint& c) {
        c.targetTokenizer = learnWords(std::vector<std::string>{"one two three"}).toJson();
    });
    expectError(folder, "target tokenizer");
    save([](Checkpoint&) {});
    loadModel(folder);
}

TEST(LoadModel, ListsFoldersThatHoldAContract) {
    testing::TemporaryFolder root;
    EXPECT_TRUE(listModels(root.path() / "nowhere").empty());
    testing::saveTinyModel(root.path() / "b");
    testing::saveTinyModel(root.path() / "a");
    fs::create_directory(root.path() / "c");
    EXPECT_EQ(listModels(root.path()), (std::vector<fs::path>{root.path() / "a", root.path() / "b"}));
}

}  // namespace
}  // namespace vitrine
