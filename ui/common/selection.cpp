#include "ui/common/selection.h"

namespace vitrine {
namespace {

bool isKeyOrValue(Quantity quantity) {
    return quantity == Quantity::Key || quantity == Quantity::Value;
}

}  // namespace

TokenPlace queryOf(const Locus& locus) {
    if (locus.row < 0 || isKeyOrValue(locus.site.quantity)) return {};
    return {locus.site.stack == Stack::Encoder ? Stack::Encoder : Stack::Decoder, locus.row};
}

TokenPlace keyOf(const Locus& locus) {
    const Quantity q = locus.site.quantity;
    const bool attention = locus.site.part == Part::SelfAttention || locus.site.part == Part::CrossAttention;
    const bool stage = q >= Quantity::Scores && q <= Quantity::Weights;
    const int index = isKeyOrValue(q) ? locus.row : stage ? locus.column : -1;
    if (!attention || index < 0) return {};
    return {locus.site.part == Part::CrossAttention ? Stack::Encoder : locus.site.stack, index};
}

void Selection::replace(std::optional<Locus>& place, std::optional<Locus> value,
                        void (Selection::*changed)()) {
    if (place == value) return;
    const std::optional<Locus> before = shown();
    place = std::move(value);
    Q_EMIT(this->*changed)();
    if (shown() != before) Q_EMIT shownChanged();
}

void Selection::hover(const Locus& locus) {
    replace(m_hovered, locus, &Selection::hoveredChanged);
}

void Selection::leave() {
    replace(m_hovered, std::nullopt, &Selection::hoveredChanged);
}

void Selection::lock(const Locus& locus) {
    setCurrent(locus);
    replace(m_locked, locus, &Selection::lockedChanged);
}

void Selection::release() {
    leave();
    replace(m_locked, std::nullopt, &Selection::lockedChanged);
}

void Selection::setCurrent(const Locus& locus) {
    Locus block = locus;
    block.row = block.column = -1;
    block.token = TokenId{};
    block.parameter = {};
    // A vector or a candidate has no head: keep the one that was chosen before.
    if (block.head < 0) block.head = m_current.head;
    if (block == m_current) return;
    m_current = block;
    Q_EMIT currentChanged();
}

void Selection::hoverStep(int step) {
    if (step == m_hoveredStep) return;
    m_hoveredStep = step;
    Q_EMIT hoveredStepChanged();
}

}  // namespace vitrine
