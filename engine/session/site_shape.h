#pragma once

#include "engine/contract/contract.h"
#include "engine/tensor/shape.h"
#include "engine/trace/site.h"

namespace vitrine {

/// The shape of a site in the pass of one sentence (B = 1) with `source` tokens and `target` decoder slots;
/// its axes are those of siteAxes(). Throws Error for a site that the contract does not have.
Shape siteShape(const Contract& contract, const Site& site, std::int64_t source, std::int64_t target);

}  // namespace vitrine
