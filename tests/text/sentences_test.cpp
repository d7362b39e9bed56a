#include "engine/text/sentences.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/core/error.h"

namespace vitrine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Sentences, EndAfterTheMarksOfBothScripts) {
    EXPECT_THAT(splitSentences("我爱你。他是学生。"), ElementsAre("我爱你。", "他是学生。"));
    EXPECT_THAT(splitSentences("你好吗？很好！我走了"), ElementsAre("你好吗？", "很好！", "我走了"));
    EXPECT_THAT(splitSentences("你好吗? 很好!我走了."), ElementsAre("你好吗？", "很好！", "我走了。"));
    EXPECT_THAT(splitSentences("OK. 我爱你!  He runs? Yes!"),
                ElementsAre("OK.", "我爱你！", "He runs?", "Yes!"));
}

TEST(Sentences, TakeTheMarksThatFollow) {
    EXPECT_THAT(splitSentences("真的吗？！。真的。。。"), ElementsAre("真的吗？！。", "真的。。。"));
    EXPECT_THAT(splitSentences("“我爱你。”他走了（真的。）"), ElementsAre("“我爱你。”", "他走了（真的。）"));
    EXPECT_THAT(splitSentences("Wait!!! 他走了"), ElementsAre("Wait!!!", "他走了"));
}

TEST(Sentences, AreNotCutWithoutNeed) {
    EXPECT_THAT(splitSentences(" 我爱你。 "), ElementsAre("我爱你。"));
    EXPECT_THAT(splitSentences("我爱你"), ElementsAre("我爱你"));
    EXPECT_THAT(splitSentences("3.5元，1. 我，a.b，v2.我"), ElementsAre("3.5元，1. 我，a.b，v2.我"));
    EXPECT_THAT(splitSentences("？！我爱你。 ……”"), ElementsAre("？！我爱你。 ……”"));
    EXPECT_THAT(splitSentences("。！"), ElementsAre("。！"));
    EXPECT_THAT(splitSentences(" \t"), IsEmpty());
    EXPECT_THROW(splitSentences("\xff"), Error);
}

}  // namespace
}  // namespace vitrine
