#include "engine/decode/transformer_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/decode/generate_many.h"

namespace vitrine {
namespace {

using ::testing::HasSubstr;
constexpr TokenId kBegin{1};

Contract smallContract() {
    Contract contract;
    contract.sourceVocabulary = 40;
    contract.targetVocabulary = 50;
    contract.width = 16;
    contract.encoder = {{2, 5, 7, 20}};
    contract.decoder = {{2, 8, 8, 24}, {3, 4, 6, 16}};
    contract.maxPositions = 200;  // more than the first room of the cache
    return contract;
}

class Decoders : public ::testing::Test {
protected:
    Decoders() : m_model(smallContract()), m_backend(createBackend("cpu")) {
        m_model.parameters().initialise(5);
    }
    std::vector<TokenId> tokens(std::size_t count, std::uint64_t seed, std::int64_t vocabulary) const {
        std::vector<TokenId> ids;
        for (std::size_t i = 0; i < count; ++i)
            ids.push_back(
                TokenId(4 + static_cast<std::int64_t>(Rng(seed).below(
                                static_cast<std::uint64_t>(vocabulary - 4), RandomUse::Test, 0, i))));
        return ids;
    }
    void expectEqual(std::span<const float> a, std::span<const float> b, const std::string& what) {
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 2e-5) << what << ", token " << i;
    }
    Transformer m_model;
    std::unique_ptr<Backend> m_backend;
};

TEST_F(Decoders, CachedAndUncachedAgreeAtEveryPositionAlsoAfterSteppingBack) {
    CachedDecoder cached(m_model, *m_backend, kBegin);
    UncachedDecoder uncached(m_model, *m_backend, kBegin);
    const auto first = tokens(30, 1, 50), branch = tokens(20, 2, 50);
    std::vector<std::vector<TokenId>> asked;
    for (std::size_t n = 0; n <= first.size(); ++n)
        asked.emplace_back(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(n));
    asked.push_back(asked[12]);  // back
    asked.push_back(asked[12]);  // the same again
    std::vector<TokenId> other = asked[9];
    for (const TokenId id : branch) {  // another branch from step 9
        other.push_back(id);
        asked.push_back(other);
    }
    asked.push_back({});
    asked.push_back(first);  // all at once
    for (const std::size_t length : {std::size_t{1}, std::size_t{17}}) {
        const auto source = tokens(length, 3, 40);
        cached.start(source);
        uncached.start(source);
        for (std::size_t i = 0; i < asked.size(); ++i)
            expectEqual(cached.next(asked[i]), uncached.next(asked[i]), "question " + std::to_string(i));
    }
}

TEST_F(Decoders, TheCacheGrowsWithLongSentences) {
    CachedDecoder cached(m_model, *m_backend, kBegin);
    UncachedDecoder uncached(m_model, *m_backend, kBegin);
    const auto source = tokens(150, 4, 40), target = tokens(199, 5, 50);
    cached.start(source);
    uncached.start(source);
    for (const std::size_t n : {0, 60, 63, 64, 65, 130, 199}) {
        const auto prefix = std::span(target).first(n);
        expectEqual(cached.next(prefix), uncached.next(prefix), "prefix of " + std::to_string(n));
    }
}

TEST_F(Decoders, WrongQuestionsAreErrorsAndDoNoHarm) {
    CachedDecoder cached(m_model, *m_backend, kBegin);
    UncachedDecoder uncached(m_model, *m_backend, kBegin);
    EXPECT_THROW(cached.next({}), Error);
    EXPECT_THROW(uncached.next({}), Error);
    EXPECT_THROW(cached.start({}), Error);
    EXPECT_THROW(cached.start(std::vector<TokenId>{TokenId(40)}), Error);
    EXPECT_THROW(cached.start(tokens(201, 1, 40)), Error);
    const auto source = tokens(5, 6, 40), target = tokens(6, 7, 50);
    cached.start(source);
    uncached.start(source);
    std::vector<TokenId> wrong(target.begin(), target.begin() + 3);
    cached.next(target);
    wrong.push_back(TokenId(50));
    EXPECT_THROW(cached.next(wrong), Error);
    EXPECT_THROW(uncached.next(wrong), Error);
    wrong.pop_back();
    expectEqual(cached.next(wrong), uncached.next(wrong), "after an error");
    EXPECT_THROW(cached.next(tokens(200, 8, 50)), Error);
    EXPECT_THROW(uncached.next(tokens(200, 8, 50)), Error);
    expectEqual(cached.next(target), uncached.next(target), "after an error");
}

TEST_F(Decoders, GenerateManyNamesTheWrongSentence) {
    const StopRules rules{TokenId(2), {TokenId(0), kBegin}};
    const auto expectError = [&](std::vector<std::vector<TokenId>> sources, const std::string& words) {
        try {
            generateMany(m_model, *m_backend, sources, kBegin, {}, rules);
            ADD_FAILURE() << words;
        } catch (const Error& error) {
            EXPECT_THAT(error.what(), HasSubstr(words));
        }
    };
    const auto good = tokens(3, 1, 40);
    expectError({good, {}}, "sentence 2 is empty");
    expectError({good, good, tokens(201, 1, 40)}, "sentence 3 has 201 tokens");
    expectError({{TokenId(-1)}}, "sentence 1 holds the token -1");
    EXPECT_TRUE(generateMany(m_model, *m_backend, {}, kBegin, {}, rules).empty());
}

/// Sampled texts end at very different steps, so that slots are given up again and again.
TEST_F(Decoders, GenerateManyEqualsGenerate) {
    StopRules rules{TokenId(2), {TokenId(0), kBegin}};
    Decoding d;
    d.strategy = Strategy::Sample;
    d.temperature = 3;
    std::vector<std::vector<TokenId>> sources;
    for (std::uint64_t i = 0; i < 30; ++i) sources.push_back(tokens(1 + i % 11, i, 40));
    const auto many = generateMany(m_model, *m_backend, sources, kBegin, d, rules, 8);
    CachedDecoder decoder(m_model, *m_backend, kBegin);
    std::size_t ended = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        decoder.start(sources[i]);
        const Generation alone = generate(decoder, d, rules);
        ASSERT_EQ(many[i].tokens.size(), alone.tokens.size()) << i;
        for (std::size_t k = 0; k < alone.tokens.size(); ++k)
            ASSERT_EQ(many[i].tokens[k].token, alone.tokens[k].token) << i << ' ' << k;
        EXPECT_EQ(many[i].finished, alone.finished);
        ended += alone.finished ? 1 : 0;
    }
    EXPECT_GT(ended, 5u);
}

}  // namespace
}  // namespace vitrine
