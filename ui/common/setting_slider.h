#pragma once

#include <QLabel>
#include <QSlider>
#include <QWidget>
#include <functional>

namespace vitrine {

/// A named slider with its value beside it. Positions are integers 0 .. `steps`; the owner says what they
/// mean.
class SettingSlider : public QWidget {
    Q_OBJECT
public:
    using Format = std::function<QString(int position)>;
    SettingSlider(int steps, Format format, QWidget* parent = nullptr);

    void setTexts(const QString& name, const QString& toolTip);  ///< also the accessible name
    void setPosition(int position);                              ///< without signals
    int position() const { return m_slider->value(); }
    QSlider* slider() const { return m_slider; }
    /// px for names and values of sliders that stand below one another, so that their grooves align.
    static void align(const QList<SettingSlider*>& sliders);
    /// Formats the value again (a language change).
    void refresh();

Q_SIGNALS:
    void moved(int position);  ///< by the person: mouse, wheel or keys
    void finished();           ///< the hand let go

private:
    Format m_format;
    QLabel *m_name, *m_value;
    QSlider* m_slider;
};

}  // namespace vitrine
