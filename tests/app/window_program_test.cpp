// The program with the window, as it starts from a shell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/process.h"
#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;
using testing::ProcessResult;

/// Without any screen, and without the settings of the person who runs this.
ProcessResult run(const std::vector<std::string>& arguments) {
    const testing::TemporaryFolder home;
    return testing::runProcess(VITRINE_WINDOW, arguments, "",
                               {{"DISPLAY", ""},
                                {"WAYLAND_DISPLAY", ""},
                                {"QT_QPA_PLATFORM", ""},
                                {"HOME", home.path()},
                                {"XDG_CONFIG_HOME", home.path()}});
}

TEST(WindowProgram, WithoutAScreenSaysSoInOneSentence) {
    const ProcessResult result = run({});
    EXPECT_EQ(result.code, 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr("no screen"));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(WindowProgram, HelpAndVersionNeedNoScreen) {
    const ProcessResult help = run({"--help"});
    EXPECT_EQ(help.code, 0) << help.err;
    EXPECT_THAT(help.out, HasSubstr("--capture"));
    EXPECT_EQ(help.err, "");
    EXPECT_EQ(run({"--help-all"}).out, help.out);
    EXPECT_EQ(run({"-h"}).out, help.out);
    const ProcessResult version = run({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_THAT(version.out, HasSubstr("vitrine "));
    EXPECT_EQ(version.err, "");
}

TEST(WindowProgram, WrongArgumentsAreCodeTwo) {
    const ProcessResult result = run({"--capture", "picture.jpg"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("picture.jpg"));
}

TEST(WindowProgram, WrongArgumentsAreSaidWithoutAScreenToo) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"--no-such-option"}, {"--size", "big"}, {"one.json", "two.json"}}) {
        const ProcessResult result = run(arguments);
        EXPECT_EQ(result.code, 2) << arguments.front();
        EXPECT_EQ(result.err.find("no screen"), std::string::npos) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    EXPECT_THAT(run({"--no-such-option"}).err, HasSubstr("no-such-option"));
}

TEST(WindowProgram, OptionsOfQtAreLeftToIt) {
    const testing::TemporaryFolder folder;
    testing::saveTinyModel(folder.path() / "tiny");
    const std::string picture = (folder.path() / "a.png").string();
    const ProcessResult result = run({"-platform", "minimal", "--style=fusion", "-reverse", "--models",
                                      folder.path(), "--capture", picture});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(picture));
    EXPECT_THAT(run({"-platform", "nowhere"}).err, HasSubstr("no screen"));
}

TEST(WindowProgram, ACaptureIsQuiet) {
    const testing::TemporaryFolder folder;
    testing::saveTinyModel(folder.path() / "tiny");
    const std::string picture = (folder.path() / "a.png").string();
    const ProcessResult result = run({"--models", folder.path(), "--capture", picture});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(std::filesystem::exists(picture));
}

}  // namespace
}  // namespace vitrine
