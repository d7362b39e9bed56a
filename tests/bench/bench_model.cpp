// Times training steps or greedy decoding of a preset and writes what a peer needs to do the same work:
//   bench_model train  PRESET VOCABULARY BATCH SOURCE TARGET SECONDS
//   bench_model decode PRESET VOCABULARY SOURCE TARGET SECONDS
//   bench_model dump   PRESET VOCABULARY BATCH SOURCE TARGET FILE.safetensors
// The last line of train and decode is "tokens_per_second X" (source and target tokens for training,
// generated tokens for decoding). tests/bench/peer.py drives it beside PyTorch.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/core/threading.h"
#include "engine/io/safetensors.h"
#include "engine/model/decoder_cache.h"
#include "engine/model/transformer.h"

namespace vitrine {
namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Ids 4..V-1, the same every time; labels end in nothing special: every position counts.
struct FixedBatch {
    Tensor source, target, labels;

    FixedBatch(std::int64_t batch, std::int64_t sourceLength, std::int64_t targetLength,
               std::int64_t vocabulary) {
        const Rng rng(5);
        const auto fill = [&](std::int64_t length, std::uint32_t site) {
            const Tensor ids = Tensor::zeros(DType::I32, {batch, length});
            for (std::int64_t i = 0; i < ids.count(); ++i)
                ids.data<std::int32_t>()[i] =
                    4 + static_cast<std::int32_t>(rng.below(vocabulary - 4, RandomUse::Test, site, i));
            return ids;
        };
        source = fill(sourceLength, 1);
        target = fill(targetLength, 2);
        labels = fill(targetLength, 3);
    }
    Batch view() const { return {source, target, labels, {}, {}}; }
};

double trainSpeed(Transformer& model, const FixedBatch& data, double seconds) {
    const auto backend = createBackend("cpu");
    ParameterStore& store = model.parameters();
    store.allocateGradients();
    const Tensor first = Tensor::zeros(DType::F32, store.values().shape());
    const Tensor second = Tensor::zeros(DType::F32, store.values().shape());
    Arena arena;
    Tape tape(arena);
    std::int64_t step = 0, measured = 0;
    const auto oneStep = [&] {
        ++step;
        arena.reset();
        store.gradients().fillZero();
        ForwardContext ctx{*backend, arena, &tape};
        ctx.rng = Rng(1, step);
        model.loss(ctx, data.view(), {0.1, 0, 1.0 / static_cast<double>(data.labels.count())});
        tape.backward(*backend);
        AdamWArgs adam;
        const double norm = std::sqrt(backend->sumOfSquares(store.gradients()));
        adam.gradientScale = norm > 1 ? 1 / norm : 1;
        adam.step = step;
        backend->adamW(store.values(), store.gradients(), first, second, adam);
    };
    for (int i = 0; i < 3; ++i) oneStep();
    const auto start = Clock::now();
    while (secondsSince(start) < seconds) {
        oneStep();
        ++measured;
    }
    return static_cast<double>(measured * (data.source.count() + data.target.count())) / secondsSince(start);
}

double decodeSpeed(const Transformer& model, const FixedBatch& data, std::int64_t targetLength,
                   double seconds) {
    const auto backend = createBackend("cpu");
    Arena arena;
    DecoderCache cache(model.contract(), DType::F32, 1, data.source.shape()[1], targetLength);
    const Tensor token = Tensor::zeros(DType::I32, {1, 1});
    std::int64_t generated = 0;
    const auto sentence = [&] {
        arena.reset();
        ForwardContext ctx{*backend, arena};
        model.startCache(ctx, cache, model.encode(ctx, data.source, {}), {});
        token.data<std::int32_t>()[0] = 1;
        for (std::int64_t t = 0; t < targetLength; ++t) {
            const ArenaScope scope(arena);
            const Tensor scores = model.step(ctx, cache, token);
            const float* row = scores.data<float>();
            token.data<std::int32_t>()[0] =
                static_cast<std::int32_t>(std::max_element(row, row + scores.count()) - row);
        }
        generated += targetLength;
    };
    for (int i = 0; i < 3; ++i) sentence();
    generated = 0;
    const auto start = Clock::now();
    while (secondsSince(start) < seconds) sentence();
    return static_cast<double>(generated) / secondsSince(start);
}

void dump(const Transformer& model, const FixedBatch& data, const std::string& path) {
    const auto backend = createBackend("cpu");
    Arena arena;
    ForwardContext ctx{*backend, arena};
    const Variable hidden = model.decode(ctx, data.target, {}, model.encode(ctx, data.source, {}), {});
    std::vector<NamedTensor> tensors = {{"x:source", data.source},
                                        {"x:target", data.target},
                                        {"x:labels", data.labels},
                                        {"x:logits", model.logits(ctx, hidden).clone()}};
    const ParameterStore& store = model.parameters();
    for (std::int64_t i = 0; i < store.size(); ++i)
        tensors.push_back({"p:" + store.name(ParameterId(i)), store.get(ParameterId(i)).value.clone()});
    writeSafetensors(path, tensors);
}

int run(const std::vector<std::string>& args) {
    const std::string mode = args.at(1);
    const std::int64_t vocabulary = std::stoll(args.at(3));
    Transformer model(presetContract(args.at(2), vocabulary, vocabulary));
    model.parameters().initialise(1);
    if (mode == "decode") {
        const FixedBatch data(1, std::stoll(args.at(4)), 1, vocabulary);
        std::printf("tokens_per_second %.1f\n",
                    decodeSpeed(model, data, std::stoll(args.at(5)), std::stod(args.at(6))));
        return 0;
    }
    const FixedBatch data(std::stoll(args.at(4)), std::stoll(args.at(5)), std::stoll(args.at(6)), vocabulary);
    if (mode == "dump")
        dump(model, data, args.at(7));
    else
        std::printf("tokens_per_second %.1f\n", trainSpeed(model, data, std::stod(args.at(7))));
    return 0;
}

}  // namespace
}  // namespace vitrine

int main(int argc, char** argv) {
    try {
        return vitrine::run({argv, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_model: %s\nusage: see the head of tests/bench/bench_model.cpp\n",
                     error.what());
        return 2;
    }
}
