#pragma once

#include "engine/tensor/tensor.h"
#include "engine/trace/site.h"

namespace vitrine {

/// Somebody who watches a forward pass. A module asks wants() before an op, so that a fused kernel
/// materialises what it otherwise would not, and hands the tensor to take() after it. The tensor may live in
/// an arena: take() copies.
class Probe {
public:
    virtual ~Probe() = default;
    virtual bool wants(const Site& site) const = 0;
    virtual void take(const Site& site, const Tensor& tensor) = 0;
};

}  // namespace vitrine
