#include "ui/common/theme.h"

#include <array>
#include <cmath>

namespace vitrine {
namespace {

ThemeColors lightColors() {
    ThemeColors c;
    c.window = QColor(0xf3, 0xf4, 0xf6);
    c.surface = QColor(0xff, 0xff, 0xff);
    c.raised = QColor(0xf3, 0xf4, 0xf7);
    c.hovered = QColor(0xe6, 0xe9, 0xef);
    c.line = QColor(0xdf, 0xe2, 0xe8);
    c.strongLine = QColor(0x87, 0x8e, 0x9b);
    c.text = QColor(0x1b, 0x1f, 0x27);
    c.muted = QColor(0x5a, 0x62, 0x70);
    c.accent = QColor(0x1f, 0x5f, 0xbf);
    c.onAccent = QColor(0xff, 0xff, 0xff);
    c.accentSoft = QColor(0xe1, 0xec, 0xfb);
    c.focus = QColor(0x1f, 0x5f, 0xbf);
    c.changed = QColor(0xa3, 0x3a, 0x00);
    c.onChanged = QColor(0xff, 0xff, 0xff);
    c.changedSoft = QColor(0xfd, 0xec, 0xdf);
    c.warning = QColor(0x86, 0x5a, 0x00);
    c.error = QColor(0xb3, 0x1d, 0x28);
    c.cut = QColor(0xea, 0xec, 0xf0);
    c.encoder = QColor(0x0a, 0x6f, 0x5c);
    c.decoder = QColor(0x5b, 0x45, 0xb0);
    c.cross = QColor(0xa8, 0x2e, 0x6e);
    c.output = QColor(0x1f, 0x5f, 0xbf);
    return c;
}

ThemeColors darkColors() {
    ThemeColors c;
    c.window = QColor(0x12, 0x14, 0x19);
    c.surface = QColor(0x1a, 0x1d, 0x24);
    c.raised = QColor(0x24, 0x28, 0x31);
    c.hovered = QColor(0x30, 0x35, 0x41);
    c.line = QColor(0x31, 0x36, 0x41);
    c.strongLine = QColor(0x7c, 0x84, 0x94);
    c.text = QColor(0xe9, 0xec, 0xf1);
    c.muted = QColor(0xa4, 0xac, 0xba);
    c.accent = QColor(0x7f, 0xb2, 0xff);
    c.onAccent = QColor(0x0b, 0x18, 0x2d);
    c.accentSoft = QColor(0x22, 0x36, 0x57);
    c.focus = QColor(0x7f, 0xb2, 0xff);
    c.changed = QColor(0xff, 0xa2, 0x66);
    c.onChanged = QColor(0x2b, 0x12, 0x00);
    c.changedSoft = QColor(0x45, 0x2b, 0x1b);
    c.warning = QColor(0xf0, 0xc2, 0x5c);
    c.error = QColor(0xff, 0x8e, 0x8e);
    c.cut = QColor(0x26, 0x29, 0x30);
    c.encoder = QColor(0x4f, 0xcf, 0xb2);
    c.decoder = QColor(0xb3, 0xa2, 0xff);
    c.cross = QColor(0xff, 0x93, 0xc4);
    c.output = QColor(0x7f, 0xb2, 0xff);
    return c;
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent), m_colors(lightColors()) {}

void Theme::setMode(Mode mode) {
    if (mode == m_mode) return;
    m_mode = mode;
    m_colors = dark() ? darkColors() : lightColors();
    Q_EMIT changed();
}

void Theme::setTextSize(TextSize size) {
    if (size == m_textSize) return;
    m_textSize = size;
    Q_EMIT changed();
}

void Theme::setMotion(bool on) {
    if (on == m_motion) return;
    m_motion = on;
    Q_EMIT changed();
}

QColor Theme::hue(Stack stack, Part part) const {
    if (part == Part::CrossAttention) return m_colors.cross;
    switch (stack) {
        case Stack::Encoder:
            return m_colors.encoder;
        case Stack::Decoder:
            return m_colors.decoder;
        case Stack::Output:
            return m_colors.output;
    }
    return m_colors.output;
}

QColor Theme::textOn(const QColor& background) const {
    // Pure black and white: only then the worse of the two is never below 4.5:1.
    const QColor ink(0, 0, 0), paper(0xff, 0xff, 0xff);
    return contrast(background, ink) >= contrast(background, paper) ? ink : paper;
}

QColor Theme::blend(const QColor& under, const QColor& over, double amount) {
    const auto mix = [amount](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * amount)); };
    return QColor(mix(under.red(), over.red()), mix(under.green(), over.green()),
                  mix(under.blue(), over.blue()));
}

int Theme::pixelSize(TextRole role) const {
    struct Sizes {
        int title, heading, body, label, caption, number, token;
    };
    static constexpr std::array<Sizes, 4> kSizes = {{{18, 14, 12, 12, 11, 12, 14},
                                                     {20, 15, 13, 13, 12, 13, 16},
                                                     {24, 18, 16, 16, 14, 16, 19},
                                                     {30, 22, 19, 19, 17, 19, 24}}};
    const Sizes& s = kSizes[static_cast<std::size_t>(m_textSize)];
    switch (role) {
        case TextRole::Title:
            return s.title;
        case TextRole::Heading:
            return s.heading;
        case TextRole::Body:
            return s.body;
        case TextRole::Label:
            return s.label;
        case TextRole::Caption:
            return s.caption;
        case TextRole::Number:
            return s.number;
        case TextRole::Token:
            return s.token;
    }
    return s.body;
}

QFont Theme::font(TextRole role) const {
    // One family for both scripts keeps baselines together; its Latin digits are tabular.
    QFont font;
    font.setFamilies(
        {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(pixelSize(role));
    font.setHintingPreference(QFont::PreferNoHinting);
    if (role == TextRole::Title || role == TextRole::Heading) font.setWeight(QFont::Bold);
    return font;
}

int Theme::iconPixels() const {
    return static_cast<int>(std::lround(pixelSize(TextRole::Body) * 16 / 13.0 / 2)) * 2;
}

int Theme::controlHeight() const {
    const int wanted = static_cast<int>(std::ceil(pixelSize(TextRole::Body) * 1.5)) + kGrid;
    return (wanted + 3) / 4 * 4;
}

}  // namespace vitrine
