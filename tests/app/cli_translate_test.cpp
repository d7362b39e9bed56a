#include <nlohmann/json.hpp>

#include "tests/app/cli_fixture.h"

namespace vitrine {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::ProcessResult;

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
    EXPECT_EQ(run({"translate"}, std::string(1 << 20, ' ') + "\r\n狗咬人").out,
              std::string("\n") + expected("狗咬人"));

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

TEST_F(Cli, ATranslationAtTheModelsLimitIsOfferedNoMoreTokens) {
    const ProcessResult result = run({"translate", "我爱机器翻译"});
    ASSERT_EQ(translate(*s_model, "我爱机器翻译", {}).steps.size(), 40u) << "this model must run on";
    EXPECT_THAT(result.err, AllOf(HasSubstr("cut at 40 tokens, the longest this model can write"),
                                  ::testing::Not(HasSubstr("--max-tokens"))));
}

}  // namespace
}  // namespace vitrine
