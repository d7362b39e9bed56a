#include "engine/decode/table_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.h"
#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;

/// The file of the header with some of its text exchanged.
std::string fileWith(std::string_view from = "", std::string_view to = "") {
    std::string json = R"({"format": "vitrine-table", "version": 1, "name": "A, B, C",
        "tokens": ["<eos>", "A", "B", "C"], "end": "<eos>",
        "next": {"": {"A": 0.5, "B": 0.3, "C": 0.2}, "A": {"<eos>": 1},
                 "A B": {"A": 0.25, "B": 0.75}},
        "otherwise": {"C": 0.6, "<eos>": 0.4}})";
    if (!from.empty()) {
        const std::size_t at = json.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        json.replace(at, from.size(), to);
    }
    return json;
}

TEST(TableModel, GivesItsProbabilities) {
    TableModel model = TableModel::fromJson(fileWith());
    EXPECT_EQ(model.name(), "A, B, C");
    EXPECT_EQ(model.vocabulary(), 4);
    const auto probability = [&](std::vector<TokenId> prefix, std::string_view token) {
        return std::exp(logProbability(model.next(prefix), model.rules().banned, model.find(token)));
    };
    EXPECT_NEAR(probability({}, "A"), 0.5, 1e-7);
    EXPECT_EQ(probability({}, "<eos>"), 0);
    EXPECT_NEAR(probability({model.find("A"), model.find("B")}, "B"), 0.75, 1e-7);
    EXPECT_NEAR(probability({model.find("C"), model.find("C")}, "C"), 0.6, 1e-7);
    EXPECT_EQ(model.text(std::vector<TokenId>{TokenId(1), TokenId(0)}), "A <eos>");
}

TEST(TableModel, APrefixWithoutDistributionIsNamed) {
    TableModel model = TableModel::fromJson(fileWith(R"(,
        "otherwise": {"C": 0.6, "<eos>": 0.4})",
                                                     ""));
    const std::vector<TokenId> prefix = {model.find("C"), model.find("A")};
    try {
        model.next(prefix);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("what follows \"C A\""));
    }
    EXPECT_THROW(model.next(std::vector<TokenId>{TokenId(4)}), Error);
    EXPECT_THROW(model.next(std::vector<TokenId>{TokenId()}), Error);
}

struct Hostile {
    const char *from, *to, *says;
};

TEST(TableModel, HostileFilesAreRefusedInOneSentence) {
    const Hostile cases[] = {
        {"vitrine-table", "table", "expected \"vitrine-table\""},
        {"\"version\": 1", "\"version\": 2", "version is 2"},
        {"\"name\": \"A, B, C\",", "", "name"},
        {"[\"<eos>\", \"A\", \"B\", \"C\"]", "[]", "expected a list"},
        {"[\"<eos>\", \"A\", \"B\", \"C\"]", "7", "expected a list"},
        {"\"C\"]", "\"A\"]", "listed twice"},
        {"\"C\"]", "\"C D\"]", "text without spaces"},
        {"\"C\"]", "\"\"]", "text without spaces"},
        {"\"C\"]", "3]", "a token is 3"},
        {"\"end\": \"<eos>\"", "\"end\": \"stop\"", "none of the tokens"},
        {"\"A B\"", "\"A D\"", "none of the tokens"},
        {"\"A B\"", "\"A  B\"", "none of the tokens"},
        {"\"A B\"", "\"A \"", "ends in a space"},
        {"\"A\": 0.5", "\"A\": 0.6", "sums to 1.1"},
        {"\"A\": 0.5", "\"A\": -0.5", "number from 0 to 1"},
        {"\"A\": 0.5", "\"A\": \"half\"", "number from 0 to 1"},
        {"\"A\": 0.5", "\"A\": null", "number from 0 to 1"},
        {"\"A\": 0.5", "\"A\": 1e999", "JSON"},
        {"\"A\": 0.5", "\"D\": 0.5", "none of the tokens"},
        {"\"B\": 0.3", "\"A\": 0.3", "occurs twice"},
        {"{\"<eos>\": 1}", "[1]", "expected an object"},
        {"{\"C\": 0.6, \"<eos>\": 0.4}", "{}", "sums to 0"},
        {"\"otherwise\"", "\"others\"", "others"},
        {"\"A\": 0.25", "\"A\": {\"B\": {\"C\": {\"A\": 1}}}", "deeper"},
        {"\"A B\"", "\"A \xff\"", "JSON"},
    };
    for (const Hostile& c : cases) {
        try {
            TableModel::fromJson(fileWith(c.from, c.to));
            ADD_FAILURE() << "accepted: " << c.from << " -> " << c.to;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(c.says)) << c.from << " -> " << c.to;
        }
    }
    EXPECT_THROW(TableModel::fromJson(""), Error);
    EXPECT_THROW(TableModel::fromJson("[]"), Error);
    EXPECT_THROW(TableModel::fromJson(std::string(std::size_t{3} << 20, '[')), Error);
    EXPECT_THROW(TableModel::load("/nowhere/at/all.json"), Error);
    EXPECT_THAT(errorOf([] { TableModel::load("/"); }), HasSubstr("/ is a folder"));
    EXPECT_THAT(errorOf([] { TableModel::load("/dev/zero"); }), HasSubstr("/dev/zero is a device"));
}

TEST(TableModel, ProbabilitiesMaySumToOneWithRounding) {
    TableModel::fromJson(fileWith("\"A\": 0.5", "\"A\": 0.5000005"));
    EXPECT_THROW(TableModel::fromJson(fileWith("\"A\": 0.5", "\"A\": 0.50001")), Error);
}

}  // namespace
}  // namespace vitrine
