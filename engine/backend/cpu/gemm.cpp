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

float dot(const float* a, const float* b, std::int64_t count) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

/// Four rows of w at once: four independent chains of additions keep the vector units busy.
void fourRows(const float* w, const float* x, std::int64_t in, float* sums) {
    const float *w0 = w, *w1 = w + in, *w2 = w + 2 * in, *w3 = w + 3 * in;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
#pragma omp simd reduction(+ : s0, s1, s2, s3)
    for (std::int64_t i = 0; i < in; ++i) {
        s0 += w0[i] * x[i];
        s1 += w1[i] * x[i];
        s2 += w2[i] * x[i];
        s3 += w3[i] * x[i];
    }
    sums[0] = s0;
    sums[1] = s1;
    sums[2] = s2;
    sums[3] = s3;
}

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

void matrixVector(const float* w, const float* x, const float* b, std::int64_t out, std::int64_t in,
                  bool relu, float* y) {
    std::int64_t o = 0;
    for (; o + 4 <= out; o += 4) fourRows(w + o * in, x, in, y + o);
    for (; o < out; ++o) y[o] = dot(w + o * in, x, in);
    if (b != nullptr)
        for (o = 0; o < out; ++o) y[o] += b[o];
    if (relu)
        for (o = 0; o < out; ++o) y[o] = y[o] < 0 ? 0.f : y[o];
}

}  // namespace vitrine
