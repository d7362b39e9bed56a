#include "ui/common/setting_slider.h"

#include <QGridLayout>
#include <QSignalBlocker>
#include <algorithm>

namespace vitrine {

void SteadyLabel::setWidest(const QString& text) {
    m_widest = text;
    updateGeometry();
}

QSize SteadyLabel::sizeHint() const {
    return QLabel::sizeHint().expandedTo(QSize(fontMetrics().horizontalAdvance(m_widest) + 2, 0));
}

SettingSlider::SettingSlider(int steps, Format format, QWidget* parent)
    : QObject(parent),
      m_format(std::move(format)),
      m_name(new QLabel(parent)),
      m_value(new SteadyLabel(parent)),
      m_slider(new QSlider(Qt::Horizontal, parent)) {
    m_slider->setRange(0, steps);
    m_slider->setPageStep(std::max(1, steps / 10));
    m_slider->setMinimumWidth(48);
    m_value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        showValue();
        Q_EMIT moved(position);
    });
    connect(m_slider, &QSlider::sliderReleased, this, &SettingSlider::finished);
}

void SettingSlider::addTo(QGridLayout* grid, int row, int column) {
    grid->addWidget(m_name, row, column);
    grid->addWidget(m_slider, row, column + 1);
    grid->addWidget(m_value, row, column + 2);
}

void SettingSlider::setTexts(const QString& name, const QString& toolTip) {
    m_name->setText(name);
    m_name->setToolTip(toolTip);
    m_slider->setToolTip(toolTip);
    m_slider->setAccessibleName(name);
    m_slider->setAccessibleDescription(toolTip);
    QString widest;
    for (int p = m_slider->minimum(); p <= m_slider->maximum(); ++p)
        if (const QString text = m_format(p); text.size() >= widest.size()) widest = text;
    m_value->setWidest(widest);
    showValue();
}

void SettingSlider::setPosition(int position, const QString& value) {
    const QSignalBlocker blocker(m_slider);
    m_slider->setValue(position);
    showValue();
    if (!value.isEmpty()) m_value->setText(value);
}

void SettingSlider::showValue() {
    m_value->setText(m_format(m_slider->value()));
}

}  // namespace vitrine
