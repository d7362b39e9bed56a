#include "engine/backend/cpu/matrix_vector.h"

#include "engine/backend/cpu/vec.h"

namespace vitrine {
namespace {

/// Adds the lanewise products of Rows rows with x to sums. Each row has its own accumulator, so that many
/// additions are under way at once.
template <int Rows>
void addProducts(const float* matrix, std::int64_t stride, const float* x, std::int64_t width, Vec* sums) {
    Vec local[Rows] = {};
    const std::int64_t whole = width / kLanes * kLanes, rest = width - whole;
    for (std::int64_t i = 0; i < whole; i += kLanes) {
        const Vec values = load(x + i);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r) local[r] += load(matrix + r * stride + i) * values;
    }
    if (rest > 0) {
        const Vec values = loadPart(x + whole, rest);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r) local[r] += loadPart(matrix + r * stride + whole, rest) * values;
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) sums[r] = local[r];
}

/// Rows at a distance of a multiple of this fall on the same few sets of the first-level cache, which holds 8
/// lines of each.
constexpr std::int64_t kConflictingStride = 512;

}  // namespace

void matrixVector(const float* matrix, std::int64_t stride, const float* x, std::int64_t rows,
                  std::int64_t width, float* y) {
    const bool conflicts = stride % kConflictingStride == 0;
    Vec sums[kLanes] = {};
    std::int64_t r = 0;
    for (; r + kLanes <= rows; r += kLanes) {
        if (conflicts)
            for (std::int64_t i = 0; i < kLanes; i += 4)
                addProducts<4>(matrix + (r + i) * stride, stride, x, width, sums + i);
        else
            addProducts<kLanes>(matrix + r * stride, stride, x, width, sums);
        store(y + r, laneSums(sums));
    }
    const std::int64_t rest = rows - r;
    if (rest == 0) return;
    std::int64_t i = 0;
    for (; i + 4 <= rest; i += 4) addProducts<4>(matrix + (r + i) * stride, stride, x, width, sums + i);
    for (; i < rest; ++i) addProducts<1>(matrix + (r + i) * stride, stride, x, width, sums + i);
    for (; i < kLanes; ++i) sums[i] = Vec{};
    storePart(y + r, laneSums(sums), rest);
}

}  // namespace vitrine
