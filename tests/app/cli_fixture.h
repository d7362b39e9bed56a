#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/loaded_model.h"
#include "engine/session/translate.h"
#include "tests/support/process.h"
#include "tests/support/tiny_model.h"

namespace vitrine {

/// An assets folder with one model, which vitrine-cli is told about.
class Cli : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        s_assets = std::make_unique<testing::TemporaryFolder>();
        testing::saveTinyModel(s_assets->path() / "models" / "tiny", 3);
        s_model = loadModel(s_assets->path() / "models" / "tiny");
    }
    static void TearDownTestSuite() {
        s_model.reset();
        s_assets.reset();
    }
    static testing::ProcessResult run(const std::vector<std::string>& arguments,
                                      const std::string& input = "") {
        return testing::runProcess(VITRINE_CLI, arguments, input, {{"VITRINE_ASSETS", s_assets->path()}});
    }
    static std::string expected(const std::string& source, const Decoding& decoding = {}) {
        return translate(*s_model, source, decoding).text + '\n';
    }
    /// One line on standard error, nothing on standard output.
    static void expectFailure(const testing::ProcessResult& result, int code, const std::string& words) {
        EXPECT_EQ(result.code, code) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err,
                    ::testing::AllOf(::testing::StartsWith("vitrine-cli: "), ::testing::HasSubstr(words)));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    static std::filesystem::path model() { return s_assets->path() / "models" / "tiny"; }
    static inline std::unique_ptr<testing::TemporaryFolder> s_assets;
    static inline std::shared_ptr<const LoadedModel> s_model;
};

}  // namespace vitrine
