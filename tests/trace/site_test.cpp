#include "engine/trace/site.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

struct Frozen {
    const char* name;
    const char* axes;
};

// Names and axes are an interface: lessons, saved states and the command line write them down. Whoever
// changes this list breaks those.
const std::vector<Frozen> kFrozen = {
    {"encoder.embedding.tokens", "B,S,d"},  {"encoder.embedding.positions", "S,d"},
    {"encoder.embedding.output", "B,S,d"},  {"encoder.0.self.query", "B,S,h*dk"},
    {"encoder.0.self.key", "B,S,g*dk"},     {"encoder.0.self.value", "B,S,g*dv"},
    {"encoder.0.self.scores", "B,h,S,S"},   {"encoder.0.self.scaled", "B,h,S,S"},
    {"encoder.0.self.mask", "B,S,S"},       {"encoder.0.self.masked", "B,h,S,S"},
    {"encoder.0.self.weights", "B,h,S,S"},  {"encoder.0.self.heads", "B,S,h*dv"},
    {"encoder.0.self.output", "B,S,d"},     {"encoder.0.self.residual", "B,S,d"},
    {"encoder.0.self.sum", "B,S,d"},        {"encoder.0.self.norm", "B,S,d"},
    {"encoder.0.ffn.hidden", "B,S,f"},      {"encoder.0.ffn.output", "B,S,d"},
    {"encoder.0.ffn.residual", "B,S,d"},    {"encoder.0.ffn.sum", "B,S,d"},
    {"encoder.0.ffn.norm", "B,S,d"},        {"decoder.embedding.tokens", "B,T,d"},
    {"decoder.embedding.positions", "T,d"}, {"decoder.embedding.output", "B,T,d"},
    {"decoder.0.self.query", "B,T,h*dk"},   {"decoder.0.self.key", "B,T,g*dk"},
    {"decoder.0.self.value", "B,T,g*dv"},   {"decoder.0.self.scores", "B,h,T,T"},
    {"decoder.0.self.scaled", "B,h,T,T"},   {"decoder.0.self.mask", "B,T,T"},
    {"decoder.0.self.masked", "B,h,T,T"},   {"decoder.0.self.weights", "B,h,T,T"},
    {"decoder.0.self.heads", "B,T,h*dv"},   {"decoder.0.self.output", "B,T,d"},
    {"decoder.0.self.residual", "B,T,d"},   {"decoder.0.self.sum", "B,T,d"},
    {"decoder.0.self.norm", "B,T,d"},       {"decoder.0.cross.query", "B,T,h*dk"},
    {"decoder.0.cross.key", "B,S,g*dk"},    {"decoder.0.cross.value", "B,S,g*dv"},
    {"decoder.0.cross.scores", "B,h,T,S"},  {"decoder.0.cross.scaled", "B,h,T,S"},
    {"decoder.0.cross.mask", "B,T,S"},      {"decoder.0.cross.masked", "B,h,T,S"},
    {"decoder.0.cross.weights", "B,h,T,S"}, {"decoder.0.cross.heads", "B,T,h*dv"},
    {"decoder.0.cross.output", "B,T,d"},    {"decoder.0.cross.residual", "B,T,d"},
    {"decoder.0.cross.sum", "B,T,d"},       {"decoder.0.cross.norm", "B,T,d"},
    {"decoder.0.ffn.hidden", "B,T,f"},      {"decoder.0.ffn.output", "B,T,d"},
    {"decoder.0.ffn.residual", "B,T,d"},    {"decoder.0.ffn.sum", "B,T,d"},
    {"decoder.0.ffn.norm", "B,T,d"},        {"output.logits", "B,T,Vt"},
};

bool isSite(const std::string& name) {
    return errorOf([&] { parseSite(name); }) == "no error";
}

TEST(Site, NamesOrderAndAxesAreFrozen) {
    std::vector<Site> sites;
    for (const Frozen& frozen : kFrozen) sites.push_back(parseSite(frozen.name));
    for (std::size_t i = 0; i < sites.size(); ++i) {
        EXPECT_EQ(siteName(sites[i]), kFrozen[i].name);
        EXPECT_EQ(siteAxes(sites[i]), kFrozen[i].axes) << kFrozen[i].name;
        EXPECT_TRUE(i == 0 || sites[i - 1] < sites[i]) << kFrozen[i].name;
    }
}

TEST(Site, NoOtherCombinationOfWordsIsASite) {
    std::set<std::string> frozen;
    for (const Frozen& entry : kFrozen) frozen.insert(entry.name);
    std::size_t found = 0;
    for (int stack = 0; stack < 3; ++stack)
        for (const char* layer : {"", ".0"})
            for (const char* part : {"", ".embedding", ".self", ".cross", ".ffn", ".head"})
                for (int quantity = 0; quantity <= static_cast<int>(Quantity::Logits); ++quantity) {
                    const std::string name = concat(nameOf(static_cast<Stack>(stack)), layer, part, '.',
                                                    nameOf(static_cast<Quantity>(quantity)));
                    EXPECT_EQ(isSite(name), frozen.count(name) == 1) << name;
                    found += frozen.count(name);
                }
    EXPECT_EQ(found, kFrozen.size());
}

TEST(Site, LayersSurviveARoundTrip) {
    for (int layer : {0, 1, 9, 10, 63, 32767}) {
        const Site site = parseSite(concat("decoder.", layer, ".cross.weights"));
        EXPECT_EQ(site.layer, layer);
        EXPECT_EQ(parseSite(siteName(site)), site);
    }
}

TEST(Site, BadNamesAreErrorsThatShowGoodOnes) {
    for (const char* name : {"",
                             ".",
                             "...",
                             "encoder",
                             "encoder.0",
                             "encoder.0.self",
                             "encoder.0.self.",
                             "encoder.0.self.weight",
                             "encoder.0.self.weights.",
                             "encoder.0.self.weights.0",
                             ".encoder.0.self.weights",
                             "Encoder.0.self.weights",
                             "encoder.x.self.weights",
                             "encoder.-1.self.weights",
                             "encoder.-0.self.weights",
                             "encoder.01.self.weights",
                             "encoder.+1.self.weights",
                             "encoder. 1.self.weights",
                             "encoder.1 .self.weights",
                             "encoder.32768.self.weights",
                             "encoder.99999999999999999999.self.weights",
                             "output",
                             "output.0.logits",
                             "output.weights",
                             "output.head.logits"})
        EXPECT_THAT(
            errorOf([&] { parseSite(name); }),
            testing::HasSubstr(concat("[trace] '", name, "' is not a site; expected a name such as ")))
            << name;
    EXPECT_LT(errorOf([] { parseSite(std::string(100'000, 'x')); }).size(), 400u);
}

TEST(Site, PatternsTakeStarsForAnyText) {
    for (const char* pattern : {"*", "**", "encoder.0.self.weights", "encoder.*.self.weights", "*weights",
                                "encoder*", "e*0*w*", "*.self.*", "*encoder.0.self.weights*"})
        EXPECT_TRUE(fitsPattern("encoder.0.self.weights", pattern)) << pattern;
    for (const char* pattern : {"", "encoder", "weights", "*weight", "*decoder*", "*self*self*", "e?coder*",
                                "encoder.0.self.weights*s", "encoder.0.self.weights."})
        EXPECT_FALSE(fitsPattern("encoder.0.self.weights", pattern)) << pattern;
    EXPECT_TRUE(fitsPattern("", ""));
    EXPECT_TRUE(fitsPattern("", "*"));
}

/// The definition, with the time of a definition.
bool fitsByDefinition(std::string_view name, std::string_view pattern) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*')
        return fitsByDefinition(name, pattern.substr(1)) ||
               (!name.empty() && fitsByDefinition(name.substr(1), pattern));
    return !name.empty() && name[0] == pattern[0] && fitsByDefinition(name.substr(1), pattern.substr(1));
}

TEST(Site, PatternsAgreeWithTheirDefinition) {
    const auto text = [](int number, std::string_view letters, int length) {
        std::string result;
        for (; length > 0; --length, number /= static_cast<int>(letters.size()))
            result += letters[static_cast<std::size_t>(number) % letters.size()];
        return result;
    };
    for (int p = 0; p < 243; ++p)
        for (int n = 0; n < 64; ++n)
            for (int length = 0; length <= 6; ++length) {
                const std::string name = text(n, "ab", length), pattern = text(p, "ab*", 5);
                ASSERT_EQ(fitsPattern(name, pattern), fitsByDefinition(name, pattern))
                    << name << ' ' << pattern;
            }
}

TEST(Site, ManyStarsCostNoTime) {  // the definition would need longer than the universe is old
    std::string stars;
    for (int i = 0; i < 500; ++i) stars += "*a";
    EXPECT_FALSE(fitsPattern(std::string(1000, 'a'), stars + "b"));
    EXPECT_TRUE(fitsPattern(std::string(1000, 'a'), stars));
}

}  // namespace
}  // namespace vitrine
