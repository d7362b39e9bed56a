#include <cmath>

#include "engine/backend/check.h"
#include "engine/backend/reference/plain.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {

void ReferenceBackend::adamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                             const Tensor& secondMoment, const AdamWArgs& args) {
    const std::int64_t count = checkAdamW(values, gradients, firstMoment, secondMoment, args);
    const double correction1 = 1 - std::pow(args.beta1, static_cast<double>(args.step));
    const double correction2 = 1 - std::pow(args.beta2, static_cast<double>(args.step));
    withElementType(values.type(), [&](auto zero) {
        using T = decltype(zero);
        T *value = values.data<T>(), *m = firstMoment.data<T>(), *v = secondMoment.data<T>();
        for (std::int64_t i = 0; i < count; ++i) {
            const T g = gradients.data<T>()[i] * T(args.gradientScale);
            m[i] = T(args.beta1) * m[i] + T(1 - args.beta1) * g;
            v[i] = T(args.beta2) * v[i] + T(1 - args.beta2) * g * g;
            const T step = (m[i] / T(correction1)) / (std::sqrt(v[i] / T(correction2)) + T(args.epsilon));
            value[i] -= T(args.learningRate) * (step + T(args.weightDecay) * value[i]);
        }
    });
}

double ReferenceBackend::sumOfSquares(const Tensor& x) {
    if (!x.defined() || x.type() == DType::I32) fail("sumOfSquares", "x is undefined or not floating");
    double sum = 0;
    for (std::int64_t i = 0; i < x.count(); ++i) sum += x.at(i) * x.at(i);
    return sum;
}

}  // namespace vitrine
