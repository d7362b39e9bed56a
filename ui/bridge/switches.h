#pragma once

#include "engine/contract/contract.h"
#include "engine/trace/intervention.h"

namespace vitrine {

/// What can be switched off in the model, one intervention each.
enum class MapSwitch : std::uint8_t {
    Sublayer,  ///< what the sublayer adds becomes 0
    Head,      ///< what one head hands on becomes 0
    Residual,  ///< the stream that enters the addition becomes 0
    Norm,      ///< LayerNorm is skipped
    Scaling,   ///< scores are not divided by sqrt(dk)
    Mask,      ///< no key is hidden
    Positions  ///< no position vectors are added
};

/// True when the switch exists at this place of the contract (a site of any quantity).
bool hasSwitch(const Contract& contract, MapSwitch what, const Site& place);
/// The intervention that switches off. `head` matters for Head only.
Intervention switchedOff(MapSwitch what, const Site& place, int head = -1);
bool isOff(const Interventions& interventions, MapSwitch what, const Site& place, int head = -1);
/// The same list with the switch thrown.
Interventions thrown(const Interventions& interventions, MapSwitch what, const Site& place, int head = -1);
/// True when anything of this sublayer or embedding is changed: by a switch, a painted mask, an edited
/// weight.
bool isChanged(const Interventions& interventions, const Site& place);
bool isChangedHead(const Interventions& interventions, const Site& place, int head);

}  // namespace vitrine
