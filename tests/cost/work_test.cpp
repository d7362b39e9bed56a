#include "engine/cost/work.h"

#include <gtest/gtest.h>

#include "engine/core/error.h"
#include "engine/cost/counting_backend.h"
#include "engine/decode/transformer_decoder.h"

namespace vitrine {
namespace {

Contract mixedContract() {
    Contract contract;
    contract.sourceVocabulary = 29;
    contract.targetVocabulary = 31;
    contract.width = 12;
    contract.encoder = {{2, 5, 7, 20}, {3, 4, 4, 24}};
    contract.decoder = {{1, 12, 9, 16}, {4, 3, 2, 40}};
    contract.maxPositions = 40;
    return contract;
}

/// h * dh = d in every layer, as the note assumes.
Contract noteContract(std::int64_t d, std::int64_t h, std::int64_t f) {
    Contract contract;
    contract.sourceVocabulary = contract.targetVocabulary = 100;
    contract.width = d;
    contract.encoder = contract.decoder = {{h, d / h, d / h, f}};
    return contract;
}

/// Counts what really runs when T tokens are written after a source of S.
template <class Decoder>
Flops counted(const Transformer& model, std::int64_t target, std::int64_t source, Flops* reading = nullptr) {
    const auto inner = createBackend("reference");
    CountingBackend counting(*inner);
    Decoder decoder(model, counting, TokenId(1));
    decoder.start(std::vector<TokenId>(static_cast<std::size_t>(source), TokenId(5)));
    if (reading != nullptr) *reading = counting.total().flops;
    std::vector<TokenId> prefix;
    for (std::int64_t n = 1; n <= target; ++n) {
        decoder.next(prefix);
        prefix.push_back(TokenId(4));
    }
    return counting.total().flops;
}

TEST(Work, ClosedFormsEqualWhatTheOpsCount) {
    const Contract contract = mixedContract();
    Transformer model(contract);
    model.parameters().initialise(1);
    for (const std::int64_t target : {1, 2, 9})
        for (const std::int64_t source : {1, 6}) {
            const Flops encoder = encoderWork(contract, source).total();
            Flops reading;
            EXPECT_EQ(counted<UncachedDecoder>(model, target, source, &reading),
                      encoder + uncachedDecoding(contract, target, source).total());
            EXPECT_EQ(reading, encoder);
            EXPECT_EQ(counted<CachedDecoder>(model, target, source),
                      encoder + cachedDecoding(contract, target, source).total());
        }
}

/// The totals of note N-4.3.4, written out.
TEST(Work, TheNotesClosedForms) {
    const std::int64_t d = 64, h = 4, f = 256, T = 100, S = 13;
    const Contract contract = noteContract(d, h, f);
    const DecoderWork without = uncachedDecoding(contract, T, S), with = cachedDecoding(contract, T, S);
    const std::int64_t sum = T * (T + 1) / 2;
    EXPECT_EQ(without.selfProjections.convention, (6 + 2) * d * d * sum);
    EXPECT_EQ(with.selfProjections.convention, (6 + 2) * d * d * T);
    EXPECT_EQ(without.selfInteraction.convention, 2 * d * T * (T + 1) * (2 * T + 1) / 3);
    EXPECT_EQ(with.selfInteraction.convention, 2 * d * T * (T + 1));
    EXPECT_EQ(without.crossMemory.convention, 4 * T * S * d * d);
    EXPECT_EQ(with.crossMemory.convention, 4 * S * d * d);
    EXPECT_EQ(without.crossInteraction.convention, 2 * S * d * T * (T + 1));
    EXPECT_EQ(with.crossInteraction.convention, 4 * S * d * T);
    EXPECT_EQ(without.feedForward.convention, 4 * d * f * sum);
    EXPECT_EQ(with.feedForward.convention, 4 * d * f * T);
}

/// (T+1)/2 for what is done position by position, (2T+1)/3 for the attention itself: 67 at T = 100, not T/3.
/// What is executed, with the hidden half left out, is (T+2)/3: that is the note's "about T/3".
TEST(Work, RatiosOfCaching) {
    const Contract contract = noteContract(64, 4, 256);
    for (const std::int64_t T : {1, 10, 100, 333}) {
        const DecoderWork without = uncachedDecoding(contract, T, 5), with = cachedDecoding(contract, T, 5);
        const auto equalRatio = [](std::int64_t a, std::int64_t b, std::int64_t up, std::int64_t down) {
            return a * down == b * up;
        };
        EXPECT_TRUE(equalRatio(without.feedForward.convention, with.feedForward.convention, T + 1, 2));
        EXPECT_TRUE(
            equalRatio(without.selfProjections.convention, with.selfProjections.convention, T + 1, 2));
        EXPECT_TRUE(
            equalRatio(without.crossInteraction.convention, with.crossInteraction.convention, T + 1, 2));
        EXPECT_TRUE(equalRatio(without.crossMemory.convention, with.crossMemory.convention, T, 1));
        EXPECT_TRUE(
            equalRatio(without.selfInteraction.convention, with.selfInteraction.convention, 2 * T + 1, 3));
        EXPECT_TRUE(equalRatio(without.selfInteraction.executed, with.selfInteraction.executed, T + 2, 3));
    }
}

TEST(CountingBackend, PaddedKeysAreNotExecuted) {
    const Contract contract = mixedContract();
    Transformer model(contract);
    model.parameters().initialise(1);
    const auto inner = createBackend("reference");
    CountingBackend counting(*inner);
    Arena arena;
    const ForwardContext ctx{counting, arena};
    const Tensor ids = Tensor::zeros(DType::I32, {2, 6});
    const std::vector<std::int32_t> lengths = {6, 2};
    model.encode(ctx, ids, lengths);
    const OpCount& attention = counting.count("attention");
    EXPECT_EQ(attention.calls, 2);
    const std::int64_t each = 2 * (2 * (5 + 7) + 3 * (4 + 4));  // over both layers
    EXPECT_EQ(attention.flops.convention, each * 2 * 6 * 6);
    EXPECT_EQ(attention.flops.executed, each * 6 * (6 + 2));
    EXPECT_GT(counting.count("linear").bytes, 0);
    EXPECT_EQ(counting.count("addNorm").flops, Flops());
    counting.reset();
    EXPECT_EQ(counting.total().calls, 0);
    EXPECT_THROW(counting.count("multiply"), Error);
}

/// A training pass: linear layers cost two more products backward, attention twice its two products.
TEST(CountingBackend, TrainingCountsForwardAndBackward) {
    const Contract contract = mixedContract();
    Transformer model(contract);
    model.parameters().initialise(1);
    model.parameters().allocateGradients();
    const auto inner = createBackend("reference");
    CountingBackend counting(*inner);
    Arena arena;
    Tape tape(arena);
    ForwardContext ctx{counting, arena};
    ctx.tape = &tape;
    Batch batch;
    batch.source = Tensor::zeros(DType::I32, {1, 5});
    batch.targetInput = Tensor::zeros(DType::I32, {1, 7});
    batch.labels = Tensor::zeros(DType::I32, {1, 7});
    batch.labels.data<std::int32_t>()[0] = 3;
    LossArgs args;
    args.gradientScale = 1;
    model.loss(ctx, batch, args);
    tape.backward(counting);
    const DecoderWork decoder = decoderPass(contract, 7, 0, 5, true);
    const std::int64_t forward = (encoderWork(contract, 5).total() + decoder.total()).convention;
    EXPECT_EQ(counting.total().flops.convention, 3 * forward);
    EXPECT_EQ(counting.count("linearCrossEntropy").flops.convention, 3 * decoder.head.convention);
    EXPECT_GT(counting.count("attentionBackward").flops.executed, 0);
}

}  // namespace
}  // namespace vitrine
