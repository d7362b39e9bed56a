#include "tests/support/allocation_counter.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define VITRINE_OWN_MALLOC 0
#else
#define VITRINE_OWN_MALLOC 1
#endif

#include <execinfo.h>
#include <link.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {

enum class Owner { Ours, CxxLibrary, Library };

struct Module {
    std::uintptr_t begin = 0, end = 0;
    Owner owner = Owner::Library;
};

constexpr int kFrames = 24;
std::array<Module, 256> g_modules;
std::size_t g_moduleCount = 0;
std::atomic<bool> g_counting{false};
std::atomic<std::int64_t> g_ours{0}, g_libraries{0};
void* g_firstFrames[kFrames];
std::atomic<int> g_firstFrameCount{0};

int addModule(dl_phdr_info* info, std::size_t, void*) {
    const char* name = info->dlpi_name;
    Owner owner = Owner::Library;
    if (name == nullptr || *name == '\0')
        owner = Owner::Ours;
    else if (std::strstr(name, "libstdc++") != nullptr || std::strstr(name, "libc.so") != nullptr)
        owner = Owner::CxxLibrary;
    for (int i = 0; i < info->dlpi_phnum && g_moduleCount < g_modules.size(); ++i) {
        const auto& segment = info->dlpi_phdr[i];
        if (segment.p_type != PT_LOAD) continue;
        const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
        g_modules[g_moduleCount++] = {begin, begin + segment.p_memsz, owner};
    }
    return 0;
}

Owner ownerOf(const void* address) {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    for (std::size_t i = 0; i < g_moduleCount; ++i)
        if (place >= g_modules[i].begin && place < g_modules[i].end) return g_modules[i].owner;
    return Owner::Library;
}

}  // namespace

#if VITRINE_OWN_MALLOC

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

/// Two frames above this one stands whoever called malloc.
__attribute__((noinline)) void note() {
    static thread_local bool inside = false;
    if (inside) return;
    inside = true;
    void* frames[kFrames];
    const int count = backtrace(frames, kFrames);
    Owner owner = Owner::Library;
    for (int i = 2; i < count; ++i) {
        owner = ownerOf(frames[i]);
        if (owner != Owner::CxxLibrary) break;
    }
    if (owner == Owner::Ours) {
        if (g_ours.fetch_add(1) == 0) {
            std::memcpy(g_firstFrames, frames, sizeof frames);
            g_firstFrameCount = count;
        }
    } else {
        g_libraries.fetch_add(1);
    }
    inside = false;
}

/// Keeps the caller's frame: without work after note() the compiler would jump instead of calling.
inline void* noted(void* memory) {
    if (g_counting.load(std::memory_order_relaxed)) {
        note();
        asm volatile("" ::: "memory");
    }
    return memory;
}

}  // namespace

extern "C" {
void* malloc(std::size_t bytes) {
    return noted(__libc_malloc(bytes));
}
void* calloc(std::size_t count, std::size_t bytes) {
    return noted(__libc_calloc(count, bytes));
}
void* realloc(void* old, std::size_t bytes) {
    return noted(__libc_realloc(old, bytes));
}
void* memalign(std::size_t alignment, std::size_t bytes) {
    return noted(__libc_memalign(alignment, bytes));
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return noted(__libc_memalign(alignment, bytes));
}
int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) {
    *out = noted(__libc_memalign(alignment, bytes));
    return *out != nullptr ? 0 : ENOMEM;
}
}

#endif

namespace vitrine::testing {

AllocationCounter::AllocationCounter() {
    void* frames[4];
    backtrace(frames, 4);  // loads what it needs
    g_moduleCount = 0;
    dl_iterate_phdr(addModule, nullptr);
    g_ours = g_libraries = 0;
    g_firstFrameCount = 0;
    g_counting = true;
}

void AllocationCounter::stop() {
    g_counting = false;
}

std::int64_t AllocationCounter::ours() const {
    return g_ours;
}

std::int64_t AllocationCounter::libraries() const {
    return g_libraries;
}

std::string AllocationCounter::whereOurs() const {
    std::string text;
    char** names = backtrace_symbols(g_firstFrames, g_firstFrameCount);
    for (int i = 2; names != nullptr && i < g_firstFrameCount; ++i) text += std::string(names[i]) + '\n';
    std::free(names);
    return text;
}

bool AllocationCounter::works() {
    return VITRINE_OWN_MALLOC != 0;
}

}  // namespace vitrine::testing
