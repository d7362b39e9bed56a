#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

struct EmbedCase {
    std::int64_t batch, length, vocabulary, width, firstPosition;
    bool positions;
    double dropout;
};

constexpr EmbedCase kEmbedCases[] = {
    {1, 1, 5, 8, 0, true, 0},        {1, 1, 5, 8, 3, true, 0},       {2, 7, 11, 13, 0, true, 0.25},
    {3, 5, 4, 64, 2, false, 0},      {16, 33, 50, 96, 0, true, 0.1}, {8, 64, 3, 129, 5, true, 0.5},
    {4, 32, 9, 1500, 0, false, 0.1},
};

std::string labelOf(const EmbedCase& c) {
    return concat("B=", c.batch, " N=", c.length, " V=", c.vocabulary, " d=", c.width,
                  " first=", c.firstPosition, c.positions ? " positions" : "", " p=", c.dropout);
}

DropoutSpec dropoutOf(const EmbedCase& c) {
    return {c.dropout, Rng(77, 5), siteKey("embedding")};
}

Outputs runEmbed(const EmbedCase& c, Backend& backend, DType type) {
    const Tensor ids = randomIds({c.batch, c.length}, c.vocabulary, 20);
    const Tensor table = randomTensor(type, {c.vocabulary, c.width}, 21);
    const Tensor positions =
        c.positions ? randomTensor(type, {c.firstPosition + c.length + 2, c.width}, 22) : Tensor();
    const Tensor y = randomTensor(type, {c.batch, c.length, c.width}, 23);
    backend.embed(ids, table, 3.5, positions, c.firstPosition, dropoutOf(c), y);
    return {{"y", y}};
}

Outputs runEmbedBackward(const EmbedCase& c, Backend& backend, DType type) {
    const Tensor ids = randomIds({c.batch, c.length}, c.vocabulary, 20);
    const Tensor dy = randomTensor(type, {c.batch, c.length, c.width}, 24);
    const Tensor dtable = randomTensor(type, {c.vocabulary, c.width}, 25);
    backend.embedBackward(ids, 3.5, dropoutOf(c), dy, dtable);
    return {{"dtable", dtable}};
}

GradientCase embedGradient() {
    const EmbedCase c{2, 3, 4, 5, 1, true, 0.3};
    return {"embedBackward",
            "ids that repeat, dropout",
            {randomTensor(DType::F64, {c.vocabulary, c.width}, 26)},
            [c](Backend& backend, const std::vector<Tensor>& in) {
                const Tensor y = Tensor::zeros(DType::F64, {c.batch, c.length, c.width});
                backend.embed(randomIds({c.batch, c.length}, c.vocabulary, 27), in[0], 2.25,
                              randomTensor(DType::F64, {6, c.width}, 28), c.firstPosition, dropoutOf(c), y);
                return std::vector<Tensor>{y};
            },
            [c](Backend& backend, const std::vector<Tensor>&, const std::vector<Tensor>& weights,
                const std::vector<Tensor>& gradients) {
                backend.embedBackward(randomIds({c.batch, c.length}, c.vocabulary, 27), 2.25, dropoutOf(c),
                                      weights[0], gradients[0]);
            }};
}

}  // namespace

void addEmbedCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients) {
    for (const EmbedCase& c : kEmbedCases) {
        cases.push_back({"embed", labelOf(c), [c](Backend& b, DType t) { return runEmbed(c, b, t); }});
        cases.push_back(
            {"embedBackward", labelOf(c), [c](Backend& b, DType t) { return runEmbedBackward(c, b, t); }});
    }
    gradients.push_back(embedGradient());
}

}  // namespace vitrine::testing
