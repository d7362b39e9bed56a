#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

#include "engine/trace/site.h"
#include "ui/common/color_maps.h"

namespace vitrine {

/// Every colour of the window that is not data. Text colours have a contrast of at least 4.5:1 on window,
/// surface and raised; a test measures it.
struct ThemeColors {
    QColor window;       ///< behind everything
    QColor surface;      ///< a view
    QColor raised;       ///< a control, a chip
    QColor hovered;      ///< a control under the pointer
    QColor line;         ///< hairlines
    QColor strongLine;   ///< outlines of controls, axes (3:1)
    QColor text;         ///< what is read
    QColor muted;        ///< captions, units
    QColor accent;       ///< the one accent: cursor, chosen token, primary button
    QColor onAccent;     ///< text on the accent
    QColor accentSoft;   ///< a tint of it behind selected things
    QColor focus;        ///< the ring around the focused control
    QColor changed;      ///< interventions and forced words: "this is not the model as trained"
    QColor onChanged;    ///< text on it
    QColor changedSoft;  ///< a tint of it
    QColor warning;      ///< text of a warning
    QColor error;        ///< text of an error
    QColor cut;          ///< shading of what a sampling stage has cut
    QColor encoder, decoder, cross, output;  ///< one hue each, everywhere; readable as text on surface
};

/// What a piece of text is for; decides its size and weight.
enum class TextRole { Title, Heading, Body, Label, Caption, Number, Token };

/// The one place for colours, sizes and motion. Views take everything visible from here and repaint on
/// changed().
class Theme : public QObject {
    Q_OBJECT
public:
    enum class Mode { Light, Dark };
    Q_ENUM(Mode)
    /// Text sizes a person can choose; Presentation is for a projector.
    enum class TextSize { Small, Medium, Large, Presentation };
    Q_ENUM(TextSize)

    explicit Theme(QObject* parent = nullptr);

    Mode mode() const { return m_mode; }
    bool dark() const { return m_mode == Mode::Dark; }
    TextSize textSize() const { return m_textSize; }
    bool motion() const { return m_motion; }
    void setMode(Mode mode);
    void setTextSize(TextSize size);
    void setMotion(bool on);

    const ThemeColors& colors() const { return m_colors; }
    /// The hue of a stack and part: encoder, decoder (its self-attention and feed-forward), cross, output.
    QColor hue(Stack stack, Part part) const;
    /// The text colour (text or its inverse) that reads best on a background, for example a heat-map cell.
    QColor textOn(const QColor& background) const;
    /// `amount` in [0, 1] of `over` laid on `under`.
    static QColor blend(const QColor& under, const QColor& over, double amount);

    QColor sequential(double t) const { return sequentialColor(t, dark()); }
    QColor diverging(double t) const { return divergingColor(t, dark()); }
    QColor head(int head) const { return headColor(head, dark()); }

    /// Pixel size of a role at the present text size; digits of every role are tabular.
    int pixelSize(TextRole role) const;
    QFont font(TextRole role) const;

    static constexpr int kGrid = 8;  ///< px; every distance is a multiple of it or of its half
    /// px: `units` steps of the grid, for distances; they do not grow with the text.
    static int grid(double units) { return static_cast<int>(units * kGrid); }
    /// px: height of a one-line control at the present text size, a multiple of 4.
    int controlHeight() const;
    /// px: side of an icon in a control, 16 beside a body text of 13, an even number.
    int iconPixels() const;
    static constexpr int kRadius = 4;  ///< px, corners of controls and chips
    static constexpr int kHairline = 1;

    /// Milliseconds of a motion that takes `ms` by design (120 to 240); 0 when motion is off.
    int duration(int ms) const { return m_motion ? ms : 0; }

    /// The style sheet of the whole application.
    QString styleSheet() const;

Q_SIGNALS:
    void changed();

private:
    Mode m_mode = Mode::Light;
    TextSize m_textSize = TextSize::Medium;
    bool m_motion = true;
    ThemeColors m_colors;
};

}  // namespace vitrine
