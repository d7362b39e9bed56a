#include "engine/backend/check.h"
#include "engine/backend/cpu/column_sums.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/backend/cpu/matrix_vector.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

const float* orNull(const Tensor& tensor) {
    return tensor.defined() ? tensor.data<float>() : nullptr;
}

/// Adds the bias to rows of `width` out of rows of `stride` and applies the activation, in one pass.
void finishRows(float* y, std::int64_t rows, std::int64_t width, std::int64_t stride, const float* b,
                bool relu) {
    for (std::int64_t r = 0; r < rows; ++r) {
        float* row = y + r * stride;
        if (b != nullptr && relu) {
#pragma omp simd
            for (std::int64_t o = 0; o < width; ++o) {
                const float value = row[o] + b[o];
                row[o] = value < 0 ? 0.f : value;
            }
        } else if (b != nullptr) {
#pragma omp simd
            for (std::int64_t o = 0; o < width; ++o) row[o] += b[o];
        } else if (relu) {
#pragma omp simd
            for (std::int64_t o = 0; o < width; ++o) row[o] = row[o] < 0 ? 0.f : row[o];
        }
    }
}

/// Fewer rows than this for each thread: share the output features instead.
constexpr std::int64_t kRowsPerThread = 32;

/// The gradient before the activation: dy where the output was positive.
void maskRelu(const float* y, const float* dy, std::int64_t begin, std::int64_t end, float* masked) {
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) masked[i] = y[i] > 0 ? dy[i] : 0.f;
}

}  // namespace

void CpuBackend::linear(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                        const Tensor& y) {
    const ProductSizes n = checkLinear(x, w, b, y);
    const float *xs = x.data<float>(), *ws = w.data<float>(), *bs = orNull(b);
    float* ys = y.data<float>();
    const bool relu = activation == Activation::Relu;
    if (n.rows == 1) {
        const std::int64_t grain = grainOf(kGrainVectorBytes, n.in * 4);
        parallelFor(n.out, grain, [&](std::int64_t begin, std::int64_t end) {
            matrixVector(ws + begin * n.in, n.in, xs, end - begin, n.in, ys + begin);
            finishRows(ys + begin, 1, end - begin, n.out, bs != nullptr ? bs + begin : nullptr, relu);
        });
    } else if (n.rows >= kRowsPerThread * threadCount()) {
        parallelFor(n.rows, grainOf(kGrainFlops, 2 * n.in * n.out),
                    [&](std::int64_t begin, std::int64_t end) {
                        float* rows = ys + begin * n.out;
                        gemm(Transpose::No, Transpose::Yes, end - begin, n.out, n.in, xs + begin * n.in, n.in,
                             ws, n.in, 0.f, rows, n.out);
                        finishRows(rows, end - begin, n.out, n.out, bs, relu);
                    });
    } else {
        parallelFor(
            n.out, grainOf(kGrainFlops, 2 * n.in * n.rows), [&](std::int64_t begin, std::int64_t end) {
                float* columns = ys + begin;
                gemm(Transpose::No, Transpose::Yes, n.rows, end - begin, n.in, xs, n.in, ws + begin * n.in,
                     n.in, 0.f, columns, n.out);
                finishRows(columns, n.rows, end - begin, n.out, bs != nullptr ? bs + begin : nullptr, relu);
            });
    }
}

void CpuBackend::linearBackward(const Tensor& x, const Tensor& w, const Tensor& y, Activation activation,
                                const Tensor& dy, const Tensor& dx, const Tensor& dw, const Tensor& db) {
    const ProductSizes n = checkLinearBackward(x, w, y, activation, dy, dx, dw, db);
    const ArenaScope scope(m_scratch);
    const float *xs = x.data<float>(), *ws = w.data<float>(), *dys = dy.data<float>();
    const bool relu = activation == Activation::Relu;
    float* masked = relu ? scratch(n.rows * n.out) : nullptr;
    const float* g = relu ? masked : dys;
    const std::int64_t rowFlops = 2 * n.in * n.out;
    if (relu || dx.defined())
        parallelFor(n.rows, grainOf(kGrainFlops, rowFlops), [&](std::int64_t begin, std::int64_t end) {
            if (relu) maskRelu(y.data<float>(), dys, begin * n.out, end * n.out, masked);
            if (dx.defined())
                gemm(Transpose::No, Transpose::No, end - begin, n.in, n.out, g + begin * n.out, n.out, ws,
                     n.in, 1.f, dx.data<float>() + begin * n.in, n.in);
        });
    if (dw.defined() || db.defined())
        parallelFor(n.out, grainOf(kGrainFlops, 2 * n.in * n.rows),
                    [&](std::int64_t begin, std::int64_t end) {
                        if (dw.defined())
                            gemm(Transpose::Yes, Transpose::No, end - begin, n.in, n.rows, g + begin, n.out,
                                 xs, n.in, 1.f, dw.data<float>() + begin * n.in, n.in);
                        if (db.defined()) addColumnSums(g, n.out, n.rows, begin, end, db.data<float>());
                    });
}

}  // namespace vitrine
