#include "ui/bridge/switches.h"

#include <algorithm>

namespace vitrine {
namespace {

bool isAttention(Part part) {
    return part == Part::SelfAttention || part == Part::CrossAttention;
}

Site at(Site place, Quantity quantity) {
    place.quantity = quantity;
    return place;
}

bool samePart(const Site& a, const Site& b) {
    return a.stack == b.stack && a.layer == b.layer && a.part == b.part;
}

}  // namespace

bool hasSwitch(const Contract& contract, MapSwitch what, const Site& place) {
    const bool attention = isAttention(place.part);
    switch (what) {
        case MapSwitch::Sublayer:
        case MapSwitch::Residual:
        case MapSwitch::Norm:
            return attention || place.part == Part::FeedForward;
        case MapSwitch::Head:
            return attention;
        case MapSwitch::Scaling:
            return attention && contract.scaleScores;
        case MapSwitch::Mask:
            return place.stack == Stack::Decoder && place.part == Part::SelfAttention;
        case MapSwitch::Positions:
            return place.part == Part::Embedding;
    }
    return false;
}

Intervention switchedOff(MapSwitch what, const Site& place, int head) {
    using Action = Intervention::Action;
    Intervention off;
    const auto set = [&](Quantity quantity, Action action) {
        off.site = at(place, quantity);
        off.action = action;
    };
    switch (what) {
        case MapSwitch::Sublayer:
            set(Quantity::Output, Action::Scale);
            break;
        case MapSwitch::Head:
            set(Quantity::Heads, Action::Scale);
            off.head = head;
            break;
        case MapSwitch::Residual:
            set(Quantity::Residual, Action::Scale);
            break;
        case MapSwitch::Norm:
            set(Quantity::Norm, Action::Bypass);
            break;
        case MapSwitch::Scaling:
            set(Quantity::Scaled, Action::Bypass);
            break;
        case MapSwitch::Mask:
            set(Quantity::Masked, Action::Bypass);
            break;
        case MapSwitch::Positions:
            set(Quantity::Positions, Action::Bypass);
            break;
    }
    return off;
}

bool isOff(const Interventions& interventions, MapSwitch what, const Site& place, int head) {
    const Intervention off = switchedOff(what, place, head);
    const auto& items = interventions.items();
    return std::find(items.begin(), items.end(), off) != items.end();
}

Interventions thrown(const Interventions& interventions, MapSwitch what, const Site& place, int head) {
    const Intervention off = switchedOff(what, place, head);
    std::vector<Intervention> items = interventions.items();
    const auto end = std::remove(items.begin(), items.end(), off);
    if (end == items.end())
        items.push_back(off);
    else
        items.erase(end, items.end());
    return Interventions(std::move(items));
}

bool isChanged(const Interventions& interventions, const Site& place) {
    const auto& items = interventions.items();
    return std::any_of(items.begin(), items.end(),
                       [&](const Intervention& item) { return samePart(item.site, place); });
}

bool isChangedHead(const Interventions& interventions, const Site& place, int head) {
    const auto& items = interventions.items();
    return std::any_of(items.begin(), items.end(), [&](const Intervention& item) {
        return samePart(item.site, place) && item.site.quantity <= Quantity::Heads &&
               (item.head < 0 || item.head == head);
    });
}

}  // namespace vitrine
