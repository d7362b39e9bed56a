#include "engine/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tiny_model.h"

namespace vitrine {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class SessionTest : public ::testing::Test {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<testing::TemporaryFolder>();
        testing::saveTinyModel(s_folder->path());
        s_model = loadModel(s_folder->path());
    }
    static void TearDownTestSuite() {
        s_model.reset();
        s_folder.reset();
    }
    static Question question(std::vector<TokenId> prefix = {}) {
        Question q;
        q.model = s_model;
        q.source = "我爱机器翻译";
        q.prefix = std::move(prefix);
        return q;
    }
    /// Keeps the thread busy for a while.
    static TranslationRequest longWork(std::int64_t tokens = 39) {
        TranslationRequest request;
        request.model = s_model;
        request.source = "狗咬人";
        request.decoding.maxTokens = tokens;
        for (std::int64_t i = 0; i < tokens; ++i) request.forced[StepIndex(i)] = TokenId(5);
        return request;
    }
    static std::unique_ptr<testing::TemporaryFolder> s_folder;
    static std::shared_ptr<const LoadedModel> s_model;
};
std::unique_ptr<testing::TemporaryFolder> SessionTest::s_folder;
std::shared_ptr<const LoadedModel> SessionTest::s_model;

TEST_F(SessionTest, AnswersEachKindOfRequest) {
    Session session;
    EXPECT_EQ(session.take("step"), nullptr);
    const auto load = session.post("load", LoadRequest{s_folder->path(), "cpu"});
    const auto step = session.post("step", question());
    const auto whole = session.post("whole", longWork(5));
    ASSERT_TRUE(session.waitIdle(20s));
    const auto loaded = session.take("load"), stepped = session.take("step"),
               translated = session.take("whole");
    ASSERT_TRUE(loaded && stepped && translated);
    EXPECT_EQ(loaded->ticket, load);
    EXPECT_EQ(stepped->ticket, step);
    EXPECT_EQ(translated->ticket, whole);
    EXPECT_EQ(loaded->model->contract(), s_model->contract());
    EXPECT_EQ(stepped->analysis->next.chosen, analyse(question()).next.chosen);
    EXPECT_EQ(translated->translation->steps.size(), 5u);
    EXPECT_EQ(session.take("step"), nullptr) << "an answer is given once";
    EXPECT_FALSE(session.pending("step"));
}

TEST_F(SessionTest, ErrorsAreAnswers) {
    Session session;
    Question q = question();
    q.source.clear();
    session.post("a", q);
    session.post("b", LoadRequest{"/nowhere/at/all", "cpu"});
    session.post("c", TranslationRequest());
    ASSERT_TRUE(session.waitIdle(20s));
    EXPECT_THAT(session.take("a")->error.text, HasSubstr("empty"));
    EXPECT_THAT(session.take("b")->error.text, HasSubstr("/nowhere/at/all"));
    EXPECT_THAT(session.take("c")->error.text, HasSubstr("no model"));
    session.post("a", question());  // the thread lives on
    ASSERT_TRUE(session.waitIdle(20s));
    EXPECT_TRUE(session.take("a")->error.empty());
}

TEST_F(SessionTest, OnlyTheNewestRequestOfAChannelIsAnswered) {
    Session session;
    for (int round = 0; round < 50; ++round) {
        std::uint64_t last = 0;
        for (int i = 0; i < 5; ++i)
            last = session.post("step", question({TokenId(4 + i), TokenId(round % 7 + 4)}));
        std::shared_ptr<const Answer> answer;
        while (!answer) answer = session.take("step");
        EXPECT_EQ(answer->ticket, last);
        ASSERT_TRUE(answer->analysis) << answer->error;
        EXPECT_EQ(answer->analysis->targetInput[1], TokenId(8));
        EXPECT_EQ(session.take("step"), nullptr);
    }
}

TEST_F(SessionTest, AnOldAnswerIsGoneOnceANewQuestionIsAsked) {
    Session session;
    session.post("step", question());
    ASSERT_TRUE(session.waitIdle(20s));
    session.post("blocker", longWork());
    const auto ticket = session.post("step", question({TokenId(4)}));
    const auto early = session.take("step");
    if (early) {
        EXPECT_EQ(early->ticket, ticket);
    }
    ASSERT_TRUE(session.waitIdle(20s));
}

TEST_F(SessionTest, CancelledChannelsGiveNoAnswer) {
    Session session;
    for (int i = 0; i < 20; ++i) {
        session.post("whole", longWork());
        session.post("step", question({TokenId(4 + i)}));
        session.cancel("whole");
        EXPECT_FALSE(session.pending("whole"));
        ASSERT_TRUE(session.waitIdle(20s));
        EXPECT_EQ(session.take("whole"), nullptr);
        EXPECT_NE(session.take("step"), nullptr);
    }
    session.cancel("never asked");
}

TEST_F(SessionTest, WhatWasAskedIsRemembered) {
    Session session;
    const std::vector<Request> requests{LoadRequest{s_folder->path(), "cpu"}, question(), longWork(5),
                                        GoldRequest{s_model, "我爱机器翻译"},
                                        GoldRequest{s_model, "翻译翻译翻译"}};
    for (const Request& request : requests) {
        EXPECT_FALSE(session.known(request));
        session.post("a", request);
        ASSERT_TRUE(session.waitIdle(20s));
        const auto first = session.take("a");
        ASSERT_TRUE(first);
        EXPECT_TRUE(first->error.empty()) << first->error;
        EXPECT_FALSE(first->known);
        session.post("a", request);
        ASSERT_TRUE(session.waitIdle(20s));
        const auto second = session.take("a");
        const std::optional<Answer> known = session.known(request);
        ASSERT_TRUE(second && known);
        EXPECT_TRUE(second->known && known->known);
        for (const Answer& again : {*second, *known}) {
            EXPECT_EQ(again.model, first->model);
            EXPECT_EQ(again.analysis, first->analysis);
            EXPECT_EQ(again.translation, first->translation);
            EXPECT_EQ(again.gold, first->gold);
        }
    }
    EXPECT_NE(session.known(requests[3])->gold, nullptr);
    EXPECT_EQ(session.known(requests[4])->gold, nullptr) << "that it is no sentence of the grammar, too";
}

TEST_F(SessionTest, AModelThatWasSavedAgainIsReadAgain) {
    testing::TemporaryFolder folder;
    testing::saveTinyModel(folder.path());
    const LoadRequest request{folder.path(), "cpu"};
    Session session;
    session.post("load", request);
    ASSERT_TRUE(session.waitIdle(20s));
    ASSERT_TRUE(session.known(request));
    const auto file = folder.path() / "checkpoint.json";
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + 2s);
    EXPECT_FALSE(session.known(request));
}

TEST_F(SessionTest, ASearchInTheGrammarCanBeCancelled) {
    Session session;
    session.post("gold", GoldRequest{s_model, "我爱机器翻译"});
    ASSERT_TRUE(session.waitIdle(20s));  // the grammar is read
    for (int i = 0; i < 20; ++i) {
        session.post("gold", GoldRequest{s_model, "我昨天在公园里看书" + std::to_string(i)});
        session.post("step", question({TokenId(4 + i)}));
        session.cancel("gold");
        ASSERT_TRUE(session.waitIdle(20s));
        EXPECT_EQ(session.take("gold"), nullptr);
        EXPECT_NE(session.take("step"), nullptr);
    }
}

TEST_F(SessionTest, ProgressSaysWhatRuns) {
    EXPECT_FALSE(Session().progress().busy);
    bool seen = false;  // loading takes milliseconds; look until one of the looks falls into it
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (!seen && std::chrono::steady_clock::now() < deadline) {
        Session session;  // a new one each time: it remembers what it has loaded
        session.post("load", LoadRequest{s_folder->path(), "cpu"});
        while (!seen && session.pending("load")) {
            const SessionProgress progress = session.progress();
            seen = progress.busy && progress.channel == "load" &&
                   progress.what == "loading " + s_folder->path().filename().string();
        }
    }
    EXPECT_TRUE(seen);
}

TEST_F(SessionTest, ShutsDownWithWorkInHand) {
    for (int i = 0; i < 20; ++i) {
        Session session;
        for (int k = 0; k < 5; ++k) session.post("channel " + std::to_string(k), longWork());
    }
}

TEST_F(SessionTest, ManyThreadsMayAsk) {
    Session session;
    std::vector<std::thread> threads;
    std::vector<int> answered(3, 0);
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            const std::string channel = "thread " + std::to_string(t);
            for (int i = 0; i < 30; ++i) {
                const auto ticket = session.post(channel, question({TokenId(4 + (i + t) % 9)}));
                std::shared_ptr<const Answer> answer;
                while (!answer) {
                    session.progress();
                    answer = session.take(channel);
                }
                answered[static_cast<std::size_t>(t)] += answer->ticket == ticket && answer->analysis ? 1 : 0;
            }
        });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(answered, std::vector<int>(3, 30));
}

}  // namespace
}  // namespace vitrine
