#include <algorithm>
#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/dropout.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

struct Moments {
    float mean, rstd;
};

/// y = gamma * (x - mean) * rstd + beta; x and y may be the same row.
Moments normalise(const float* x, const float* gamma, const float* beta, std::int64_t width, float epsilon,
                  float* y) {
    float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
    for (std::int64_t i = 0; i < width; ++i) sum += x[i];
    const float mean = sum / static_cast<float>(width);
#pragma omp simd reduction(+ : squares)
    for (std::int64_t i = 0; i < width; ++i) squares += (x[i] - mean) * (x[i] - mean);
    const float rstd = 1.f / std::sqrt(squares / static_cast<float>(width) + epsilon);
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) y[i] = gamma[i] * ((x[i] - mean) * rstd) + beta[i];
    return {mean, rstd};
}

/// sum = x + dropout(f) for the elements from `first` on.
void addRow(DropoutStream* dropout, std::int64_t first, std::int64_t width, const float* x, const float* f,
            float* sum) {
    if (dropout == nullptr) {
#pragma omp simd
        for (std::int64_t i = 0; i < width; ++i) sum[i] = x[i] + f[i];
        return;
    }
    for (std::int64_t begin = 0; begin < width; begin += DropoutStream::kLongest) {
        const std::int64_t length = std::min(DropoutStream::kLongest, width - begin);
        const float* factors = dropout->factors(first + begin, length);
#pragma omp simd
        for (std::int64_t i = 0; i < length; ++i) sum[begin + i] = x[begin + i] + factors[i] * f[begin + i];
    }
}

/// df += dropout(dsum), the mirror of addRow.
void addRowBackward(DropoutStream* dropout, std::int64_t first, std::int64_t width, const float* dsum,
                    float* df) {
    if (dropout == nullptr) {
#pragma omp simd
        for (std::int64_t i = 0; i < width; ++i) df[i] += dsum[i];
        return;
    }
    for (std::int64_t begin = 0; begin < width; begin += DropoutStream::kLongest) {
        const std::int64_t length = std::min(DropoutStream::kLongest, width - begin);
        const float* factors = dropout->factors(first + begin, length);
#pragma omp simd
        for (std::int64_t i = 0; i < length; ++i) df[begin + i] += factors[i] * dsum[begin + i];
    }
}

/// dsum = rstd * (g - mean(g) - u * mean(g * u)) with g = gamma * dy and u = (sum - mean) * rstd; adds dy * u
/// and dy to the partial sums of dgamma and dbeta.
void normaliseBackward(const float* sum, Moments moments, const float* gamma, const float* dy,
                       std::int64_t width, float* dsum, float* dgamma, float* dbeta) {
    float total = 0, product = 0;
#pragma omp simd reduction(+ : total, product)
    for (std::int64_t i = 0; i < width; ++i) {
        const float unit = (sum[i] - moments.mean) * moments.rstd;
        const float g = gamma[i] * dy[i];
        total += g;
        product += g * unit;
        dgamma[i] += dy[i] * unit;
        dbeta[i] += dy[i];
    }
    const float meanG = total / static_cast<float>(width), meanProduct = product / static_cast<float>(width);
#pragma omp simd
    for (std::int64_t i = 0; i < width; ++i) {
        const float unit = (sum[i] - moments.mean) * moments.rstd;
        dsum[i] = moments.rstd * (gamma[i] * dy[i] - meanG - unit * meanProduct);
    }
}

}  // namespace

void CpuBackend::addNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout, const Tensor& gamma,
                         const Tensor& beta, double epsilon, const Tensor& y, const Tensor& sum,
                         const Tensor& mean, const Tensor& rstd) {
    const RowSizes n = checkAddNorm(x, f, dropout, gamma, beta, y, sum, mean, rstd);
    const float *xs = x.data<float>(), *fs = f.data<float>();
    const float *gammas = gamma.data<float>(), *betas = beta.data<float>();
    float* ys = y.data<float>();
    float* sums = sum.defined() ? sum.data<float>() : ys;
    parallelFor(n.rows, grainOf(kGrainBytes, n.width * 16), [&](std::int64_t begin, std::int64_t end) {
        DropoutStream random(dropout);
        DropoutStream* active = dropout.active() ? &random : nullptr;
        for (std::int64_t r = begin; r < end; ++r) {
            const std::int64_t at = r * n.width;
            addRow(active, at, n.width, xs + at, fs + at, sums + at);
            const Moments moments =
                normalise(sums + at, gammas, betas, n.width, static_cast<float>(epsilon), ys + at);
            if (mean.defined()) mean.data<float>()[r] = moments.mean;
            if (rstd.defined()) rstd.data<float>()[r] = moments.rstd;
        }
    });
}

void CpuBackend::addNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                                 const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                                 const Tensor& dx, const Tensor& df, const Tensor& dgamma,
                                 const Tensor& dbeta) {
    const RowSizes n = checkAddNormBackward(sum, mean, rstd, dropout, gamma, dy, dx, df, dgamma, dbeta);
    const ArenaScope scope(m_scratch);
    const std::int64_t grain = grainOf(kGrainBytes, n.width * 24);
    const int parts = partCount(n.rows, grain);
    // Of each part: partial sums of dgamma and dbeta, and one row of dsum.
    const std::int64_t perPart = (3 * n.width + 15) / 16 * 16;
    float* partial = scratch(parts * perPart);
    std::fill_n(partial, parts * perPart, 0.f);
    parallelFor(n.rows, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        DropoutStream random(dropout);
        DropoutStream* active = dropout.active() ? &random : nullptr;
        float* const dgammas = partial + part * perPart;
        float *const dbetas = dgammas + n.width, *const dsum = dbetas + n.width;
        for (std::int64_t r = begin; r < end; ++r) {
            const std::int64_t at = r * n.width;
            normaliseBackward(sum.data<float>() + at, {mean.data<float>()[r], rstd.data<float>()[r]},
                              gamma.data<float>(), dy.data<float>() + at, n.width, dsum, dgammas, dbetas);
            if (dx.defined()) addRowBackward(nullptr, at, n.width, dsum, dx.data<float>() + at);
            if (df.defined()) addRowBackward(active, at, n.width, dsum, df.data<float>() + at);
        }
    });
    for (int part = 0; part < parts; ++part) {
        const float* from = partial + part * perPart;
        if (dgamma.defined()) addRowBackward(nullptr, 0, n.width, from, dgamma.data<float>());
        if (dbeta.defined()) addRowBackward(nullptr, 0, n.width, from + n.width, dbeta.data<float>());
    }
}

void CpuBackend::add(const Tensor& a, const Tensor& b, const Tensor& y) {
    const std::int64_t count = checkAdd(a, b, y);
    const float *as = a.data<float>(), *bs = b.data<float>();
    float* ys = y.data<float>();
    parallelFor(count, grainOf(kGrainBytes, 12), [&](std::int64_t begin, std::int64_t end) {
#pragma omp simd
        for (std::int64_t i = begin; i < end; ++i) ys[i] = as[i] + bs[i];
    });
}

void CpuBackend::layerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                           const Tensor& y) {
    const RowSizes n = checkLayerNorm(x, gamma, beta, y);
    parallelFor(n.rows, grainOf(kGrainBytes, n.width * 8), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r)
            normalise(x.data<float>() + r * n.width, gamma.data<float>(), beta.data<float>(), n.width,
                      static_cast<float>(epsilon), y.data<float>() + r * n.width);
    });
}

}  // namespace vitrine
