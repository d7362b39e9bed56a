#pragma once

#include <QFrame>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <vector>

#include "ui/common/view.h"

namespace vitrine {

/// A frame around one view, or several as tabs, with what every view can do: full window, export.
class ViewPanel : public QFrame {
    Q_OBJECT
public:
    ViewPanel(Theme& theme, std::vector<View*> views, QWidget* parent = nullptr);

    View* current() const;  ///< null when there are no views
    const std::vector<View*>& views() const { return m_views; }
    /// Adds a view as a tab at `index`, or takes one out (it is hidden then and has no parent). A panel
    /// without views should be hidden by its owner.
    void add(View* view, int index);
    void take(View* view);
    /// Shows the view if it is one of the panel's; false otherwise.
    bool setCurrent(const QString& id);
    void setFull(bool full);

Q_SIGNALS:
    void exportRequested(vitrine::View* view);
    void fullRequested(vitrine::ViewPanel* panel);

protected:
    void changeEvent(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void retranslate();
    void showTheme();

    Theme& m_theme;
    std::vector<View*> m_views;
    QTabBar* m_tabs = nullptr;
    QLabel* m_title = nullptr;
    QStackedWidget* m_stack;
    QToolButton *m_export, *m_fullButton;
    bool m_full = false;
};

}  // namespace vitrine
