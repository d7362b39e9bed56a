#pragma once

#include <QMainWindow>
#include <QToolButton>

#include "ui/shell/app_context.h"
#include "ui/shell/brief_note.h"
#include "ui/shell/file_actions.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/translate_page.h"
#include "ui/views/translate/transport_bar.h"

namespace vitrine {

/// The window: rail, header, page, transport, and the keys that work everywhere.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(AppContext& app);
    ~MainWindow() override;

    TranslatePage& page() { return *m_page; }
    TransportBar& transport() { return *m_transport; }
    HeaderBar& header() { return *m_header; }
    FileActions& files() { return *m_files; }

    /// Larger text, no rail, header or inspector, and nothing else on the screen unless `wholeScreen` is
    /// false.
    void setPresenting(bool on, bool wholeScreen = true);
    bool presenting() const { return m_presenting; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void build();
    void buildActions();
    QAction* action(const char* icon, const QKeySequence& keys, void (MainWindow::*run)());
    void connectKeys();
    void retranslate();
    void showTheme();
    void moveLayer(int direction);
    void escape();
    void readSettings();
    void fitScreen();
    void sayWritten(const QStringList& files);
    void writeSettings() const;

    void undo() { m_app.experiment.undoStack().undo(); }
    void redo() { m_app.experiment.undoStack().redo(); }
    void open() { m_files->open(); }
    void save() { m_files->save(); }
    void exportActive() { m_files->exportView(m_page->activeView()); }
    void fullView();
    void present() { setPresenting(!m_presenting); }
    void toggleMotion() { m_app.theme.setMotion(m_motion->isChecked()); }
    void chooseTranslate();

    AppContext& m_app;
    QFrame* m_rail;
    QToolButton* m_translate;
    HeaderBar* m_header;
    TranslatePage* m_page;
    TransportBar* m_transport;
    FileActions* m_files;
    BriefNote* m_note;
    QAction *m_undo, *m_redo, *m_open, *m_save, *m_export, *m_full, *m_present, *m_motion, *m_goTranslate;
    bool m_presenting = false;
    Theme::TextSize m_sizeBefore = Theme::TextSize::Medium;
    Qt::WindowStates m_statesBefore;
    QByteArray m_geometryBefore;  // of the window that was not presenting
};

/// Applies the theme's font, palette and style sheet to the whole program.
void applyTheme(const Theme& theme);

}  // namespace vitrine
