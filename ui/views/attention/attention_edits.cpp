#include "ui/views/attention/attention_edits.h"

#include <algorithm>

#include "ui/bridge/switches.h"

namespace vitrine {
namespace {

using Action = Intervention::Action;

Intervention edit(const EditTarget& target, Action action, float value) {
    Intervention item;
    item.site = attentionSite(target.kind, target.layer, quantityOf(target.stage));
    item.action = action;
    item.head = target.head;
    item.row = target.row;
    item.column = target.column;
    item.value = value;
    return item;
}

bool sameCells(const Intervention& a, const Intervention& b) {
    return a.site == b.site && a.head == b.head && a.row == b.row && a.column == b.column;
}

bool isStageOf(const Intervention& item, AttentionKind kind, int layer) {
    const Site site = attentionSite(kind, layer, Quantity::Weights);
    return item.site.stack == site.stack && item.site.layer == site.layer && item.site.part == site.part &&
           item.site.quantity >= Quantity::Query && item.site.quantity <= Quantity::Heads;
}

bool covers(int chosen, int index) {
    return chosen < 0 || index < 0 || chosen == index;
}

}  // namespace

Interventions withSet(const Interventions& interventions, const EditTarget& target, float value) {
    const Intervention added = edit(target, Action::Set, value);
    std::vector<Intervention> items = interventions.items();
    const auto replaced = [&](const Intervention& item) {
        return sameCells(item, added) && (item.action == Action::Set || item.action == Action::Scale);
    };
    items.erase(std::remove_if(items.begin(), items.end(), replaced), items.end());
    items.push_back(added);
    return Interventions(std::move(items));
}

Interventions withScale(const Interventions& interventions, const EditTarget& target, float factor) {
    std::vector<Intervention> items = interventions.items();
    items.push_back(edit(target, Action::Scale, factor));
    return Interventions(std::move(items));
}

Interventions withHeadToggled(const Interventions& interventions, AttentionKind kind, int layer, int head) {
    return thrown(interventions, MapSwitch::Head, attentionSite(kind, layer, Quantity::Heads), head);
}

Interventions withoutEdits(const Interventions& interventions, AttentionKind kind, int layer) {
    std::vector<Intervention> items = interventions.items();
    const auto ours = [&](const Intervention& item) { return isStageOf(item, kind, layer); };
    items.erase(std::remove_if(items.begin(), items.end(), ours), items.end());
    return Interventions(std::move(items));
}

bool hasEdits(const Interventions& interventions, AttentionKind kind, int layer) {
    const auto& items = interventions.items();
    return std::any_of(items.begin(), items.end(),
                       [&](const Intervention& item) { return isStageOf(item, kind, layer); });
}

bool headIsOff(const Interventions& interventions, AttentionKind kind, int layer, int head) {
    return isOff(interventions, MapSwitch::Head, attentionSite(kind, layer, Quantity::Heads), head);
}

bool cellIsEdited(const Interventions& interventions, AttentionKind kind, int layer, AttentionStage stage,
                  int head, int row, int column) {
    const Site site = attentionSite(kind, layer, quantityOf(stage));
    const auto& items = interventions.items();
    return std::any_of(items.begin(), items.end(), [&](const Intervention& item) {
        return item.site == site && item.action != Action::Bypass && covers(item.head, head) &&
               covers(item.row, row) && covers(item.column, column);
    });
}

}  // namespace vitrine
