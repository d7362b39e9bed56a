#pragma once

#include <cstdint>
#include <exception>
#include <type_traits>

namespace vitrine {

/// The one threading runtime is OpenMP, because oneDNN brings it: a second pool would fight for the cores.
/// Threads used by the engine, at least 1. Results are bit-identical for equal thread counts.
int threadCount();
/// Sets threadCount(); 0 means VITRINE_THREADS from the environment or else as many as the machine has cores.
void setThreadCount(int count);

/// First thing in main(): makes threads that wait for work sleep after some microseconds. libgomp spins for
/// milliseconds by default, which starves the window and every other program when a core is wanted (a pass
/// over a megabyte took 20 ms instead of 0.2 ms on a busy machine). The setting is read when libgomp is
/// loaded, so the program starts itself once more, unless the environment already says how to wait.
void usePatientThreads(char** argv);
/// Makes libraries that ask OpenMP follow threadCount() on the calling thread too. Call it once in every
/// thread that computes, before the first product; setThreadCount() does it for its own thread only.
void adoptThreadCount();

/// Into how many ranges parallelFor cuts [0, count): at most threadCount(), and each at least `grain` long
/// (the smallest range worth a thread), unless it is the only one.
inline int partCount(std::int64_t count, std::int64_t grain) {
    if (count <= 0) return 0;
    const std::int64_t wanted = grain > 1 ? count / grain : count;
    if (wanted <= 1) return 1;
    const int threads = threadCount();
    return wanted < threads ? static_cast<int>(wanted) : threads;
}

/// Calls body(begin, end) or body(part, begin, end) on disjoint ranges that cover [0, count), on several
/// threads when count is at least twice `grain`. The ranges depend only on count, grain and threadCount();
/// part counts them from 0 to partCount(count, grain) - 1. An exception of a body is thrown here once all
/// have ended.
template <class Body>
void parallelFor(std::int64_t count, std::int64_t grain, const Body& body) {
    const int parts = partCount(count, grain);
    const auto run = [&](int part) {
        const std::int64_t begin = count * part / parts, end = count * (part + 1) / parts;
        if constexpr (std::is_invocable_v<Body, int, std::int64_t, std::int64_t>)
            body(part, begin, end);
        else
            body(begin, end);
    };
    if (parts <= 1) {
        if (parts == 1) run(0);
        return;
    }
    std::exception_ptr failure;
#pragma omp parallel for num_threads(parts) schedule(static, 1)
    for (int part = 0; part < parts; ++part) {
        try {
            run(part);
        } catch (...) {
#pragma omp critical(vitrineParallelFailure)
            if (!failure) failure = std::current_exception();
        }
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace vitrine
