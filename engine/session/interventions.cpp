#include <algorithm>

#include "engine/session/analyse.h"

namespace vitrine {
namespace {

bool canBypass(const Site& site) {
    return site.quantity == Quantity::Scaled || site.quantity == Quantity::Masked ||
           site.quantity == Quantity::Norm || site.quantity == Quantity::Positions;
}

}  // namespace

void validate(const Interventions& interventions, const Contract& contract) {
    if (interventions.empty()) return;
    const std::vector<Site> sites = siteCatalogue(contract);
    for (const Intervention& item : interventions.items()) {
        const std::string name = siteName(item.site);
        require(std::find(sites.begin(), sites.end(), item.site) != sites.end(), "intervention",
                "this model has no ", name, "; choose a site of its catalogue");
        if (item.action == Intervention::Action::Bypass) {
            require(canBypass(item.site), "intervention", name,
                    " is not a stage that can be skipped; skip scaled, masked, norm or positions");
            require(item.head == -1 && item.row == -1 && item.column == -1, "intervention", name,
                    " can only be skipped as a whole; use -1 as head, row and column");
        } else {
            require(item.site.quantity != Quantity::Tokens && item.site.quantity != Quantity::Positions,
                    "intervention", name, " is only shown; change the embedding's output instead");
        }
    }
}

}  // namespace vitrine
