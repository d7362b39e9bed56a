#include "engine/data/split.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "engine/core/error.h"
#include "engine/core/rng.h"
#include "engine/text/normalise.h"

namespace vitrine {
namespace {

SentencePair pair(const std::string& chinese, const std::string& english) {
    return {chinese, english, {}, 0};
}

// Pairs over few sentences, so that many share a side.
std::vector<SentencePair> randomPairs(std::uint64_t seed, std::size_t count, std::uint64_t sentences) {
    const Rng rng(seed);
    std::vector<SentencePair> pairs;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto zh = rng.below(sentences, RandomUse::Test, 1, i);
        const auto en = rng.below(sentences, RandomUse::Test, 2, i);
        pairs.push_back(pair("句" + std::to_string(zh) + (i % 2 ? "。" : "！"),
                             (i % 3 ? "Say " : "SAY,  ") + std::to_string(en)));
    }
    return pairs;
}

void expectDisjointAndComplete(const CorpusSplit& split, const std::vector<SentencePair>& pairs) {
    std::map<std::string, int> partOfSide;
    std::vector<int> seen(pairs.size(), 0);
    int part = 0;
    for (const auto* indices : {&split.train, &split.valid, &split.test}) {
        EXPECT_TRUE(std::is_sorted(indices->begin(), indices->end()));
        for (const std::size_t i : *indices) {
            ++seen[i];
            for (const std::string& key :
                 {"zh" + comparisonKey(pairs[i].chinese), "en" + comparisonKey(pairs[i].english)}) {
                const auto [it, isNew] = partOfSide.emplace(key, part);
                ASSERT_EQ(it->second, part) << key << " stands in two parts";
            }
        }
        ++part;
    }
    EXPECT_THAT(seen, testing::Each(1));
}

TEST(Split, NeverSharesASideBetweenParts) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto pairs = randomPairs(seed, 400, 600);
        const CorpusSplit split = splitByComponents(pairs, {40, 60}, seed);
        EXPECT_EQ(split.valid.size(), 40u);
        EXPECT_EQ(split.test.size(), 60u);
        expectDisjointAndComplete(split, pairs);
    }
}

TEST(Split, FollowsChainsOfSharedSides) {
    // a-x, a-y, b-y, b-z hang together although the first and the last share nothing.
    std::vector<SentencePair> pairs = {pair("甲", "x"), pair("甲。", "y"), pair("乙", "Y!"),
                                       pair("乙", "z"), pair("丙", "w"),   pair("丁", "v")};
    const CorpusSplit split = splitByComponents(pairs, {1, 1}, 5);
    EXPECT_EQ(split.components, 3u);
    EXPECT_EQ(split.largestComponent, 4u);
    EXPECT_THAT(split.train, testing::ElementsAre(0, 1, 2, 3));
}

TEST(Split, SentencesOfPunctuationAloneAreNotOne) {
    EXPECT_EQ(
        splitByComponents(std::vector<SentencePair>{pair("！", "!"), pair("？", "?")}, {0, 0}, 1).components,
        2u);
}

TEST(Split, DependsOnTheSeedAlone) {
    const auto pairs = randomPairs(3, 300, 800);
    const CorpusSplit a = splitByComponents(pairs, {30, 30}, 7);
    const CorpusSplit b = splitByComponents(pairs, {30, 30}, 7);
    const CorpusSplit c = splitByComponents(pairs, {30, 30}, 8);
    EXPECT_EQ(a.test, b.test);
    EXPECT_EQ(a.valid, b.valid);
    EXPECT_NE(a.test, c.test);
}

TEST(Split, SaysWhenTheSizesCannotBeMet) {
    const std::vector<SentencePair> pairs = {pair("甲", "x"), pair("甲", "y"), pair("乙", "z"),
                                             pair("乙", "w")};
    EXPECT_THAT(
        [&] {
            splitByComponents(pairs, {1, 2}, 1);
        },
        testing::ThrowsMessage<Error>(
            testing::HasSubstr("cannot fill the valid part: 1 pairs were asked for, 0 fit")));
    EXPECT_THAT(
        [&] {
            splitByComponents(pairs, {2, 3}, 1);
        },
        testing::ThrowsMessage<Error>(testing::HasSubstr("2 + 3 pairs were asked for, but there are 4")));
    EXPECT_NO_THROW(splitByComponents(pairs, {2, 2}, 1));  // large groups are taken when they must be
}

TEST(Split, FindsTheOneChoiceThatFits) {
    std::vector<SentencePair> pairs;  // groups of 3, 5 and 7 pairs
    for (const int size : {3, 5, 7})
        for (int i = 0; i < size; ++i)
            pairs.push_back(
                pair("组" + std::to_string(size), "g" + std::to_string(size) + std::to_string(i)));
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        EXPECT_EQ(splitByComponents(pairs, {0, 8}, seed).train.size(), 7u);
        EXPECT_EQ(splitByComponents(pairs, {3, 12}, seed).train.size(), 0u);
        EXPECT_THROW(splitByComponents(pairs, {0, 11}, seed), Error);
    }
}

TEST(SideIndex, FindsEitherSide) {
    SideIndex index;
    index.add(pair("我爱你。", "I love you."));
    EXPECT_TRUE(index.shares(pair("我爱你", "Other")));
    EXPECT_TRUE(index.shares(pair("别的", "i LOVE you!")));
    EXPECT_FALSE(index.shares(pair("别的", "Other")));
}

TEST(Split, HoldsOnTheSharedCorpus) {
    const std::string path = std::string(VITRINE_SOURCE_DIR) + "/../shared/data/tatoeba-cmn-eng/cmn.txt";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the shared Tatoeba corpus is not on this machine";
    const PairFile file = readPairFile(path);
    const CorpusSplit split = splitByComponents(file.pairs, {1000, 1000}, 1);
    EXPECT_EQ(split.valid.size(), 1000u);
    EXPECT_EQ(split.test.size(), 1000u);
    expectDisjointAndComplete(split, file.pairs);
}

}  // namespace
}  // namespace vitrine
