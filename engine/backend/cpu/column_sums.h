#pragma once

#include <cstdint>

namespace vitrine {

/// sums[c] += the sum over all rows of matrix (rows, columns) for columns [begin, end); `stride` is the
/// distance between rows. Always in the order of the rows, so that callers may share columns among threads.
void addColumnSums(const float* matrix, std::int64_t stride, std::int64_t rows, std::int64_t begin,
                   std::int64_t end, float* sums);

}  // namespace vitrine
