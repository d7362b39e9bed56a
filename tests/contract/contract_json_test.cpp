#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "engine/contract/contract.h"
#include "engine/core/error.h"

namespace vitrine {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Contract unusualContract() {
    Contract contract = presetContract("classroom", 1000, 1000);
    contract.name = "课堂";
    contract.encoder[1].heads = 2;
    contract.decoder[1] = {1, 7, 9, 11};
    contract.normEpsilon = 1e-12;
    contract.positionBase = 12345.678;
    contract.attentionBias = contract.ffnBias = contract.outputBias = false;
    contract.scaleEmbedding = contract.scaleScores = false;
    contract.tying = Tying::All;
    return contract;
}

std::string errorOf(const std::string& text) {
    try {
        contractFromJson(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// The error after one edit of a valid contract.
std::string errorAfter(const std::function<void(json&)>& edit) {
    json value = json::parse(contractToJson(unusualContract()));
    edit(value);
    return errorOf(value.dump());
}

TEST(ContractJson, EveryFieldSurvivesARoundTrip) {
    const Contract contract = unusualContract();
    EXPECT_EQ(contractFromJson(contractToJson(contract)), contract);
    for (std::string_view name : presetNames()) {
        const Contract preset = presetContract(name, 321, 123);
        EXPECT_EQ(contractFromJson(contractToJson(preset)), preset) << name;
    }
}

TEST(ContractJson, TheTextIsTheDocumentedOne) {
    Contract contract = presetContract("classroom", 1000, 1200);
    contract.encoder[1].heads = 2;
    EXPECT_EQ(contractToJson(contract), R"({
  "format": "vitrine-contract",
  "version": 1,
  "name": "classroom",
  "vocabulary": {
    "source": 1000,
    "target": 1200
  },
  "width": 64,
  "encoder": {
    "layers": 2,
    "layer": {
      "heads": 4,
      "key_width": 16,
      "value_width": 16,
      "ffn_width": 256
    },
    "overrides": {
      "1": {
        "heads": 2
      }
    }
  },
  "decoder": {
    "layers": 2,
    "layer": {
      "heads": 4,
      "key_width": 16,
      "value_width": 16,
      "ffn_width": 256
    }
  },
  "norm": {
    "type": "layer_norm",
    "place": "post",
    "epsilon": 1e-05
  },
  "attention": {
    "bias": true,
    "scale_scores": true
  },
  "ffn": {
    "activation": "relu",
    "bias": true
  },
  "positions": {
    "scheme": "sinusoidal",
    "base": 10000.0,
    "max": 64
  },
  "embedding": {
    "scale": true
  },
  "output": {
    "bias": true
  },
  "tying": "output"
}
)");
}

/// Calls `visit` with the path of every value below `value`.
void visitPaths(const json& value, const json::json_pointer& path,
                const std::function<void(const json::json_pointer&)>& visit) {
    for (const auto& item : value.items()) {
        visit(path / item.key());
        if (item.value().is_object()) visitPaths(item.value(), path / item.key(), visit);
    }
}

TEST(ContractJson, EveryKeyIsRequiredAndTyped) {
    const json whole = json::parse(contractToJson(unusualContract()));
    int paths = 0;
    visitPaths(whole, json::json_pointer(), [&](const json::json_pointer& path) {
        ++paths;
        const std::string text = path.to_string();
        std::string dotted = text.substr(1);
        std::replace(dotted.begin(), dotted.end(), '/', '.');
        json broken = whole;
        broken[path] = json::array();
        EXPECT_THAT(errorOf(broken.dump()), HasSubstr("[contract] " + dotted + " is an array, expected "));
        if (text.find("overrides") != std::string::npos) return;
        json without = whole;
        without[path.parent_pointer()].erase(path.back());
        EXPECT_THAT(errorOf(without.dump()), HasSubstr("[contract] " + dotted + " is missing"));
        json extra = whole;
        extra[path.parent_pointer()][path.back() + "x"] = 1;
        EXPECT_THAT(errorOf(extra.dump()), HasSubstr("is not a known key"));
    });
    EXPECT_EQ(paths, 49);
}

TEST(ContractJson, SaysWhatCameAndWhatWasExpected) {
    EXPECT_EQ(errorAfter([](json& j) { j["encoder"]["layer"]["heads"] = "four"; }),
              "[contract] encoder.layer.heads is \"four\", expected an integer");
    EXPECT_EQ(errorAfter([](json& j) { j["norm"]["place"] = "middle"; }),
              "[contract] norm.place is \"middle\", expected \"post\"");
    EXPECT_EQ(errorAfter([](json& j) { j["version"] = 2; }), "[contract] version is 2, expected 1");
    EXPECT_THAT(errorAfter([](json& j) { j["format"] = "onnx"; }), HasSubstr("format is \"onnx\""));
    EXPECT_THAT(errorAfter([](json& j) { j["width"] = 64.0; }), HasSubstr("width is 64.0, expected an int"));
    EXPECT_THAT(errorAfter([](json& j) { j["width"] = 18446744073709551615u; }),
                HasSubstr("expected an int"));
    EXPECT_THAT(errorAfter([](json& j) { j["width"] = -2; }), HasSubstr("width is -2"));
    EXPECT_EQ(errorAfter([](json& j) { j["width"] = 0; }), "[contract] width is 0, expected 2 to 8192");
    EXPECT_EQ(errorAfter([](json& j) { j["encoder"]["layer"]["heads"] = -1; }),
              "[contract] encoder.heads is -1, expected 1 to 128");
    EXPECT_THAT(errorAfter([](json& j) { j["width"] = 63; }), HasSubstr("expected an even number"));
    EXPECT_THAT(errorAfter([](json& j) { j["encoder"]["layers"] = 1000000000; }),
                HasSubstr("encoder.layers is 1000000000, expected an integer from 1 to 64"));
    EXPECT_THAT(errorAfter([](json& j) { j["decoder"]["overrides"]["2"] = json::object(); }),
                HasSubstr("decoder.overrides.\"2\" is not a layer; expected a number from 0 to 1"));
    EXPECT_THAT(errorAfter([](json& j) { j["decoder"]["overrides"]["01"] = json::object(); }),
                HasSubstr("is not a layer"));
    EXPECT_THAT(errorAfter([](json& j) { j["vocabulary"]["target"] = 999; }), HasSubstr("one vocabulary"));
    EXPECT_THAT(errorAfter([](json& j) { j["name"] = std::string(201, 'x'); }), HasSubstr("at most 200"));
    EXPECT_THAT(errorAfter([](json& j) { j["encoder"]["layer"]["ffn_width"] = int64_t{1} << 39; }),
                HasSubstr("encoder.ffn_width is 549755813888"));
}

TEST(ContractJson, RefusesBrokenText) {
    const std::string text = contractToJson(unusualContract());
    for (std::size_t length = 0; length + 2 < text.size(); ++length)
        ASSERT_THAT(errorOf(text.substr(0, length)), HasSubstr("[contract] expected valid JSON")) << length;
    EXPECT_THAT(errorOf(text + "{}"), HasSubstr("expected valid JSON"));
    EXPECT_THAT(errorOf("[1]"), HasSubstr("expected an object"));
    EXPECT_THAT(errorOf(std::string("{}\0x", 4)), HasSubstr("it holds a zero byte"));
    EXPECT_THAT(errorOf("{\"a\": 1e999}"), HasSubstr("[contract]"));
    EXPECT_THAT(errorOf("{\"name\": \"\xff\"}"), HasSubstr("UTF-8"));
    EXPECT_THAT(errorOf(std::string(2 << 20, ' ')), HasSubstr("expected at most 1048576"));
    EXPECT_THAT(errorOf(std::string(500'000, '[')), HasSubstr("nests deeper than 16"));
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
    EXPECT_THAT(errorOf(deep), HasSubstr("nests deeper than 16"));
}

TEST(ContractJson, RefusesAKeyThatOccursTwice) {
    std::string text = contractToJson(unusualContract());
    text.insert(text.find("\"heads\""), "\"heads\": 1, ");
    EXPECT_THAT(errorOf(text), HasSubstr("the key \"heads\" occurs twice"));
}

TEST(ContractJson, WritesOnlyWhatItCanRead) {
    Contract contract = unusualContract();
    contract.width = 0;
    EXPECT_THROW(contractToJson(contract), Error);
    contract = unusualContract();
    contract.name = "\xff";
    EXPECT_THROW(contractToJson(contract), Error);
}

}  // namespace
}  // namespace vitrine
