#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/backend/cases.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::set<std::string> registeredNames() {
    const auto& names = backendOpNames();
    return {names.begin(), names.end()};
}

/// The ops as the interface declares them: virtual functions that are not const.
std::set<std::string> declaredNames() {
    std::ifstream file(std::string(VITRINE_SOURCE_DIR) + "/engine/backend/backend.h");
    std::stringstream text;
    text << file.rdbuf();
    const std::string source = text.str();
    const std::regex declaration(R"(virtual\s+\w+\s+(\w+)\(([^;]*)\)(\s*const)?\s*=\s*0;)");
    std::set<std::string> names;
    for (std::sregex_iterator match(source.begin(), source.end(), declaration), end; match != end; ++match)
        if (!(*match)[3].matched) names.insert((*match)[1]);
    return names;
}

TEST(Registry, NamesEveryOpOfTheInterface) {
    EXPECT_EQ(registeredNames(), declaredNames());
    EXPECT_EQ(registeredNames().size(), backendOpNames().size());
}

TEST(Registry, EveryOpIsComparedWithTheReference) {
    std::set<std::string> compared;
    for (const OpCase& c : opCases()) compared.insert(c.op);
    EXPECT_EQ(compared, registeredNames());
}

TEST(Registry, EveryOpThatWritesGradientsIsGradientChecked) {
    std::set<std::string> checked, expected;
    for (const GradientCase& c : gradientCases()) checked.insert(c.op);
    for (const std::string& name : registeredNames())
        if (name.ends_with("Backward") || name == "linearCrossEntropy") expected.insert(name);
    EXPECT_EQ(checked, expected);
}

TEST(Registry, CreatesBackendsByNameAndRefusesOthers) {
    for (const char* name : {"reference", "cpu"}) EXPECT_EQ(createBackend(name)->name(), name);
    EXPECT_TRUE(createBackend("reference")->supports(DType::F64));
    EXPECT_FALSE(createBackend("cpu")->supports(DType::F64));
    EXPECT_THAT([] { createBackend("abacus"); },
                ThrowsMessage<Error>(AllOf(HasSubstr("abacus"), HasSubstr("\"cpu\""))));
}

}  // namespace
}  // namespace vitrine
