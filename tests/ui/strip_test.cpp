// The words of the translation by keyboard, and as a screen reader is told of them.
#include <QAccessible>
#include <QComboBox>

#include "tests/ui/window_fixture.h"
#include "ui/common/token_text.h"
#include "ui/views/translate/story_strip.h"

namespace vitrine::testing {
namespace {

class Strip : public WindowTest {
protected:
    ~Strip() override { app.language.set(Language::Code::English); }

    StoryStrip& strip() { return *qobject_cast<StoryStrip*>(window->page().view(QStringLiteral("story"))); }
    const Translation& translation() const { return app.bridge.story()->translation; }
    int sources() const { return static_cast<int>(translation().source.size()); }
    int steps() const { return static_cast<int>(translation().steps.size()); }
    QString word(int step) const {
        return tokenText(app.bridge.story()->request.model->target,
                         translation().steps[static_cast<std::size_t>(step)].token);
    }
    QAccessibleInterface* heard() { return QAccessible::queryAccessibleInterface(&strip()); }
};

TEST_F(Strip, TabComesFromTheHeaderAndGoesOnToTheViews) {
    window->activateWindow();
    window->header().sentence()->setFocus();
    QStringList way;
    for (int i = 0; i < 12 && window->focusWidget() != &strip(); ++i) {
        key(Qt::Key_Tab);
        way << window->focusWidget()->accessibleName();
        ASSERT_TRUE(&strip() == window->focusWidget() || window->header().isAncestorOf(window->focusWidget()))
            << way.join(QLatin1String(", ")).toStdString();
    }
    ASSERT_EQ(window->focusWidget(), &strip());
    key(Qt::Key_Tab);
    EXPECT_TRUE(window->page().isAncestorOf(window->focusWidget()));
    EXPECT_NE(window->focusWidget(), &strip());
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_EQ(window->focusWidget(), &strip());
    key(Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_TRUE(window->header().isAncestorOf(window->focusWidget()));
}

TEST_F(Strip, ArrowsGoFromTokenToTokenAndEnterGoesToTheStep) {
    strip().setFocus();
    EXPECT_EQ(strip().currentToken(), sources() + 1) << "the word being chosen";
    key(Qt::Key_Right);
    key(Qt::Key_Right);
    EXPECT_EQ(state().step, 1) << "looking goes nowhere";
    key(Qt::Key_Return);
    EXPECT_EQ(state().step, 3);
    EXPECT_EQ(strip().currentToken(), sources() + 3);
    key(Qt::Key_Home);
    EXPECT_EQ(strip().currentToken(), 0);
    key(Qt::Key_Left);
    EXPECT_EQ(strip().currentToken(), 0);
    key(Qt::Key_Return);
    EXPECT_EQ(state().step, 3) << "no step chooses a token of the source";
    key(Qt::Key_End);
    EXPECT_EQ(strip().currentToken(), sources() + steps() - 1);
    key(Qt::Key_Right);
    EXPECT_EQ(strip().currentToken(), sources() + steps() - 1);
    key(Qt::Key_PageUp);
    EXPECT_EQ(state().step, 2);
    EXPECT_EQ(strip().currentToken(), sources() + 2) << "it follows the word being chosen";
    key(Qt::Key_Space);
    EXPECT_FALSE(window->transport().playing());
}

TEST_F(Strip, UpAndDownGoToTheNearestTokenOfTheNextLine) {
    window->page().showFull(QStringLiteral("attention"));
    QWidget alone;
    StoryStrip narrow(app.views(), &alone);
    narrow.setStory(app.bridge.story());
    narrow.resize(160, 400);
    alone.show();
    narrow.setFocus();
    narrow.setCurrentToken(0);
    const double top = narrow.tokenRect(0).top();
    QTest::keyClick(&narrow, Qt::Key_Down);
    const int below = narrow.currentToken();
    ASSERT_GT(narrow.tokenRect(below).top(), top);
    for (int i = 0; i < narrow.tokenCount(); ++i) {
        if (narrow.tokenRect(i).top() != narrow.tokenRect(below).top()) continue;
        EXPECT_GE(std::abs(narrow.tokenRect(i).center().x() - narrow.tokenRect(0).center().x()),
                  std::abs(narrow.tokenRect(below).center().x() - narrow.tokenRect(0).center().x()));
    }
    QTest::keyClick(&narrow, Qt::Key_Up);
    EXPECT_EQ(narrow.tokenRect(narrow.currentToken()).top(), top);
    const int first = narrow.currentToken();
    QTest::keyClick(&narrow, Qt::Key_Up);
    EXPECT_EQ(narrow.currentToken(), first);
}

TEST_F(Strip, TheRingOfTheKeyboardCanBeSeen) {
    const auto ringed = [&](int index) {
        const QImage image = strip().grab().toImage();
        const QRectF ring = strip().tokenRect(index).adjusted(-2, -2, 2, 2);
        return image.pixelColor(ring.center().x(), ring.top()) == app.theme.colors().focus;
    };
    strip().setFocus();
    for (int index = 0; index < strip().tokenCount(); ++index) {
        strip().setCurrentToken(index);
        for (int other = 0; other < strip().tokenCount(); ++other)
            EXPECT_EQ(ringed(other), other == index) << other << " while at " << index;
    }
    window->transport().playButton()->setFocus();
    EXPECT_FALSE(ringed(strip().currentToken()));
}

TEST_F(Strip, AScreenReaderIsToldOfEveryToken) {
    app.experiment.force(StepIndex(1), nextToken().model().candidate(2).token);
    settle();
    strip().setFocus();
    for (const bool chinese : {false, true}) {
        app.language.set(chinese ? Language::Code::Chinese : Language::Code::English);
        settle();
        QAccessibleInterface* list = heard();
        ASSERT_TRUE(list);
        EXPECT_EQ(list->role(), QAccessible::List);
        EXPECT_EQ(list->text(QAccessible::Name), chinese
                                                     ? QStringLiteral("句子和译文")
                                                     : QStringLiteral("The sentence and its translation"));
        ASSERT_EQ(list->childCount(), sources() + steps());
        const QString first = tokenText(app.bridge.model()->source, translation().source.front().id);
        EXPECT_EQ(list->child(0)->text(QAccessible::Name),
                  (chinese ? QStringLiteral("源句词元 1/%1：%2") : QStringLiteral("Source token 1 of %1: %2"))
                      .arg(sources())
                      .arg(first));
        const QString probability = probabilityText(std::exp(translation().steps[1].logProbability), 2);
        EXPECT_EQ(list->child(sources() + 1)->text(QAccessible::Name),
                  (chinese ? QStringLiteral("第 2 步，共 %1 步：%2，指定，概率 %3")
                           : QStringLiteral("Step 2 of %1: %2, forced, probability %3"))
                      .arg(steps())
                      .arg(word(1), probability));
        for (int i = 0; i < list->childCount(); ++i) {
            QAccessibleInterface* token = list->child(i);
            EXPECT_EQ(list->indexOfChild(token), i);
            EXPECT_EQ(token->parent(), list);
            EXPECT_EQ(token->role(), QAccessible::ListItem);
            EXPECT_FALSE(token->text(QAccessible::Description).isEmpty());
            EXPECT_EQ(list->childAt(token->rect().center().x(), token->rect().center().y()), token);
            EXPECT_EQ(bool(token->state().selected), i == sources() + state().step) << i;
            EXPECT_EQ(bool(token->state().focused), i == strip().currentToken()) << i;
        }
        EXPECT_EQ(list->focusChild(), list->child(strip().currentToken()));
    }
}

TEST_F(Strip, AScreenReaderCanPressAWord) {
    QAccessibleInterface* source = heard()->child(0);
    QAccessibleInterface* word = heard()->child(sources() + 3);
    EXPECT_FALSE(
        source->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    ASSERT_TRUE(word->actionInterface()->actionNames().contains(QAccessibleActionInterface::pressAction()));
    word->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    settle();
    EXPECT_EQ(state().step, 3);
    source->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
    EXPECT_EQ(window->focusWidget(), &strip());
    EXPECT_EQ(strip().currentToken(), 0);
    app.experiment.setSource({});
    settle();
    EXPECT_EQ(heard()->childCount(), 0);
    EXPECT_FALSE(word->isValid()) << "the sentence it belonged to is gone";
    EXPECT_EQ(word->text(QAccessible::Name), QString());
}

}  // namespace
}  // namespace vitrine::testing
