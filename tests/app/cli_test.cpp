#include <sys/stat.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/cost/cache_bytes.h"
#include "engine/session/analyse.h"
#include "tests/app/cli_fixture.h"

namespace vitrine {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::ProcessResult;
using ::testing::StartsWith;
namespace fs = std::filesystem;

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

}  // namespace
}  // namespace vitrine
