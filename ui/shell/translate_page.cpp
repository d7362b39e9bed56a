#include "ui/shell/translate_page.h"

#include <QApplication>
#include <QVBoxLayout>

#include "ui/shell/notice_bar.h"
#include "ui/inspector/inspector_view.h"
#include "ui/views/model_map/map_view.h"
#include "ui/views/next_token/next_token_view.h"

namespace vitrine {

TranslatePage::TranslatePage(AppContext& app, QWidget* parent)
    : QWidget(parent),
      m_app(app),
      m_story(new StoryStrip(app.views(), this)),
      m_stack(new QStackedWidget(this)),
      m_columns(new QSplitter(Qt::Horizontal)),
      m_rows(new QSplitter(Qt::Vertical)),
      m_pair(new QSplitter(Qt::Horizontal)) {
    build();
    connectViews();
}

ViewPanel* TranslatePage::addPanel(QSplitter* parent, std::vector<View*> views) {
    auto* panel = new ViewPanel(m_app.theme, std::move(views));
    parent->addWidget(panel);
    m_panels.push_back(panel);
    connect(panel, &ViewPanel::exportRequested, this, &TranslatePage::exportRequested);
    connect(panel, &ViewPanel::fullRequested, this, &TranslatePage::toggleFull);
    return panel;
}

void TranslatePage::build() {
    const ViewContext context = m_app.views();
    auto* nextToken = new NextTokenView(context);
    m_branches = new BranchesView(context);
    connect(nextToken, &NextTokenView::stepForwardRequested, this, &TranslatePage::stepForwardRequested);
    addPanel(m_rows, {new ModelMapView(context)});
    m_attention = new AttentionView(context);
    addPanel(m_pair, {m_attention, m_branches});
    addPanel(m_pair, {nextToken});
    m_rows->addWidget(m_pair);
    m_columns->addWidget(m_rows);
    m_inspector = addPanel(m_columns, {new InspectorView(context)});
    for (QSplitter* splitter : {m_columns, m_rows, m_pair}) {
        splitter->setHandleWidth(Theme::grid(1));
        splitter->setChildrenCollapsible(false);
    }
    // At 1280 x 800 the map takes what it needs to be read, the inspector a column of numbers.
    m_rows->setSizes({300, 310});
    m_rows->setStretchFactor(1, 1);
    m_columns->setSizes({930, 290});
    m_columns->setStretchFactor(0, 1);
    m_columns->setStretchFactor(1, 0);
    m_pair->setSizes({520, 410});
    auto* words = new QFrame(this);
    words->setProperty("role", "panel");
    auto* wordsLayout = new QVBoxLayout(words);
    wordsLayout->setContentsMargins(Theme::grid(2), Theme::grid(1.5), Theme::grid(2), Theme::grid(1));
    wordsLayout->setSpacing(Theme::grid(0.5));
    wordsLayout->addWidget(m_story);
    wordsLayout->addWidget(new NoticeBar(m_app, words));

    m_stack->addWidget(m_columns);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::grid(1), Theme::grid(1), Theme::grid(1), Theme::grid(1));
    layout->setSpacing(Theme::grid(1));
    layout->addWidget(words);
    layout->addWidget(m_stack, 1);
}

std::vector<View*> TranslatePage::views() const {
    std::vector<View*> all{m_story};
    for (const ViewPanel* panel : m_panels)
        all.insert(all.end(), panel->views().begin(), panel->views().end());
    return all;
}

View* TranslatePage::view(const QString& id) const {
    for (View* view : views())
        if (view->id() == id) return view;
    return nullptr;
}

View* TranslatePage::activeView() const {
    if (m_fullPanel) return m_fullPanel->current();
    const QWidget* focused = QApplication::focusWidget();
    for (const ViewPanel* panel : m_panels)
        if (focused && panel->isAncestorOf(focused)) return panel->current();
    for (const ViewPanel* panel : m_panels)
        if (panel->underMouse()) return panel->current();
    return m_panels.front()->current();
}

void TranslatePage::connectViews() {
    for (View* view : views()) connect(view, &View::wantedSitesChanged, this, &TranslatePage::collectSites);
    const EngineBridge& bridge = m_app.bridge;
    connect(&bridge, &EngineBridge::modelChanged, this, &TranslatePage::collectSites);
    connect(&bridge, &EngineBridge::storyChanged, this, &TranslatePage::deliver);
    connect(&bridge, &EngineBridge::answerChanged, this, &TranslatePage::deliver);
    connect(&bridge, &EngineBridge::goldChanged, this,
            [this] { m_attention->setGold(m_app.bridge.gold()); });
    connect(&bridge, &EngineBridge::branchesChanged, this, &TranslatePage::deliver);
}

// Hidden views ask for nothing and are given nothing; they catch up when they are shown.
void TranslatePage::collectSites() {
    std::vector<Site> sites;
    if (const auto& model = m_app.bridge.model())
        for (View* view : views())
            if (view->isVisible())
                for (const Site& site : view->wantedSites(model->transformer.contract()))
                    sites.push_back(site);
    m_app.bridge.setBranchesWanted(m_branches->isVisible());
    m_app.bridge.setWantedSites(std::move(sites));
    deliver();
}

void TranslatePage::deliver() {
    for (View* view : views()) {
        if (!view->isVisible()) continue;
        view->setStory(m_app.bridge.story());
        view->setAnswer(m_app.bridge.answer());
    }
    if (m_branches->isVisible()) m_branches->setBranches(m_app.bridge.branches());
}

bool TranslatePage::showFull(const QString& id) {
    for (ViewPanel* panel : m_panels) {
        if (!panel->setCurrent(id)) continue;
        if (m_fullPanel != panel) toggleFull(panel);
        return true;
    }
    return false;
}

void TranslatePage::toggleFull(ViewPanel* panel) {
    const bool again = panel == m_fullPanel;
    leaveFull();
    if (again) return;
    m_home = qobject_cast<QSplitter*>(panel->parentWidget());
    m_homeIndex = m_home->indexOf(panel);
    m_homeSizes = m_home->sizes();
    m_fullPanel = panel;
    m_stack->addWidget(panel);
    m_stack->setCurrentWidget(panel);
    panel->show();
    panel->setFull(true);
}

void TranslatePage::leaveFull() {
    if (!m_fullPanel) return;
    ViewPanel* panel = m_fullPanel;
    m_fullPanel = nullptr;
    m_stack->removeWidget(panel);
    m_home->insertWidget(m_homeIndex, panel);
    m_home->setSizes(m_homeSizes);
    panel->show();
    panel->setFull(false);
    m_stack->setCurrentWidget(m_columns);
}

void TranslatePage::setBare(bool bare) {
    if (m_inspector && m_inspector != m_fullPanel) m_inspector->setVisible(!bare);
}

QList<QByteArray> TranslatePage::saveLayout() const {
    return {m_columns->saveState(), m_rows->saveState(), m_pair->saveState()};
}

void TranslatePage::restoreLayout(const QList<QByteArray>& states) {
    if (states.size() != 3) return;
    m_columns->restoreState(states[0]);
    m_rows->restoreState(states[1]);
    m_pair->restoreState(states[2]);
}

}  // namespace vitrine
