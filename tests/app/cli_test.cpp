#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/cost/cache_bytes.h"
#include "engine/io/checkpoint.h"
#include "engine/session/analyse.h"
#include "engine/session/translate.h"
#include "tests/support/process.h"
#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::ProcessResult;
using ::testing::StartsWith;
namespace fs = std::filesystem;

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
    static ProcessResult run(const std::vector<std::string>& arguments, const std::string& input = "") {
        return testing::runProcess(VITRINE_CLI, arguments, input, {{"VITRINE_ASSETS", s_assets->path()}});
    }
    static std::string expected(const std::string& source, const Decoding& decoding = {}) {
        return translate(*s_model, source, decoding).text + '\n';
    }
    /// One line on standard error, nothing on standard output.
    static void expectFailure(const ProcessResult& result, int code, const std::string& words) {
        EXPECT_EQ(result.code, code) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_THAT(result.err, AllOf(StartsWith("vitrine-cli: "), HasSubstr(words)));
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
    static fs::path model() { return s_assets->path() / "models" / "tiny"; }
    static std::unique_ptr<testing::TemporaryFolder> s_assets;
    static std::shared_ptr<const LoadedModel> s_model;
};
std::unique_ptr<testing::TemporaryFolder> Cli::s_assets;
std::shared_ptr<const LoadedModel> Cli::s_model;

TEST_F(Cli, TranslatesArgumentsOnePerLineAndNothingElse) {
    const ProcessResult result = run({"translate", "我爱机器翻译", "狗咬人"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, expected("我爱机器翻译") + expected("狗咬人"));
    EXPECT_EQ(run({"translate", "--model", "tiny", "狗咬人"}).out, expected("狗咬人"));
    EXPECT_EQ(run({"translate", "-m", model(), "狗咬人"}).out, expected("狗咬人"));
    EXPECT_EQ(run({"translate", "--threads", "1", "狗咬人"}).out, expected("狗咬人"));
    EXPECT_EQ(run({"--threads", "1", "translate", "狗咬人"}).out, expected("狗咬人"));
}

TEST_F(Cli, TranslatesStandardInputLineByLine) {
    const ProcessResult result = run({"translate"}, "狗咬人\r\n\n我爱狗");
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, expected("狗咬人") + "\n" + expected("我爱狗"));
    EXPECT_EQ(run({"translate"}, "").out, "");
}

TEST_F(Cli, TranslatesSeveralSentencesOneByOneIntoOneLine) {
    const Translation first = translate(*s_model, "狗咬人。", {}),
                      second = translate(*s_model, "我爱火！", {});
    const std::string both = first.text + ' ' + second.text;
    const ProcessResult result = run({"translate", "狗咬人。我爱火！"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.out, both + '\n');
    EXPECT_NE(result.out, expected("狗咬人。我爱火！"));
    EXPECT_THAT(result.err, HasSubstr("never saw '火'"));
    const json data = json::parse(run({"translate", "--json"}, "狗咬人. 我爱火!\n").out);
    EXPECT_EQ(data.at("text"), both);
    EXPECT_EQ(data.at("source"), "狗咬人. 我爱火!");
    EXPECT_EQ(data.at("tokens").size(), first.steps.size() + second.steps.size());
    EXPECT_DOUBLE_EQ(data.at("logProbability").get<double>(), first.logProbability + second.logProbability);
    const std::string talk = run({}, "狗咬人。我爱火！\n:why\n").out;
    EXPECT_THAT(talk, AllOf(HasSubstr("  " + first.text + "\n"), HasSubstr("  " + second.text + "\n")));
}

TEST_F(Cli, DecodingOptionsReachTheDecoder) {
    Decoding d;
    d.strategy = Strategy::Sample;
    d.temperature = 2;
    d.topK = 20;
    d.topP = 0.9;
    d.minP = 0.01;
    d.seed = 42;
    d.maxTokens = 9;
    const ProcessResult result = run({"translate", "--temperature", "2", "--top-k", "20", "--top-p", "0.9",
                                      "--min-p", "0.01", "--seed", "42", "--max-tokens", "9", "狗咬人"});
    EXPECT_EQ(result.out, expected("狗咬人", d));
    d = {};
    d.strategy = Strategy::Sample;
    EXPECT_EQ(run({"translate", "--strategy", "sample", "狗咬人"}).out, expected("狗咬人", d));
}

TEST_F(Cli, WarningsGoToStandardError) {
    const ProcessResult result = run({"translate", "--max-tokens", "3", "我爱火"});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.err, AllOf(HasSubstr("never saw '火'"), HasSubstr("cut at 3 tokens")));
    Decoding d;
    d.maxTokens = 3;
    EXPECT_EQ(result.out, expected("我爱火", d));
}

TEST_F(Cli, TranslateSpeaksJson) {
    const ProcessResult result = run({"translate", "--json", "狗咬人", "人咬狗"});
    std::istringstream lines(result.out);
    std::string line;
    std::getline(lines, line);
    const json first = json::parse(line);
    EXPECT_EQ(first.at("source"), "狗咬人");
    EXPECT_EQ(first.at("text").get<std::string>() + '\n', expected("狗咬人"));
    EXPECT_EQ(first.at("tokens").size(), translate(*s_model, "狗咬人", {}).steps.size());
    std::getline(lines, line);
    EXPECT_EQ(json::parse(line).at("source"), "人咬狗");
}

TEST_F(Cli, FailuresOfTheWorkExitWithOneAndOneSentence) {
    expectFailure(run({"translate", "--model", "nobody", "狗"}), 1, "no model 'nobody'");
    expectFailure(run({"translate", "--model", "nobody", "狗"}), 1, "tiny");  // says what there is
    expectFailure(run({"translate", "--model", "/nowhere/at/all", "狗"}), 1, "/nowhere/at/all");
    expectFailure(run({"inspect", "nobody"}), 1, "nobody");
    expectFailure(run({"cost", "--model", "nobody"}), 1, "nobody");
}

TEST_F(Cli, ATextThatCannotBeTranslatedLeavesAnEmptyLineAndTheRestGoesOn) {
    std::string endless;
    for (int i = 0; i < 41; ++i) endless += "狗";
    const std::string huge(3 << 20, '\0');
    const ProcessResult lines =
        run({"translate"}, "狗咬人\n" + endless + "\n\xff\n" + huge + "\n\n我爱火\r\n" + huge);
    EXPECT_EQ(lines.code, 1);
    EXPECT_EQ(lines.out, expected("狗咬人") + "\n\n\n\n" + expected("我爱火") + "\n");
    EXPECT_THAT(lines.err,
                AllOf(HasSubstr("\nvitrine-cli: line 2: "), HasSubstr("at most 40"),
                      HasSubstr("\nvitrine-cli: line 3: [text] the text is not valid UTF-8"),
                      HasSubstr("\nvitrine-cli: line 4: [text] the text has more than the 1048576 bytes"),
                      HasSubstr("\nvitrine-cli: warning: line 6: "), HasSubstr("never saw '火'"),
                      HasSubstr("\nvitrine-cli: line 7: [text] the text has more than")));
    EXPECT_EQ(std::count(lines.err.begin(), lines.err.end(), '\n'), 7) << lines.err;
    EXPECT_EQ(run({"translate"}, std::string(1 << 20, ' ') + "\r\n狗咬人").out, "\n" + expected("狗咬人"));

    const ProcessResult words = run({"translate", "", endless, "狗咬人"});
    EXPECT_EQ(words.code, 1);
    EXPECT_EQ(words.out, "\n\n" + expected("狗咬人"));
    EXPECT_THAT(words.err, HasSubstr("at most 40"));
    EXPECT_EQ(run({"translate", ""}).code, 0) << "nothing to translate is no fault";
    EXPECT_EQ(run({"translate", ""}).out, "\n");
}

TEST_F(Cli, JsonHasAnObjectForEveryLine) {
    const ProcessResult result = run({"translate", "--json"}, "\n\xff\n狗咬人\n");
    EXPECT_EQ(result.code, 1);
    std::istringstream lines(result.out);
    std::string line;
    std::getline(lines, line);
    const json empty = json::parse(line);
    EXPECT_EQ(empty.at("source"), "");
    EXPECT_EQ(empty.at("text"), "");
    EXPECT_EQ(empty.at("tokens"), json::array());
    std::getline(lines, line);
    EXPECT_THAT(json::parse(line).at("error").get<std::string>(), HasSubstr("not valid UTF-8"));
    std::getline(lines, line);
    EXPECT_EQ(json::parse(line).at("text").get<std::string>() + "\n", expected("狗咬人"));
}

TEST_F(Cli, AFolderAsStandardInputIsAFailure) {
    for (const char* words : {" translate < /", " translate --json < /", " translate <&-"}) {
        const ProcessResult result = testing::runProcess("/bin/sh", {"-c", std::string(VITRINE_CLI) + words},
                                                         "", {{"VITRINE_ASSETS", s_assets->path()}});
        expectFailure(result, 1, "standard input cannot be read");
    }
    const ProcessResult talk = testing::runProcess("/bin/sh", {"-c", std::string(VITRINE_CLI) + " < /"}, "",
                                                   {{"VITRINE_ASSETS", s_assets->path()}});
    EXPECT_EQ(talk.code, 1);
    EXPECT_THAT(talk.err, HasSubstr("standard input cannot be read"));
}

TEST_F(Cli, DamagedModelsExitWithOneAndOneSentence) {
    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "broken";
    const auto damaged = [&](const std::string& file, const auto& change) {
        fs::remove_all(folder);
        testing::saveTinyModel(folder);
        change(folder / file);
        const ProcessResult result = run({"translate", "--model", folder, "狗"});
        expectFailure(result, 1, folder.string());  // says which model
        expectFailure(result, 1, file.substr(0, file.find('.')));
    };
    damaged("model.safetensors", [](const fs::path& p) { fs::resize_file(p, fs::file_size(p) / 2); });
    damaged("model.safetensors", [](const fs::path& p) { fs::remove(p); });
    damaged("model.safetensors", [](const fs::path& p) {
        std::ofstream(p) << "\xff\xff\xff\xff\xff\xff\xff\x7f{}";  // a header of 2^63 bytes
    });
    damaged("contract.json", [](const fs::path& p) { std::ofstream(p) << "{}"; });
    damaged("contract.json", [](const fs::path& p) { fs::remove(p); });
    damaged("target.json", [](const fs::path& p) { std::ofstream(p) << "[1, 2"; });
}

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

TEST_F(Cli, InspectPrintsContractShapesAndCounts) {
    const ProcessResult text = run({"inspect", "tiny"});
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, AllOf(HasSubstr("\"positions\""), HasSubstr("encoder.0.ffn.in.weight"),
                                HasSubstr("(40, 24)"), HasSubstr("none: the weights are random")));
    const json data = json::parse(run({"inspect", "--json"}).out);
    EXPECT_EQ(data.at("parameters"), parameterCount(s_model->contract()));
    EXPECT_EQ(contractFromJson(data.at("contract").dump()), s_model->contract());
    std::int64_t sum = 0;
    for (const json& tensor : data.at("tensors")) {
        std::int64_t count = 1;
        for (const json& length : tensor.at("shape")) count *= length.get<std::int64_t>();
        sum += count;
    }
    EXPECT_EQ(sum, parameterCount(s_model->contract()));
    EXPECT_EQ(run({"inspect", "--list"}).out, "tiny\n");
    EXPECT_THAT(run({"inspect", "--sites"}).out, HasSubstr("decoder.1.cross.weights"));
    EXPECT_EQ(json::parse(run({"inspect", "--list", "--json"}).out),
              json::array({{{"name", "tiny"}, {"folder", model().string()}}}));
    const json sites = json::parse(run({"inspect", "--sites", "--json"}).out);
    EXPECT_EQ(sites, data.at("sites"));
    EXPECT_EQ(sites.size(), siteCatalogue(s_model->contract()).size());
    EXPECT_EQ(sites.back(), (json{{"name", "output.logits"}, {"axes", "B,T,Vt"}}));
}

TEST_F(Cli, TraceWritesWhatAnalyseSees) {
    testing::TemporaryFolder root;
    const fs::path folder = root.path() / "deep" / "seen";
    const ProcessResult result = run({"trace", "--site", "decoder.*.cross.weights", "-s", "output.logits",
                                      "--out", folder, "--steps", "2", "我爱机器翻译"});
    EXPECT_EQ(result.code, 0) << result.err;
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder))
        files.push_back(entry.path().filename().string());
    EXPECT_THAT(files,
                ::testing::UnorderedElementsAre("decoder.0.cross.weights.npy", "decoder.1.cross.weights.npy",
                                                "output.logits.npy", "trace.json"));
    Question q;
    q.model = s_model;
    q.source = "我爱机器翻译";
    q.sites = {parseSite("output.logits")};
    const Translation translation = translate(*s_model, q.source, {});
    for (std::size_t i = 0; i < 2; ++i) q.prefix.push_back(translation.steps[i].token);
    const Analysis analysis = analyse(q);
    const Tensor& logits = analysis.frame->get(q.sites[0]);
    std::ifstream in(folder / "output.logits.npy", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    ASSERT_GT(bytes.size(), logits.bytes());
    EXPECT_THAT(bytes, HasSubstr("(1, 3, " + std::to_string(logits.shape()[2]) + ")"));
    EXPECT_EQ(bytes.substr(bytes.size() - logits.bytes()),
              std::string(static_cast<const char*>(logits.raw()), logits.bytes()));
    std::ifstream index(folder / "trace.json");
    const json data = json::parse(index);
    EXPECT_EQ(data.at("targetTokens").size(), 3u);
    EXPECT_EQ(data.at("sites").size(), 3u);
    const ProcessResult beyond =
        run({"trace", "-s", "output.logits", "--out", folder, "--steps", "1000", "我爱机器翻译"});
    EXPECT_EQ(beyond.code, 0);
    EXPECT_THAT(beyond.err, HasSubstr("--steps 1000 is more than the translation has"));
    expectFailure(run({"trace", "--site", "**********a", "--out", folder, "狗"}), 2, "fits nothing");
    std::ofstream(root.path() / "file") << "x";
    expectFailure(run({"trace", "--site", "*", "--out", root.path() / "file", "狗"}), 1, "file");
}

TEST_F(Cli, CostCounts) {
    const json data = json::parse(run({"cost", "--json", "--source", "7", "--target", "100"}).out);
    EXPECT_EQ(data.at("parameters"), parameterCount(s_model->contract()));
    EXPECT_EQ(data.at("cacheBytesPerToken"), cacheBytesPerToken(s_model->contract(), 4));
    const json& rows = data.at("decoding");
    const auto row = [&](const std::string& what) {
        for (const json& r : rows)
            if (r.at("what") == what) return r;
        return json();
    };
    const json scores = row("self-attention scores and sums");
    EXPECT_EQ(scores.at("withoutCache").at("convention").get<std::int64_t>() * 3,
              scores.at("withCache").at("convention").get<std::int64_t>() * 201);
    EXPECT_THAT(run({"cost", "--preset", "d256", "--target", "100"}).out, HasSubstr("67.00"));
}

TEST_F(Cli, WithoutArgumentsItTalks) {
    const ProcessResult result =
        run({}, "狗咬人\n\n:why\n:model nobody\n:nonsense\n:help\n:models\n我\n:quit\n不\n");
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    const std::string text = translate(*s_model, "狗咬人", {}).text;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("Model tiny"), HasSubstr("  " + text + "\n"), HasSubstr("%"),
                      HasSubstr("no model 'nobody'"), HasSubstr("no command :nonsense"), HasSubstr(":quit")));
    EXPECT_EQ(run({}, "狗").code, 0) << "the end of input is no failure";
}

TEST_F(Cli, WithoutModelsItSaysWhatToDo) {
    testing::TemporaryFolder empty;
    const ProcessResult result =
        testing::runProcess(VITRINE_CLI, {"translate", "狗"}, "", {{"VITRINE_ASSETS", empty.path()}});
    expectFailure(result, 1, "vitrine-cli train");
    expectFailure(
        testing::runProcess(VITRINE_CLI, {"translate", "狗"}, "", {{"VITRINE_ASSETS", "/nowhere/at/all"}}), 1,
        "VITRINE_ASSETS");
}

TEST_F(Cli, SaysItsVersion) {
    const ProcessResult result = run({"--version"});
    EXPECT_EQ(result.code, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("vitrine-cli "));
}

TEST_F(Cli, AFileInThePlaceOfAModelFolderIsOneSentence) {
    testing::TemporaryFolder folder;
    std::ofstream(folder.path() / "file") << "mine";
    expectFailure(
        testing::runProcess(
            VITRINE_CLI, {"train", "--preset", "classroom", "--steps", "1", "--out", folder.path() / "file"},
            "", {{"VITRINE_ASSETS", VITRINE_SOURCE_DIR "/assets"}}),
        1, "choose another one");
}

TEST_F(Cli, ReadsFilesOfABoundedSizeAndNothingElse) {
    testing::TemporaryFolder folder;
    const fs::path large = folder.path() / "large", pipe = folder.path() / "pipe";
    std::ofstream(large) << "{}";
    fs::resize_file(large, std::uintmax_t{3} << 30);  // a hole, which takes no room
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const auto refused = [&](const std::string& option, const fs::path& file, const std::string& words) {
        SCOPED_TRACE(option + " " + file.string());
        expectFailure(
            testing::runProcess(VITRINE_CLI, {"train", option, file, "--out", folder.path() / "model"}, "",
                                {{"VITRINE_ASSETS", VITRINE_SOURCE_DIR "/assets"}}),
            1, words);
    };
    refused("--config", large, "3221225472 bytes, expected at most 1048576");
    for (const char* option : {"--config", "--tsv"}) {
        refused(option, "/dev/zero", "/dev/zero is a device or a pipe, expected a file");
        refused(option, pipe, "is a device or a pipe, expected a file");
        refused(option, folder.path(), "is a folder, expected a file");
        refused(option, folder.path() / "none", "there is no file ");
    }
}

TEST_F(Cli, EvalSaysWhatItSkippedAndWhyNothingIsLeft) {
    testing::TemporaryFolder folder;
    const auto file = [&](const std::string& name, const std::string& text) {
        std::ofstream(folder.path() / name) << text;
        return (folder.path() / name).string();
    };
    const std::string pairs = file("pairs", "狗咬人\tdogs bite people\n\xff\n狗\n");
    const ProcessResult all = run({"eval", "--tsv", pairs, "--part", "all"});
    EXPECT_EQ(all.code, 0);
    EXPECT_THAT(all.out, HasSubstr("all.sentences: 1\n"));
    EXPECT_EQ(all.err,
              "1 pairs from 3 lines, 2 skipped\n  invalid UTF-8: 1\n  wrong number of columns: 1\n"
              "line 2: the line is not valid UTF-8 at byte 0\nline 3: the line has 1 column, expected two "
              "sentences and perhaps an attribution, separated by tabs\n");
    const ProcessResult part = run({"eval", "--tsv", pairs});
    EXPECT_EQ(part.code, 1);
    EXPECT_THAT(part.err, AllOf(HasSubstr("there are 1 pairs"), HasSubstr("with --part all")));
    const std::string zh = file("zh", "狗\n人\n我\n"), en = file("en", "dog\nman\n");
    const std::string lengths = "the first file has 3 lines and the second 2, expected as many";
    expectFailure(
        run({"train", "--no-grammar", "--source", zh, "--target", en, "--out", folder.path() / "m"}), 1,
        lengths);
    for (const char* which : {"all", "test"}) {
        expectFailure(run({"eval", "--tsv", file("none", "狗咬人\n\xff\n"), "--part", which}), 1,
                      "no usable pair in 2 lines, invalid UTF-8: 1, wrong number of columns: 1; line 1: ");
        expectFailure(run({"eval", "--part", which, "--source", zh, "--target", en}), 1, lengths);
    }
    expectFailure(run({"eval", "--tsv", file("empty", ""), "--part", "all"}), 1, "no usable pair in 0 lines");
}

TEST_F(Cli, AFullDiskIsAFailure) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "this machine has no /dev/full";
    for (const char* arguments :
         {"translate 狗", "--help", "--version", "trace --help", "inspect --list", "inspect --json"}) {
        const ProcessResult result =
            testing::runProcess("/bin/sh", {"-c", concat(VITRINE_CLI, ' ', arguments, " > /dev/full")}, "",
                                {{"VITRINE_ASSETS", s_assets->path()}});
        EXPECT_EQ(result.code, 1) << arguments;
        EXPECT_THAT(result.err, HasSubstr("could not be written")) << arguments;
    }
}

TEST_F(Cli, EvalSpeaksJsonInNumbers) {
    testing::TemporaryFolder root;
    std::ofstream(root.path() / "two.tsv") << "A dog bites a man.\t狗咬人\nsomething else\t人咬狗火\n";
    const ProcessResult result =
        run({"eval", "--json", "--texts", "--part", "all", "--tsv", root.path() / "two.tsv"});
    ASSERT_EQ(result.code, 0) << result.err;
    const json data = json::parse(result.out);
    EXPECT_EQ(data.at("part"), "all");
    EXPECT_EQ(data.at("texts").size(), 2u);
    const json& scores = data.at("scores");
    EXPECT_EQ(scores.at("sentences"), 2);
    EXPECT_EQ(scores.at("sentences_with_unknown_pieces"), 1);
    EXPECT_EQ(scores.at("exact_match_percent"), 0.0);
    for (const auto& score : scores.items()) EXPECT_TRUE(score.value().is_number()) << score.key();
    EXPECT_GT(scores.at("perplexity"), 1.0);
    for (const char* percent : {"bleu", "token_accuracy_percent"}) {
        EXPECT_GE(scores.at(percent), 0.0) << percent;
        EXPECT_LE(scores.at(percent), 100.0) << percent;
    }
}

TEST_F(Cli, ATranslationAtTheModelsLimitIsOfferedNoMoreTokens) {
    const ProcessResult result = run({"translate", "我爱机器翻译"});
    ASSERT_EQ(translate(*s_model, "我爱机器翻译", {}).steps.size(), 40u) << "this model must run on";
    EXPECT_THAT(result.err, AllOf(HasSubstr("cut at 40 tokens, the longest this model can write"),
                                  ::testing::Not(HasSubstr("--max-tokens"))));
}

}  // namespace
}  // namespace vitrine
