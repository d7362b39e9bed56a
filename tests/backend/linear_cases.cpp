#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

struct LinearCase {
    std::int64_t rows, in, out;
    bool bias, relu;
};

constexpr LinearCase kLinearCases[] = {
    {1, 1, 1, true, false},     {1, 17, 5, true, true},       {1, 64, 203, false, false},
    {1, 33, 4100, true, false}, {2, 64, 64, true, true},      {3, 31, 130, true, false},
    {7, 13, 5, false, true},    {65, 64, 48, true, true},     {130, 257, 66, true, false},
    {300, 128, 96, true, true}, {300, 96, 128, false, false}, {9, 40, 3000, true, false},
    {0, 8, 8, true, false},
};

std::string labelOf(const LinearCase& c) {
    return concat("R=", c.rows, " in=", c.in, " out=", c.out, c.bias ? " bias" : "", c.relu ? " relu" : "");
}

Activation activationOf(const LinearCase& c) {
    return c.relu ? Activation::Relu : Activation::None;
}

Outputs runLinear(const LinearCase& c, Backend& backend, DType type) {
    const Tensor x = randomTensor(type, {c.rows, c.in}, 1), w = randomTensor(type, {c.out, c.in}, 2);
    const Tensor b = c.bias ? randomTensor(type, {c.out}, 3) : Tensor();
    const Tensor y = randomTensor(type, {c.rows, c.out}, 4);
    backend.linear(x, w, b, activationOf(c), y);
    return {{"y", y}};
}

/// `wanted` picks which of dx, dw, db exist (bits 1, 2, 4).
Outputs runLinearBackward(const LinearCase& c, int wanted, Backend& backend, DType type) {
    const Tensor x = randomTensor(type, {c.rows, c.in}, 1), w = randomTensor(type, {c.out, c.in}, 2);
    const Tensor y = c.relu ? randomTensor(type, {c.rows, c.out}, 5) : Tensor();
    const Tensor dy = randomTensor(type, {c.rows, c.out}, 6);
    Outputs gradients;
    if ((wanted & 1) != 0) gradients.emplace_back("dx", randomTensor(type, {c.rows, c.in}, 7));
    if ((wanted & 2) != 0) gradients.emplace_back("dw", randomTensor(type, {c.out, c.in}, 8));
    if ((wanted & 4) != 0) gradients.emplace_back("db", randomTensor(type, {c.out}, 9));
    const auto find = [&](const char* name) {
        for (const auto& [key, tensor] : gradients)
            if (key == name) return tensor;
        return Tensor();
    };
    backend.linearBackward(x, w, y, activationOf(c), dy, find("dx"), find("dw"), find("db"));
    return gradients;
}

GradientCase linearGradient(Activation activation) {
    const DType type = DType::F64;
    return {"linearBackward",
            activation == Activation::Relu ? "relu" : "plain",
            {randomTensor(type, {5, 4}, 11), randomTensor(type, {3, 4}, 12), randomTensor(type, {3}, 13)},
            [=](Backend& backend, const std::vector<Tensor>& in) {
                const Tensor y = Tensor::zeros(type, {5, 3});
                backend.linear(in[0], in[1], in[2], activation, y);
                return std::vector<Tensor>{y};
            },
            [=](Backend& backend, const std::vector<Tensor>& in, const std::vector<Tensor>& weights,
                const std::vector<Tensor>& gradients) {
                const Tensor y = Tensor::zeros(type, {5, 3});
                backend.linear(in[0], in[1], in[2], activation, y);
                backend.linearBackward(in[0], in[1], y, activation, weights[0], gradients[0], gradients[1],
                                       gradients[2]);
            }};
}

}  // namespace

void addLinearCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients) {
    for (const LinearCase& c : kLinearCases) {
        cases.push_back({"linear", labelOf(c), [c](Backend& b, DType t) { return runLinear(c, b, t); }});
        cases.push_back({"linearBackward", labelOf(c),
                         [c](Backend& b, DType t) { return runLinearBackward(c, 7, b, t); }});
    }
    for (int wanted = 0; wanted < 7; ++wanted)
        cases.push_back({"linearBackward", concat("only gradients ", wanted), [wanted](Backend& b, DType t) {
                             return runLinearBackward({37, 29, 31, true, wanted % 2 == 0}, wanted, b, t);
                         }});
    gradients.push_back(linearGradient(Activation::None));
    gradients.push_back(linearGradient(Activation::Relu));
}

}  // namespace vitrine::testing
