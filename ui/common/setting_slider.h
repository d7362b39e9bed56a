#pragma once

#include <QLabel>
#include <QSlider>
#include <functional>

class QGridLayout;

namespace vitrine {

/// A label as wide as the widest of its texts, so that what stands beside it does not move.
class SteadyLabel : public QLabel {
    Q_OBJECT
public:
    using QLabel::QLabel;
    void setWidest(const QString& text);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

private:
    QString m_widest;
};

/// A named slider with its value beside it. Positions are integers 0 .. `steps`; the owner says what they
/// mean.
class SettingSlider : public QObject {
    Q_OBJECT
public:
    using Format = std::function<QString(int position)>;
    SettingSlider(int steps, Format format, QWidget* parent);

    /// Takes three cells of a grid, from `column` on: name, slider, value. Sliders of one grid align.
    void addTo(QGridLayout* grid, int row, int column);
    void setTexts(const QString& name, const QString& toolTip);  ///< also the accessible name
    /// Without signals. `value`, if given, is shown instead of what the position means: a value between two
    /// positions is not rounded.
    void setPosition(int position, const QString& value = {});
    int position() const { return m_slider->value(); }
    QSlider* slider() const { return m_slider; }

Q_SIGNALS:
    void moved(int position);  ///< by the person: mouse, wheel or keys
    void finished();           ///< the hand let go

private:
    void showValue();

    Format m_format;
    QLabel* m_name;
    SteadyLabel* m_value;
    QSlider* m_slider;
};

}  // namespace vitrine
