#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPalette>
#include <QScreen>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/common/icons.h"
#include "ui/shell/key_router.h"

namespace vitrine {

void applyTheme(const Theme& theme) {
    const ThemeColors& c = theme.colors();
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.surface);
    palette.setColor(QPalette::AlternateBase, c.raised);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.raised);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::ToolTipBase, c.raised);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Link, c.accent);
    qApp->setPalette(palette);
    qApp->setFont(theme.font(TextRole::Body));
    qApp->setStyleSheet(theme.styleSheet());
}

MainWindow::MainWindow(AppContext& app) : m_app(app) {
    build();
    buildActions();
    connectKeys();
    connect(&m_app.theme, &Theme::changed, this, &MainWindow::showTheme);
    showTheme();
    retranslate();
    resize(1280, 800);
    if (m_app.remember) {
        fitScreen();
        readSettings();
    }
    chooseTranslate();
}

MainWindow::~MainWindow() = default;

void MainWindow::build() {
    m_files = new FileActions(m_app, this);
    auto* central = new QWidget(this);
    m_rail = new QFrame(central);
    m_rail->setProperty("role", "rail");
    m_translate = new QToolButton(m_rail);
    m_translate->setProperty("role", "rail");
    m_translate->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    m_translate->setCheckable(true);
    m_translate->setChecked(true);
    auto* rail = new QVBoxLayout(m_rail);
    rail->setContentsMargins(Theme::grid(0.5), Theme::grid(1), Theme::grid(0.5), Theme::grid(1));
    rail->addWidget(m_translate);
    rail->addStretch(1);

    m_header = new HeaderBar(m_app, central);
    m_page = new TranslatePage(m_app, central);
    m_transport = new TransportBar(m_app.theme, m_app.experiment, m_app.bridge, central);
    auto* right = new QVBoxLayout;
    right->setSpacing(0);
    right->addWidget(m_header);
    right->addWidget(m_page, 1);
    right->addWidget(m_transport);
    auto* layout = new QHBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addLayout(right, 1);
    setCentralWidget(central);
    m_note = new BriefNote(central);
    connect(m_files, &FileActions::written, this, &MainWindow::sayWritten);
    connect(m_page, &TranslatePage::exportRequested, m_files, &FileActions::exportView);
    connect(m_page, &TranslatePage::stepForwardRequested, m_transport, &TransportBar::forward);
    connect(m_header, &HeaderBar::sentenceEntered, this, &MainWindow::chooseTranslate);
    // There is one page, so its button stays down.
    connect(m_translate, &QToolButton::clicked, this, [this] { m_translate->setChecked(true); });
}

QAction* MainWindow::action(const char* icon, const QKeySequence& keys, void (MainWindow::*run)()) {
    auto* item = new QAction(this);
    item->setShortcut(keys);
    item->setIcon(themedIcon(m_app.theme, icon));
    item->setProperty("icon", QByteArray(icon));
    connect(item, &QAction::triggered, this, run);
    addAction(item);
    return item;
}

void MainWindow::buildActions() {
    m_undo = action("undo", QKeySequence(Qt::CTRL | Qt::Key_Z), &MainWindow::undo);
    m_redo = action("redo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), &MainWindow::redo);
    m_open = action("open", QKeySequence(Qt::CTRL | Qt::Key_O), &MainWindow::open);
    m_save = action("export", QKeySequence(Qt::CTRL | Qt::Key_S), &MainWindow::save);
    m_export = action("export", QKeySequence(Qt::CTRL | Qt::Key_E), &MainWindow::exportActive);
    m_full = action("full", QKeySequence(Qt::Key_F11), &MainWindow::fullView);
    m_present = action("present", QKeySequence(Qt::Key_F5), &MainWindow::present);
    m_motion = action("play", {}, &MainWindow::toggleMotion);
    m_motion->setCheckable(true);
    m_motion->setChecked(m_app.theme.motion());
    m_goTranslate = action("translate", QKeySequence(Qt::Key_1), &MainWindow::chooseTranslate);
    m_header->addAction(m_undo, "undo");
    m_header->addAction(m_redo, "redo");
    QMenu* menu = m_header->menu();
    menu->addActions({m_open, m_save, m_export});
    menu->addSeparator();
    menu->addActions({m_full, m_present, m_motion});
    const QUndoStack& undo = m_app.experiment.undoStack();
    m_undo->setEnabled(undo.canUndo());
    m_redo->setEnabled(undo.canRedo());
    connect(&undo, &QUndoStack::canUndoChanged, m_undo, &QAction::setEnabled);
    connect(&undo, &QUndoStack::canRedoChanged, m_redo, &QAction::setEnabled);
    connect(&undo, &QUndoStack::indexChanged, this, &MainWindow::retranslate);
}

void MainWindow::connectKeys() {
    auto* keys = new KeyRouter(this);
    // A held key steps as fast as steps are computed, no faster.
    const auto ready = [this](bool repeated) { return !repeated || !m_app.bridge.busy(); };
    connect(keys, &KeyRouter::back, this, [this, ready](bool repeated) {
        if (ready(repeated)) m_transport->back();
    });
    connect(keys, &KeyRouter::forward, this, [this, ready](bool repeated) {
        if (ready(repeated)) m_transport->forward();
    });
    connect(keys, &KeyRouter::first, m_transport, &TransportBar::first);
    connect(keys, &KeyRouter::last, m_transport, &TransportBar::last);
    connect(keys, &KeyRouter::togglePlay, m_transport, &TransportBar::togglePlay);
    connect(keys, &KeyRouter::layer, this, &MainWindow::moveLayer);
    connect(keys, &KeyRouter::escape, this, &MainWindow::escape);
}

void MainWindow::moveLayer(int direction) {
    const auto& model = m_app.bridge.model();
    if (!model) return;
    const Contract& contract = model->transformer.contract();
    Locus locus = m_app.selection.current();
    if (locus.site.stack == Stack::Output) return;
    const std::size_t layers =
        locus.site.stack == Stack::Encoder ? contract.encoder.size() : contract.decoder.size();
    const int layer = std::clamp(locus.site.layer + direction, 0, static_cast<int>(layers) - 1);
    locus.site.layer = static_cast<std::int16_t>(layer);
    m_app.selection.setCurrent(locus);
}

// Lets go of one thing at a time, the innermost first.
void MainWindow::escape() {
    if (m_app.selection.locked())
        m_app.selection.release();
    else if (m_page->full())
        m_page->leaveFull();
    else if (m_presenting)
        setPresenting(false);
    else
        chooseTranslate();
}

// Where Space plays and the arrows step. As long as there is nothing to play its button takes no keys.
void MainWindow::chooseTranslate() {
    QWidget* play = m_transport->playButton();
    (play->isEnabled() ? play : centralWidget())->setFocus();
}

void MainWindow::fullView() {
    if (m_page->full())
        m_page->leaveFull();
    else
        m_page->showFull(m_page->activeView()->id());
}

void MainWindow::setPresenting(bool on, bool wholeScreen) {
    if (on == m_presenting) return;
    m_presenting = on;
    m_rail->setVisible(!on);
    m_header->setVisible(!on);
    m_page->setBare(on);
    if (on) {
        m_sizeBefore = m_app.theme.textSize();
        m_statesBefore = windowState();
        m_geometryBefore = saveGeometry();
    }
    m_app.theme.setTextSize(on ? Theme::TextSize::Presentation : m_sizeBefore);
    setWindowState(on && wholeScreen ? m_statesBefore | Qt::WindowFullScreen : m_statesBefore);
    // Nothing that is left on the screen says how to come back.
    if (on && wholeScreen)
        m_note->say(tr("Esc or F5 ends the presentation."));
    else
        m_note->hide();
    chooseTranslate();  // the focus may have been in what is hidden now
}

void MainWindow::sayWritten(const QStringList& files) {
    m_note->say(files.size() == 1 ? tr("Saved: %1").arg(files.front())
                                  : tr("Saved: %1 and %2 more").arg(files.front()).arg(files.size() - 1));
}

void MainWindow::showTheme() {
    applyTheme(m_app.theme);
    m_translate->setIcon(themedIcon(m_app.theme, "translate"));
    m_translate->setIconSize(railIconSize(m_app.theme));
    for (QAction* item : actions()) {
        const QByteArray icon = item->property("icon").toByteArray();
        if (!icon.isEmpty()) item->setIcon(themedIcon(m_app.theme, icon.constData()));
    }
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate() {
    setWindowTitle(tr("Vitrine"));
    m_translate->setText(tr("Translate"));
    m_translate->setToolTip(tr("Step through a translation (1)"));
    m_translate->setAccessibleName(m_translate->text());
    const auto set = [](QAction* item, const QString& text, const QString& toolTip) {
        item->setText(text);
        item->setToolTip(toolTip);
    };
    const QUndoStack& undo = m_app.experiment.undoStack();
    set(m_undo, tr("Undo"),
        undo.canUndo() ? tr("Undo: %1 (Ctrl+Z)").arg(undo.undoText()) : tr("Nothing to undo (Ctrl+Z)"));
    set(m_redo, tr("Redo"),
        undo.canRedo() ? tr("Redo: %1 (Ctrl+Shift+Z)").arg(undo.redoText())
                       : tr("Nothing to redo (Ctrl+Shift+Z)"));
    set(m_open, tr("Open a saved state…"), tr("Open a saved state"));
    set(m_save, tr("Save this state…"), tr("Save sentence, step, settings and changes"));
    set(m_export, tr("Export this view…"), tr("Save a view as a figure or as numbers"));
    set(m_full, tr("One view in the whole window"), tr("One view in the whole window"));
    set(m_present, tr("Presentation"), tr("Larger text for a projector, nothing but the views"));
    set(m_motion, tr("Motion"), tr("Whether changes move"));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (m_app.remember) writeSettings();
    QMainWindow::closeEvent(event);
}

// A frame around a window as large as the screen would push its lower edge, and the transport, off it.
void MainWindow::fitScreen() {
    constexpr int kFrame = 48;  // px, a title bar and borders
    const QSize room = screen()->availableSize() - QSize(0, kFrame);
    if (width() > room.width() || height() > room.height()) setWindowState(Qt::WindowMaximized);
}

void MainWindow::readSettings() {
    const QSettings settings;
    restoreGeometry(settings.value("window/geometry").toByteArray());
    m_page->restoreLayout(settings.value("window/splitters").value<QList<QByteArray>>());
    m_page->restoreTabs(settings.value("window/tabs").toStringList());
    m_transport->setSpeed(settings.value("play/speed").toString());
}

void MainWindow::writeSettings() const {
    QSettings settings;
    settings.setValue("window/geometry", m_presenting ? m_geometryBefore : saveGeometry());
    settings.setValue("window/splitters", QVariant::fromValue(m_page->saveLayout()));
    settings.setValue("window/tabs", m_page->saveTabs());
    settings.setValue("play/speed", m_transport->speed());
    settings.setValue("look/dark", m_app.theme.dark());
    settings.setValue("look/textSize",
                      static_cast<int>(m_presenting ? m_sizeBefore : m_app.theme.textSize()));
    settings.setValue("look/motion", m_app.theme.motion());
    settings.setValue("look/language", Language::shortName(m_app.language.code()));
    settings.setValue("model", QString::fromStdString(m_app.experiment.state().modelFolder));
}

}  // namespace vitrine
