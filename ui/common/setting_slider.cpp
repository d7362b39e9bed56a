#include "ui/common/setting_slider.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

namespace vitrine {

SettingSlider::SettingSlider(int steps, Format format, QWidget* parent)
    : QWidget(parent),
      m_format(std::move(format)),
      m_name(new QLabel(this)),
      m_value(new QLabel(this)),
      m_slider(new QSlider(Qt::Horizontal, this)) {
    m_slider->setRange(0, steps);
    m_slider->setPageStep(std::max(1, steps / 10));
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_name);
    layout->addWidget(m_slider, 1);
    layout->addWidget(m_value);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        refresh();
        Q_EMIT moved(position);
    });
    connect(m_slider, &QSlider::sliderReleased, this, &SettingSlider::finished);
    refresh();
}

void SettingSlider::setTexts(const QString& name, const QString& toolTip) {
    m_name->setText(name);
    setToolTip(toolTip);
    m_slider->setToolTip(toolTip);
    m_slider->setAccessibleName(name);
    m_slider->setAccessibleDescription(toolTip);
    refresh();
}

void SettingSlider::setPosition(int position) {
    const QSignalBlocker blocker(m_slider);
    m_slider->setValue(position);
    refresh();
}

void SettingSlider::refresh() {
    // Wide enough for every value, so that the slider does not move under the hand.
    int width = 0;
    const QFontMetrics metrics = m_value->fontMetrics();
    for (int p = m_slider->minimum(); p <= m_slider->maximum(); p += std::max(1, m_slider->maximum() / 16))
        width = std::max(width, metrics.horizontalAdvance(m_format(p)));
    m_value->setMinimumWidth(width + 4);
    m_value->setText(m_format(m_slider->value()));
}

void SettingSlider::align(const QList<SettingSlider*>& sliders) {
    int name = 0, value = 0;
    for (const SettingSlider* slider : sliders) {
        name = std::max(name, slider->m_name->fontMetrics().horizontalAdvance(slider->m_name->text()));
        value = std::max(value, slider->m_value->minimumWidth());
    }
    for (const SettingSlider* slider : sliders) {
        slider->m_name->setFixedWidth(name + 4);
        slider->m_value->setMinimumWidth(value);
    }
}

}  // namespace vitrine
