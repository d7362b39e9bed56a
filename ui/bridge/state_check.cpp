#include "ui/bridge/state_check.h"

#include <algorithm>

namespace vitrine {
namespace {

constexpr std::string_view kWhere = "saved state";

bool keysGrow(const Site& site) {
    return site.stack == Stack::Decoder && site.part == Part::SelfAttention &&
           site.quantity >= Quantity::Scores && site.quantity <= Quantity::Weights;
}

bool rowsGrow(const Site& site) {
    const bool ofSource = site.part == Part::CrossAttention &&
                          (site.quantity == Quantity::Key || site.quantity == Quantity::Value);
    return site.stack != Stack::Encoder && !ofSource;
}

int stepsOf(const Story& story) {
    return static_cast<int>(story.translation.steps.size());
}

bool rowIsReached(const Intervention& item, int steps) {
    return !rowsGrow(item.site) || item.row < steps;
}

bool keyIsReached(const Intervention& item, int steps) {
    return !keysGrow(item.site) || item.column < steps;
}

void checkWord(const Sentence& which, TokenId token) {
    require(token != kPadId && token != kBosId, kWhere, which,
            " holds <pad> or <bos>, which never occur inside one; put another token there");
}

void checkVariant(const Variant& variant, const Story& story, const Sentence& which) {
    const int steps = stepsOf(story), last = std::max(steps - 1, 0);
    for (const auto& [step, token] : variant.forced) {
        require(step.value < steps, kWhere, which, " has no step ", step.value,
                ", where a word is forced; use 0 to ", last, " or take the word out");
        checkWord(which, token);
    }
    require(static_cast<int>(variant.kept.size()) <= steps, kWhere, which, " has ", steps, " words, but ",
            variant.kept.size(), " are kept; keep no more than it has");
    for (const TokenId token : variant.kept) checkWord(which, token);
    for (const Intervention& item : variant.interventions) {
        require(rowIsReached(item, steps), kWhere, which, " has ", steps, " steps, so ", siteName(item.site),
                " has no row ", item.row, "; use 0 to ", last, ", or -1 for all");
        require(keyIsReached(item, steps), kWhere, which, " has ", steps, " steps, so ", siteName(item.site),
                " has no column ", item.column, "; use 0 to ", last, ", or -1 for all");
    }
}

void cut(Variant& variant, const Story& story) {
    const int steps = stepsOf(story);
    variant.forced.erase(variant.forced.lower_bound(StepIndex(steps)), variant.forced.end());
    variant.kept.resize(std::min(variant.kept.size(), static_cast<std::size_t>(steps)));
    std::erase_if(variant.interventions, [steps](const Intervention& item) {
        return !rowIsReached(item, steps) || !keyIsReached(item, steps);
    });
}

}  // namespace

void checkState(const ExperimentState& state, const Stories& stories) {
    if (stories.empty()) {
        const bool plain =
            state.variant.forced.empty() && state.variant.kept.empty() && state.branches.empty();
        require(plain, kWhere,
                "words are forced or kept, but there is no sentence or no model to translate it; name both");
        return;
    }
    checkVariant(state.variant, *stories.front(), phrase("the translation"));
    const int last = stories.front()->lastStep();
    require(state.step <= last, kWhere, "step is ", state.step, ", but the last step of the translation is ",
            last, ", counted from 0; use 0 to ", last);
    for (std::size_t i = 0; i < state.branches.size(); ++i)
        checkVariant(state.branches[i], *stories[i + 1], phrase("the translation of branch ", i + 1));
}

ExperimentState withinReach(ExperimentState state, const Stories& stories) {
    if (stories.empty()) return state;
    cut(state.variant, *stories.front());
    state.step = std::min(state.step, stories.front()->lastStep());
    for (std::size_t i = 0; i < state.branches.size(); ++i) cut(state.branches[i], *stories[i + 1]);
    return state;
}

}  // namespace vitrine
