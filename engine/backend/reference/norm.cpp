#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {
namespace {

/// Mean and 1/sqrt(var + epsilon) of one row, var over the width without Bessel's correction.
template <class T>
struct RowMoments {
    T mean = 0, rstd = 0;

    RowMoments(const T* row, std::int64_t width, double epsilon) {
        for (std::int64_t i = 0; i < width; ++i) mean += row[i];
        mean /= T(width);
        T variance = 0;
        for (std::int64_t i = 0; i < width; ++i) variance += (row[i] - mean) * (row[i] - mean);
        variance /= T(width);
        rstd = 1 / std::sqrt(variance + T(epsilon));
    }
};

template <class T>
RowMoments<T> normaliseRow(const T* x, const T* gamma, const T* beta, std::int64_t width, double epsilon,
                           T* y) {
    const RowMoments<T> moments(x, width, epsilon);
    for (std::int64_t i = 0; i < width; ++i)
        y[i] = gamma[i] * ((x[i] - moments.mean) * moments.rstd) + beta[i];
    return moments;
}

template <class T>
void addNormForward(const RowSizes& n, const T* x, const T* f, const DropoutSpec& dropout, const T* gamma,
                    const T* beta, double epsilon, T* y, T* sum, T* mean, T* rstd) {
    for (std::int64_t r = 0; r < n.rows; ++r) {
        T* row = sum != nullptr ? sum + r * n.width : y + r * n.width;
        for (std::int64_t i = 0; i < n.width; ++i) {
            const std::int64_t at = r * n.width + i;
            row[i] = x[at] + T(dropoutFactor(dropout, at)) * f[at];
        }
        const RowMoments<T> moments = normaliseRow(row, gamma, beta, n.width, epsilon, y + r * n.width);
        if (mean != nullptr) mean[r] = moments.mean;
        if (rstd != nullptr) rstd[r] = moments.rstd;
    }
}

/// With u = (sum - mean) * rstd and g = gamma * dy: dsum = rstd * (g - mean(g) - u * mean(g * u)).
template <class T>
void addNormGradients(const RowSizes& n, const T* sum, const T* mean, const T* rstd,
                      const DropoutSpec& dropout, const T* gamma, const T* dy, T* dx, T* df, T* dgamma,
                      T* dbeta) {
    for (std::int64_t r = 0; r < n.rows; ++r) {
        const auto unit = [&](std::int64_t i) { return (sum[r * n.width + i] - mean[r]) * rstd[r]; };
        const auto scaled = [&](std::int64_t i) { return gamma[i] * dy[r * n.width + i]; };
        T meanScaled = 0, meanProduct = 0;
        for (std::int64_t i = 0; i < n.width; ++i) {
            meanScaled += scaled(i) / T(n.width);
            meanProduct += scaled(i) * unit(i) / T(n.width);
        }
        for (std::int64_t i = 0; i < n.width; ++i) {
            const std::int64_t at = r * n.width + i;
            const T dsum = rstd[r] * (scaled(i) - meanScaled - unit(i) * meanProduct);
            if (dx != nullptr) dx[at] += dsum;
            if (df != nullptr) df[at] += dsum * T(dropoutFactor(dropout, at));
            if (dgamma != nullptr) dgamma[i] += dy[at] * unit(i);
            if (dbeta != nullptr) dbeta[i] += dy[at];
        }
    }
}

}  // namespace

void ReferenceBackend::addNorm(const Tensor& x, const Tensor& f, const DropoutSpec& dropout,
                               const Tensor& gamma, const Tensor& beta, double epsilon, const Tensor& y,
                               const Tensor& sum, const Tensor& mean, const Tensor& rstd) {
    const RowSizes n = checkAddNorm(x, f, dropout, gamma, beta, y, sum, mean, rstd);
    withElementType(x.type(), [&](auto zero) {
        using T = decltype(zero);
        addNormForward<T>(n, x.data<T>(), f.data<T>(), dropout, gamma.data<T>(), beta.data<T>(), epsilon,
                          y.data<T>(), elementsOrNull<T>(sum), elementsOrNull<T>(mean),
                          elementsOrNull<T>(rstd));
    });
}

void ReferenceBackend::addNormBackward(const Tensor& sum, const Tensor& mean, const Tensor& rstd,
                                       const DropoutSpec& dropout, const Tensor& gamma, const Tensor& dy,
                                       const Tensor& dx, const Tensor& df, const Tensor& dgamma,
                                       const Tensor& dbeta) {
    const RowSizes n = checkAddNormBackward(sum, mean, rstd, dropout, gamma, dy, dx, df, dgamma, dbeta);
    withElementType(sum.type(), [&](auto zero) {
        using T = decltype(zero);
        addNormGradients<T>(n, sum.data<T>(), mean.data<T>(), rstd.data<T>(), dropout, gamma.data<T>(),
                            dy.data<T>(), elementsOrNull<T>(dx), elementsOrNull<T>(df),
                            elementsOrNull<T>(dgamma), elementsOrNull<T>(dbeta));
    });
}

void ReferenceBackend::add(const Tensor& a, const Tensor& b, const Tensor& y) {
    const std::int64_t count = checkAdd(a, b, y);
    withElementType(a.type(), [&](auto zero) {
        using T = decltype(zero);
        for (std::int64_t i = 0; i < count; ++i) y.data<T>()[i] = a.data<T>()[i] + b.data<T>()[i];
    });
}

void ReferenceBackend::layerNorm(const Tensor& x, const Tensor& gamma, const Tensor& beta, double epsilon,
                                 const Tensor& y) {
    const RowSizes n = checkLayerNorm(x, gamma, beta, y);
    withElementType(x.type(), [&](auto zero) {
        using T = decltype(zero);
        for (std::int64_t r = 0; r < n.rows; ++r)
            normaliseRow(x.data<T>() + r * n.width, gamma.data<T>(), beta.data<T>(), n.width, epsilon,
                         y.data<T>() + r * n.width);
    });
}

}  // namespace vitrine
