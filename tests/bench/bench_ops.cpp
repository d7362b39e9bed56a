// Speed of single ops of a backend: bench_ops [backend] [threads] [filter]. Prints for each call the best and
// the median time, GFLOP/s and GB/s (computed from the best). Not a test: numbers depend on the machine.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "engine/backend/backend.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

double now() {
    if (threadCount() == 1) {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Bench {
    std::string name;
    double flops = 0;  ///< of one call
    double bytes = 0;  ///< compulsory memory traffic of one call
    std::function<void()> call;
};

Tensor randomTensor(const Shape& shape, double scale = 1) {
    static std::uint32_t stream = 0;
    ++stream;
    const Tensor tensor = Tensor::zeros(DType::F32, shape);
    for (std::int64_t i = 0; i < tensor.count(); ++i)
        tensor.data<float>()[i] =
            static_cast<float>(scale * (Rng(1).uniform(RandomUse::Test, stream, i) - 0.5));
    return tensor;
}

Tensor randomIds(const Shape& shape, std::int64_t bound) {
    const Tensor ids = Tensor::zeros(DType::I32, shape);
    for (std::int64_t i = 0; i < ids.count(); ++i)
        ids.data<std::int32_t>()[i] = static_cast<std::int32_t>(Rng(1).below(bound, RandomUse::Test, 0, i));
    return ids;
}

void report(const Bench& bench) {
    bench.call();
    std::vector<double> seconds;
    double total = 0;
    while (seconds.size() < 7 || (total < 0.3 && seconds.size() < 20000)) {
        const double begin = now();
        bench.call();
        seconds.push_back(now() - begin);
        total += seconds.back();
    }
    std::sort(seconds.begin(), seconds.end());
    const double best = seconds.front();
    std::printf("%-46s best %10.2f us  median %10.2f us  %7.1f GFLOP/s  %7.1f GB/s\n", bench.name.c_str(),
                best * 1e6, seconds[seconds.size() / 2] * 1e6, bench.flops / best * 1e-9,
                bench.bytes / best * 1e-9);
}

void addLinear(Backend& backend, std::vector<Bench>& list, double rows, double in, double out) {
    const auto R = static_cast<std::int64_t>(rows), I = static_cast<std::int64_t>(in),
               O = static_cast<std::int64_t>(out);
    const Tensor x = randomTensor({R, I}), w = randomTensor({O, I}), b = randomTensor({O});
    const Tensor y = randomTensor({R, O}), dy = randomTensor({R, O});
    const Tensor dx = randomTensor({R, I}), dw = randomTensor({O, I}), db = randomTensor({O});
    const std::string size = std::to_string(R) + "x" + std::to_string(I) + "x" + std::to_string(O);
    const double flops = 2 * rows * in * out, bytes = 4 * (rows * in + in * out + rows * out);
    list.push_back(
        {"linear " + size, flops, bytes, [=, &backend] { backend.linear(x, w, b, Activation::None, y); }});
    list.push_back({"linear relu " + size, flops, bytes,
                    [=, &backend] { backend.linear(x, w, b, Activation::Relu, y); }});
    if (R > 1)
        list.push_back({"linearBackward relu " + size, 2 * flops, 2 * bytes, [=, &backend] {
                            backend.linearBackward(x, w, y, Activation::Relu, dy, dx, dw, db);
                        }});
}

void addAttention(Backend& backend, std::vector<Bench>& list, std::int64_t B, std::int64_t h, std::int64_t T,
                  std::int64_t S, std::int64_t dh, bool causal) {
    const Tensor q = randomTensor({B, T, h * dh}, 4), k = randomTensor({B, S, h * dh}, 4),
                 v = randomTensor({B, S, h * dh});
    const Tensor out = randomTensor({B, T, h * dh}), dout = randomTensor({B, T, h * dh});
    const Tensor max = randomTensor({B, h, T}), sum = randomTensor({B, h, T});
    const Tensor dq = randomTensor({B, T, h * dh}), dk = randomTensor({B, S, h * dh}),
                 dv = randomTensor({B, S, h * dh});
    AttentionArgs args;
    args.query = headsOf(q, h, dh);
    args.key = headsOf(k, h, dh);
    args.value = headsOf(v, h, dh);
    args.scale = 1 / std::sqrt(static_cast<double>(dh));
    args.mask.causal = causal;
    args.mask.queryOffset = causal ? S - T : 0;
    const std::string size =
        concat("B=", B, " h=", h, " T=", T, " S=", S, " dh=", dh, causal ? " causal" : "");
    const double flops = 4. * static_cast<double>(B * h * T * S * dh) * (causal && T > 1 ? 0.5 : 1);
    const double bytes = 4. * static_cast<double>(B * h * dh * (2 * T + 2 * S));
    list.push_back({"attention " + size, flops, bytes, [=, &backend] {
                        backend.attention(args, out, T > 1 ? max : Tensor(), T > 1 ? sum : Tensor());
                        (void)q, (void)k, (void)v;
                    }});
    if (T > 1)
        list.push_back({"attentionBackward " + size, 2.5 * flops, 2 * bytes, [=, &backend] {
                            backend.attentionBackward(args, out, max, sum, dout, headsOf(dq, h, dh),
                                                      headsOf(dk, h, dh), headsOf(dv, h, dh));
                            (void)q, (void)k, (void)v;
                        }});
}

void addNorms(Backend& backend, std::vector<Bench>& list, double rows, double width, double probability) {
    const Shape shape{static_cast<std::int64_t>(rows), static_cast<std::int64_t>(width)};
    const Tensor x = randomTensor(shape), f = randomTensor(shape), y = randomTensor(shape),
                 sum = randomTensor(shape);
    const Tensor dy = randomTensor(shape), dx = randomTensor(shape), df = randomTensor(shape);
    const Tensor mean = randomTensor({shape[0]}), rstd = randomTensor({shape[0]});
    const Tensor gamma = randomTensor({shape[1]}), beta = randomTensor({shape[1]});
    const Tensor dgamma = randomTensor({shape[1]}), dbeta = randomTensor({shape[1]});
    const DropoutSpec dropout{probability, Rng(3, 4), 5};
    const std::string size = concat(rows, "x", width, " p=", probability);
    list.push_back({"addNorm " + size, 8 * rows * width, 16 * rows * width, [=, &backend] {
                        backend.addNorm(x, f, dropout, gamma, beta, 1e-5, y, sum, mean, rstd);
                    }});
    if (rows > 1)
        list.push_back({"addNormBackward " + size, 16 * rows * width, 24 * rows * width, [=, &backend] {
                            backend.addNormBackward(sum, mean, rstd, dropout, gamma, dy, dx, df, dgamma,
                                                    dbeta);
                        }});
}

void addEmbed(Backend& backend, std::vector<Bench>& list, std::int64_t rows, std::int64_t width,
              std::int64_t vocabulary) {
    const Tensor ids = randomIds({rows / 32, 32}, vocabulary), table = randomTensor({vocabulary, width});
    const Tensor positions = randomTensor({32, width}), y = randomTensor({rows, width});
    const DropoutSpec dropout{0.1, Rng(3, 4), 5};
    const double bytes = 12. * static_cast<double>(rows * width);
    const std::string size = concat(rows, "x", width, " V=", vocabulary, " p=0.1");
    list.push_back({"embed " + size, 0, bytes,
                    [=, &backend] { backend.embed(ids, table, 16, positions, 0, dropout, y); }});
    list.push_back({"embedBackward " + size, 0, bytes,
                    [=, &backend] { backend.embedBackward(ids, 16, dropout, y, table); }});
}

void addLoss(Backend& backend, std::vector<Bench>& list, double rows, double width, double vocabulary) {
    const auto R = static_cast<std::int64_t>(rows), d = static_cast<std::int64_t>(width),
               V = static_cast<std::int64_t>(vocabulary);
    const Tensor x = randomTensor({R, d}), w = randomTensor({V, d}, 0.2), b = randomTensor({V});
    const Tensor dx = randomTensor({R, d}), dw = randomTensor({V, d}), db = randomTensor({V});
    const Tensor labels = randomIds({R}, V);
    const std::string size = concat(rows, "x", width, "x", vocabulary);
    const double flops = 2 * rows * width * vocabulary, bytes = 4 * width * (rows + vocabulary);
    list.push_back(
        {"linearCrossEntropy forward " + size, flops, bytes, [=, &backend] {
             backend.linearCrossEntropy(x, w, b, labels, {0.1, 0, 0}, Tensor(), Tensor(), Tensor());
         }});
    list.push_back({"linearCrossEntropy gradients " + size, 3 * flops, 3 * bytes, [=, &backend] {
                        backend.linearCrossEntropy(x, w, b, labels, {0.1, 0, 1e-3}, dx, dw, db);
                    }});
}

void addOptimizer(Backend& backend, std::vector<Bench>& list, double count) {
    const Shape shape{static_cast<std::int64_t>(count)};
    const Tensor values = randomTensor(shape), gradients = randomTensor(shape);
    const Tensor first = Tensor::zeros(DType::F32, shape), second = Tensor::zeros(DType::F32, shape);
    list.push_back({concat("adamW ", count), 14 * count, 28 * count,
                    [=, &backend] { backend.adamW(values, gradients, first, second, {}); }});
    list.push_back({concat("sumOfSquares ", count), 2 * count, 4 * count,
                    [=, &backend] { (void)backend.sumOfSquares(gradients); }});
}

int run(int argc, char** argv) {
    const std::string name = argc > 1 ? argv[1] : "cpu", filter = argc > 3 ? argv[3] : "";
    setThreadCount(argc > 2 ? std::atoi(argv[2]) : 0);
    const auto backend = createBackend(name);
    std::printf("%s\n", backend->description().c_str());
    std::vector<std::function<void(std::vector<Bench>&)>> groups = {
        [&](auto& list) { addLinear(*backend, list, 1024, 256, 256); },
        [&](auto& list) { addLinear(*backend, list, 1024, 256, 1024); },
        [&](auto& list) { addLinear(*backend, list, 2048, 64, 64); },
        [&](auto& list) { addLinear(*backend, list, 2048, 128, 128); },
        [&](auto& list) { addLinear(*backend, list, 32, 256, 256); },
        [&](auto& list) { addLinear(*backend, list, 4, 256, 256); },
        [&](auto& list) { addLinear(*backend, list, 1, 256, 256); },
        [&](auto& list) { addLinear(*backend, list, 1, 256, 1024); },
        [&](auto& list) { addLinear(*backend, list, 1, 1024, 256); },
        [&](auto& list) { addLinear(*backend, list, 1, 512, 128); },
        [&](auto& list) { addLinear(*backend, list, 1, 64, 1000); },
        [&](auto& list) { addLinear(*backend, list, 1, 256, 8000); },
        [&](auto& list) { addAttention(*backend, list, 16, 4, 32, 32, 32, false); },
        [&](auto& list) { addAttention(*backend, list, 16, 4, 32, 32, 32, true); },
        [&](auto& list) { addAttention(*backend, list, 64, 4, 16, 16, 16, true); },
        [&](auto& list) { addAttention(*backend, list, 8, 8, 128, 128, 32, true); },
        [&](auto& list) { addAttention(*backend, list, 2, 8, 512, 512, 64, true); },
        [&](auto& list) { addAttention(*backend, list, 1, 4, 1, 32, 32, true); },
        [&](auto& list) { addAttention(*backend, list, 1, 8, 1, 64, 32, true); },
        [&](auto& list) { addNorms(*backend, list, 1024, 256, 0); },
        [&](auto& list) { addNorms(*backend, list, 1024, 256, 0.1); },
        [&](auto& list) { addNorms(*backend, list, 2048, 64, 0.1); },
        [&](auto& list) { addNorms(*backend, list, 1, 256, 0); },
        [&](auto& list) { addEmbed(*backend, list, 1024, 256, 8000); },
        [&](auto& list) { addLoss(*backend, list, 1024, 256, 8000); },
        [&](auto& list) { addLoss(*backend, list, 2048, 64, 1000); },
        [&](auto& list) { addOptimizer(*backend, list, 1e7); },
        [&](auto& list) { addOptimizer(*backend, list, 1e5); },
    };
    for (const auto& group : groups) {
        std::vector<Bench> list;
        group(list);
        for (const Bench& bench : list)
            if (bench.name.find(filter) != std::string::npos) report(bench);
    }
    return 0;
}

}  // namespace
}  // namespace vitrine

int main(int argc, char** argv) {
    return vitrine::run(argc, argv);
}
