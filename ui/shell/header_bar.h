#pragma once

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

#include "ui/shell/app_context.h"

class QAction;
class QActionGroup;

namespace vitrine {

/// The line a sentence is typed into. Undo and redo belong to the whole experiment, not to the line.
class SentenceEdit : public QLineEdit {
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override;
};

/// The top of the window: sentence, model, device, language, theme, text size.
class HeaderBar : public QFrame {
    Q_OBJECT
public:
    explicit HeaderBar(AppContext& app, QWidget* parent = nullptr);

    SentenceEdit* sentence() const { return m_sentence; }
    QComboBox* models() const { return m_models; }
    /// Buttons for the window's actions, in front of the settings.
    void addAction(QAction* action, const char* icon);
    /// The menu behind the last button.
    QMenu* menu() const { return m_menu; }

Q_SIGNALS:
    void sentenceEntered();  ///< Enter or Esc: the hand goes back to stepping

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void fillModels();
    void buildTextSizes();
    void retranslate();
    void showTheme();
    void showState();
    void commitSentence();
    QToolButton* addButton();

    AppContext& m_app;
    SentenceEdit* m_sentence;
    QComboBox* m_models;
    QLabel* m_device;
    QToolButton *m_language, *m_themeButton, *m_textSize, *m_more;
    QMenu *m_menu, *m_sizes;
    QList<QAction*> m_sizeActions;
    QList<std::pair<QToolButton*, const char*>> m_actionButtons;
    QTimer m_typing;
};

}  // namespace vitrine
