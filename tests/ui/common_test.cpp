// Colours, figures and numbers of ui/common.
#include <gtest/gtest.h>

#include <QSignalSpy>
#include <cmath>

#include "ui/common/figure.h"
#include "ui/common/selection.h"
#include "ui/common/theme.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

TEST(ColorMaps, SequentialLightnessRisesEvenly) {
    for (const bool dark : {false, true}) {
        double previous = toOkLab(sequentialColor(0, dark)).L;
        for (int i = 1; i <= 16; ++i) {
            const double lightness = toOkLab(sequentialColor(i / 16.0, dark)).L;
            const double step = dark ? lightness - previous : previous - lightness;
            EXPECT_NEAR(step, (dark ? 0.69 : 0.655) / 16, 0.012) << (dark ? "dark " : "light ") << i;
            previous = lightness;
        }
    }
}

TEST(ColorMaps, DivergingEndsAreEquallyLight) {
    for (const bool dark : {false, true})
        for (const double t : {0.25, 0.5, 1.0})
            EXPECT_NEAR(toOkLab(divergingColor(t, dark)).L, toOkLab(divergingColor(-t, dark)).L, 0.02);
}

TEST(ColorMaps, OkLabIsInvertedAndContrastIsKnown) {
    const QColor color(12, 190, 77);
    EXPECT_EQ(fromOkLab(toOkLab(color)), color);
    EXPECT_NEAR(contrast(Qt::white, Qt::black), 21, 1e-9);
    EXPECT_NEAR(contrast(QColor("#777777"), Qt::white), 4.48, 0.01);  // the WCAG textbook value
}

TEST(ThemeTest, TextIsReadable) {
    for (const auto mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        Theme theme;
        theme.setMode(mode);
        const ThemeColors& c = theme.colors();
        for (const QColor& ink : {c.text, c.muted, c.warning, c.error, c.changed, c.accent, c.encoder,
                                  c.decoder, c.cross, c.output})
            for (const QColor& paper : {c.window, c.surface, c.raised})
                EXPECT_GE(contrast(ink, paper), 4.5)
                    << ink.name().toStdString() << " on " << paper.name().toStdString();
        EXPECT_GE(contrast(c.text, c.hovered), 4.5);
        EXPECT_GE(contrast(c.text, c.accentSoft), 4.5);
        EXPECT_GE(contrast(c.text, c.changedSoft), 4.5);
        EXPECT_GE(contrast(c.muted, c.cut), 4.5);
        EXPECT_GE(contrast(c.onAccent, c.accent), 4.5);
        EXPECT_GE(contrast(c.onChanged, c.changed), 4.5);
        EXPECT_GE(contrast(c.strongLine, c.surface), 3);
        for (double t = 0; t <= 1; t += 0.05) {
            const QColor cell = theme.sequential(t);
            EXPECT_GE(contrast(theme.textOn(cell), cell), 4.5) << t;
        }
    }
}

TEST(ThemeTest, HeadsDiffer) {
    for (const bool dark : {false, true})
        for (int a = 0; a < 8; ++a)
            for (int b = a + 1; b < 8; ++b) {
                const OkLab x = toOkLab(headColor(a, dark)), y = toOkLab(headColor(b, dark));
                EXPECT_GT(std::hypot(x.L - y.L, x.a - y.a, x.b - y.b), 0.06) << a << " and " << b;
            }
}

TEST(FigureTest, CsvIsQuotedAndExact) {
    const FigureData data{
        QStringLiteral("t"), {2, 2}, {0.1, -INFINITY, 1e-30, NAN}, {"a,b", "c\"d"}, {"r1", "r2"}};
    EXPECT_EQ(toCsv(data), QByteArray(",\"a,b\",\"c\"\"d\"\r\nr1,0.10000000000000001,-inf\r\n"
                                      "r2,1.0000000000000001e-30,nan\r\n"));
}

TEST(FigureTest, NpyHeaderIsAligned) {
    const FigureData data{QStringLiteral("t"), {3}, {1, 2, 3}, {}, {}};
    const QByteArray bytes = toNpy(data);
    EXPECT_EQ((bytes.size() - 24) % 64, 0);
    EXPECT_TRUE(bytes.contains("'shape': (3,)"));
}

TEST(NumberText, RoundsAsPrintfAndShowsSigns) {
    EXPECT_EQ(numberText(15.625, 2), QStringLiteral("15.62"));
    EXPECT_EQ(numberText(-1.5, 1), QStringLiteral("−1.5"));
    EXPECT_EQ(numberText(-INFINITY, 1), QStringLiteral("−∞"));
    EXPECT_EQ(countText(1234567), QStringLiteral("1\u202f234\u202f567"));
    EXPECT_EQ(probabilityText(0.0001), QStringLiteral("<0.001"));
    EXPECT_EQ(probabilityText(0), QStringLiteral("0"));
}

TEST(ThemeTest, IconsGrowWithTheText) {
    Theme theme;
    EXPECT_EQ(theme.iconPixels(), 16);
    int before = 0;
    for (const Theme::TextSize size : {Theme::TextSize::Small, Theme::TextSize::Medium,
                                       Theme::TextSize::Large, Theme::TextSize::Presentation}) {
        theme.setTextSize(size);
        EXPECT_GT(theme.iconPixels(), before);
        EXPECT_EQ(theme.iconPixels() % 2, 0);
        EXPECT_LT(theme.iconPixels(), theme.controlHeight());
        before = theme.iconPixels();
    }
}

TEST(SelectionTest, PlacesAreAboutTokensNotFeatures) {
    const Site cross{Stack::Decoder, 1, Part::CrossAttention, Quantity::Weights};
    const auto at = [](Site site, Quantity quantity) {
        site.quantity = quantity;
        return Locus{site, 0, 2, 7, {}};
    };
    EXPECT_EQ(queryOf(at(cross, Quantity::Weights)), (TokenPlace{Stack::Decoder, 2}));
    EXPECT_EQ(keyOf(at(cross, Quantity::Weights)), (TokenPlace{Stack::Encoder, 7}));
    // Column 7 of a query is a feature; row 2 of a cross-attention key is a source token.
    EXPECT_EQ(queryOf(at(cross, Quantity::Query)), (TokenPlace{Stack::Decoder, 2}));
    EXPECT_EQ(keyOf(at(cross, Quantity::Query)), TokenPlace{});
    EXPECT_EQ(queryOf(at(cross, Quantity::Key)), TokenPlace{});
    EXPECT_EQ(keyOf(at(cross, Quantity::Key)), (TokenPlace{Stack::Encoder, 2}));
    const Site self{Stack::Decoder, 0, Part::SelfAttention, Quantity::Value};
    EXPECT_EQ(keyOf({self, 0, 1, -1, {}}), (TokenPlace{Stack::Decoder, 1}));
    EXPECT_EQ(keyOf({{Stack::Encoder, 0, Part::FeedForward, Quantity::Hidden}, -1, 3, 40, {}}), TokenPlace{});
}

TEST(SelectionTest, HoverPreviewsLockStaysEscapeLetsGo) {
    Selection selection;
    QSignalSpy shown(&selection, &Selection::shownChanged);
    Locus a, b;
    a.head = 1;
    b.head = 2;
    selection.lock(a);
    selection.hover(b);
    EXPECT_EQ(selection.shown(), b);
    selection.leave();
    EXPECT_EQ(selection.shown(), a);
    selection.release();
    EXPECT_FALSE(selection.shown());
    EXPECT_EQ(selection.current().head, 1) << "the block stays chosen";
    EXPECT_EQ(shown.count(), 4);
}

}  // namespace
}  // namespace vitrine
