#pragma once

#include <optional>

#include "engine/trace/intervention.h"
#include "ui/views/attention/attention_model.h"

namespace vitrine {

// Edits of an attention as lists of interventions: each function returns the new list and leaves the old one
// alone. A head of kAllHeads, a row or column of -1 means all of them.

/// A place in the stages of one attention that an edit changes; Values cannot be edited cell by cell.
struct EditTarget {
    AttentionKind kind = AttentionKind::Cross;
    int layer = 0;
    AttentionStage stage = AttentionStage::Weights;
    int head = kAllHeads, row = -1, column = -1;
};

/// Sets the cells to `value`; an earlier Set or Scale of exactly the same cells is replaced.
Interventions withSet(const Interventions& interventions, const EditTarget& target, float value);
/// Multiplies the cells by `factor`; applied on top of what is there.
Interventions withScale(const Interventions& interventions, const EditTarget& target, float factor);
/// Switches a head off, or on again when it was off.
Interventions withHeadToggled(const Interventions& interventions, AttentionKind kind, int layer, int head);
/// Forgets every change of this attention's stages and heads.
Interventions withoutEdits(const Interventions& interventions, AttentionKind kind, int layer);

bool hasEdits(const Interventions& interventions, AttentionKind kind, int layer);
bool headIsOff(const Interventions& interventions, AttentionKind kind, int layer, int head);
/// True when a Set, Scale or Replace of this stage covers the cell (of any head for kAllHeads).
bool cellIsEdited(const Interventions& interventions, AttentionKind kind, int layer, AttentionStage stage,
                  int head, int row, int column);

}  // namespace vitrine
