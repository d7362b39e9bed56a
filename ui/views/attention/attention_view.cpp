#include "ui/views/attention/attention_view.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/text_format.h"
#include "ui/bridge/experiment.h"
#include "ui/bridge/switches.h"

namespace vitrine {
namespace {

/// Position of a token place in a stack, -1 when it is in another one.
int indexIn(Stack stack, const TokenPlace& place) {
    return place.stack == stack ? place.index : -1;
}

}  // namespace

AttentionView::AttentionView(const ViewContext& context, QWidget* parent) : View(context, parent) {
    setObjectName(id());
    buildControls();
    connect(&selection(), &Selection::shownChanged, this, [this] { refresh(); });
    connect(&selection(), &Selection::currentChanged, this, [this] { followCurrent(); });
    connect(&selection(), &Selection::lockedChanged, this, [this] { followLock(); });
    connect(&experiment(), &Experiment::interventionsChanged, this, [this] { refresh(); });
    connect(m_canvas, &AttentionCanvas::hovered, this, &AttentionView::onHover);
    connect(m_canvas, &AttentionCanvas::pointerLeft, this, &AttentionView::stopPreview);
    connect(m_canvas, &AttentionCanvas::headHovered, this, &AttentionView::preview);
    connect(m_canvas, &AttentionCanvas::headClicked, this, [this](int head) {
        AttentionChoice choice = m_model.choice();
        choice.head = head;
        choose(choice);
    });
    connect(m_canvas, &AttentionCanvas::released, &selection(), &Selection::release);
    connect(m_canvas, &AttentionCanvas::clicked, this, &AttentionView::onClick);
    connect(m_canvas, &AttentionCanvas::moved, this, &AttentionView::onMove);
    connect(m_canvas, &AttentionCanvas::opened, this, [this](const MatrixHit& hit) {
        AttentionChoice choice = m_model.choice();
        choice.layer = hit.row;
        choice.head = hit.column;
        choose(choice);
        setMode(AttentionCanvas::Mode::Matrix);
    });
    retranslate();
    followCurrent();
}

std::vector<Site> AttentionView::wantedSites(const Contract& contract) const {
    // The contract may be of another model than the one shown: it has its own number of layers.
    std::vector<Site> sites = AttentionModel::stageSites(contract, m_model.choice());
    const std::vector<Site> wall = AttentionModel::wallSites(contract, m_model.choice().kind);
    sites.insert(sites.end(), wall.begin(), wall.end());
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    return sites;
}

void AttentionView::answerChanged() {
    if (answer() == nullptr) {
        m_model.setAnalysis(nullptr, nullptr);
    } else {
        m_model.setAnalysis(answer()->question.model,
                            std::shared_ptr<const Analysis>(answer(), &answer()->analysis));
    }
    m_model.setGold(m_showGold ? m_gold : nullptr);
    followCurrent();  // this model may have a layer that the one before had not
}

void AttentionView::themeChanged() {
    refresh();
    View::themeChanged();
}

void AttentionView::choose(const AttentionChoice& choice) {
    const AttentionChoice before = m_model.choice();
    m_model.choose(choice);
    const AttentionChoice& now = m_model.choice();
    if (!(now == before)) {
        if (now.kind != before.kind || now.layer != before.layer) Q_EMIT wantedSitesChanged();
        Locus current{attentionSite(now.kind, now.layer, quantityOf(now.stage)), now.head, -1, -1, {}};
        m_currentHead = now.head >= 0 ? now.head : selection().current().head;
        selection().setCurrent(current);
        moveLock(before);
    }
    refresh();
}

/// A locked cell stays locked when another head is chosen: the inspector shows the head that is looked at.
void AttentionView::moveLock(const AttentionChoice& before) {
    const AttentionChoice& now = m_model.choice();
    const auto& locked = selection().locked();
    if (!locked || now.head == before.head || !sameAttention(locked->site)) return;
    const Quantity quantity = locked->site.quantity;
    if (quantity < Quantity::Scores || quantity > Quantity::Weights || locked->row < 0) return;
    Locus moved = *locked;
    moved.head = now.head;
    selection().lock(moved);
}

void AttentionView::setMode(AttentionCanvas::Mode mode) {
    m_mode = mode;
    refresh();
}

void AttentionView::setGold(std::shared_ptr<const GoldAlignment> gold) {
    m_gold = std::move(gold);
    m_model.setGold(m_showGold ? m_gold : nullptr);
    refresh();
}

void AttentionView::followCurrent() {
    takeCurrent();
    refresh();
}

void AttentionView::takeCurrent() {
    const Locus& current = selection().current();
    const Part part = current.site.part;
    if (part != Part::SelfAttention && part != Part::CrossAttention) return;
    AttentionChoice choice = m_model.choice();
    choice.kind = kindOf(current.site.stack, part);
    choice.layer = std::max<int>(current.site.layer, 0);
    // Only a newly chosen head takes the place of the mean.
    if (current.head >= 0 && current.head != m_currentHead) choice.head = current.head;
    m_currentHead = current.head;
    const AttentionChoice before = m_model.choice();
    m_model.choose(choice);
    const AttentionChoice& now = m_model.choice();
    if (now.kind != before.kind || now.layer != before.layer) Q_EMIT wantedSitesChanged();
}

/// A head that is locked anywhere is shown, even when the mean of this block was.
void AttentionView::followLock() {
    const auto& locked = selection().locked();
    if (locked && sameAttention(locked->site) && locked->head >= 0 && locked->head != m_model.choice().head) {
        AttentionChoice choice = m_model.choice();
        choice.head = locked->head;
        m_model.choose(choice);
    }
    refresh();
}

bool AttentionView::sameAttention(const Site& site) const {
    const AttentionChoice& choice = m_model.choice();
    return site.stack == stackOf(choice.kind) && site.part == partOf(choice.kind) &&
           site.layer == choice.layer;
}

int AttentionView::lockedRow() const {
    const auto& locked = selection().locked();
    return locked && sameAttention(locked->site) ? queryOf(*locked).index : -1;
}

Locus AttentionView::locusOf(const MatrixHit& hit) const {
    const AttentionChoice& choice = m_model.choice();
    Locus locus;
    locus.site = attentionSite(choice.kind, choice.layer, quantityOf(choice.stage));
    locus.head = choice.head;
    if (m_mode == AttentionCanvas::Mode::Wall) {
        locus.site = attentionSite(choice.kind, hit.row, Quantity::Weights);
        locus.head = hit.column;
        return locus;
    }
    if (choice.stage == AttentionStage::Values && lockedRow() >= 0) {
        locus.site.quantity = Quantity::Weights;
        locus.row = lockedRow();
        locus.column = hit.row + 1 < m_canvas->content().matrix.rows ? hit.row : -1;
        return locus;
    }
    if (hit.row >= 0) locus.row = m_model.firstTokenOfRow(hit.row);
    if (hit.column < 0) return locus;
    locus.column = choice.stage == AttentionStage::Values
                       ? choice.head * m_model.valueWidth(choice.kind, choice.layer) + hit.column
                       : m_model.firstTokenOfColumn(hit.column);
    return locus;
}

MatrixHit AttentionView::hitOf(const Locus& locus) const {
    const AttentionChoice& choice = m_model.choice();
    if (m_mode == AttentionCanvas::Mode::Wall) {
        const bool here = locus.site.stack == stackOf(choice.kind) && locus.site.part == partOf(choice.kind);
        return here && locus.head >= 0 ? MatrixHit{locus.site.layer, locus.head} : MatrixHit{};
    }
    const int query = queryOf(locus).index, key = keyOf(locus).index;
    const int firstFeature = std::max(choice.head, 0) * m_model.valueWidth(choice.kind, choice.layer);
    const bool same = sameAttention(locus.site);
    if (choice.stage == AttentionStage::Values) {
        if (!same) return {};
        if (lockedRow() >= 0) return {key, -1};
        const int feature = locus.site.quantity == Quantity::Heads ? locus.column - firstFeature : -1;
        const bool ours = feature >= 0 && feature < m_model.valueWidth(choice.kind, choice.layer);
        return {query, ours ? feature : -1};
    }
    if (same) return {m_model.rowOfToken(query), m_model.columnOfToken(key)};
    // A place in another part of the model: source positions are the same in the encoder and in the keys of
    // cross-attention, target positions in all rows of the decoder.
    if (locus.site.stack == Stack::Output) return {};
    const int source =
        std::max(indexIn(Stack::Encoder, queryOf(locus)), indexIn(Stack::Encoder, keyOf(locus)));
    const int target = indexIn(Stack::Decoder, queryOf(locus));
    switch (choice.kind) {
        case AttentionKind::EncoderSelf:
            return {m_model.rowOfToken(source), -1};
        case AttentionKind::DecoderSelf:
            return {m_model.rowOfToken(target), -1};
        case AttentionKind::Cross:
            return {m_model.rowOfToken(target), m_model.columnOfToken(source)};
    }
    return {};
}

void AttentionView::refresh() {
    m_canvas->setContent(contentNow());
    refreshControls();
    refreshEdits();
    refreshStatus();
}

void AttentionView::onHover(const MatrixHit& hit) {
    m_preview.reset();
    selection().hover(locusOf(hit));
}

void AttentionView::preview(int head) {
    m_preview = head;
    const AttentionChoice& choice = m_model.choice();
    selection().hover({attentionSite(choice.kind, choice.layer, Quantity::Weights), head, -1, -1, {}});
    refresh();
}

void AttentionView::stopPreview() {
    const bool shown = m_preview.has_value();
    m_preview.reset();
    selection().leave();
    if (shown) refresh();
}

void AttentionView::onClick(const MatrixHit& hit) {
    const Locus locus = locusOf(hit);
    if (m_mode == AttentionCanvas::Mode::Wall) {
        AttentionChoice choice = m_model.choice();
        choice.layer = hit.row;
        choice.head = hit.column;
        choose(choice);
        selection().lock(locus);
        return;
    }
    if (selection().locked() == locus)
        selection().release();
    else
        selection().lock(locus);
}

void AttentionView::onMove(int rows, int columns) {
    const AttentionChoice& choice = m_model.choice();
    if (m_mode == AttentionCanvas::Mode::Wall) {
        const int layer = std::clamp(choice.layer + rows, 0, m_model.layers(choice.kind) - 1);
        const int head = std::clamp(choice.head + columns, 0, m_model.heads(choice.kind, layer) - 1);
        return onClick({layer, head});
    }
    const LabelledMatrix& matrix = m_canvas->content().matrix;
    if (matrix.empty()) return;
    const auto& locked = selection().locked();
    const MatrixHit from = locked ? hitOf(*locked) : MatrixHit{};
    MatrixHit to{std::clamp(std::max(from.row, 0) + (from.inside() ? rows : 0), 0, matrix.rows - 1),
                 std::clamp(std::max(from.column, 0) + (from.inside() ? columns : 0), 0, matrix.columns - 1)};
    if (!from.inside() && choice.kind != AttentionKind::EncoderSelf) to.row = matrix.rows - 1;
    const Locus locus = locusOf(to);
    if (selection().locked() != locus) selection().lock(locus);
    const QPoint at = m_canvas->pointOf(to).toPoint();
    m_scroll->ensureVisible(at.x(), at.y());
}

Interventions AttentionView::interventions() const {
    return Interventions(experiment().variant().interventions);
}

void AttentionView::post(const Interventions& now) {
    experiment().setInterventions(now.items());
}

std::optional<EditTarget> AttentionView::editTarget() const {
    const AttentionChoice& choice = m_model.choice();
    const auto& locked = selection().locked();
    const bool stage = choice.stage != AttentionStage::Values && m_mode == AttentionCanvas::Mode::Matrix;
    if (!stage || m_model.empty() || !locked || !sameAttention(locked->site) ||
        m_model.rowOfToken(queryOf(*locked).index) < 0)
        return std::nullopt;
    return EditTarget{choice.kind, choice.layer,           choice.stage,
                      choice.head, queryOf(*locked).index, keyOf(*locked).index};
}

void AttentionView::edit(float value, bool scale) {
    const std::optional<EditTarget> target = editTarget();
    if (!target) return;
    post(scale ? withScale(interventions(), *target, value) : withSet(interventions(), *target, value));
}

QSizeF AttentionView::figureSize() const {
    return m_canvas->size();
}

void AttentionView::paintFigure(QPainter& painter, const QRectF& area) {
    m_canvas->paintInto(painter, area);
}

QList<FigureData> AttentionView::data() const {
    QList<FigureData> items;
    const auto add = [&](const QString& name, const LabelledMatrix& matrix) {
        if (matrix.empty()) return;
        FigureData item;
        item.name = name;
        item.shape = {matrix.rows, matrix.columns};
        item.values = matrix.cells;
        for (const AxisToken& token : matrix.columnTokens) item.columns << token.text;
        for (const AxisToken& token : matrix.rowTokens)
            item.rows << (token.predicted.isEmpty() ? token.text : token.text + " → " + token.predicted);
        items << item;
    };
    const AttentionChoice& choice = m_model.choice();
    if (m_mode != AttentionCanvas::Mode::Wall) {
        const bool weights = m_mode == AttentionCanvas::Mode::Lines;
        add(QString::fromLatin1(nameOf(weights ? Quantity::Weights : quantityOf(choice.stage)).data()),
            m_canvas->content().matrix);
        return items;
    }
    for (std::size_t layer = 0; layer < m_canvas->content().wall.size(); ++layer)
        for (std::size_t head = 0; head < m_canvas->content().wall[layer].size(); ++head)
            add(QStringLiteral("layer%1-head%2").arg(layer + 1).arg(head + 1),
                m_canvas->content().wall[layer][head]);
    return items;
}

}  // namespace vitrine
