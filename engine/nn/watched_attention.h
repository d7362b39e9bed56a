#pragma once

#include "engine/autograd/context.h"

namespace vitrine {

// The slow, visible path of attention: used only for layers that somebody watches or changes.

/// Shows the projected heads of a site (Query, Key or Value) as (B, N, h*width) and writes interventions
/// back.
void settleHeads(const ForwardContext& ctx, const Site& site, const HeadsView& heads);

/// Computes and shows the wanted stages of an untouched attention; changes nothing.
void showStages(const ForwardContext& ctx, const Site& site, const AttentionArgs& args);

/// softmax(q k^T * scale + mask) v stage by stage, applying the interventions of each stage before the next.
/// Returns (B, T, h*dv).
Tensor attendInStages(const ForwardContext& ctx, const Site& site, const AttentionArgs& args);

}  // namespace vitrine
