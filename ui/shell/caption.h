#pragma once

#include <QString>

#include "ui/bridge/engine_bridge.h"
#include "ui/common/figure.h"

namespace vitrine {

/// The caption every exported figure carries: what it is, model, step, input, what is written, settings with
/// their seed, changes.
QString captionOf(const Figure& figure, const Experiment& experiment, const EngineBridge& bridge);

}  // namespace vitrine
