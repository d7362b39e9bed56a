// What can be measured about the look: nothing is clipped, every control has a name, a tooltip and the
// keyboard, in both languages and every text size.
#include <QAbstractButton>
#include <QAbstractSlider>
#include <QComboBox>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>

#include "tests/ui/window_fixture.h"

namespace vitrine::testing {
namespace {

QString describe(const QWidget& widget, const QString& text) {
    return QStringLiteral("%1 in %2: \"%3\" (%4 x %5)")
        .arg(QString::fromLatin1(widget.metaObject()->className()),
             widget.parentWidget() ? QString::fromLatin1(widget.parentWidget()->metaObject()->className())
                                   : QStringLiteral("nothing"),
             text)
        .arg(widget.width())
        .arg(widget.height());
}

QSize textSize(const QWidget& widget, const QString& text, int width) {
    return widget.fontMetrics().boundingRect(QRect(0, 0, width, 100000), Qt::TextWordWrap, text).size();
}

QString withoutMnemonic(QString text) {
    return text.remove(QLatin1Char('&'));
}

QString clipped(const QLabel& label) {
    if (label.text().isEmpty() || !label.isVisible() || label.textFormat() == Qt::RichText) return {};
    const QRect room = label.contentsRect();
    const QSize needed = label.wordWrap() ? textSize(label, label.text(), room.width())
                                          : QSize(label.fontMetrics().horizontalAdvance(label.text()),
                                                  label.fontMetrics().height());
    if (needed.width() <= room.width() + 1 && needed.height() <= room.height() + 1) return {};
    return describe(label, label.text());
}

QString clipped(const QAbstractButton& button) {
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    const bool iconOnly =
        tool && (tool->toolButtonStyle() == Qt::ToolButtonIconOnly) && !tool->icon().isNull();
    if (button.text().isEmpty() || !button.isVisible() || iconOnly) return {};
    const int needed = button.fontMetrics().horizontalAdvance(withoutMnemonic(button.text()));
    if (needed <= button.width() - 2 && button.fontMetrics().height() <= button.height() + 1 &&
        button.sizeHint().width() <= button.width() + 1)
        return {};
    return describe(button, button.text());
}

class Look : public WindowTest,
             public ::testing::WithParamInterface<std::tuple<Language::Code, Theme::TextSize>> {};

TEST_P(Look, NoTextIsClipped) {
    const auto [language, size] = GetParam();
    app.language.set(language);
    app.theme.setTextSize(size);
    for (const QSize& extent : {QSize(1280, 800), QSize(1920, 1080)}) {
        // A projector's text needs a projector's pixels.
        if (extent.width() < 1900 && size == Theme::TextSize::Presentation) continue;
        window->resize(extent);
        settle();
        EXPECT_EQ(window->size(), extent) << "the window needs more room than it has";
        QStringList faults;
        for (const QLabel* label : window->findChildren<QLabel*>()) faults << clipped(*label);
        for (const QAbstractButton* button : window->findChildren<QAbstractButton*>())
            faults << clipped(*button);
        faults.removeAll(QString());
        EXPECT_TRUE(faults.isEmpty()) << faults.join(QLatin1Char('\n')).toStdString();
    }
}

TEST_P(Look, IconsAndCandidatesFitTheText) {
    const auto [language, size] = GetParam();
    app.language.set(language);
    app.theme.setTextSize(size);
    settle();
    int icons = 0;
    for (const QAbstractButton* button : window->findChildren<QAbstractButton*>()) {
        if (button->icon().isNull()) continue;
        ++icons;
        EXPECT_GE(button->iconSize().width(), app.theme.iconPixels());
        EXPECT_LE(button->iconSize().width(), app.theme.iconPixels() * 5 / 4);
    }
    EXPECT_GE(icons, 10);
    CandidateTable& table = nextToken().table();
    for (int row = 0; row < 8; ++row) EXPECT_EQ(table.shownLabel(row), nextToken().model().tokenLabel(row));
    EXPECT_TRUE(table.clippedTexts().isEmpty());
    // Six columns: sampling, with a thousand draws. A projector's text needs a projector's pixels.
    if (size == Theme::TextSize::Presentation) window->resize(1920, 1080);
    Decoding sampling = state().variant.decoding;
    sampling.strategy = Strategy::Sample;
    app.experiment.setDecoding(sampling);
    nextToken().setManyDraws(true);
    settle();
    EXPECT_TRUE(table.clippedTexts().isEmpty())
        << table.clippedTexts().join(QLatin1Char('|')).toStdString() << " at " << table.viewport()->width();
}

TEST_P(Look, TheKeyboardsRingMakesNoTabWider) {
    app.language.set(std::get<0>(GetParam()));
    app.theme.setTextSize(std::get<1>(GetParam()));
    settle();
    int bars = 0;
    for (QTabBar* tabs : window->findChildren<QTabBar*>()) {
        if (!tabs->isVisible()) continue;
        ++bars;
        const QSize before = tabs->sizeHint();
        tabs->setFocus();
        QCoreApplication::processEvents();
        ASSERT_TRUE(tabs->hasFocus());
        EXPECT_EQ(tabs->sizeHint(), before);
        EXPECT_TRUE(tabs->rect().contains(tabs->tabRect(tabs->count() - 1))) << "the last tab is cut off";
    }
    EXPECT_EQ(bars, 2);
}

TEST_P(Look, ControlsHaveNamesAndTooltips) {
    app.language.set(std::get<0>(GetParam()));
    settle();
    int controls = 0;
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const bool control = qobject_cast<const QAbstractButton*>(widget) ||
                             qobject_cast<const QComboBox*>(widget) || qobject_cast<const QSlider*>(widget) ||
                             qobject_cast<const QLineEdit*>(widget) ||
                             qobject_cast<const QAbstractSpinBox*>(widget);
        if (!control || !widget->isVisible()) continue;
        if (widget->objectName().startsWith(QLatin1String("qt_"))) continue;  // parts of a control
        ++controls;
        const QString name = describe(*widget, widget->accessibleName());
        EXPECT_FALSE(widget->toolTip().isEmpty()) << name.toStdString();
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        EXPECT_FALSE(widget->accessibleName().isEmpty() && !(button && !button->text().isEmpty()))
            << name.toStdString();
        EXPECT_TRUE(widget->focusPolicy() & Qt::TabFocus)
            << name.toStdString() << " is out of the keyboard's reach";
    }
    EXPECT_GE(controls, 15);
}

TEST_P(Look, ChineseIsComplete) {
    if (std::get<0>(GetParam()) != Language::Code::Chinese) return;
    app.language.set(Language::Code::Chinese);
    settle();
    // Words that stay as they are in Chinese: names, terms of the field, the other language's own name.
    static const QRegularExpression allowed(
        QStringLiteral("^(English|Vitrine|Top-k|Top-p|Min-p|tiny|CPU.*|Softmax|Q|K|V|[^A-Za-z]*)$"));
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        QString text;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) text = label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) text = button->text();
        if (!widget->isVisible() || text.isEmpty() || allowed.match(text).hasMatch()) continue;
        EXPECT_TRUE(chinese.match(text).hasMatch()) << describe(*widget, text).toStdString();
    }
}

INSTANTIATE_TEST_SUITE_P(
    LanguagesAndSizes, Look,
    ::testing::Combine(::testing::Values(Language::Code::English, Language::Code::Chinese),
                       ::testing::Values(Theme::TextSize::Small, Theme::TextSize::Medium,
                                         Theme::TextSize::Large, Theme::TextSize::Presentation)));

}  // namespace
}  // namespace vitrine::testing
