#include "engine/core/threading.h"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace vitrine {
namespace {
std::atomic<int> g_threads{0};  // 0 until first asked for

constexpr const char* kPatientSpins = "10000";  // some tens of microseconds

int defaultThreads() {
    const char* wanted = std::getenv("VITRINE_THREADS");
    const int count = wanted != nullptr ? std::atoi(wanted) : 0;
    return count > 0 ? count : std::max(1, omp_get_num_procs());
}
}  // namespace

int threadCount() {
    if (g_threads == 0) setThreadCount(0);
    return g_threads;
}

void setThreadCount(int count) {
    g_threads = count > 0 ? count : defaultThreads();
    omp_set_num_threads(g_threads);
}

void adoptThreadCount() {
    omp_set_num_threads(threadCount());
}

void usePatientThreads(char** argv) {
    if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
    setenv("GOMP_SPINCOUNT", kPatientSpins, 1);
    execv("/proc/self/exe", argv);  // returns only when it failed: then this process goes on, impatient
}

}  // namespace vitrine
