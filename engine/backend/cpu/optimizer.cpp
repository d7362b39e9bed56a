#include <cmath>
#include <numeric>

#include "engine/backend/check.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {

void CpuBackend::adamW(const Tensor& values, const Tensor& gradients, const Tensor& firstMoment,
                       const Tensor& secondMoment, const AdamWArgs& args) {
    const std::int64_t count = checkAdamW(values, gradients, firstMoment, secondMoment, args);
    const auto beta1 = static_cast<float>(args.beta1), rest1 = static_cast<float>(1 - args.beta1);
    const auto beta2 = static_cast<float>(args.beta2), rest2 = static_cast<float>(1 - args.beta2);
    const auto step = static_cast<double>(args.step);
    const auto inverse1 = static_cast<float>(1 / (1 - std::pow(args.beta1, step)));
    const auto inverse2 = static_cast<float>(1 / (1 - std::pow(args.beta2, step)));
    const auto epsilon = static_cast<float>(args.epsilon), scale = static_cast<float>(args.gradientScale);
    const auto rate = static_cast<float>(args.learningRate), decay = static_cast<float>(args.weightDecay);
    float *value = values.data<float>(), *m = firstMoment.data<float>(), *v = secondMoment.data<float>();
    const float* gradient = gradients.data<float>();
    parallelFor(count, grainOf(kGrainBytes, 28), [=](std::int64_t begin, std::int64_t end) {
#pragma omp simd
        for (std::int64_t i = begin; i < end; ++i) {
            const float g = gradient[i] * scale;
            m[i] = beta1 * m[i] + rest1 * g;
            v[i] = beta2 * v[i] + rest2 * g * g;
            const float move = m[i] * inverse1 / (std::sqrt(v[i] * inverse2) + epsilon);
            value[i] -= rate * (move + decay * value[i]);
        }
    });
}

double CpuBackend::sumOfSquares(const Tensor& x) {
    constexpr std::int64_t kSums = 32;
    if (!x.defined()) fail("sumOfSquares", "x is undefined");
    const float* elements = x.data<float>();
    const std::int64_t grain = grainOf(kGrainBytes, 4);
    const std::int64_t count = x.count();
    const ArenaScope scope(m_scratch);
    const int parts = partCount(count, grain);
    auto* partial = static_cast<double*>(m_scratch.allocate(sizeof(double) * parts));
    parallelFor(count, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        double sums[kSums] = {};  // independent sums, so that no addition waits for the one before
        std::int64_t i = begin;
        for (; i + kSums <= end; i += kSums)
#pragma omp simd
            for (std::int64_t j = 0; j < kSums; ++j) {
                const auto value = static_cast<double>(elements[i + j]);
                sums[j] += value * value;
            }
        for (; i < end; ++i) sums[0] += static_cast<double>(elements[i]) * static_cast<double>(elements[i]);
        partial[part] = std::accumulate(sums, sums + kSums, 0.);
    });
    double sum = 0;
    for (int part = 0; part < parts; ++part) sum += partial[part];
    return sum;
}

}  // namespace vitrine
