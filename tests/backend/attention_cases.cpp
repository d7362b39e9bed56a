#include <cmath>
#include <limits>
#include <memory>

#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

enum class Paint { None, Some, WholeRow };  ///< WholeRow also hides all keys from query row 1

struct AttentionCase {
    std::int64_t batch, heads, groups, queries, keys, keyWidth, valueWidth;
    bool causal = false;
    std::int64_t queryOffset = 0;
    bool lengths = false;  ///< key lengths that differ, the last of them 0
    Paint paint = Paint::None;
};

const AttentionCase kAttentionCases[] = {
    {1, 1, 1, 1, 1, 1, 1},
    {2, 4, 4, 5, 7, 8, 8},
    {2, 4, 4, 9, 9, 16, 16, true},
    {3, 4, 2, 6, 11, 12, 20},
    {2, 6, 1, 7, 7, 5, 3, true},
    {3, 2, 2, 4, 9, 8, 8, false, 0, true},
    {3, 4, 2, 10, 10, 8, 8, true, 0, true},
    {2, 4, 4, 1, 23, 32, 32, true, 22},
    {2, 4, 2, 1, 23, 32, 48, true, 17},
    {4, 8, 8, 1, 37, 16, 16, false, 0, true},
    {2, 2, 2, 3, 12, 8, 8, true, 5},
    {2, 2, 2, 4, 6, 8, 8, false, 0, false, Paint::Some},
    {3, 4, 2, 5, 6, 8, 12, true, 1, true, Paint::WholeRow},
    {4, 4, 4, 32, 32, 32, 32, true, 0, true},
    {3, 8, 8, 33, 47, 16, 16},
    {2, 2, 1, 70, 90, 64, 64, false, 0, true},
    {1, 2, 2, 90, 140, 17, 33, true, 50},
    {1, 1, 1, 3, 600, 40, 8},
};

std::string labelOf(const AttentionCase& c) {
    return concat("B=", c.batch, " h=", c.heads, " g=", c.groups, " T=", c.queries, " S=", c.keys,
                  " dk=", c.keyWidth, " dv=", c.valueWidth, c.causal ? " causal" : "",
                  " offset=", c.queryOffset, c.lengths ? " lengths" : "",
                  c.paint == Paint::None ? "" : " painted");
}

/// The arguments of one case and the tensors they look into. Heads of queries and keys start at a column of
/// their own among others, as in a fused projection; values lie as in a cache, (B, g, S, dv).
struct Attention {
    Tensor query, key, value, painted;
    std::vector<std::int32_t> lengths;
    AttentionArgs args;

    Attention(const AttentionCase& c, const Tensor& q, const Tensor& k, const Tensor& v)
        : query(q), key(k), value(v) {
        const DType type = q.type();
        args.query = headsOf(query, c.heads, c.keyWidth, 2);
        args.key = headsOf(key, c.groups, c.keyWidth, 1);
        args.value = cacheView(c, value);
        args.scale = 1 / std::sqrt(static_cast<double>(c.keyWidth));
        args.mask.causal = c.causal;
        args.mask.queryOffset = c.queryOffset;
        if (c.lengths) {
            for (std::int64_t b = 0; b < c.batch; ++b)
                lengths.push_back(static_cast<std::int32_t>(c.keys * (c.batch - 1 - b) / (c.batch - 1)));
            args.mask.keyLengths = lengths;
        }
        if (c.paint != Paint::None) {
            painted = paint(c, type);
            args.mask.painted = &painted;
        }
    }
    Attention(const Attention&) = delete;
    Attention& operator=(const Attention&) = delete;

    static Shape queryShape(const AttentionCase& c) {
        return {c.batch, c.queries, 2 + c.heads * c.keyWidth + 3};
    }
    static Shape keyShape(const AttentionCase& c) { return {c.batch, c.keys, 1 + c.groups * c.keyWidth}; }
    static Shape valueShape(const AttentionCase& c) { return {c.batch, c.groups, c.keys, c.valueWidth}; }

    static HeadsView cacheView(const AttentionCase& c, const Tensor& x) {
        return {x.type(),
                x.raw(),
                c.batch,
                c.groups,
                c.keys,
                c.valueWidth,
                c.groups * c.keys * c.valueWidth,
                c.keys * c.valueWidth,
                c.valueWidth};
    }

    static Tensor paint(const AttentionCase& c, DType type) {
        const Tensor mask = randomTensor(DType::F64, {c.queries, c.keys}, 100);
        for (std::int64_t i = 0; i < mask.count(); ++i) {
            const bool row = c.paint == Paint::WholeRow && i / c.keys == 1;
            if (row || i % 3 == 1) mask.data<double>()[i] = -std::numeric_limits<double>::infinity();
        }
        return mask.converted(type);
    }

    static std::unique_ptr<Attention> random(const AttentionCase& c, DType type) {
        return std::make_unique<Attention>(c, randomTensor(type, queryShape(c), 101),
                                           randomTensor(type, keyShape(c), 102),
                                           randomTensor(type, valueShape(c), 103));
    }
};

Outputs runAttention(const AttentionCase& c, bool training, Backend& backend, DType type) {
    const auto attention = Attention::random(c, type);
    const Tensor out = randomTensor(type, {c.batch, c.queries, c.heads * c.valueWidth}, 104);
    Outputs outputs{{"out", out}};
    if (training) {
        outputs.emplace_back("rowMax", randomTensor(type, {c.batch, c.heads, c.queries}, 105));
        outputs.emplace_back("rowSum", randomTensor(type, {c.batch, c.heads, c.queries}, 106));
    }
    backend.attention(attention->args, out, training ? outputs[1].second : Tensor(),
                      training ? outputs[2].second : Tensor());
    return outputs;
}

/// `wanted` picks which of dquery, dkey, dvalue exist (bits 1, 2, 4).
Outputs runAttentionBackward(const AttentionCase& c, int wanted, Backend& backend, DType type) {
    const auto attention = Attention::random(c, type);
    const Outputs forward = runAttention(c, true, backend, type);
    const Tensor dout = randomTensor(type, forward[0].second.shape(), 107);
    const Tensor dq = randomTensor(type, Attention::queryShape(c), 108);
    const Tensor dk = randomTensor(type, Attention::keyShape(c), 109);
    const Tensor dv = randomTensor(type, Attention::valueShape(c), 110);
    backend.attentionBackward(attention->args, forward[0].second, forward[1].second, forward[2].second, dout,
                              (wanted & 1) != 0 ? headsOf(dq, c.heads, c.keyWidth, 2) : HeadsView(),
                              (wanted & 2) != 0 ? headsOf(dk, c.groups, c.keyWidth, 1) : HeadsView(),
                              (wanted & 4) != 0 ? Attention::cacheView(c, dv) : HeadsView());
    return {{"dquery", dq}, {"dkey", dk}, {"dvalue", dv}};
}

Outputs runStages(const AttentionCase& c, Backend& backend, DType type) {
    const auto attention = Attention::random(c, type);
    const Shape shape{c.batch, c.heads, c.queries, c.keys};
    const AttentionStages stages{randomTensor(type, shape, 111), randomTensor(type, shape, 112),
                                 randomTensor(type, shape, 113), randomTensor(type, shape, 114)};
    backend.attentionStages(attention->args, stages);
    const AttentionStages one{Tensor(), Tensor(), Tensor(), randomTensor(type, shape, 115)};
    backend.attentionStages(attention->args, one);
    return {{"scores", stages.scores},
            {"scaled", stages.scaled},
            {"masked", stages.masked},
            {"weights", stages.weights},
            {"weights alone", one.weights}};
}

Outputs runApply(const AttentionCase& c, Backend& backend, DType type) {
    const auto attention = Attention::random(c, type);
    const Tensor out = randomTensor(type, {c.batch, c.queries, c.heads * c.valueWidth}, 116);
    backend.attentionApply(randomTensor(type, {c.batch, c.heads, c.queries, c.keys}, 117),
                           attention->args.value, out);
    return {{"out", out}};
}

GradientCase attentionGradient(const AttentionCase& c) {
    const DType type = DType::F64;
    const auto out = [c] { return Tensor::zeros(DType::F64, {c.batch, c.queries, c.heads * c.valueWidth}); };
    return {
        "attentionBackward",
        labelOf(c),
        {randomTensor(type, Attention::queryShape(c), 120), randomTensor(type, Attention::keyShape(c), 121),
         randomTensor(type, Attention::valueShape(c), 122)},
        [=](Backend& backend, const std::vector<Tensor>& in) {
            const Attention attention(c, in[0], in[1], in[2]);
            const Tensor y = out();
            backend.attention(attention.args, y, Tensor(), Tensor());
            return std::vector<Tensor>{y};
        },
        [=](Backend& backend, const std::vector<Tensor>& in, const std::vector<Tensor>& weights,
            const std::vector<Tensor>& gradients) {
            const Attention attention(c, in[0], in[1], in[2]);
            const Tensor y = out(), max = Tensor::zeros(type, {c.batch, c.heads, c.queries});
            const Tensor sum = max.clone();
            backend.attention(attention.args, y, max, sum);
            backend.attentionBackward(
                attention.args, y, max, sum, weights[0], headsOf(gradients[0], c.heads, c.keyWidth, 2),
                headsOf(gradients[1], c.groups, c.keyWidth, 1), Attention::cacheView(c, gradients[2]));
        }};
}

}  // namespace

void addAttentionCases(std::vector<OpCase>& cases, std::vector<GradientCase>& gradients) {
    for (const AttentionCase& c : kAttentionCases) {
        const std::string label = labelOf(c);
        cases.push_back(
            {"attention", label, [c](Backend& b, DType t) { return runAttention(c, true, b, t); }});
        cases.push_back({"attention", label + " not training",
                         [c](Backend& b, DType t) { return runAttention(c, false, b, t); }});
        cases.push_back({"attentionBackward", label,
                         [c](Backend& b, DType t) { return runAttentionBackward(c, 7, b, t); }});
        cases.push_back({"attentionStages", label, [c](Backend& b, DType t) { return runStages(c, b, t); }});
        cases.push_back({"attentionApply", label, [c](Backend& b, DType t) { return runApply(c, b, t); }});
    }
    for (int wanted = 0; wanted < 7; ++wanted)
        cases.push_back(
            {"attentionBackward", concat("only gradients ", wanted), [wanted](Backend& b, DType t) {
                 return runAttentionBackward({2, 4, 2, 6, 7, 8, 12, true}, wanted, b, t);
             }});
    gradients.push_back(attentionGradient({2, 2, 2, 3, 4, 3, 2}));
    gradients.push_back(attentionGradient({2, 4, 2, 3, 5, 2, 3, true, 1, true}));
    gradients.push_back(attentionGradient({2, 2, 1, 4, 4, 3, 3, true, 0, false, Paint::WholeRow}));
}

}  // namespace vitrine::testing
