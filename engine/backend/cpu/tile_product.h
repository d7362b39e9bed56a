#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/backend/cpu/vec.h"

namespace vitrine {

/// A matrix whose element (r, k) stands at data[r * row + k * column]: rows of a tensor, or a transpose.
struct Strided {
    const float* data;
    std::int64_t row, column;
};

namespace detail {

/// C (R, V vectors) = or += A B with all sums in registers.
template <bool Accumulate, int R, int V>
void tile(Strided a, const float* b, std::int64_t ldb, std::int64_t depth, float* c, std::int64_t ldc) {
    Vec sums[R][V];
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) sums[r][v] = Accumulate ? load(c + r * ldc + v * kLanes) : Vec{};
    for (std::int64_t k = 0; k < depth; ++k) {
        Vec right[V];
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) right[v] = load(b + k * ldb + v * kLanes);
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r) {
            const Vec left = broadcast(a.data[r * a.row + k * a.column]);
#pragma GCC unroll 4
            for (int v = 0; v < V; ++v) sums[r][v] += left * right[v];
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v) store(c + r * ldc + v * kLanes, sums[r][v]);
}

constexpr int kTileRows = kLanes == 16 ? 8 : 4;  // with two vectors a row: half of the registers are sums

template <bool Accumulate, int V>
void tileColumn(std::int64_t rows, std::int64_t depth, Strided a, const float* b, std::int64_t ldb, float* c,
                std::int64_t ldc) {
    std::int64_t r = 0;
    const auto step = [&](auto count) {
        constexpr int R = decltype(count)::value;
        for (; r + R <= rows; r += R)
            tile<Accumulate, R, V>({a.data + r * a.row, a.row, a.column}, b, ldb, depth, c + r * ldc, ldc);
    };
    step(std::integral_constant<int, kTileRows>());
    step(std::integral_constant<int, 4>());
    step(std::integral_constant<int, 1>());
}

}  // namespace detail

/// C (rows, columns) = A (rows, depth) B (depth, columns), added to C when Accumulate, for matrices so small
/// that a library's packing would cost more than the product. B and C are row-major with `columns` a multiple
/// of kLanes.
template <bool Accumulate>
void tileProduct(std::int64_t rows, std::int64_t columns, std::int64_t depth, Strided a, const float* b,
                 std::int64_t ldb, float* c, std::int64_t ldc) {
    std::int64_t column = 0;
    for (; column + 2 * kLanes <= columns; column += 2 * kLanes)
        detail::tileColumn<Accumulate, 2>(rows, depth, a, b + column, ldb, c + column, ldc);
    for (; column < columns; column += kLanes)
        detail::tileColumn<Accumulate, 1>(rows, depth, a, b + column, ldb, c + column, ldc);
}

/// to (width, padded) = from (rows, width) transposed times `factor`, with zeros in columns rows to padded;
/// padded is a multiple of kLanes.
inline void packTransposed(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t width,
                           float factor, float* to, std::int64_t padded) {
    for (std::int64_t r = 0; r < padded; r += kLanes)
        for (std::int64_t i = 0; i < width; i += kLanes) {
            const std::int64_t count = std::min(kLanes, width - i);
            Vec block[kLanes];
            for (std::int64_t j = 0; j < kLanes; ++j) {
                const float* row = from + (r + j) * stride + i;
                if (r + j >= rows)
                    block[j] = Vec{};
                else
                    block[j] = count == kLanes ? load(row) : loadPart(row, count);
            }
            transpose(block);
            for (std::int64_t j = 0; j < count; ++j) store(to + (i + j) * padded + r, block[j] * factor);
        }
}

/// to (rows, padded) = from (rows, width) with zeros behind each row.
inline void packRows(const float* from, std::int64_t stride, std::int64_t rows, std::int64_t width, float* to,
                     std::int64_t padded) {
    for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < padded; i += kLanes)
            store(to + r * padded + i,
                  loadPart(from + r * stride + i, std::clamp<std::int64_t>(width - i, 0, kLanes)));
}

/// to (rows, width) += from (rows, padded).
inline void addRows(const float* from, std::int64_t padded, std::int64_t rows, std::int64_t width, float* to,
                    std::int64_t stride) {
    for (std::int64_t r = 0; r < rows; ++r)
#pragma omp simd
        for (std::int64_t i = 0; i < width; ++i) to[r * stride + i] += from[r * padded + i];
}

}  // namespace vitrine
