#include "engine/backend/backend.h"

namespace vitrine {

HeadsView headsOf(const Tensor& x, std::int64_t heads, std::int64_t width, std::int64_t firstColumn) {
    const Shape& shape = x.shape();
    require(shape.rank() == 3 && firstColumn + heads * width <= shape[2], "attention", "expected ", heads,
            " heads of ", width, " features from column ", firstColumn, " in a tensor (B, N, columns), got ",
            shape);
    HeadsView view;
    view.type = x.type();
    view.data = static_cast<std::byte*>(x.raw()) + firstColumn * sizeOf(x.type());
    view.batch = shape[0];
    view.heads = heads;
    view.rows = shape[1];
    view.width = width;
    view.batchStride = shape[1] * shape[2];
    view.headStride = width;
    view.rowStride = shape[2];
    return view;
}

}  // namespace vitrine
