#include "ui/shell/view_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/common/icons.h"

namespace vitrine {

ViewPanel::ViewPanel(Theme& theme, std::vector<View*> views, QWidget* parent)
    : QFrame(parent), m_theme(theme), m_views(std::move(views)), m_stack(new QStackedWidget(this)) {
    setProperty("role", "panel");
    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::grid(0.5));
    m_tabs = new QTabBar(this);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);
    m_title = new QLabel(this);
    m_title->setProperty("role", "heading");
    head->addWidget(m_tabs);
    head->addWidget(m_title);
    head->addStretch(1);
    m_export = new QToolButton(this);
    m_fullButton = new QToolButton(this);
    for (QToolButton* button : {m_export, m_fullButton}) {
        button->setProperty("role", "flat");
        head->addWidget(button);
    }
    for (View* view : m_views) {
        m_stack->addWidget(view);
        m_tabs->addTab(QString());
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::grid(2), Theme::grid(1), Theme::grid(2), Theme::grid(1.5));
    layout->setSpacing(Theme::grid(1));
    layout->addLayout(head);
    layout->addWidget(m_stack, 1);
    connect(m_export, &QToolButton::clicked, this, [this] { Q_EMIT exportRequested(current()); });
    connect(m_fullButton, &QToolButton::clicked, this, [this] { Q_EMIT fullRequested(this); });
    connect(&m_theme, &Theme::changed, this, &ViewPanel::showTheme);
    showTheme();
    retranslate();
}

View* ViewPanel::current() const {
    return m_views.empty() ? nullptr
                           : m_views[static_cast<std::size_t>(std::max(m_stack->currentIndex(), 0))];
}

void ViewPanel::add(View* view, int index) {
    View* before = current();
    m_views.insert(m_views.begin() + index, view);
    m_stack->insertWidget(index, view);
    m_tabs->insertTab(index, QString());
    retranslate();
    setCurrent((before ? before : view)->id());
}

void ViewPanel::take(View* view) {
    const auto found = std::find(m_views.begin(), m_views.end(), view);
    if (found == m_views.end()) return;
    const int index = static_cast<int>(found - m_views.begin());
    m_views.erase(found);
    m_stack->removeWidget(view);
    view->hide();
    view->setParent(nullptr);
    m_tabs->removeTab(index);
    retranslate();
}

bool ViewPanel::setCurrent(const QString& id) {
    for (std::size_t i = 0; i < m_views.size(); ++i) {
        if (m_views[i]->id() != id) continue;
        m_tabs->setCurrentIndex(static_cast<int>(i));
        return true;
    }
    return false;
}

void ViewPanel::setFull(bool full) {
    m_full = full;
    showTheme();
    retranslate();
}

void ViewPanel::showTheme() {
    for (QToolButton* button : {m_export, m_fullButton}) button->setIconSize(iconSize(m_theme));
    m_export->setIcon(themedIcon(m_theme, "export"));
    m_fullButton->setIcon(themedIcon(m_theme, m_full ? "shrink" : "full"));
}

void ViewPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QFrame::changeEvent(event);
}

void ViewPanel::retranslate() {
    // One view has a heading, several have tabs.
    for (std::size_t i = 0; i < m_views.size(); ++i)
        m_tabs->setTabText(static_cast<int>(i), m_views[i]->title());
    if (!m_views.empty()) m_title->setText(m_views.front()->title());
    m_tabs->setVisible(m_views.size() > 1);
    m_title->setVisible(m_views.size() <= 1);
    m_tabs->setAccessibleName(tr("Views of this panel"));
    m_tabs->setToolTip(tr("Choose what this panel shows"));
    m_export->setToolTip(tr("Save this view as a figure or as numbers (Ctrl+E)"));
    m_export->setAccessibleName(tr("Export"));
    m_fullButton->setToolTip(m_full ? tr("Back to all views (F11 or Esc)")
                                    : tr("This view in the whole window (F11)"));
    m_fullButton->setAccessibleName(m_full ? tr("All views") : tr("Full window"));
}

void ViewPanel::mouseDoubleClickEvent(QMouseEvent*) {
    Q_EMIT fullRequested(this);
}

}  // namespace vitrine
