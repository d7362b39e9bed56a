#include "engine/backend/cpu/gemm.h"

#include <dnnl.h>
#include <omp.h>

#include "engine/core/error.h"

namespace vitrine {
namespace {

/// Holds OpenMP regions that the calling thread opens (those of oneDNN) to one thread.
class OneThread {
public:
    OneThread() : m_before(omp_get_max_threads()) {
        if (m_before != 1) omp_set_num_threads(1);
    }
    ~OneThread() {
        if (m_before != 1) omp_set_num_threads(m_before);
    }
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before;
};

}  // namespace

void gemm(Transpose a, Transpose b, std::int64_t m, std::int64_t n, std::int64_t k, const float* A,
          std::int64_t lda, const float* B, std::int64_t ldb, float beta, float* C, std::int64_t ldc) {
    if (m == 0 || n == 0) return;
    const OneThread guard;
    const dnnl_status_t status =
        dnnl_sgemm(static_cast<char>(a), static_cast<char>(b), m, n, k, 1.f, A, lda, B, ldb, beta, C, ldc);
    require(status == dnnl_success, "gemm", "oneDNN refused a product of (", m, ", ", k, ") and (", k, ", ",
            n, ") with status ", static_cast<int>(status), "; the machine may be out of memory");
}

}  // namespace vitrine
