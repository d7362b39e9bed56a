#pragma once

#include <cstdint>

namespace vitrine {

/// The one threading runtime is OpenMP, because oneDNN brings it: a second pool would fight for the cores.
/// Threads used by the engine, at least 1. Results are bit-identical for equal thread counts.
int threadCount();
/// Sets threadCount(); 0 means as many as the machine has cores.
void setThreadCount(int count);

/// Calls body(begin, end) on disjoint ranges that cover [0, count), on several threads when count exceeds
/// `grain` (the smallest range worth a thread). The ranges depend only on count, grain and threadCount().
template <class Body>
void parallelFor(std::int64_t count, std::int64_t grain, const Body& body) {
    const std::int64_t wanted = grain > 0 ? (count + grain - 1) / grain : count;
    const int threads = static_cast<int>(wanted < threadCount() ? wanted : threadCount());
    if (threads <= 1) {
        if (count > 0) body(std::int64_t{0}, count);
        return;
    }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int part = 0; part < threads; ++part) body(count * part / threads, count * (part + 1) / threads);
}

}  // namespace vitrine
