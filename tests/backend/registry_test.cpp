#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
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

/// The ops as the interface declares them: pure virtual functions that are not const.
std::set<std::string> declaredNames() {
    std::ifstream file(std::string(VITRINE_SOURCE_DIR) + "/engine/backend/backend.h");
    std::stringstream text;
    text << file.rdbuf();
    std::string source = text.str();
    source = source.substr(source.find("class Backend {"));
    std::set<std::string> names;
    for (std::size_t at = 0; (at = source.find("virtual ", at)) != std::string::npos; ++at) {
        const std::string declaration = source.substr(at, source.find(';', at) - at);
        if (!declaration.ends_with("= 0") || declaration.ends_with("const = 0")) continue;
        const std::string head = declaration.substr(0, declaration.find('('));
        names.insert(head.substr(head.rfind(' ') + 1));
    }
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
