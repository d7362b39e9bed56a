#include <cmath>

#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

Outputs runAdamW(std::int64_t count, std::int64_t step, double decay, Backend& backend, DType type) {
    const Tensor values = randomTensor(type, {count}, 90), gradients = randomTensor(type, {count}, 91);
    const Tensor first = randomTensor(type, {count}, 92, 0.1), second = randomTensor(type, {count}, 93, 0.1);
    for (std::int64_t i = 0; i < count; ++i) {  // the second moment is never negative
        if (type == DType::F64)
            second.data<double>()[i] = std::abs(second.data<double>()[i]);
        else
            second.data<float>()[i] = std::abs(second.data<float>()[i]);
    }
    AdamWArgs args;
    args.learningRate = 0.01;
    args.weightDecay = decay;
    args.gradientScale = 0.75;
    args.step = step;
    backend.adamW(values, gradients, first, second, args);
    return {{"values", values}, {"firstMoment", first}, {"secondMoment", second}};
}

Outputs runSumOfSquares(std::int64_t count, Backend& backend, DType type) {
    const Tensor result = Tensor::zeros(DType::F64, {1});
    result.data<double>()[0] = backend.sumOfSquares(randomTensor(type, {count}, 94));
    return {{"sum", result}};
}

}  // namespace

void addOptimizerCases(std::vector<OpCase>& cases, std::vector<GradientCase>&) {
    for (const std::int64_t count : {1, 17, 100003})
        for (const std::int64_t step : {1, 1000}) {
            const double decay = step == 1 ? 0 : 0.1;
            cases.push_back({"adamW", concat("count=", count, " step=", step),
                             [=](Backend& b, DType t) { return runAdamW(count, step, decay, b, t); }});
        }
    for (const std::int64_t count : {0, 1, 17, 300007})
        cases.push_back({"sumOfSquares", concat("count=", count),
                         [=](Backend& b, DType t) { return runSumOfSquares(count, b, t); }});
}

}  // namespace vitrine::testing
