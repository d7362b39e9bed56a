#include "engine/cost/cache_bytes.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/core/text_format.h"
#include "engine/model/decoder_cache.h"

namespace vitrine {
namespace {

/// The example of note V: 32 layers, 32 heads of width 128 (or 8, or 1 for keys and values), 2 bytes.
TEST(CacheBytes, TheExampleOfTheNote) {
    const std::int64_t all = cacheBytesPerToken(32, 32, 128, 128, 2),
                       grouped = cacheBytesPerToken(32, 8, 128, 128, 2),
                       single = cacheBytesPerToken(32, 1, 128, 128, 2);
    EXPECT_EQ(all, 512 * 1024);
    EXPECT_EQ(grouped, 128 * 1024);
    EXPECT_EQ(single, 16 * 1024);
    EXPECT_EQ(formatBytes(static_cast<double>(all) * 128000), "62.50 GiB");
    EXPECT_EQ(formatBytes(static_cast<double>(grouped) * 128000), "15.62 GiB");
    EXPECT_EQ(formatBytes(static_cast<double>(single) * 128000), "1.95 GiB");
    EXPECT_EQ(crossoverTokens(7'000'000'000, 2, all), 26703);
    EXPECT_EQ(crossoverTokens(7'000'000'000, 2, grouped), 106812);
    EXPECT_EQ(crossoverTokens(7'000'000'000, 2, single), 854492);
    EXPECT_THROW(crossoverTokens(1, 1, 0), Error);
}

TEST(CacheBytes, EqualWhatTheCacheHolds) {
    Contract contract;
    contract.sourceVocabulary = contract.targetVocabulary = 10;
    contract.width = 8;
    contract.encoder = {{2, 4, 4, 8}};
    contract.decoder = {{2, 3, 5, 8}, {3, 4, 2, 8}};
    DecoderCache cache(contract, DType::F32, 4, 9, 20);
    cache.begin(3, 7, {});
    for (int i = 0; i < 11; ++i) cache.advance();
    const std::int64_t each = cacheBytesPerToken(contract, 4);
    EXPECT_EQ(static_cast<std::int64_t>(cache.selfPayloadBytes(3)), each * 3 * 11);
    EXPECT_EQ(static_cast<std::int64_t>(cache.crossPayloadBytes(3)), each * 3 * 7);
    EXPECT_EQ(static_cast<std::int64_t>(cache.allocatedBytes()), each * 4 * (20 + 9));
}

}  // namespace
}  // namespace vitrine
