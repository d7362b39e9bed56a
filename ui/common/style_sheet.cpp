#include <QStringList>

#include "ui/common/theme.h"

namespace vitrine {
namespace {

// @name stands for a colour or size below; the order of the rules is the order of the window, outside in.
constexpr const char* kSheet = R"(
* { font-family: "Noto Sans CJK SC", "Noto Sans", "DejaVu Sans"; font-size: @bodypx; color: @text; }
QDialog, QMessageBox { background: @window; }
QToolTip { background: @raised; color: @text; border: 1px solid @strongLine; padding: 4px 8px; }
QLabel { background: transparent; }
QLabel[role="title"] { font-size: @titlepx; font-weight: bold; }
QLabel[role="heading"] { font-size: @headingpx; font-weight: bold; }
QLabel[role="caption"] { font-size: @captionpx; color: @muted; }
QLabel[role="warning"] { color: @warning; }
QLabel[role="error"] { color: @error; }
QLabel[role="changed"] { color: @changed; font-weight: bold; }
QFrame[role="panel"] { background: @surface; border: 1px solid @line; border-radius: 8px; }
QLabel[role="note"] { background: @text; color: @surface; border-radius: 8px; padding: 8px 16px; }
QFrame[role="bar"] { background: @surface; border: 0; }
QFrame[role="rail"] { background: @surface; border: 0; border-right: 1px solid @line; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @accentSoft; }

QPushButton, QToolButton {
    background: @raised; border: 1px solid @line; border-radius: 4px;
    padding: 0 12px; min-height: @controlpx; max-height: @controlpx;
}
QToolButton { padding: 0 6px; min-width: @innerpx; }
QPushButton:hover, QToolButton:hover { background: @hovered; border-color: @strongLine; }
QPushButton:pressed, QToolButton:pressed { background: @accentSoft; }
QPushButton:checked, QToolButton:checked { background: @accentSoft; border-color: @accent; color: @accent; }
QPushButton:disabled, QToolButton:disabled { color: @disabled; background: @surface; border-color: @line; }
QPushButton:focus, QToolButton:focus { border: 2px solid @focus; padding: 0 11px; }
QToolButton:focus { padding: 0 5px; }
QPushButton[role="primary"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: bold; }
QPushButton[role="primary"]:disabled { background: @hovered; color: @disabled; border-color: @line; }
QPushButton[role="primary"]:focus { border: 2px solid @text; }
QToolButton[role="flat"], QPushButton[role="flat"] { background: transparent; border-color: transparent; }
QToolButton[role="flat"]:hover, QPushButton[role="flat"]:hover { background: @hovered; }
QToolButton[role="flat"]:checked, QPushButton[role="flat"]:checked { background: @accentSoft; color: @accent; }
QToolButton[role="flat"]:focus, QPushButton[role="flat"]:focus { border: 2px solid @focus; }
QToolButton[role="rail"] {
    background: transparent; border: 2px solid transparent; border-radius: 8px; color: @muted;
    font-size: @captionpx; min-height: @railpx; max-height: @railpx; padding: 4px;
}
QToolButton[role="rail"]:hover { background: @hovered; }
QToolButton[role="rail"]:checked { background: @accentSoft; color: @accent; }
QToolButton[role="rail"]:focus { border-color: @focus; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox {
    background: @surface; border: 1px solid @strongLine; border-radius: 4px; padding: 0 8px;
    min-height: @controlpx; max-height: @controlpx; selection-background-color: @accent;
    selection-color: @onAccent;
}
QLineEdit[role="sentence"] { font-size: @tokenpx; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 2px solid @focus; padding: 0 7px; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: @disabled; border-color: @line; }
QComboBox::drop-down { border: 0; width: @droppx; subcontrol-position: center right; }
QComboBox::down-arrow { image: url(:/icons/@theme/chevron.svg); width: @smallpx; height: @smallpx; }
QComboBox QAbstractItemView {
    background: @surface; border: 1px solid @strongLine; selection-background-color: @accentSoft;
    selection-color: @text; outline: 0; padding: 4px;
}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button { width: 0; border: 0; }

QCheckBox, QRadioButton { background: transparent; spacing: 8px; min-height: @controlpx; border: 2px solid transparent; border-radius: 4px; padding: 0 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: @focus; }
QCheckBox::indicator { width: @markpx; height: @markpx; border: 1px solid @strongLine; border-radius: 3px; background: @surface; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/@theme/check.svg); }
QCheckBox:disabled, QRadioButton:disabled { color: @disabled; }

QSlider { min-height: @controlpx; background: transparent; border: 2px solid transparent; border-radius: 4px; }
QSlider:focus { border-color: @focus; }
QSlider::groove:horizontal { height: 4px; background: @hovered; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 2px; }
QSlider::handle:horizontal { width: @markpx; height: @markpx; margin: -@knobpx 0; border-radius: @roundpx; background: @accent; border: 1px solid @surface; }
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled { background: @disabled; }

QMenu { background: @surface; border: 1px solid @strongLine; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; background: transparent; }
QMenu::item:selected { background: @accentSoft; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::indicator { width: @markpx; height: @markpx; left: 4px; }

QScrollArea, QAbstractScrollArea { background: transparent; border: 0; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { width: 12px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 12px; background: transparent; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 4px; margin: 2px; min-height: 32px; min-width: 32px; }
QScrollBar::handle:hover { background: @strongLine; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabBar::tab { background: transparent; padding: 0 10px; min-height: @controlpx; border: 2px solid transparent; color: @muted; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:focus { border-color: @focus; }
QTabWidget::pane { border: 0; }

QTableView, QTreeView, QListView { background: @surface; border: 1px solid @line; gridline-color: @line; alternate-background-color: @raised; selection-background-color: @accentSoft; selection-color: @text; outline: 0; }
QListView:focus, QTableView:focus, QTreeView:focus { border: 2px solid @focus; }
QHeaderView::section { background: @surface; color: @muted; border: 0; border-bottom: 1px solid @line; padding: 4px 8px; font-size: @captionpx; }
QProgressBar { background: @hovered; border: 0; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
)";

}  // namespace

QString Theme::styleSheet() const {
    const int control = controlHeight(), mark = iconPixels() - 2;
    const QColor disabled = blend(m_colors.surface, m_colors.muted, 0.65);
    const QColor scroll = blend(m_colors.surface, m_colors.strongLine, 0.6);
    const QList<std::pair<QString, QString>> values = {
        {"window", m_colors.window.name()},
        {"surface", m_colors.surface.name()},
        {"raised", m_colors.raised.name()},
        {"hovered", m_colors.hovered.name()},
        {"strongLine", m_colors.strongLine.name()},
        {"line", m_colors.line.name()},
        {"text", m_colors.text.name()},
        {"muted", m_colors.muted.name()},
        {"accentSoft", m_colors.accentSoft.name()},
        {"accent", m_colors.accent.name()},
        {"onAccent", m_colors.onAccent.name()},
        {"focus", m_colors.focus.name()},
        {"changed", m_colors.changed.name()},
        {"warning", m_colors.warning.name()},
        {"error", m_colors.error.name()},
        {"disabled", disabled.name()},
        {"scroll", scroll.name()},
        {"theme", dark() ? QStringLiteral("dark") : QStringLiteral("light")},
        {"bodypx", QStringLiteral("%1px").arg(pixelSize(TextRole::Body))},
        {"titlepx", QStringLiteral("%1px").arg(pixelSize(TextRole::Title))},
        {"headingpx", QStringLiteral("%1px").arg(pixelSize(TextRole::Heading))},
        {"captionpx", QStringLiteral("%1px").arg(pixelSize(TextRole::Caption))},
        {"tokenpx", QStringLiteral("%1px").arg(pixelSize(TextRole::Token))},
        // Heights of the box model exclude the border.
        {"controlpx", QStringLiteral("%1px").arg(control - 2)},
        {"innerpx", QStringLiteral("%1px").arg(control - 14)},
        {"railpx", QStringLiteral("%1px").arg(control + iconPixels() + 4)},
        // Marks inside controls grow like icons. The knob is its width, a border, and the groove of 4.
        {"markpx", QStringLiteral("%1px").arg(mark)},
        {"smallpx", QStringLiteral("%1px").arg(iconPixels() * 3 / 4)},
        {"droppx", QStringLiteral("%1px").arg(iconPixels() + 4)},
        {"knobpx", QStringLiteral("%1px").arg((mark - 2) / 2)},
        {"roundpx", QStringLiteral("%1px").arg((mark + 2) / 2)},
    };
    QString sheet = QString::fromLatin1(kSheet);
    for (const auto& [name, value] : values) sheet.replace('@' + name, value);
    return sheet;
}

}  // namespace vitrine
