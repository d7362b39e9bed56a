#include "ui/views/translate/transport_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <array>

#include "engine/core/text_format.h"
#include "ui/common/icons.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

constexpr std::array<int, 3> kMillisecondsPerStep = {1800, 900, 350};
constexpr std::array<const char*, 3> kSpeeds = {"slow", "normal", "fast"};

}  // namespace

TransportBar::TransportBar(Theme& theme, Experiment& experiment, EngineBridge& bridge, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_experiment(experiment), m_bridge(bridge) {
    setProperty("role", "bar");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::grid(2), Theme::grid(1), Theme::grid(2), Theme::grid(1));
    layout->setSpacing(Theme::grid(0.5));
    for (QToolButton** button : {&m_first, &m_back, &m_play, &m_forward, &m_last}) {
        *button = new QToolButton(this);
        layout->addWidget(*button);
    }
    m_speed = new QComboBox(this);
    m_speed->addItems({QString(), QString(), QString()});
    m_speed->setCurrentIndex(1);
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setPageStep(1);
    m_position = new QLabel(this);
    m_facts = new QLabel(this);
    m_facts->setProperty("role", "caption");
    layout->addWidget(m_speed);
    layout->addSpacing(Theme::grid(2));
    layout->addWidget(m_position);
    layout->addSpacing(Theme::grid(1));
    layout->addWidget(m_slider, 1);
    layout->addSpacing(Theme::grid(2));
    layout->addWidget(m_facts);

    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &TransportBar::tick);
    connect(m_first, &QToolButton::clicked, this, &TransportBar::first);
    connect(m_back, &QToolButton::clicked, this, &TransportBar::back);
    connect(m_play, &QToolButton::clicked, this, &TransportBar::togglePlay);
    connect(m_forward, &QToolButton::clicked, this, &TransportBar::forward);
    connect(m_last, &QToolButton::clicked, this, &TransportBar::last);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { m_experiment.setStep(value); });
    connect(m_slider, &QSlider::sliderReleased, &m_experiment, &Experiment::finishGesture);
    connect(&m_experiment, &Experiment::stateChanged, this, &TransportBar::refresh);
    connect(&m_bridge, &EngineBridge::storyChanged, this, &TransportBar::refresh);
    connect(&m_bridge, &EngineBridge::answerChanged, this, &TransportBar::refresh);
    connect(&m_theme, &Theme::changed, this, &TransportBar::showTheme);
    showTheme();
    retranslate();
}

QString TransportBar::speed() const {
    return QString::fromLatin1(kSpeeds[static_cast<std::size_t>(m_speed->currentIndex())]);
}

void TransportBar::setSpeed(const QString& speed) {
    for (std::size_t i = 0; i < kSpeeds.size(); ++i)
        if (speed == QLatin1String(kSpeeds[i])) m_speed->setCurrentIndex(static_cast<int>(i));
}

int TransportBar::step() const {
    return std::min(m_experiment.state().step, m_experiment.lastStep());
}

void TransportBar::first() {
    m_experiment.setStep(0);
}
void TransportBar::back() {
    m_experiment.setStep(step() - 1);
}
void TransportBar::forward() {
    m_experiment.setStep(step() + 1);
}
void TransportBar::last() {
    m_experiment.setStep(m_experiment.lastStep());
}

void TransportBar::togglePlay() {
    if (!m_playing && step() >= m_experiment.lastStep()) first();
    setPlaying(!m_playing && m_bridge.story() != nullptr);
}

void TransportBar::setPlaying(bool playing) {
    m_playing = playing;
    if (playing)
        m_timer.start(kMillisecondsPerStep[static_cast<std::size_t>(m_speed->currentIndex())]);
    else
        m_timer.stop();
    showTheme();
    retranslate();
}

void TransportBar::tick() {
    // A step that has not been answered yet is waited for, so that no step is skipped unseen.
    if (m_bridge.busy()) return m_timer.start(20);
    if (step() >= m_experiment.lastStep()) return setPlaying(false);
    forward();
    setPlaying(step() < m_experiment.lastStep());
}

void TransportBar::refresh() {
    const bool there = m_bridge.story() != nullptr;
    const QSignalBlocker blocker(m_slider);
    const int last = there ? m_experiment.lastStep() : 0, now = there ? step() : 0;
    m_slider->setRange(0, last);
    m_slider->setValue(now);
    m_slider->setEnabled(there && last > 0);
    m_first->setEnabled(there && now > 0);
    m_back->setEnabled(there && now > 0);
    m_forward->setEnabled(there && now < last);
    m_last->setEnabled(there && now < last);
    m_play->setEnabled(there && last > 0);
    m_position->setText(there ? tr("Step %1 of %2").arg(now + 1).arg(last + 1) : tr("No step yet"));
    m_position->setMinimumWidth(
        m_position->fontMetrics().horizontalAdvance(tr("Step %1 of %2").arg(88).arg(88)));
    QString facts;
    if (const auto& answer = m_bridge.answer()) {
        const Analysis& a = answer->analysis;
        facts = tr("cache %1 ⋅ %2 ms a step")
                    .arg(QString::fromStdString(
                             formatBytes(static_cast<double>(a.selfCacheBytes + a.crossCacheBytes))),
                         numberText(a.milliseconds, 1));
    }
    m_facts->setText(facts);
}

void TransportBar::showTheme() {
    for (QToolButton* button : {m_first, m_back, m_play, m_forward, m_last})
        button->setIconSize(iconSize(m_theme));
    m_first->setIcon(themedIcon(m_theme, "first"));
    m_back->setIcon(themedIcon(m_theme, "back"));
    m_play->setIcon(themedIcon(m_theme, m_playing ? "pause" : "play"));
    m_forward->setIcon(themedIcon(m_theme, "forward"));
    m_last->setIcon(themedIcon(m_theme, "last"));
}

void TransportBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QFrame::changeEvent(event);
}

void TransportBar::retranslate() {
    const auto set = [](QWidget* widget, const QString& name, const QString& toolTip) {
        widget->setAccessibleName(name);
        widget->setToolTip(toolTip);
    };
    set(m_first, tr("First step"), tr("To the first step (Home)"));
    set(m_back, tr("Step back"), tr("One word back (Left or Page Up)"));
    set(m_play, m_playing ? tr("Pause") : tr("Play"), m_playing ? tr("Pause (Space)") : tr("Play (Space)"));
    set(m_forward, tr("Step forward"), tr("One word forward (Right or Page Down)"));
    set(m_last, tr("Last step"), tr("To the last step (End)"));
    set(m_speed, tr("Speed"), tr("How fast playing goes"));
    set(m_slider, tr("Step"), tr("Drag through all steps of the translation"));
    m_facts->setToolTip(tr("Keys and values a decoder cache holds at this step, and the time of one pass."));
    m_speed->setItemText(0, tr("Slow"));
    m_speed->setItemText(1, tr("Normal speed"));
    m_speed->setItemText(2, tr("Fast"));
    refresh();
}

}  // namespace vitrine
