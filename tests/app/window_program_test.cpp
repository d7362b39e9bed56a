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
    EXPECT_THAT(run({"--version"}).out, HasSubstr("vitrine "));
}

TEST(WindowProgram, WrongArgumentsAreCodeTwo) {
    const ProcessResult result = run({"--capture", "picture.jpg"});
    EXPECT_EQ(result.code, 2);
    EXPECT_THAT(result.err, HasSubstr("picture.jpg"));
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
