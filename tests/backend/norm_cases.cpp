#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

constexpr double kEpsilon = 1e-5;

struct NormCase {
    std::int64_t rows, width;
    double dropout;
    bool training;
};

constexpr NormCase kNormCases[] = {
    {1, 1, 0, true},     {1, 64, 0, false},    {7, 13, 0.25, true},    {5, 100, 0.1, false},
    {200, 256, 0, true}, {333, 65, 0.1, true}, {130, 1500, 0.5, true}, {0, 8, 0, true},
};

std::string labelOf(const NormCase& c) {
    return concat("R=", c.rows, " d=", c.width, " p=", c.dropout, c.training ? " training" : "");
}

DropoutSpec dropoutOf(const NormCase& c) {
    return {c.dropout, Rng(123456789012345, 7), siteKey("norm")};
}

Outputs runAddNorm(const NormCase& c, Backend& backend, DType type) {
    const Shape shape{c.rows, c.width};
    const Tensor y = randomTensor(type, shape, 34);
    Tensor sum, mean, rstd;
    if (c.training) {
        sum = randomTensor(type, shape, 35);
        mean = randomTensor(type, {c.rows}, 36);
        rstd = randomTensor(type, {c.rows}, 37);
    }
    backend.addNorm(randomTensor(type, shape, 30), randomTensor(type, shape, 31), dropoutOf(c),
                    randomTensor(type, {c.width}, 32), randomTensor(type, {c.width}, 33), kEpsilon, y, sum,
                    mean, rstd);
    if (!c.training) return {{"y", y}};
    return {{"y", y}, {"sum", sum}, {"mean", mean}, {"rstd", rstd}};
}

Outputs runAddNormBackward(const NormCase& c, bool all, Backend& backend, DType type) {
    const Shape shape{c.rows, c.width};
    // What the backward pass is given need not be the true moments: it is a function of its arguments.
    const Tensor sum = randomTensor(type, shape, 40), mean = randomTensor(type, {c.rows}, 41, 0.1);
    const Tensor rstd = randomTensor(type, {c.rows}, 42);
    const Tensor gamma = randomTensor(type, {c.width}, 43), dy = randomTensor(type, shape, 44);
    const Tensor dx = randomTensor(type, shape, 45), df = randomTensor(type, shape, 46);
    const Tensor dgamma = randomTensor(type, {c.width}, 47), dbeta = randomTensor(type, {c.width}, 48);
    if (all) {
        backend.addNormBackward(sum, mean, rstd, dropoutOf(c), gamma, dy, dx, df, dgamma, dbeta);
        return {{"dx", dx}, {"df", df}, {"dgamma", dgamma}, {"dbeta", dbeta}};
    }
    backend.addNormBackward(sum, mean, rstd, dropoutOf(c), gamma, dy, Tensor(), df, Tensor(), dbeta);
    backend.addNormBackward(sum, mean, rstd, dropoutOf(c), gamma, dy, dx, Tensor(), dgamma, Tensor());
    return {{"dx", dx}, {"df", df}, {"dgamma", dgamma}, {"dbeta", dbeta}};
}

Outputs runAdd(std::int64_t count, Backend& backend, DType type) {
    const Tensor y = randomTensor(type, {count}, 52);
    backend.add(randomTensor(type, {count}, 50), randomTensor(type, {count}, 51), y);
    return {{"y", y}};
}

Outputs runLayerNorm(const NormCase& c, Backend& backend, DType type) {
    const Tensor y = randomTensor(type, {c.rows, c.width}, 56);
    backend.layerNorm(randomTensor(type, {c.rows, c.width}, 53), randomTensor(type, {c.width}, 54),
                      randomTensor(type, {c.width}, 55), kEpsilon, y);
    return {{"y", y}};
}

GradientCase addNormGradient(double dropout) {
    const NormCase c{4, 6, dropout, true};
    const DType type = DType::F64;
    return {"addNormBackward",
            concat("p=", dropout),
            {randomTensor(type, {4, 6}, 60), randomTensor(type, {4, 6}, 61), randomTensor(type, {6}, 62),
             randomTensor(type, {6}, 63)},
            [=](Backend& backend, const std::vector<Tensor>& in) {
                const Tensor y = Tensor::zeros(type, {4, 6});
                backend.addNorm(in[0], in[1], dropoutOf(c), in[2], in[3], kEpsilon, y, Tensor(), Tensor(),
                                Tensor());
                return std::vector<Tensor>{y};
            },
            [=](Backend& backend, const std::vector<Tensor>& in, const std::vector<Tensor>& weights,
                const std::vector<Tensor>& gradients) {
                const Tensor y = Tensor::zeros(type, {4, 6}), sum = Tensor::zeros(type, {4, 6});
                const Tensor mean = Tensor::zeros(type, {4}), rstd = Tensor::zeros(type, {4});
                backend.addNorm(in[0], in[1], dropoutOf(c), in[2], in[3], kEpsilon, y, sum, mean, rstd);
                backend.addNormBackward(sum, mean, rstd, dropoutOf(c), in[2], weights[0], gradients[0],
                                        gradients[1], gradients[2], gradients[3]);
            }};
}

}  // namespace

void addNormCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients) {
    for (const NormCase& c : kNormCases) {
        cases.push_back({"addNorm", labelOf(c), [c](Backend& b, DType t) { return runAddNorm(c, b, t); }});
        cases.push_back({"addNormBackward", labelOf(c),
                         [c](Backend& b, DType t) { return runAddNormBackward(c, true, b, t); }});
        cases.push_back(
            {"layerNorm", labelOf(c), [c](Backend& b, DType t) { return runLayerNorm(c, b, t); }});
    }
    cases.push_back({"addNormBackward", "some gradients undefined", [](Backend& b, DType t) {
                         return runAddNormBackward({21, 19, 0.2, true}, false, b, t);
                     }});
    for (const std::int64_t count : {0, 1, 17, 100003})
        cases.push_back(
            {"add", concat("count=", count), [count](Backend& b, DType t) { return runAdd(count, b, t); }});
    gradients.push_back(addNormGradient(0));
    gradients.push_back(addNormGradient(0.4));
}

}  // namespace vitrine::testing
