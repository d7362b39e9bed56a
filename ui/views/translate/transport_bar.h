#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>

#include "ui/bridge/engine_bridge.h"
#include "ui/common/theme.h"

namespace vitrine {

/// Time as a slider: first, back, play, forward, last, and every step of the translation in between.
class TransportBar : public QFrame {
    Q_OBJECT
public:
    TransportBar(Theme& theme, Experiment& experiment, EngineBridge& bridge, QWidget* parent = nullptr);

    bool playing() const { return m_playing; }
    /// "slow", "normal" or "fast", whatever the language; another word changes nothing.
    QString speed() const;
    void setSpeed(const QString& speed);
    QToolButton* playButton() const { return m_play; }

public Q_SLOTS:
    void first();
    void back();
    void forward();
    void last();
    void togglePlay();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showTheme();
    void refresh();
    void setPlaying(bool playing);
    void tick();
    int step() const;

    Theme& m_theme;
    Experiment& m_experiment;
    EngineBridge& m_bridge;
    QToolButton *m_first, *m_back, *m_play, *m_forward, *m_last;
    QSlider* m_slider;
    QLabel *m_position, *m_facts;
    QComboBox* m_speed;
    QTimer m_timer;
    bool m_playing = false;
};

}  // namespace vitrine
