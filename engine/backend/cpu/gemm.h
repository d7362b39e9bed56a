#pragma once

#include <cstdint>

namespace vitrine {

/// Matrix products on the calling thread; callers share work with parallelFor. All matrices are row-major,
/// lda, ldb and ldc are the distances between rows.

enum class Transpose : char { No = 'N', Yes = 'T' };

/// C (m, n) = op(A) op(B) + beta C with op(A) (m, k) and op(B) (k, n): oneDNN's sgemm held to one thread.
void gemm(Transpose a, Transpose b, std::int64_t m, std::int64_t n, std::int64_t k, const float* A,
          std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C, std::int64_t ldc);

/// Arithmetic worth a thread of its own: about 10 us at 100 GFLOP/s, twice what fork and join cost.
constexpr std::int64_t kGrainFlops = 1'000'000;
/// Memory traffic worth a thread of its own, for passes that compute little.
constexpr std::int64_t kGrainBytes = 384 * 1024;
/// Weights of a one-row product worth a second thread: below, one core streams them from its own cache.
constexpr std::int64_t kGrainVectorBytes = 512 * 1024;

/// Entries of a parallelFor, each of `perEntry` work, that are worth a thread.
constexpr std::int64_t grainOf(std::int64_t worthwhile, std::int64_t perEntry) {
    return perEntry >= worthwhile ? 1 : worthwhile / (perEntry > 0 ? perEntry : 1);
}

}  // namespace vitrine
