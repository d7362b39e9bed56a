#pragma once

#include <QSplitter>
#include <QStackedWidget>
#include <QWidget>
#include <vector>

#include "ui/shell/app_context.h"
#include "ui/shell/view_panel.h"
#include "ui/views/attention/attention_view.h"
#include "ui/views/translate/branches_view.h"
#include "ui/views/translate/story_strip.h"

namespace vitrine {

/// The page that opens first: the words, and under them the views of the present step. It hands answers to
/// the views and tells the bridge which sites the visible ones need.
class TranslatePage : public QWidget {
    Q_OBJECT
public:
    explicit TranslatePage(AppContext& app, QWidget* parent = nullptr);

    std::vector<View*> views() const;
    View* view(const QString& id) const;  ///< null when there is none of that name
    /// The view the person works with: of the focused panel, else the first.
    View* activeView() const;

    /// One panel in place of all; by view name, false when there is none.
    bool showFull(const QString& id);
    void toggleFull(ViewPanel* panel);
    void leaveFull();
    bool full() const { return m_fullPanel != nullptr; }
    /// Hides or shows what a projector does not need: the inspector column.
    void setBare(bool bare);

    /// Splitter positions of both arrangements.
    QList<QByteArray> saveLayout() const;
    void restoreLayout(const QList<QByteArray>& states);
    /// The views that were chosen to stand in front of others, by name. What a lock brought to the front does
    /// not count. Unknown names are passed over.
    QStringList saveTabs() const;
    void restoreTabs(const QStringList& views);
    /// A small window shares panels: the map is a tab beside the attention, the inspector one beside the next
    /// word, and comes to the front when something is locked. A large one gives each a panel.
    bool compact() const { return m_compact; }

Q_SIGNALS:
    void exportRequested(vitrine::View* view);
    void stepForwardRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    ViewPanel* addPanel(QSplitter* parent, std::vector<View*> views);
    void build();
    void connectViews();
    void openLastLayer();
    void collectSites();
    void deliver();
    void arrange();
    void setCompact(bool compact);
    bool hasPanelInLargeWindow(const QString& id) const;
    void applySizes();
    void showLocked();

    AppContext& m_app;
    StoryStrip* m_story;
    BranchesView* m_branches = nullptr;
    AttentionView* m_attention = nullptr;
    QStackedWidget* m_stack;
    QSplitter *m_columns, *m_rows, *m_pair;
    std::vector<ViewPanel*> m_panels;
    ViewPanel *m_mapPanel = nullptr, *m_left = nullptr, *m_right = nullptr, *m_inspector = nullptr;
    ViewPanel* m_fullPanel = nullptr;
    View *m_map = nullptr, *m_inspectorView = nullptr;
    Locus m_opened;  // the block that the page opened on; who has chosen another one stays with that
    bool m_compact = false, m_bare = false;
    QList<QByteArray> m_wideStates, m_compactStates;  // of columns, rows, pair
    QStringList m_compactTabs;  // of the views that have a panel of their own in a large window
    // Where the full panel came from.
    QSplitter* m_home = nullptr;
    int m_homeIndex = 0;
    QList<int> m_homeSizes;
};

}  // namespace vitrine
