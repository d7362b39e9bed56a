#include "engine/backend/cpu/column_sums.h"

#include <algorithm>

#include "engine/backend/cpu/vec.h"

namespace vitrine {
namespace {

constexpr std::int64_t kVectors = 8;  // sums kept in registers

}  // namespace

void addColumnSums(const float* matrix, std::int64_t stride, std::int64_t rows, std::int64_t begin,
                   std::int64_t end, float* sums) {
    std::int64_t c = begin;
    for (; c + kVectors * kLanes <= end; c += kVectors * kLanes) {
        Vec local[kVectors] = {};
        for (std::int64_t r = 0; r < rows; ++r)
#pragma GCC unroll 8
            for (std::int64_t v = 0; v < kVectors; ++v)
                local[v] += load(matrix + r * stride + c + v * kLanes);
        for (std::int64_t v = 0; v < kVectors; ++v)
            store(sums + c + v * kLanes, load(sums + c + v * kLanes) + local[v]);
    }
    for (; c < end; c += kLanes) {
        const std::int64_t count = std::min(kLanes, end - c);
        Vec local{};
        for (std::int64_t r = 0; r < rows; ++r) local += loadPart(matrix + r * stride + c, count);
        storePart(sums + c, loadPart(sums + c, count) + local, count);
    }
}

}  // namespace vitrine
