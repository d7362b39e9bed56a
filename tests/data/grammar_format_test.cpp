#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/core/error.h"
#include "engine/data/grammar.h"

namespace vitrine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string errorOf(const std::string& text) {
    try {
        Grammar::parse(text);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

const std::string Words =
    "noun 书 | book, books | 本 | read\n"
    "noun 文章 | article, articles | 篇 | read\n"
    "verb 看 | read, reads, read, read, reading | read.v\n"
    "pronoun 我 | I, me, my, 1 | who\n"
    "pronoun 他 | he, him, his, 3 | who\n"
    "forms pres = base base 3sg base\n"
    "auxiliary do = do do does do\n";

TEST(GrammarFormat, MakesPairsWithLinks) {
    const Grammar grammar = Grammar::parse(Words +
                                           "pattern not: {S=who} 不 {V=read.v} 一 {measure O}{O=read} => "
                                           "{S:subj} {do@S}^不 not^不 {V:base} a^一 {O:sg}\n");
    EXPECT_EQ(grammar.counts().pairs, 4u);
    const auto pair = grammar.findAlignment("他不看一篇文章");
    ASSERT_TRUE(pair.has_value());
    EXPECT_EQ(pair->target, "he does not read an article");
    EXPECT_THAT(pair->sourceWords, ElementsAre("他", "不", "看", "一", "篇", "文章"));
    EXPECT_THAT(pair->targetWords, ElementsAre("he", "does", "not", "read", "an", "article"));
    EXPECT_THAT(pair->links, ElementsAre(AlignmentLink{0, 0}, AlignmentLink{1, 1}, AlignmentLink{1, 2},
                                         AlignmentLink{2, 3}, AlignmentLink{3, 4}, AlignmentLink{5, 5}));
    EXPECT_FALSE(grammar.findAlignment("他不看一本文章").has_value());
    EXPECT_TRUE(grammar.findAlignment("我 不看 一本书").has_value());
}

TEST(GrammarFormat, ALinkGoesToTheWordWhereverItStands) {
    const Grammar grammar = Grammar::parse(
        "pronoun 我 | I, me, my, 1 | who\npronoun 他 | he, him, his, 3 | who\n"
        "pattern well: {S=who} 踢 足球 踢 得 好 => {S:subj} can play^踢 football^足球 well^好\n");
    EXPECT_THAT(grammar.findAlignment("我踢足球踢得好")->links,
                testing::UnorderedElementsAre(AlignmentLink{0, 0}, AlignmentLink{1, 2}, AlignmentLink{2, 3},
                                              AlignmentLink{3, 2}, AlignmentLink{5, 4}));
}

TEST(GrammarFormat, ParametersAndInheritedForms) {
    const Grammar grammar = Grammar::parse(Words +
                                           "rule vo(X): {V=X.v}{O=X} => {V:*} {O}\n"
                                           "pattern p: {S=who}{A=vo(read)} => {S:subj} {A:pres@S}\n");
    EXPECT_EQ(grammar.findAlignment("他看书")->target, "he reads books");
    EXPECT_EQ(grammar.findAlignment("我看书")->target, "I read books");
}

TEST(GrammarFormat, EveryMistakeNamesItsLine) {
    const struct {
        const char* line;
        const char* message;
    } cases[] = {
        {"nown 书 | book | - | x", "line 8: starts with 'nown'"},
        {"noun 书 | book | x", "line 8: a noun has 4 fields"},
        {"verb 吃 | eat, eats | x", "line 8: the verb 吃 has 2 English forms"},
        {"noun 茶 | tea | 杯 | read", "line 8: the noun 茶 has a measure word but no plural"},
        {"noun 书 | volume, volumes | 本 | read", "line 8: 书 is already in the class read (line 1)"},
        {"name 李明 | Li Ming | who, who", "line 8: 李明 is already in the class who (line 8)"},
        {"pattern p {who} => {who:subj}", "line 8: expected 'name: Chinese => English'"},
        {"pattern p: {who} => {who:subj", "line 8: a { has no closing }"},
        {"pattern p: {whom} => {whom:subj}", "line 8: there is neither a class nor a rule called whom"},
        {"pattern p: {who} => I", "line 8: the English side does not use the slot who"},
        {"pattern p: {who} => {who:subj} {O}", "line 8: O is neither a slot"},
        {"pattern p: {who} => {who:nice}", "line 8: there is no word form called 'nice'"},
        {"pattern p: {who} => {who:sg}\npattern q: {V=read.v}{read} => {V:base} {read}",
         "我 has no form 'sg'"},
        {"pattern p: {who}{who} => {who:subj}", "line 8: two slots are called who"},
        {"pattern p: {who} 不 => {who:subj} not^没",
         "line 8: ^没 links to a word that the Chinese side does not have"},
        {"pattern p: {who} => {who:subj} {be@who}", "line 8: be is neither a slot"},
        {"pattern p: {V=read.v}{who} => {do@V} {V:base} {who:subj}\npattern q: {read} => {read}",
         "line 8: asks for agreement with 看"},
        {"pattern p x0: {who} => {who:subj}", "line 8: the weight 'x0'"},
        {"rule r: {r} => {r}\npattern p: {r} => {r}", "contains itself"},
        {"rule r: 好 => good", "the file has no pattern"},
        {"pattern p: 好 => good", "is used by no rule"},
        {"auxiliary do = do", "line 8: do needs four values"},
        {"noun \xff | book, books | 本 | read", "line 8: byte 6 is not valid UTF-8"},
    };
    for (const auto& test : cases)
        EXPECT_THAT(errorOf(Words + test.line), HasSubstr(test.message)) << test.line;
}

TEST(GrammarFormat, ListsOfArticlesMayNameWordsThatDoNotOccur) {
    const Grammar grammar = Grammar::parse(
        "an hour, honest, heir\na university\nnoun 小时 | hour, hours | 个 | time\n"
        "noun 大学 | university, universities | 所 | time\nnoun 天 | day, days | 个 | time\n"
        "pattern p: 一 {measure N}{N=time} => {N:one}\n");
    EXPECT_EQ(grammar.findAlignment("一个小时")->target, "an hour");
    EXPECT_EQ(grammar.findAlignment("一所大学")->target, "a university");
    EXPECT_EQ(grammar.findAlignment("一个天")->target, "a day");
}

TEST(GrammarFormat, WhatIsNoFileIsNamed) {
    const auto says = [](const char* words) { return testing::ThrowsMessage<Error>(HasSubstr(words)); };
    EXPECT_THAT([] { Grammar::load("/nowhere/grammar.txt"); }, says("there is no file /nowhere/grammar.txt"));
    EXPECT_THAT([] { Grammar::load("/"); }, says("/ is a folder"));
    EXPECT_THAT([] { Grammar::load("/dev/zero"); }, says("/dev/zero is a device"));
}

TEST(GrammarFormat, RefusesWhatWouldGrowWithoutBound) {
    // Each level doubles the sentence.
    std::string doubling = "word 好 | good | w\nrule r0: {w} => {w}\n";
    for (int i = 1; i < 20; ++i)
        doubling += concat("rule r", i, ": {A=r", i - 1, "}{B=r", i - 1, "} => {A} {B}\n");
    EXPECT_THAT(errorOf(doubling + "pattern p: {r19} => {r19}\n"), HasSubstr("at most 40"));
    // Each level doubles the number of times that an empty phrase is written.
    std::string empty = "rule r0: =>\n";
    for (int i = 1; i < 20; ++i)
        empty += concat("rule r", i, ": {A=r", i - 1, "}{B=r", i - 1, "} => {A} {B}\n");
    EXPECT_THAT(errorOf(empty + "pattern p: 好 {r19} => good {r19}\n"), HasSubstr("nested parts"));
    std::string deep = "rule r0: 好 => good\n";
    for (int i = 1; i < 40; ++i) deep += concat("rule r", i, ": {r", i - 1, "} => {r", i - 1, "}\n");
    EXPECT_THAT(errorOf(deep + "pattern p: {r39} => {r39}\n"), HasSubstr("deep"));
    EXPECT_THAT(errorOf(std::string(2 << 20, '#')), HasSubstr("bytes"));
    EXPECT_THAT(errorOf(std::string(3000, 'a')), HasSubstr("longer than"));
}

TEST(GrammarFormat, CountsAndAmbiguityAgreeWithEnumeration) {
    const Grammar grammar = Grammar::parse(
        "word 甲 | a | x\nword 乙 | b | x\nword 甲乙 | c | y\nword 丙 | d | y\n"
        "rule p: {x} => {x}\nrule p: {y} => {y}\n"
        "rule end: =>\nrule end: 。 => .\n"
        "pattern two: {A=p}{B=p}{end} => {B} {A} {end}\n"
        "pattern three: {A=x}{B=x}{C=y} => {A} {B} {C}\n");
    std::set<std::string> distinct;
    std::uint64_t derivations = 0;
    const std::vector<std::string> p = {"甲", "乙", "甲乙", "丙"}, x = {"甲", "乙"}, y = {"甲乙", "丙"};
    for (const auto& a : p)
        for (const auto& b : p)
            for (const std::string end : {"", "。"}) distinct.insert(a + b + end), ++derivations;
    for (const auto& a : x)
        for (const auto& b : x)
            for (const auto& c : y) distinct.insert(a + b + c), ++derivations;
    EXPECT_EQ(grammar.counts().pairs, derivations);
    EXPECT_EQ(grammar.countDistinctSources(), distinct.size());
    EXPECT_LT(distinct.size(), derivations);
    EXPECT_EQ(grammar.findAmbiguousSource(), "甲乙丙");
}

TEST(GrammarFormat, HoldingOutNeedsWords) {
    const Grammar grammar = Grammar::parse("word 好 | good | w\npattern p: {w} => {w}\n");
    EXPECT_EQ(grammar.sample(Rng(1), 0, CorpusPart::Train).target, "good");
    EXPECT_THROW(grammar.sample(Rng(1), 0, CorpusPart::Test), Error);
}

TEST(GrammarFormat, DamagedFilesNeverCrash) {
    const std::string text = Words +
                             "rule some(X): 一 {measure N}{N=X} => a^一 {N:sg}\n"
                             "rule vo(X): {V=X.v}{O=some(X)} => {V:*} {O}\n"
                             "pattern p x2: {S=who}{A=vo(read)} 。 => {S:subj} {A:pres@S} .^。\n";
    const Rng rng(3);
    int accepted = 0;
    for (std::uint32_t round = 0; round < 20'000; ++round) {
        std::string damaged = text;
        for (std::uint64_t edit = 0; edit < 3; ++edit) {
            const auto at = rng.below(damaged.size(), RandomUse::Test, round, 3 * edit);
            const auto what = rng.below(4, RandomUse::Test, round, 3 * edit + 1);
            const char c = "{}()=:@^|;*,. x\n1"[rng.below(16, RandomUse::Test, round, 3 * edit + 2)];
            if (what == 0) damaged.erase(at, 1);
            if (what == 1) damaged.insert(at, 1, c);
            if (what == 2) damaged[at] = c;
            if (what == 3) damaged.insert(at, damaged.substr(at, 40));
        }
        try {
            const Grammar grammar = Grammar::parse(damaged);
            grammar.sample(rng, round, CorpusPart::Train);
            grammar.findAlignment("他看一本书。");
            grammar.countDistinctSources(10'000);
            ++accepted;
        } catch (const Error&) {
        }
    }
    EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace vitrine
