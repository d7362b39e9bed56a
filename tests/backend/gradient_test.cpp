#include <gtest/gtest.h>

#include <cmath>

#include "tests/backend/cases.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;

/// The scalar that is differentiated: the outputs weighted and added up.
double weightedSum(const std::vector<Tensor>& outputs, const std::vector<Tensor>& weights) {
    double sum = 0;
    for (std::size_t k = 0; k < outputs.size(); ++k)
        for (std::int64_t i = 0; i < outputs[k].count(); ++i) sum += weights[k].at(i) * outputs[k].at(i);
    return sum;
}

/// Central differences of every input element.
std::vector<Tensor> differences(const GradientCase& c, Backend& backend, const std::vector<Tensor>& weights) {
    constexpr double step = 1e-5;
    std::vector<Tensor> result;
    for (const Tensor& input : c.inputs) {
        result.push_back(Tensor::zeros(DType::F64, input.shape()));
        for (std::int64_t i = 0; i < input.count(); ++i) {
            double& value = input.data<double>()[i];
            const double before = value;
            value = before + step;
            const double above = weightedSum(c.forward(backend, c.inputs), weights);
            value = before - step;
            const double below = weightedSum(c.forward(backend, c.inputs), weights);
            value = before;
            result.back().data<double>()[i] = (above - below) / (2 * step);
        }
    }
    return result;
}

TEST(Gradients, OfTheReferenceInDoubleAreThoseOfCentralDifferences) {
    const auto backend = createBackend("reference");
    for (const GradientCase& c : gradientCases()) {
        std::vector<Tensor> weights, gradients, before;
        for (const Tensor& output : c.forward(*backend, c.inputs))
            weights.push_back(randomTensor(DType::F64, output.shape(), 200));
        for (const Tensor& input : c.inputs) {  // gradients add to what is there
            before.push_back(randomTensor(DType::F64, input.shape(), 201));
            gradients.push_back(before.back().clone());
        }
        c.backward(*backend, c.inputs, weights, gradients);
        const std::vector<Tensor> expected = differences(c, *backend, weights);
        for (std::size_t k = 0; k < gradients.size(); ++k) {
            for (std::int64_t i = 0; i < gradients[k].count(); ++i)
                gradients[k].data<double>()[i] -= before[k].at(i);
            EXPECT_LE(relativeError(gradients[k], expected[k], 1e-3), 2e-8)
                << c.op << ' ' << c.label << ": input " << k;
        }
    }
}

}  // namespace
}  // namespace vitrine
