#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

struct LossCase {
    std::int64_t rows, width, vocabulary;
    bool bias;
    double smoothing;
    int wanted;  ///< which of dx, dw, db exist (bits 1, 2, 4)
};

constexpr LossCase kLossCases[] = {
    {1, 8, 5, true, 0, 7},         {7, 13, 11, false, 0.1, 3},   {33, 16, 101, true, 0.1, 7},
    {200, 8, 1000, true, 0, 7},    {50, 16, 4099, true, 0.1, 7}, {20, 9, 37, true, 0.1, 0},
    {20, 9, 37, true, 0.1, 1},     {20, 9, 37, true, 0.1, 2},    {20, 9, 37, true, 0.1, 4},
    {70, 3, 17000, false, 0.1, 3},  // more than one chunk of rows
};

std::string labelOf(const LossCase& c) {
    return concat("R=", c.rows, " d=", c.width, " V=", c.vocabulary, c.bias ? " bias" : "",
                  " smoothing=", c.smoothing, " gradients=", c.wanted);
}

Tensor scalar(double value) {
    const Tensor result = Tensor::zeros(DType::F64, {1});
    result.data<double>()[0] = value;
    return result;
}

Outputs runLoss(const LossCase& c, Backend& backend, DType type) {
    const Tensor x = randomTensor(type, {c.rows, c.width}, 70),
                 w = randomTensor(type, {c.vocabulary, c.width}, 71);
    const Tensor b = c.bias ? randomTensor(type, {c.vocabulary}, 72) : Tensor();
    const Tensor labels = randomIds({c.rows}, c.vocabulary, 73);
    for (std::int64_t r = 2; r < c.rows; r += 5) labels.data<std::int32_t>()[r] = 0;  // ignored rows
    Tensor dx, dw, db;
    Outputs outputs;
    if ((c.wanted & 1) != 0) outputs.emplace_back("dx", dx = randomTensor(type, {c.rows, c.width}, 74, 0.1));
    if ((c.wanted & 2) != 0)
        outputs.emplace_back("dw", dw = randomTensor(type, {c.vocabulary, c.width}, 75, 0.1));
    if ((c.wanted & 4) != 0) outputs.emplace_back("db", db = randomTensor(type, {c.vocabulary}, 76, 0.1));
    const LossArgs args{c.smoothing, 0, 0.5};
    const LossSums sums = backend.linearCrossEntropy(x, w, b, labels, args, dx, dw, db);
    outputs.emplace_back("loss", scalar(sums.loss));
    outputs.emplace_back("negativeLogLikelihood", scalar(sums.negativeLogLikelihood));
    outputs.emplace_back("tokens", scalar(static_cast<double>(sums.tokens)));
    outputs.emplace_back("correct", scalar(static_cast<double>(sums.correct)));
    return outputs;
}

GradientCase lossGradient(double smoothing) {
    const DType type = DType::F64;
    const Tensor labels = randomIds({6}, 7, 77);
    labels.data<std::int32_t>()[1] = -100;  // ignored
    return {"linearCrossEntropy",
            concat("smoothing=", smoothing),
            {randomTensor(type, {6, 4}, 78), randomTensor(type, {7, 4}, 79), randomTensor(type, {7}, 80)},
            [=](Backend& backend, const std::vector<Tensor>& in) {
                const LossSums sums = backend.linearCrossEntropy(
                    in[0], in[1], in[2], labels, {smoothing, -100, 0}, Tensor(), Tensor(), Tensor());
                return std::vector<Tensor>{scalar(sums.loss)};
            },
            [=](Backend& backend, const std::vector<Tensor>& in, const std::vector<Tensor>& weights,
                const std::vector<Tensor>& gradients) {
                backend.linearCrossEntropy(in[0], in[1], in[2], labels, {smoothing, -100, weights[0].at(0)},
                                           gradients[0], gradients[1], gradients[2]);
            }};
}

}  // namespace

void addLossCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients) {
    for (const LossCase& c : kLossCases)
        cases.push_back(
            {"linearCrossEntropy", labelOf(c), [c](Backend& b, DType t) { return runLoss(c, b, t); }});
    gradients.push_back(lossGradient(0));
    gradients.push_back(lossGradient(0.1));
}

}  // namespace vitrine::testing
