// What the attention view gives its canvas: the chosen picture, the thumbnails, the marks.

#include <algorithm>

#include "ui/bridge/switches.h"
#include "ui/views/attention/attention_view.h"

namespace vitrine {
namespace {

/// The scale is the model's: a value set by hand may lie outside and takes the colour of the end.
double largestUnedited(LabelledMatrix matrix, const AttentionMarks& marks) {
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.columns; ++column)
            if (marks.isEdited(row, column))
                matrix.cells[static_cast<std::size_t>(row * matrix.columns + column)] = 0;
    const double largest = matrix.largest();
    return largest > 0 ? largest : 1;
}

}  // namespace

AttentionMarks AttentionView::marksNow(const AttentionChoice& choice) const {
    AttentionMarks marks;
    if (const auto& hovered = selection().hovered()) marks.hovered = hitOf(*hovered);
    if (const auto& locked = selection().locked()) marks.locked = hitOf(*locked);
    marks.gold = m_model.goldCells();
    const Interventions changes = interventions();
    if (changes.empty() || choice.stage == AttentionStage::Values) return marks;
    marks.isEdited = [this, choice, changes](int row, int column) {
        return cellIsEdited(changes, choice.kind, choice.layer, choice.stage, choice.head,
                            m_model.firstTokenOfRow(row), m_model.firstTokenOfColumn(column));
    };
    return marks;
}

AttentionChoice AttentionView::shownChoice() const {
    AttentionChoice choice = m_model.choice();
    if (m_mode == AttentionCanvas::Mode::Lines) choice.stage = AttentionStage::Weights;
    if (m_preview) choice.head = *m_preview;
    return choice;
}

AttentionCanvas::Content AttentionView::contentNow() const {
    const AttentionChoice choice = shownChoice();
    AttentionCanvas::Content content;
    content.mode = m_mode;
    content.hue =
        choice.head >= 0 ? theme().head(choice.head) : theme().hue(stackOf(choice.kind), partOf(choice.kind));
    content.emptyText = answer() == nullptr ? tr("Here you will see which tokens look at which.")
                        : choice.stage == AttentionStage::Values && choice.head == kAllHeads
                            ? tr("Values belong to one head: choose a head.")
                            : tr("Reading the values of this step …");
    content.marks = marksNow(choice);
    if (m_model.empty()) return content;
    if (m_mode == AttentionCanvas::Mode::Wall) {
        fillWall(content);
        return content;
    }
    content.heads = headTiles();
    content.matrix = m_model.matrixOf(choice, lockedRow());
    if (content.matrix.featureColumns) content.matrix.columnTitle = tr("feature");
    content.scale = scaleOf(content.matrix, choice.stage);
    if (choice.stage == AttentionStage::Masked) {  // on the scale of the stage before it
        AttentionChoice scaled = choice;
        scaled.stage = AttentionStage::Scaled;
        const double before = m_model.matrixOf(scaled).largest();
        if (before > 0) content.scale.largest = before;
    } else if (content.scale.isSigned && content.marks.isEdited) {
        content.scale.largest = largestUnedited(content.matrix, content.marks);
    }
    return content;
}

void AttentionView::fillWall(AttentionCanvas::Content& content) const {
    const AttentionChoice& choice = m_model.choice();
    for (int layer = 0; layer < m_model.layers(choice.kind); ++layer) {
        std::vector<LabelledMatrix> heads;
        for (int head = 0; head < m_model.heads(choice.kind, layer); ++head)
            heads.push_back(
                m_model.matrixOf({choice.kind, layer, head, AttentionStage::Weights, choice.words}));
        content.wall.push_back(std::move(heads));
    }
    content.wallChosen = {choice.layer, choice.head};
    const Interventions changes = interventions();
    content.headChanged = [changes, choice](int layer, int head) {
        return isChangedHead(changes, attentionSite(choice.kind, layer, Quantity::Heads), head);
    };
}

std::vector<HeadTile> AttentionView::headTiles() const {
    const AttentionChoice& choice = m_model.choice();
    const Interventions changes = interventions();
    const Site site = attentionSite(choice.kind, choice.layer, Quantity::Heads);
    std::vector<HeadTile> tiles;
    for (int head = kAllHeads; head < m_model.heads(choice.kind, choice.layer); ++head) {
        HeadTile tile;
        tile.name = head < 0 ? tr("Mean") : tr("Head %1").arg(head + 1);
        tile.shortName = head < 0 ? tile.name : QString::number(head + 1);
        if (head >= 0) tile.hue = theme().head(head);
        tile.matrix =
            m_model.matrixOf({choice.kind, choice.layer, head, AttentionStage::Weights, choice.words});
        if (tile.matrix.empty()) return {};
        tile.chosen = head == choice.head;
        tile.changed = head >= 0 && isChangedHead(changes, site, head);
        tiles.push_back(std::move(tile));
    }
    return tiles;
}

}  // namespace vitrine
