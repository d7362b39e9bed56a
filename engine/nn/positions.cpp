#include "engine/nn/positions.h"

#include <cmath>

namespace vitrine {

Tensor sinusoidalPositions(DType type, std::int64_t count, std::int64_t width, double base) {
    Tensor table = Tensor::zeros(DType::F64, {count, width});
    double* row = table.data<double>();
    for (std::int64_t position = 0; position < count; ++position, row += width)
        for (std::int64_t i = 0; i < width; i += 2) {
            const double angle = static_cast<double>(position) *
                                 std::pow(base, -static_cast<double>(i) / static_cast<double>(width));
            row[i] = std::sin(angle);
            row[i + 1] = std::cos(angle);
        }
    return type == DType::F64 ? table : table.converted(type);
}

}  // namespace vitrine
