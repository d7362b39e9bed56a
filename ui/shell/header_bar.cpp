#include "ui/shell/header_bar.h"

#include <QAction>
#include <QActionGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>

#include "engine/core/threading.h"
#include "ui/common/icons.h"

namespace vitrine {
namespace {

constexpr int kTypingPause = 160;  // ms without a key before the sentence counts as typed

}  // namespace

bool SentenceEdit::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) return false;
    }
    return QLineEdit::event(event);
}

HeaderBar::HeaderBar(AppContext& app, QWidget* parent) : QFrame(parent), m_app(app) {
    setProperty("role", "bar");
    build();
    buildTextSizes();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &HeaderBar::commitSentence);
    connect(m_sentence, &QLineEdit::textEdited, this, [this] { m_typing.start(); });
    connect(m_sentence, &QLineEdit::returnPressed, this, [this] {
        commitSentence();
        m_app.experiment.finishGesture();
        Q_EMIT sentenceEntered();
    });
    connect(m_models, &QComboBox::activated, this, [this](int index) {
        m_app.experiment.setModel(m_models->itemData(index).toString().toStdString());
    });
    connect(m_themeButton, &QToolButton::clicked, this,
            [this] { m_app.theme.setMode(m_app.theme.dark() ? Theme::Mode::Light : Theme::Mode::Dark); });
    connect(m_language, &QToolButton::clicked, this, [this] {
        m_app.language.set(m_app.language.code() == Language::Code::Chinese ? Language::Code::English
                                                                            : Language::Code::Chinese);
    });
    connect(&m_app.theme, &Theme::changed, this, &HeaderBar::showTheme);
    connect(&m_app.experiment, &Experiment::stateChanged, this, &HeaderBar::showState);
    fillModels();
    showTheme();
    retranslate();
    showState();
}

QToolButton* HeaderBar::addButton() {
    auto* button = new QToolButton(this);
    button->setProperty("role", "flat");
    layout()->addWidget(button);
    return button;
}

void HeaderBar::build() {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::grid(2), Theme::grid(1), Theme::grid(2), Theme::grid(1));
    layout->setSpacing(Theme::grid(0.5));
    m_sentence = new SentenceEdit(this);
    m_sentence->setProperty("role", "sentence");
    m_sentence->setMaxLength(1000);
    layout->addWidget(m_sentence, 1);
    layout->addSpacing(Theme::grid(1.5));
    m_models = new QComboBox(this);
    m_models->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    layout->addWidget(m_models);
    layout->addSpacing(Theme::grid(1));
    m_device = new QLabel(this);
    m_device->setProperty("role", "caption");
    layout->addWidget(m_device);
    layout->addSpacing(Theme::grid(1));
    m_language = addButton();
    m_language->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_themeButton = addButton();
    m_textSize = addButton();
    m_more = addButton();
    m_menu = new QMenu(this);
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
}

void HeaderBar::buildTextSizes() {
    m_sizes = new QMenu(this);
    auto* group = new QActionGroup(this);
    for (const Theme::TextSize size : {Theme::TextSize::Small, Theme::TextSize::Medium,
                                       Theme::TextSize::Large, Theme::TextSize::Presentation}) {
        QAction* action = m_sizes->addAction(QString());
        action->setCheckable(true);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, size] { m_app.theme.setTextSize(size); });
        m_sizeActions << action;
    }
    m_textSize->setMenu(m_sizes);
    m_textSize->setPopupMode(QToolButton::InstantPopup);
}

void HeaderBar::addAction(QAction* action, const char* icon) {
    auto* button = new QToolButton(this);
    button->setProperty("role", "flat");
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    auto* box = static_cast<QHBoxLayout*>(layout());
    box->insertWidget(box->indexOf(m_language), button);
    setTabOrder(m_actionButtons.isEmpty() ? static_cast<QWidget*>(m_models) : m_actionButtons.back().first,
                button);
    m_actionButtons.append({button, icon});
    showTheme();
}

void HeaderBar::fillModels() {
    for (const auto& folder : availableModels(m_app.modelRoot))
        m_models->addItem(QString::fromStdString(folder.filename().string()),
                          QString::fromStdString(folder.string()));
}

void HeaderBar::commitSentence() {
    m_typing.stop();
    m_app.experiment.setSource(m_sentence->text().toStdString());
}

void HeaderBar::showState() {
    const ExperimentState& state = m_app.experiment.state();
    const QString source = QString::fromStdString(state.source);
    if (!m_typing.isActive() && m_sentence->text() != source) {
        m_sentence->setText(source);
        m_sentence->setCursorPosition(0);  // a long sentence is read from its beginning
    }
    const QString folder = QString::fromStdString(state.modelFolder);
    int index = m_models->findData(folder);
    if (index < 0 && !folder.isEmpty()) {
        m_models->addItem(
            QString::fromStdString(std::filesystem::path(state.modelFolder).filename().string()), folder);
        index = m_models->count() - 1;
    }
    m_models->setCurrentIndex(index);
    m_models->setVisible(m_models->count() > 0);
}

void HeaderBar::showTheme() {
    for (QToolButton* button : {m_language, m_themeButton, m_textSize, m_more})
        button->setIconSize(iconSize(m_app.theme));
    m_themeButton->setIcon(themedIcon(m_app.theme, m_app.theme.dark() ? "light" : "dark"));
    m_textSize->setIcon(themedIcon(m_app.theme, "text_size"));
    m_more->setIcon(themedIcon(m_app.theme, "more"));
    for (const auto& [button, icon] : m_actionButtons) {
        button->setIconSize(iconSize(m_app.theme));
        button->defaultAction()->setIcon(themedIcon(m_app.theme, icon));
    }
    m_sizeActions[static_cast<int>(m_app.theme.textSize())]->setChecked(true);
    retranslate();
}

void HeaderBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QFrame::changeEvent(event);
}

void HeaderBar::retranslate() {
    const auto set = [](QWidget* widget, const QString& name, const QString& toolTip) {
        widget->setAccessibleName(name);
        widget->setToolTip(toolTip);
    };
    m_sentence->setPlaceholderText(tr("Type a Chinese sentence"));
    set(m_sentence, tr("Sentence"), tr("The sentence to translate; Enter goes back to stepping"));
    set(m_models, tr("Model"), tr("The model that translates"));
    m_device->setText(tr("CPU, %1 threads").arg(threadCount()));
    m_device->setToolTip(tr("Where the model runs"));
    const bool chinese = m_app.language.code() == Language::Code::Chinese;
    // The button names the other language in that language.
    m_language->setText(chinese ? QStringLiteral("English") : QStringLiteral("中文"));
    set(m_language, m_language->text(),
        chinese ? QStringLiteral("Show the window in English") : QStringLiteral("用中文显示窗口"));
    set(m_themeButton, m_app.theme.dark() ? tr("Light colours") : tr("Dark colours"),
        m_app.theme.dark() ? tr("Switch to light colours") : tr("Switch to dark colours"));
    set(m_textSize, tr("Text size"), tr("Text size"));
    set(m_more, tr("More"), tr("Open, save, export, presentation"));
    const QStringList sizes{tr("Small text"), tr("Medium text"), tr("Large text"),
                            tr("Text for a projector")};
    for (int i = 0; i < sizes.size(); ++i) m_sizeActions[i]->setText(sizes[i]);
}

}  // namespace vitrine
