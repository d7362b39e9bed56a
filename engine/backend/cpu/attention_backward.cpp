#include <algorithm>

#include "engine/backend/cpu/attention_block.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// One call, and where one thread keeps its intermediate matrices. Rows of queries, keys and output gradients
/// whose width is not a multiple of a vector are copied to padded rows first; their gradients are made in
/// padded rows and then added.
struct Pass {
    const AttentionArgs& args;
    const AttentionSizes& n;
    const float *rowMax, *rowSum, *dout;
    const HeadsView &dquery, &dkey, &dvalue;

    std::int64_t keyPad() const { return paddedToLanes(n.keyWidth); }
    std::int64_t valuePad() const { return paddedToLanes(n.valueWidth); }
    std::int64_t widest() const { return std::max(keyPad(), valuePad()); }
    std::int64_t doutStride() const { return n.heads * n.valueWidth; }
};

struct Memory {
    float *transposed, *scores, *dscores, *rows, *products;

    static std::int64_t floats(const Pass& pass) {
        const std::int64_t block = QueryBlock::kRows, longest = std::max(pass.n.keys, block);
        return block * pass.widest() + 2 * block * pass.n.keys + 2 * longest * pass.widest();
    }
    Memory(const Pass& pass, float* from) {
        const std::int64_t block = QueryBlock::kRows, longest = std::max(pass.n.keys, block);
        transposed = from;                            // (dk or dv, block)
        scores = transposed + block * pass.widest();  // (S, block)
        dscores = scores + block * pass.n.keys;       // (S, block)
        rows = dscores + block * pass.n.keys;         // padded copies
        products = rows + longest * pass.widest();    // padded results
    }
};

/// to (rows, width) += A (rows, depth) from (depth, width), by way of padded rows where the width asks for
/// it.
void addProduct(const Memory& memory, std::int64_t rows, std::int64_t width, std::int64_t depth, Strided a,
                const float* from, std::int64_t fromStride, float* to, std::int64_t toStride) {
    const std::int64_t padded = paddedToLanes(width);
    if (padded == width) {
        tileProduct<true>(rows, width, depth, a, from, fromStride, to, toStride);
        return;
    }
    packRows(from, fromStride, depth, width, memory.rows, padded);
    tileProduct<false>(rows, padded, depth, a, memory.rows, padded, memory.products, padded);
    addRows(memory.products, padded, rows, width, to, toStride);
}

/// Scores become weights P, and dP becomes dS = scale * P * (dP - sum_s P dP), in place.
void softmaxBackward(const Pass& pass, const QueryBlock& block, float* weights, float* dweights) {
    alignas(64) float shift[QueryBlock::kRows] = {}, inverse[QueryBlock::kRows] = {};
    const std::int64_t at = (block.b * pass.n.heads + block.h) * pass.n.queries + block.first;
    for (std::int64_t t = 0; t < block.rows; ++t)
        if (pass.rowSum[at + t] > 0) {
            shift[t] = pass.rowMax[at + t];
            inverse[t] = 1 / pass.rowSum[at + t];
        }
    const Vec scale = broadcast(static_cast<float>(pass.args.scale));
    for (std::int64_t lane = 0; lane < block.padded; lane += kLanes) {
        const Vec max = load(shift + lane), factor = load(inverse + lane);
        Vec mean{};
        for (std::int64_t s = 0; s < block.end; ++s) {
            const std::int64_t i = s * block.padded + lane;
            const Vec weight = exponential(block.masked(load(weights + i), s, lane) - max) * factor;
            store(weights + i, weight);
            mean += weight * load(dweights + i);
        }
        for (std::int64_t s = 0; s < block.end; ++s) {
            const std::int64_t i = s * block.padded + lane;
            store(dweights + i, load(weights + i) * (load(dweights + i) - mean) * scale);
        }
    }
}

/// dV += P^T dout, dK += dS^T Q, dQ += dS K for one block of queries.
void attendBlockBackward(const Pass& pass, const QueryBlock& block, const Memory& memory) {
    const AttentionSizes& n = pass.n;
    const AttentionArgs& args = pass.args;
    const float* const dout =
        pass.dout + ((block.b * n.queries + block.first) * n.heads + block.h) * n.valueWidth;
    block.score(args, n, memory.transposed, memory.scores);
    packTransposed(dout, pass.doutStride(), block.rows, n.valueWidth, 1.f, memory.transposed, block.padded);
    tileProduct<false>(block.end, block.padded, n.valueWidth,
                       {args.value.at<float>(block.b, block.g, 0), args.value.rowStride, 1},
                       memory.transposed, block.padded, memory.dscores, block.padded);
    softmaxBackward(pass, block, memory.scores, memory.dscores);
    if (pass.dvalue.data != nullptr)
        addProduct(memory, block.end, n.valueWidth, block.rows, {memory.scores, block.padded, 1}, dout,
                   pass.doutStride(), pass.dvalue.at<float>(block.b, block.g, 0), pass.dvalue.rowStride);
    if (pass.dkey.data != nullptr)
        addProduct(memory, block.end, n.keyWidth, block.rows, {memory.dscores, block.padded, 1},
                   args.query.at<float>(block.b, block.h, block.first), args.query.rowStride,
                   pass.dkey.at<float>(block.b, block.g, 0), pass.dkey.rowStride);
    if (pass.dquery.data != nullptr)
        addProduct(memory, block.rows, n.keyWidth, block.end, {memory.dscores, 1, block.padded},
                   args.key.at<float>(block.b, block.g, 0), args.key.rowStride,
                   pass.dquery.at<float>(block.b, block.h, block.first), pass.dquery.rowStride);
}

}  // namespace

void CpuBackend::attentionBackward(const AttentionArgs& args, const Tensor& out, const Tensor& rowMax,
                                   const Tensor& rowSum, const Tensor& dout, const HeadsView& dquery,
                                   const HeadsView& dkey, const HeadsView& dvalue) {
    const AttentionSizes n = checkAttentionBackward(args, out, rowMax, rowSum, dout, dquery, dkey, dvalue);
    const Pass pass{args, n,     rowMax.data<float>(), rowSum.data<float>(), dout.data<float>(), dquery,
                    dkey, dvalue};
    // Threads share key/value heads: query heads that read the same one add to the same gradients.
    const std::int64_t pairs = n.batch * n.groups;
    const std::int64_t flops = n.share() * n.queries * n.keys * (6 * n.keyWidth + 4 * n.valueWidth);
    const std::int64_t grain = grainOf(kGrainFlops, flops);
    const ArenaScope scope(m_scratch);
    const std::int64_t perPart = paddedToLanes(Memory::floats(pass));
    float* memory = scratch(partCount(pairs, grain) * perPart);
    parallelFor(pairs, grain, [&](int part, std::int64_t begin, std::int64_t end) {
        const Memory mine(pass, memory + part * perPart);
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t b = i / n.groups, g = i % n.groups;
            for (std::int64_t h = g * n.share(); h < (g + 1) * n.share(); ++h)
                for (std::int64_t t = 0; t < n.queries; t += QueryBlock::kRows)
                    attendBlockBackward(pass, QueryBlock(args, n, b, h, t), mine);
        }
    });
}

}  // namespace vitrine
