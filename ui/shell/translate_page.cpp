#include "ui/shell/translate_page.h"

#include <QApplication>
#include <QVBoxLayout>

#include "ui/inspector/inspector_view.h"
#include "ui/shell/notice_bar.h"
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
      m_pair(new QSplitter(Qt::Horizontal)),
      m_opened(app.selection.current()) {
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
    m_map = new ModelMapView(context);
    m_inspectorView = new InspectorView(context);
    m_mapPanel = addPanel(m_rows, {m_map});
    m_attention = new AttentionView(context);
    m_left = addPanel(m_pair, {m_attention, m_branches});
    m_right = addPanel(m_pair, {nextToken});
    m_rows->addWidget(m_pair);
    m_columns->addWidget(m_rows);
    m_inspector = addPanel(m_columns, {m_inspectorView});
    for (QSplitter* splitter : {m_columns, m_rows, m_pair}) {
        splitter->setHandleWidth(Theme::grid(1));
        splitter->setChildrenCollapsible(false);
    }
    m_rows->setStretchFactor(1, 1);
    m_columns->setStretchFactor(0, 1);
    m_columns->setStretchFactor(1, 0);
    applySizes();
    auto* words = new QFrame(this);
    words->setProperty("role", "panel");
    auto* wordsLayout = new QVBoxLayout(words);
    constexpr int ring = StoryStrip::kRing;
    wordsLayout->setContentsMargins(Theme::grid(2) - ring, Theme::grid(1.5) - ring, Theme::grid(2) - ring,
                                    Theme::grid(1));
    wordsLayout->setSpacing(Theme::grid(0.5));
    wordsLayout->addWidget(m_story);
    auto* notices = new NoticeBar(m_app, words);
    notices->setContentsMargins(ring, 0, ring, 0);
    wordsLayout->addWidget(notices);
    connect(notices, &NoticeBar::compareRequested, this, [this] { m_left->setCurrent(m_branches->id()); });

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
        if (panel->isVisible() && panel->underMouse()) return panel->current();
    return m_left->current();
}

void TranslatePage::connectViews() {
    for (View* view : views()) connect(view, &View::wantedSitesChanged, this, &TranslatePage::collectSites);
    const EngineBridge& bridge = m_app.bridge;
    connect(&bridge, &EngineBridge::modelChanged, this, &TranslatePage::openLastLayer);
    connect(&bridge, &EngineBridge::modelChanged, this, &TranslatePage::collectSites);
    connect(&bridge, &EngineBridge::storyChanged, this, &TranslatePage::deliver);
    connect(&bridge, &EngineBridge::answerChanged, this, &TranslatePage::deliver);
    connect(&bridge, &EngineBridge::goldChanged, this, [this] { m_attention->setGold(m_app.bridge.gold()); });
    connect(&bridge, &EngineBridge::branchesChanged, this, &TranslatePage::deliver);
    connect(&m_app.selection, &Selection::lockedChanged, this, &TranslatePage::showLocked);
    connect(&m_app.theme, &Theme::changed, this, &TranslatePage::arrange);
}

// The alignment of the two sentences shows best in the cross-attention of the last decoder layer.
void TranslatePage::openLastLayer() {
    const auto& model = m_app.bridge.model();
    if (!model || m_app.selection.current() != m_opened) return;
    m_opened.site.layer = static_cast<std::int16_t>(model->transformer.contract().decoder.size() - 1);
    m_app.selection.setCurrent(m_opened);
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
    arrange();
}

void TranslatePage::setBare(bool bare) {
    m_bare = bare;
    if (m_inspector != m_fullPanel) m_inspector->setVisible(!bare && !m_compact);
}

void TranslatePage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TranslatePage::arrange() {
    if (m_fullPanel) return;  // leaving the full view arranges again
    // Four panels need this much room at a body text of 13 px, and more with larger text.
    const double scale = m_app.theme.pixelSize(TextRole::Body) / 13.0;
    setCompact(width() < 1500 * scale || height() < 860 * scale);
}

void TranslatePage::setCompact(bool compact) {
    if (compact == m_compact) return;
    // The type is named because g++ 13 finds bare braces ambiguous here.
    (m_compact ? m_compactStates : m_wideStates) =
        QList<QByteArray>{m_columns->saveState(), m_rows->saveState(), m_pair->saveState()};
    if (m_compact) {
        m_compactTabs = saveTabs();
        m_compactTabs.removeIf([this](const QString& id) { return !hasPanelInLargeWindow(id); });
    }
    m_compact = compact;
    const auto move = [](View* view, ViewPanel* from, ViewPanel* to, int index) {
        from->take(view);
        to->add(view, index);
    };
    if (compact) {
        move(m_map, m_mapPanel, m_left, 1);
        move(m_inspectorView, m_inspector, m_right, 1);
    } else {
        move(m_map, m_left, m_mapPanel, 0);
        move(m_inspectorView, m_right, m_inspector, 0);
    }
    m_mapPanel->setVisible(!compact);
    m_inspector->setVisible(!compact && !m_bare);
    applySizes();
    if (compact) restoreTabs(m_compactTabs);
    if (m_app.selection.locked()) showLocked();
}

void TranslatePage::applySizes() {
    const QList<QByteArray>& states = m_compact ? m_compactStates : m_wideStates;
    if (states.size() == 3) {
        m_columns->restoreState(states[0]);
        m_rows->restoreState(states[1]);
        m_pair->restoreState(states[2]);
        return;
    }
    m_columns->setSizes({1500, 340});
    m_rows->setSizes({340, 540});
    m_pair->setSizes(m_compact ? QList<int>{680, 500} : QList<int>{800, 640});
}

void TranslatePage::showLocked() {
    if (m_compact)
        m_right->setCurrent(m_app.selection.locked() ? m_inspectorView->id() : QStringLiteral("next_token"));
}

QList<QByteArray> TranslatePage::saveLayout() const {
    const QList<QByteArray> now{m_columns->saveState(), m_rows->saveState(), m_pair->saveState()};
    return m_compact ? now + m_wideStates
                     : (m_compactStates.isEmpty() ? QList<QByteArray>{{}, {}, {}} : m_compactStates) + now;
}

QStringList TranslatePage::saveTabs() const {
    const QString word = QStringLiteral("next_token");
    const QStringList now{m_left->current()->id(),
                          m_app.selection.locked() ? word : m_right->current()->id()};
    return m_compact ? now : now + m_compactTabs;
}

void TranslatePage::restoreTabs(const QStringList& views) {
    QStringList later;
    for (const QString& id : views)
        if (!m_left->setCurrent(id) && !m_right->setCurrent(id) && hasPanelInLargeWindow(id)) later << id;
    m_compactTabs = later;
}

bool TranslatePage::hasPanelInLargeWindow(const QString& id) const {
    return id == m_map->id() || id == m_inspectorView->id();
}

void TranslatePage::restoreLayout(const QList<QByteArray>& states) {
    if (states.size() >= 3 && !states[0].isEmpty()) m_compactStates = states.mid(0, 3);
    if (states.size() == 6) m_wideStates = states.mid(3, 3);
    applySizes();
}

}  // namespace vitrine
