#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/io/checkpoint.h"
#include "tests/app/cli_fixture.h"

namespace vitrine {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::ProcessResult;
using ::testing::StartsWith;
namespace fs = std::filesystem;

TEST_F(Cli, WrongArgumentsExitWithTwo) {
    expectFailure(run({"translate", "--temperature", "9", "狗"}), 2, "temperature");
    expectFailure(run({"translate", "--temperature", "hot", "狗"}), 2, "temperature");
    expectFailure(run({"translate", "--top-p", "0", "狗"}), 2, "top-p");
    expectFailure(run({"translate", "--seed", "-1", "狗"}), 2,
                  "--seed: expected a whole number from 0 in decimal digits, but '-1' came");
    expectFailure(run({"translate", "--seed", "99999999999999999999", "狗"}), 2, "seed");
    expectFailure(run({"translate", "--strategy", "guess", "狗"}), 2, "strategy");
    expectFailure(run({"translate", "--strategy", "greedy", "--top-k", "3", "狗"}), 2, "greedy");
    expectFailure(run({"translate", "--unheard-of", "狗"}), 2, "--unheard-of");
    expectFailure(run({"sing"}), 2, "sing");
    expectFailure(run({"eval", "--tsv", "a", "--source", "b", "--target", "c"}), 2,
                  "--tsv excludes --source");
    expectFailure(run({"trace", "--out", "x", "狗"}), 2, "--site");
    expectFailure(run({"trace", "--site", "output.logits", "狗"}), 2, "--out");
    expectFailure(run({"trace", "--site", "encoder.9.ffn.norm", "--out", "x", "狗"}), 2,
                  "encoder.9.ffn.norm");
    expectFailure(run({"cost", "--preset", "huge"}), 2, "huge");
    expectFailure(run({"cost", "--preset", "d64", "--model", "tiny"}), 2, "--model");
    expectFailure(run({"cost", "--source", "0"}), 2, "--source");
    expectFailure(run({"--threads", "-3", "translate", "狗"}), 2, "--threads");
}

TEST_F(Cli, AnEmptyValueIsNoValue) {
    const std::vector<std::vector<std::string>> lines = {{"train", "--out", "zz", "--config", ""},
                                                         {"train", "--out", "zz", "--tsv", ""},
                                                         {"train", "--out", "zz", "--preset", ""},
                                                         {"train", "--out", "zz", "--attribution", ""},
                                                         {"train", "--out", ""},
                                                         {"train", "--out", "zz", "--steps", ""},
                                                         {"translate", "狗", "-m", ""},
                                                         {"translate", "狗", "--top-k", ""},
                                                         {"translate", "狗", "--temperature", ""},
                                                         {"translate", "狗", "--max-tokens", ""},
                                                         {"translate", "狗", "--seed", ""},
                                                         {"translate", "狗", "--strategy", ""},
                                                         {"translate", "狗", "--threads", ""},
                                                         {"inspect", ""},
                                                         {"cost", "--preset", ""},
                                                         {"cost", "--source", ""},
                                                         {"eval", "--part", ""},
                                                         {"eval", "--tsv", ""},
                                                         {"trace", "狗", "--out", "zz", "--site", ""},
                                                         {"trace", "狗", "--out", "", "--site", "*"}};
    for (const auto& line : lines) expectFailure(run(line), 2, "the value is empty");
    expectFailure(run({"translate", "--model=", "狗"}), 2, "--model= has no value");
    expectFailure(run({"train", "--out", "zz", "--config=", "--no-grammar"}), 2, "--config= has no value");
    EXPECT_FALSE(fs::exists("zz"));
}

TEST_F(Cli, NumbersAreDecimal) {
    for (const char* option : {"--seed", "--max-tokens", "--top-k", "--temperature", "--threads"})
        for (const char* number : {"0x10", "1e", "0b1", "3 ", "nan", "十"})
            expectFailure(run({"translate", "狗", option, number}), 2, "expected a");
    expectFailure(run({"translate", "狗", "--max-tokens", "99999999999999999999"}), 2,
                  "at most 9223372036854775807");
    Decoding d;
    d.maxTokens = 10;
    EXPECT_EQ(run({"translate", "狗", "--max-tokens", "010"}).out, expected("狗", d)) << "not octal";
}

TEST_F(Cli, ArgumentsWithoutUseAreRefused) {
    expectFailure(run({"inspect", "--list", "nope"}), 2, "excludes");
    expectFailure(run({"inspect", "--list", "--sites"}), 2, "excludes");
    const ProcessResult negative = run({"trace", "狗", "--site", "*", "--out", "zz", "--steps", "-1"});
    expectFailure(negative, 2, "--steps");
    EXPECT_LT(negative.err.size(), 150u) << negative.err;
}

TEST_F(Cli, ForeignTextReachesNoTerminalRaw) {
    const auto expectClean = [](const ProcessResult& result) {
        for (const std::string& text : {result.out, result.err})
            for (const unsigned char c : text)
                ASSERT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7F) || (c >= 0x80 && c != 0xFF))
                    << int(c) << text;
    };
    expectClean(run({"translate", "\x1b[31mX"}));
    expectClean(run({"translate", "-m", "x\xff\x1b", "狗"}));
    expectClean(run({"sing\x1b[2J"}));
    expectClean(run({"trace", "狗", "--site", "\x1b\xff", "--out", "zz"}));
    expectClean(run({}, ":model \x1b\n:\x1b\n\x1b\xff\n"));
    EXPECT_LT(run({"translate", "-m", std::string(50'000, 'm'), "狗"}).err.size(), 1000u);

    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "bad\x1b\xff";
    testing::saveTinyModel(folder);
    Checkpoint checkpoint = loadCheckpoint(folder);
    checkpoint.card["zz\x1b"] = std::string("red\x1b[31m\0end\nname: false", 24);
    saveCheckpoint(folder, checkpoint);
    const ProcessResult shown = run({"inspect", folder});
    EXPECT_EQ(shown.code, 0) << shown.err;
    expectClean(shown);
    EXPECT_THAT(shown.out, HasSubstr("  zz\\x1b: red\\x1b[31m\\x00end\n      name: false\n"));
    EXPECT_EQ(json::parse(run({"inspect", "--json", folder}).out).at("card").at("zz\x1b"),
              checkpoint.card["zz\x1b"]);
    for (const char* text : {"{\"a\": \x1b[31m}", "{\"a\xff\": 1}", "{\"name\": \"\x1b\xff\"}"}) {
        std::ofstream(folder / "contract.json") << text;
        const ProcessResult result = run({"inspect", folder});
        EXPECT_EQ(result.code, 1);
        expectClean(result);
        EXPECT_THAT(result.err, ::testing::Not(HasSubstr("last read")));
    }
}

TEST_F(Cli, ADotIsTheFolderOneIsIn) {
    const auto from = [](const fs::path& folder, const std::string& arguments) {
        return testing::runProcess("/bin/sh",
                                   {"-c", "cd '" + folder.string() + "' && " + VITRINE_CLI + " " + arguments},
                                   "", {{"VITRINE_ASSETS", s_assets->path()}});
    };
    expectFailure(from(s_assets->path(), "translate -m . 狗"), 1, "[checkpoint] . is not a model folder");
    expectFailure(from(model(), "translate -m .. 狗"), 1, "[checkpoint] .. is not a model folder");
    EXPECT_EQ(from(model(), "translate -m . 狗").out, expected("狗"));
    EXPECT_THAT(from(model(), "inspect .").out, StartsWith("tiny in .\n"));
}

TEST_F(Cli, HelpTeachesWithExamples) {
    const ProcessResult help = run({"--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("vitrine-cli translate"), HasSubstr("inspect"), HasSubstr("trace"),
                                HasSubstr("cost"), HasSubstr("Exit codes")));
    for (const char* command : {"translate", "inspect", "trace", "cost"}) {
        const ProcessResult one = run({command, "--help"});
        EXPECT_EQ(one.code, 0);
        EXPECT_EQ(one.err, "");
        EXPECT_THAT(one.out, HasSubstr(std::string("vitrine-cli ") + command));
    }
}

}  // namespace
}  // namespace vitrine
