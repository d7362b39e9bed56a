#include "engine/backend/cpu/cpu_backend.h"

#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// The widest vector instructions this program was compiled for.
const char* vectorUnit() {
#if defined(__AVX512F__)
    return "AVX-512";
#elif defined(__AVX2__)
    return "AVX2";
#else
    return "128-bit vectors";
#endif
}

}  // namespace

std::string CpuBackend::description() const {
    return concat("CPU, ", threadCount(), threadCount() == 1 ? " thread, " : " threads, ", vectorUnit());
}

}  // namespace vitrine
