#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {
namespace {

template <class T>
void linearForward(const ProductSizes& n, const T* x, const T* w, const T* b, Activation activation, T* y) {
    for (std::int64_t r = 0; r < n.rows; ++r)
        for (std::int64_t o = 0; o < n.out; ++o) {
            T sum = b != nullptr ? b[o] : T{0};
            for (std::int64_t i = 0; i < n.in; ++i) sum += x[r * n.in + i] * w[o * n.in + i];
            y[r * n.out + o] = activation == Activation::Relu && sum < 0 ? T{0} : sum;
        }
}

template <class T>
void linearGradients(const ProductSizes& n, const T* x, const T* w, const T* y, Activation activation,
                     const T* dy, T* dx, T* dw, T* db) {
    for (std::int64_t r = 0; r < n.rows; ++r)
        for (std::int64_t o = 0; o < n.out; ++o) {
            if (activation == Activation::Relu && y[r * n.out + o] <= 0) continue;
            const T g = dy[r * n.out + o];
            if (db != nullptr) db[o] += g;
            for (std::int64_t i = 0; i < n.in; ++i) {
                if (dx != nullptr) dx[r * n.in + i] += g * w[o * n.in + i];
                if (dw != nullptr) dw[o * n.in + i] += g * x[r * n.in + i];
            }
        }
}

}  // namespace

void ReferenceBackend::linear(const Tensor& x, const Tensor& w, const Tensor& b, Activation activation,
                              const Tensor& y) {
    const ProductSizes n = checkLinear(x, w, b, y);
    withElementType(x.type(), [&](auto zero) {
        using T = decltype(zero);
        linearForward<T>(n, x.data<T>(), w.data<T>(), elementsOrNull<T>(b), activation, y.data<T>());
    });
}

void ReferenceBackend::linearBackward(const Tensor& x, const Tensor& w, const Tensor& y,
                                      Activation activation, const Tensor& dy, const Tensor& dx,
                                      const Tensor& dw, const Tensor& db) {
    const ProductSizes n = checkLinearBackward(x, w, y, activation, dy, dx, dw, db);
    withElementType(x.type(), [&](auto zero) {
        using T = decltype(zero);
        linearGradients<T>(n, x.data<T>(), w.data<T>(), elementsOrNull<T>(y), activation, dy.data<T>(),
                           elementsOrNull<T>(dx), elementsOrNull<T>(dw), elementsOrNull<T>(db));
    });
}

}  // namespace vitrine
