#pragma once

#include "engine/autograd/tape.h"
#include "engine/trace/intervention.h"
#include "engine/trace/probe.h"

namespace vitrine {

/// Everything a forward pass needs besides its inputs; there are no globals. Activations live in the arena
/// until the caller resets it.
struct ForwardContext {
    Backend& backend;
    Arena& arena;
    Tape* tape = nullptr;                          ///< null when not training
    Probe* probe = nullptr;                        ///< null when nobody watches
    const Interventions* interventions = nullptr;  ///< null when nothing is changed
    Rng rng{0};                                    ///< at the current training step
    double dropout = 0;                            ///< probability; 0 outside training

    bool wants(const Site& site) const { return probe != nullptr && probe->wants(site); }
    void show(const Site& site, const Tensor& tensor) const {
        if (wants(site)) probe->take(site, tensor);
    }
    bool touches(const Site& site) const { return interventions != nullptr && interventions->touches(site); }
    /// Applies the interventions of the site to the tensor in place, then shows it.
    void settle(const Site& site, const Tensor& tensor, std::int64_t heads = 1) const {
        if (interventions != nullptr) interventions->apply(site, tensor, heads);
        show(site, tensor);
    }

    DropoutSpec dropoutAt(std::uint32_t site) const { return {dropout, rng, site}; }
    /// An uninitialised output, with a zeroed gradient when recording.
    Variable output(DType type, const Shape& shape) const {
        return {arena.tensor(type, shape), tape != nullptr ? arena.zeros(type, shape) : Tensor()};
    }
};

}  // namespace vitrine
