#pragma once

#include "ui/bridge/experiment.h"
#include "ui/common/answer.h"

namespace vitrine {

/// What the variants of a state translate to, as EngineBridge::storiesOf() gives them: the present one, then
/// its branches; none without a model or a sentence.
using Stories = std::vector<std::shared_ptr<const Story>>;

/// Throws Error, one sentence, when the state names what a translation does not have: a step, a forced word,
/// a kept word, a change of a row or key behind its end. What the model itself does not have (a token, a
/// site, a head) the engine refused when it was asked for the stories.
void checkState(const ExperimentState& state, const Stories& stories);

/// The state without what its translations do not reach any more. It shows the same: in the program such
/// words and changes wait for a longer translation, a file would be refused.
ExperimentState withinReach(ExperimentState state, const Stories& stories);

}  // namespace vitrine
