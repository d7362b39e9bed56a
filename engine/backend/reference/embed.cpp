#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {

void ReferenceBackend::embed(const Tensor& ids, const Tensor& table, double scale, const Tensor& positions,
                             std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) {
    const EmbedSizes n = checkEmbed(ids, table, positions, firstPosition, dropout, y);
    const std::int32_t* id = ids.data<std::int32_t>();
    withElementType(table.type(), [&](auto zero) {
        using T = decltype(zero);
        for (std::int64_t r = 0; r < n.rows; ++r)
            for (std::int64_t i = 0; i < n.width; ++i) {
                T value = T(scale) * table.data<T>()[id[r] * n.width + i];
                if (positions.defined())
                    value += positions.data<T>()[(firstPosition + r % n.length) * n.width + i];
                y.data<T>()[r * n.width + i] = value * T(dropoutFactor(dropout, r * n.width + i));
            }
    });
}

void ReferenceBackend::embedBackward(const Tensor& ids, double scale, const DropoutSpec& dropout,
                                     const Tensor& dy, const Tensor& dtable) {
    const EmbedSizes n = checkEmbedBackward(ids, dropout, dy, dtable);
    if (!dtable.defined()) return;
    const std::int32_t* id = ids.data<std::int32_t>();
    withElementType(dy.type(), [&](auto zero) {
        using T = decltype(zero);
        for (std::int64_t r = 0; r < n.rows; ++r)
            for (std::int64_t i = 0; i < n.width; ++i)
                dtable.data<T>()[id[r] * n.width + i] +=
                    T(scale) * dy.data<T>()[r * n.width + i] * T(dropoutFactor(dropout, r * n.width + i));
    });
}

}  // namespace vitrine
