#include "engine/core/threading.h"

#include <omp.h>

#include <algorithm>

namespace vitrine {
namespace {
int g_threads = 0;  // 0 until first asked for; set once at start-up, before engine threads exist
}

int threadCount() {
    if (g_threads == 0) g_threads = std::max(1, omp_get_num_procs());
    return g_threads;
}

void setThreadCount(int count) {
    g_threads = count > 0 ? count : std::max(1, omp_get_num_procs());
    omp_set_num_threads(g_threads);
}

}  // namespace vitrine
