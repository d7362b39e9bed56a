#include "engine/data/batches.h"

#include <gmock/gmock.h>

#include <numeric>
#include <set>

#include "engine/text/vocabulary.h"
#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Pair i has ids that name it: source 10 + i repeated, target 1000 + i repeated.
std::shared_ptr<const PairTable> numberedPairs(std::size_t count) {
    auto table = std::make_shared<PairTable>();
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<std::int32_t> source(1 + i % 7, static_cast<std::int32_t>(10 + i));
        const std::vector<std::int32_t> target(1 + i % 5, static_cast<std::int32_t>(1000 + i));
        table->add(source, target);
    }
    return table;
}

BatchLimits smallLimits() {
    BatchLimits limits;
    limits.cells = 60;
    limits.sentences = 6;
    limits.maxSource = limits.maxTarget = 10;
    limits.poolPairs = 50;
    return limits;
}

BatchSource smallSource(std::uint64_t seed, std::size_t pairs = 100) {
    return BatchSource(std::make_unique<ShuffledPairs>(numberedPairs(pairs), seed), smallLimits(), seed);
}

std::vector<std::int32_t> cellsOf(const Tensor& tensor) {
    const auto cells = tensor.elements<std::int32_t>();
    return {cells.begin(), cells.end()};
}

TEST(PackedBatch, PadsOnTheRightAndShiftsTheTarget) {
    PairTable table;
    table.add(std::vector<std::int32_t>{7, 8}, std::vector<std::int32_t>{20});
    table.add(std::vector<std::int32_t>{9}, std::vector<std::int32_t>{21, 22});
    PackedBatch batch(100, 10);
    batch.pack(table, std::vector<std::uint32_t>{0, 1});
    EXPECT_EQ(batch.source.shape(), Shape({2, 2}));
    EXPECT_THAT(cellsOf(batch.source), ElementsAre(7, 8, 9, 0));
    EXPECT_THAT(cellsOf(batch.targetInput), ElementsAre(1, 20, 0, 1, 21, 22));
    EXPECT_THAT(cellsOf(batch.labels), ElementsAre(20, 2, 0, 21, 22, 2));
    EXPECT_THAT(batch.sourceLengths, ElementsAre(2, 1));
    EXPECT_THAT(batch.targetLengths, ElementsAre(2, 3));
    EXPECT_EQ(batch.sourceTokens(), 3);
    EXPECT_EQ(batch.targetTokens(), 5);
    EXPECT_DOUBLE_EQ(batch.paddingShare(), 0.2);  // 2 of 4 + 6 cells
}

TEST(Batches, KeepTheBudgetAndShowEveryPairOnceAnEpoch) {
    BatchSource source = smallSource(3);
    PackedBatch batch(60, 6);
    std::multiset<std::int32_t> seen;
    while (source.cursor().pool < 1 || seen.size() < 100) {
        source.next(batch);
        EXPECT_LE(batch.source.count() + batch.targetInput.count(), 60);
        EXPECT_LE(batch.sentences(), 6);
        for (std::int64_t b = 0; b < batch.sentences(); ++b)
            seen.insert(batch.source.data<std::int32_t>()[b * batch.source.shape()[1]] - 10);
    }
    ASSERT_EQ(seen.size(), 100u);
    for (std::int32_t pair = 0; pair < 100; ++pair) EXPECT_EQ(seen.count(pair), 1u) << pair;
    EXPECT_DOUBLE_EQ(source.epochs(), 1);
}

TEST(Batches, ContinueAnywhereWithTheSameBatches) {
    BatchSource whole = smallSource(3);
    PackedBatch batch(60, 6), again(60, 6);
    for (int i = 0; i < 40; ++i) {
        const DataCursor before = whole.cursor();
        whole.next(batch);
        BatchSource resumed = smallSource(3);
        resumed.seek(before);
        resumed.next(again);
        ASSERT_EQ(cellsOf(batch.source), cellsOf(again.source)) << "batch " << i;
        ASSERT_EQ(cellsOf(batch.labels), cellsOf(again.labels)) << "batch " << i;
        ASSERT_EQ(whole.cursor(), resumed.cursor());
    }
}

TEST(Batches, OtherSeedsAndEpochsGiveOtherOrders) {
    const auto firstPool = [](std::uint64_t seed, std::uint64_t pool) {
        BatchSource source = smallSource(seed);
        source.seek({pool, 0});
        PackedBatch batch(60, 6);
        std::vector<std::int32_t> cells;
        for (int i = 0; i < 5; ++i) {
            source.next(batch);
            const std::vector<std::int32_t> more = cellsOf(batch.source);
            cells.insert(cells.end(), more.begin(), more.end());
        }
        return cells;
    };
    EXPECT_EQ(firstPool(1, 0), firstPool(1, 0));
    EXPECT_NE(firstPool(1, 0), firstPool(2, 0));
    EXPECT_NE(firstPool(1, 0), firstPool(1, 2));  // the same pairs an epoch later
}

TEST(Batches, AreMadeOfSentencesOfLikeLength) {
    BatchSource source = smallSource(5);
    PackedBatch batch(60, 6);
    double padding = 0, unsorted = 0;
    for (int i = 0; i < 20; ++i) {
        source.next(batch);
        padding += batch.paddingShare() / 20;
    }
    PackedBatch mixed(1000, 100);
    std::vector<std::uint32_t> everyPair(35);
    std::iota(everyPair.begin(), everyPair.end(), 0u);
    mixed.pack(*numberedPairs(35), everyPair);
    unsorted = mixed.paddingShare();
    EXPECT_LT(padding, unsorted / 2);
}

TEST(Batches, LeaveOutLongPairsAndCountThem) {
    auto table = std::make_shared<PairTable>();
    table->add(std::vector<std::int32_t>(3, 7), std::vector<std::int32_t>(3, 8));
    table->add(std::vector<std::int32_t>(11, 7), std::vector<std::int32_t>(3, 8));
    table->add(std::vector<std::int32_t>(3, 7), std::vector<std::int32_t>(10, 8));  // 11 with <bos>
    BatchLimits limits = smallLimits();
    limits.poolPairs = 3;
    BatchSource source(std::make_unique<ShuffledPairs>(table, 1), limits, 1);
    PackedBatch batch(60, 6);
    source.next(batch);
    EXPECT_EQ(batch.sentences(), 1);
    EXPECT_EQ(source.leftOut(), 2u);
}

TEST(Batches, RefuseLimitsThatMakeNoSense) {
    BatchLimits limits = smallLimits();
    limits.cells = 19;  // one pair of 10 + 10 would not fit
    EXPECT_THAT(errorOf([&] { validate(limits); }), HasSubstr("cells is 19, expected 20"));
    EXPECT_THAT(errorOf([] { ShuffledPairs(std::make_shared<PairTable>(), 1); }), HasSubstr("no pairs"));
    BatchSource source = smallSource(1);
    EXPECT_THAT(errorOf([&] { source.seek({0, 1000}); }), HasSubstr("batch 1000 of pool 0"));
}

TEST(MixedPairs, InterleavesEvenlyAndAnywhere) {
    const auto mixture = [] {
        auto host = std::make_shared<PairTable>(), guest = std::make_shared<PairTable>();
        host->add(std::vector<std::int32_t>{1}, std::vector<std::int32_t>{1});
        guest->add(std::vector<std::int32_t>{2}, std::vector<std::int32_t>{2});
        return MixedPairs(std::make_unique<ShuffledPairs>(host, 1), std::make_unique<ShuffledPairs>(guest, 1),
                          0.2);
    };
    MixedPairs pairs = mixture();
    PairTable table;
    pairs.read(0, 100, table);
    int guests = 0;
    for (std::size_t i = 0; i < 100; ++i) guests += table.source(i)[0] == 2 ? 1 : 0;
    EXPECT_EQ(guests, 20);
    MixedPairs later = mixture();
    PairTable tail;
    later.read(37, 5, tail);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(tail.source(i)[0], table.source(37 + i)[0]);
}

TEST(GrammarPairs, ArePureInTheirNumberAndAvoidWhatIsExcluded) {
    const Grammar grammar = Grammar::load(VITRINE_SOURCE_DIR "/assets/grammar/everyday.txt");
    const auto vocabularyOf = [](const std::vector<std::string>& words) {
        Vocabulary vocabulary;
        for (const std::string& word : words)
            if (!vocabulary.find(word) && word.find(' ') == std::string::npos) vocabulary.add(word);
        return Tokenizer::words(std::move(vocabulary));
    };
    const Tokenizer source = vocabularyOf(grammar.sourceWords()),
                    target = vocabularyOf(grammar.targetWords());
    PairTable all, some;
    GrammarPairs(grammar, source, target, 4).read(0, 30, all);
    GrammarPairs(grammar, source, target, 4).read(20, 10, some);
    for (std::size_t i = 0; i < 10; ++i) {
        const auto expected = all.target(20 + i), found = some.target(i);
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(), found.begin(), found.end())) << i;
    }
    const std::string first = grammar.sample(Rng(4), 0, CorpusPart::Train).source;
    PairTable others;
    GrammarPairs(grammar, source, target, 4, [&](const PairExample& pair) {
        return pair.source == first;
    }).read(0, 1, others);
    const auto before = all.source(0), after = others.source(0);
    EXPECT_FALSE(std::equal(before.begin(), before.end(), after.begin(), after.end()));
}

}  // namespace
}  // namespace vitrine
