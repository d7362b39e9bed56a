#include "tests/support/allocation_counter.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "engine/decode/transformer_decoder.h"

namespace vitrine {
namespace {

using testing::AllocationCounter;

TEST(AllocationCounter, SeesOurAllocations) {
    if (!AllocationCounter::works()) GTEST_SKIP() << "the sanitizer has its own malloc";
    AllocationCounter counter;
    void* volatile fromNew = ::operator new(100);  // volatile: none may be optimised away
    void* volatile fromC = std::malloc(100);
    void* volatile aligned = std::aligned_alloc(64, 640);
    counter.stop();
    EXPECT_EQ(counter.ours(), 3) << counter.whereOurs();
    EXPECT_NE(counter.whereOurs(), "");
    ::operator delete(fromNew);
    std::free(fromC);
    std::free(aligned);
}

/// Reads a sentence and writes `words` tokens.
void translateOnce(CachedDecoder& decoder, std::span<const TokenId> source, std::vector<TokenId>& prefix,
                   std::size_t words, const Decoding& decoding, std::vector<std::int32_t>& scratch) {
    const TokenId banned[] = {TokenId(0), TokenId(1)};
    decoder.start(source);
    prefix.clear();
    while (prefix.size() < words) {
        const StepIndex step(static_cast<std::int64_t>(prefix.size()));
        prefix.push_back(chooseToken(decoder.next(prefix), banned, decoding, step, scratch));
    }
}

TEST(CachedDecoder, AllocatesNothingOnceItHasSeenASentenceAsLong) {
    if (!AllocationCounter::works()) GTEST_SKIP() << "the sanitizer has its own malloc";
    Transformer model(presetContract("d64", 500, 600));
    model.parameters().initialise(3);
    Decoding greedy, sample;
    sample.strategy = Strategy::Sample;
    sample.topK = 40;
    sample.topP = 0.9;
    const auto backend = createBackend("cpu");  // the reference is plain, not fast
    CachedDecoder decoder(model, *backend, TokenId(1));
    const std::vector<TokenId> source(12, TokenId(7));
    std::vector<TokenId> prefix;
    prefix.reserve(100);
    std::vector<std::int32_t> scratch;
    for (const Decoding& decoding : {greedy, sample}) {
        translateOnce(decoder, source, prefix, 30, decoding, scratch);
        AllocationCounter counter;
        translateOnce(decoder, source, prefix, 30, decoding, scratch);
        counter.stop();
        EXPECT_EQ(counter.ours(), 0) << counter.whereOurs();
    }
}

}  // namespace
}  // namespace vitrine
