#include "engine/nn/positions.h"

#include <cmath>

namespace vitrine {

namespace {

template <class T>
void fill(const Tensor& table, double base) {
    const std::int64_t width = table.shape()[1];
    T* row = table.data<T>();
    for (std::int64_t position = 0; position < table.shape()[0]; ++position, row += width)
        for (std::int64_t i = 0; i < width; i += 2) {
            const double angle = static_cast<double>(position) *
                                 std::pow(base, -static_cast<double>(i) / static_cast<double>(width));
            row[i] = static_cast<T>(std::sin(angle));
            row[i + 1] = static_cast<T>(std::cos(angle));
        }
}

}  // namespace

Tensor sinusoidalPositions(DType type, std::int64_t count, std::int64_t width, double base) {
    const Tensor table = Tensor::zeros(type, {count, width});
    if (type == DType::F64)
        fill<double>(table, base);
    else
        fill<float>(table, base);
    return table;
}

}  // namespace vitrine
