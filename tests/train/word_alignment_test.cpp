#include "engine/train/word_alignment.h"

#include <gmock/gmock.h>

#include "engine/text/vocabulary.h"
#include "tests/support/error_of.h"

namespace vitrine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Tokenizer wordsOf(const std::vector<std::string>& words) {
    Vocabulary vocabulary;
    for (const std::string& word : words) vocabulary.add(word);
    return Tokenizer::words(std::move(vocabulary));
}

TEST(WordOfToken, FollowsTheWordsThroughTheText) {
    const Tokenizer chinese = wordsOf({"我", "爱", "机", "器"});
    const std::string text = "我爱机器";
    EXPECT_THAT(wordOfToken(text, std::vector<std::string>{"我", "爱", "机器"}, chinese.encode(text)),
                ElementsAre(0, 1, 2, 2));
    const Tokenizer english = wordsOf({"eat", "a", "at", "."});
    const std::string sentence = "eat a at.";
    EXPECT_THAT(
        wordOfToken(sentence, std::vector<std::string>{"eat", "a", "at", "."}, english.encode(sentence)),
        ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(errorOf([&] { wordOfToken(text, std::vector<std::string>{"你"}, {}); }), HasSubstr("你"));
}

TEST(HeadAlignment, ErrorRateIsOneMinusTwiceTheOverlap) {
    HeadAlignment head;
    head.proposed = 6;
    head.gold = 4;
    head.common = 3;
    EXPECT_DOUBLE_EQ(head.errorRate(), 1 - 2.0 * 3 / 10);
    head.common = 0;
    EXPECT_DOUBLE_EQ(head.errorRate(), 1);
}

/// A decoder whose single cross-attention head compares one-hot words: queries and keys are the embeddings,
/// everything else is switched off, so position t looks at the source word of the same number as its input.
struct CopyingModel {
    CopyingModel() : model(contract()) {
        ParameterStore& store = model.parameters();
        for (std::int64_t i = 0; i < store.size(); ++i) {
            const std::string& name = store.name(ParameterId(i));
            const Tensor value = store.get(ParameterId(i)).value;
            const bool diagonal = name.find("embedding.table") != std::string::npos ||
                                  name.find("cross.query.weight") != std::string::npos ||
                                  name.find("cross.key.weight") != std::string::npos;
            const bool gain = name.find("gamma") != std::string::npos;
            for (std::int64_t k = 0; k < value.count(); ++k) {
                const bool on = diagonal && k / kWidth == k % kWidth;
                value.data<float>()[k] = on ? 10.f : gain ? 1.f : 0.f;
            }
        }
    }
    static constexpr std::int64_t kWidth = 8;
    static Contract contract() {
        Contract contract;
        contract.name = "copying";
        contract.sourceVocabulary = contract.targetVocabulary = kWidth;
        contract.width = kWidth;
        contract.encoder.assign(1, {1, kWidth, kWidth, 1});
        contract.decoder.assign(1, {1, kWidth, kWidth, 1});
        contract.maxPositions = 8;
        return contract;
    }
    Transformer model;
};

TEST(AlignHeads, TellsTheReadingPositionFromThePredictingOne) {
    const CopyingModel copying;
    const std::unique_ptr<Backend> backend = createBackend("cpu");
    const Tokenizer tokenizer = wordsOf({"a", "b", "c", "d"});  // ids 4 to 7
    PairExample pair;
    pair.source = "c a b";
    pair.target = "a b c";
    pair.sourceWords = {"c", "a", "b"};
    pair.targetWords = {"a", "b", "c"};
    pair.links = {{1, 0}, {2, 1}, {0, 2}};
    const std::vector<HeadAlignment> heads =
        alignHeads(copying.model, *backend, tokenizer, tokenizer, std::vector<PairExample>{pair});
    ASSERT_EQ(heads.size(), 2u);
    const HeadAlignment reading = bestHead(heads, AlignmentReading::Reading);
    EXPECT_EQ(reading.common, 3);
    EXPECT_EQ(reading.proposed, 3);
    EXPECT_DOUBLE_EQ(reading.errorRate(), 0);
    // The predicting position reads the word before: b is predicted while looking at a, c while looking at b.
    const HeadAlignment predicting = bestHead(heads, AlignmentReading::Predicting);
    EXPECT_EQ(predicting.gold, 3);
    EXPECT_LE(predicting.common, 1);
}

}  // namespace
}  // namespace vitrine
