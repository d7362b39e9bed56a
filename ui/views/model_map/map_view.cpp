#include "ui/views/model_map/map_view.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/experiment.h"
#include "ui/common/flow_layout.h"
#include "ui/common/token_text.h"

namespace vitrine {
namespace {

constexpr MapSwitch kSwitches[] = {MapSwitch::Sublayer, MapSwitch::Residual, MapSwitch::Norm,
                                   MapSwitch::Scaling,  MapSwitch::Mask,     MapSwitch::Positions};

bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

Site with(Site site, Quantity quantity) {
    site.quantity = quantity;
    return site;
}

}  // namespace

ModelMapView::ModelMapView(const ViewContext& context, QWidget* parent) : View(context, parent) {
    setObjectName(id());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(0);
    m_map = new MapWidget(theme());
    m_scroll = new QScrollArea(this);
    m_scroll->setWidget(m_map);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(m_scroll, 1);
    buildSwitches();
    layout->addWidget(m_bar);
    connect(&selection(), &Selection::shownChanged, this, [this] { refresh(); });
    connect(&selection(), &Selection::currentChanged, this, [this] { chooseBySelection(); });
    connect(&selection(), &Selection::lockedChanged, this, [this] { chooseBySelection(); });
    connect(&experiment(), &Experiment::interventionsChanged, this, [this] { refresh(); });
    connect(m_map, &MapWidget::hovered, this, [this](const MapHit& hit) { selection().hover(locusOf(hit)); });
    connect(m_map, &MapWidget::pointerLeft, &selection(), &Selection::leave);
    connect(m_map, &MapWidget::released, &selection(), &Selection::release);
    connect(m_map, &MapWidget::clicked, this, &ModelMapView::onClick);
    connect(m_map, &MapWidget::moved, this, [this](int by) { choose(m_chosen + by); });
    connect(m_map, &MapWidget::turned, this, [this](int by) {
        const MapNode* node = chosen();
        const int step = node != nullptr && node->site.stack == Stack::Encoder ? 2 : 3;
        choose(m_chosen + by * step);
    });
    connect(m_map, &MapWidget::entered, this, [this] {
        if (m_chosen >= 0) onClick({m_chosen, MapHit::Part::Box, -1});
    });
    retranslate();
}

void ModelMapView::buildSwitches() {
    m_bar = new QWidget(this);
    auto* flow = new FlowLayout(m_bar, 8);
    flow->setContentsMargins(8, 0, 8, 0);
    m_name = new QLabel(m_bar);
    flow->addWidget(m_name);
    const auto add = [&](MapSwitch what, int head) {
        auto* box = new QCheckBox(m_bar);
        flow->addWidget(box);
        m_boxes.push_back({what, head, box});
        connect(box, &QCheckBox::clicked, this, [this, what, head] { throwSwitch(what, head); });
    };
    for (const MapSwitch what : kSwitches) add(what, -1);
    m_headsLabel = new QLabel(m_bar);
    flow->addWidget(m_headsLabel);
    for (int head = 0; head < 16; ++head) add(MapSwitch::Head, head);
    m_changed = new QLabel(m_bar);
    m_changed->setProperty("role", "changed");
    flow->addWidget(m_changed);
    m_reset = new QPushButton(m_bar);
    flow->addWidget(m_reset);
    connect(m_reset, &QPushButton::clicked, this, [this] { experiment().clearInterventions(); });
}

std::vector<Site> ModelMapView::wantedSites(const Contract& contract) const {
    return MapModel::wantedSites(contract);
}

void ModelMapView::answerChanged() {
    if (answer() == nullptr) {
        m_model.set(nullptr, nullptr);
    } else {
        m_model.set(answer()->question.model, std::shared_ptr<const Analysis>(answer(), &answer()->analysis));
    }
    if (m_chosen < 0 || m_chosen >= static_cast<int>(m_model.nodes().size()))
        chooseBySelection();
    else
        refresh();
}

void ModelMapView::themeChanged() {
    refresh();
    View::themeChanged();
}

const MapNode* ModelMapView::chosen() const {
    return m_chosen >= 0 && m_chosen < static_cast<int>(m_model.nodes().size())
               ? &m_model.nodes()[static_cast<std::size_t>(m_chosen)]
               : nullptr;
}

void ModelMapView::chooseBySelection() {
    const auto& locked = selection().locked();
    m_chosen = m_model.nodeOf(locked ? locked->site : selection().current().site);
    refresh();
}

/// The keyboard's way from box to box; it also moves what the other views show.
void ModelMapView::choose(int index) {
    if (m_model.empty()) return;
    m_chosen = std::clamp(index, 0, static_cast<int>(m_model.nodes().size()) - 1);
    Locus current;
    current.site = chosen()->site;
    if (isAttention(current.site.part)) current.site.quantity = Quantity::Weights;
    const int node = m_chosen;
    if (selection().locked()) selection().release();
    selection().setCurrent(current);
    m_chosen = node;
    refresh();
}

void ModelMapView::refresh() {
    MapMarks marks;
    marks.changes = Interventions(experiment().variant().interventions);
    marks.chosen = m_chosen;
    marks.chosenHead = selection().current().head;
    marks.shown = selection().shown();
    m_map->setContent(&m_model, std::move(marks));
    refreshSwitches();
}

void ModelMapView::refreshSwitches() {
    const MapNode* node = chosen();
    const Interventions changes(experiment().variant().interventions);
    m_name->setVisible(node != nullptr);
    m_headsLabel->setVisible(node != nullptr && node->heads > 0);
    if (node != nullptr) m_name->setText(MapPainter::nodeName(node->site));
    for (const SwitchBox& entry : m_boxes) {
        const bool there = node != nullptr &&
                           hasSwitch(m_model.model()->transformer.contract(), entry.what, node->site) &&
                           entry.head < node->heads;
        entry.box->setVisible(there);
        if (!there) continue;
        const QSignalBlocker blocked(entry.box);
        entry.box->setChecked(!isOff(changes, entry.what, node->site, entry.head));
    }
    const int count = static_cast<int>(changes.items().size());
    m_changed->setVisible(count > 0);
    m_changed->setText(tr("● changed: %n", nullptr, count));
    m_reset->setVisible(count > 0);
}

QCheckBox* ModelMapView::switchBox(MapSwitch what, int head) const {
    for (const SwitchBox& entry : m_boxes)
        if (entry.what == what && entry.head == head) return entry.box->isHidden() ? nullptr : entry.box;
    return nullptr;
}

void ModelMapView::throwSwitch(MapSwitch what, int head) {
    const MapNode* node = chosen();
    if (node == nullptr) return;
    const Interventions changes(experiment().variant().interventions);
    experiment().setInterventions(thrown(changes, what, node->site, head).items());
}

int ModelMapView::lastRow(const MapNode& node) const {
    return node.site.stack == Stack::Encoder ? 0 : static_cast<int>(node.rows) - 1;
}

Locus ModelMapView::locusOf(const MapHit& hit) const {
    using HitPart = MapHit::Part;
    const MapNode& node = m_model.nodes()[static_cast<std::size_t>(hit.node)];
    Locus locus;
    locus.site = node.site;
    if (hit.part == HitPart::Bar) {
        locus.site.quantity = node.site.part == Part::Embedding ? Quantity::Output : Quantity::Norm;
        locus.row = hit.index;
    } else if (hit.part == HitPart::Norm || hit.part == HitPart::Plus) {
        locus.site.quantity = hit.part == HitPart::Norm ? Quantity::Norm : Quantity::Sum;
        locus.row = lastRow(node);
    } else if (isAttention(node.site.part)) {
        locus.site.quantity = Quantity::Weights;
        locus.head = hit.part == HitPart::Head ? hit.index : -1;
    } else if (node.site.part == Part::FeedForward) {
        locus.site.quantity = Quantity::Norm;
        locus.row = lastRow(node);
    } else if (node.site.part == Part::Embedding) {
        locus.row = lastRow(node);
    } else if (m_model.analysis() != nullptr) {
        const auto& candidates = m_model.analysis()->next.candidates;
        const auto rank = static_cast<std::size_t>(std::max(hit.index, 0));
        locus.row = static_cast<int>(m_model.analysis()->targetInput.size()) - 1;
        locus.token = hit.part == HitPart::Candidate && rank < candidates.size()
                          ? candidates[rank].token
                          : m_model.analysis()->next.chosen;
    }
    return locus;
}

void ModelMapView::onClick(const MapHit& hit) {
    const Locus locus = locusOf(hit);
    if (selection().locked() == locus)
        selection().release();
    else
        selection().lock(locus);
    m_chosen = hit.node;
    refresh();
}

QSizeF ModelMapView::figureSize() const {
    return m_map->size();
}

void ModelMapView::paintFigure(QPainter& painter, const QRectF& area) {
    m_map->paintInto(painter, area);
}

QList<FigureData> ModelMapView::data() const {
    QList<FigureData> items;
    for (const bool update : {false, true})
        for (const Stack stack : {Stack::Encoder, Stack::Decoder}) {
            FigureData item;
            item.name =
                QStringLiteral("%1-%2").arg(QString::fromLatin1(nameOf(stack).data()),
                                            update ? QStringLiteral("added") : QStringLiteral("stream"));
            qint64 rows = 0, columns = 0;
            for (const MapNode& node : m_model.nodes()) {
                const std::vector<double>& norms = update ? node.updateNorms : node.streamNorms;
                if (node.site.stack != stack || norms.empty()) continue;
                ++rows;
                columns = static_cast<qint64>(norms.size());
                item.rows << QString::fromStdString(siteName(
                    with(node.site, update || node.site.layer < 0 ? Quantity::Output : Quantity::Residual)));
                item.values.insert(item.values.end(), norms.begin(), norms.end());
            }
            item.shape = {rows, columns};
            for (qint64 i = 0; i < columns; ++i) item.columns << QString::number(i);
            if (rows > 0) items << item;
        }
    return items;
}

QString ModelMapView::title() const {
    return tr("Model map");
}

QString ModelMapView::detail() const {
    if (m_model.empty()) return {};
    const Contract& contract = m_model.model()->transformer.contract();
    return tr("%1 encoder and %2 decoder blocks, width %3, %4 parameters; bars: length of the residual "
              "stream and "
              "of what each sublayer adds")
        .arg(contract.encoder.size())
        .arg(contract.decoder.size())
        .arg(contract.width)
        .arg(countText(parameterCount(contract)));
}

QString ModelMapView::switchName(MapSwitch what) const {
    switch (what) {
        case MapSwitch::Sublayer:
            return tr("Sublayer");
        case MapSwitch::Residual:
            return tr("Residual");
        case MapSwitch::Norm:
            return tr("Norm");
        case MapSwitch::Scaling:
            return tr("Scaling");
        case MapSwitch::Mask:
            return tr("Causal mask");
        case MapSwitch::Positions:
            return tr("Positions");
        case MapSwitch::Head:
            break;
    }
    return {};
}

QString ModelMapView::switchTip(MapSwitch what) const {
    switch (what) {
        case MapSwitch::Sublayer:
            return tr("Off: this sublayer adds nothing to the stream");
        case MapSwitch::Residual:
            return tr("Off: the stream around this sublayer is cut, only its output goes on");
        case MapSwitch::Norm:
            return tr("Off: LayerNorm behind this sublayer is skipped");
        case MapSwitch::Scaling:
            return tr("Off: scores are not divided by √dk");
        case MapSwitch::Mask:
            return tr("Off: every position sees later ones, too");
        case MapSwitch::Positions:
            return tr("Off: no position vectors, the order of tokens is lost");
        case MapSwitch::Head:
            break;
    }
    return {};
}

void ModelMapView::retranslate() {
    for (const SwitchBox& entry : m_boxes) {
        const bool head = entry.what == MapSwitch::Head;
        entry.box->setText(head ? QString::number(entry.head + 1) : switchName(entry.what));
        const QString tip =
            head ? tr("Head %1. Off: what it hands on becomes 0").arg(entry.head + 1) : switchTip(entry.what);
        entry.box->setToolTip(tip);
        entry.box->setAccessibleName(head ? tr("Head %1").arg(entry.head + 1) : switchName(entry.what));
        entry.box->setAccessibleDescription(tip);
    }
    m_headsLabel->setText(tr("Heads"));
    m_reset->setText(tr("Undo all changes"));
    m_reset->setToolTip(tr("Let the model work as trained again"));
    m_reset->setAccessibleName(m_reset->text());
    m_changed->setToolTip(tr("The model does not work as trained: you changed it"));
    m_map->setAccessibleName(tr("Model map"));
    m_map->setAccessibleDescription(tr("Arrow keys go from block to block, Enter opens one"));
    refresh();
}

}  // namespace vitrine
