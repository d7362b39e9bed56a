#pragma once

#include <cstdint>
#include <string>

namespace vitrine::testing {

/// Counts allocations of the whole process between its construction and stop(), by who asked: our code (the
/// program itself, the engine is linked into it) or a library (oneDNN, OpenMP). Calls through the C++ library
/// belong to whoever called it. One counter at a time. Link allocation_counter.cpp into the test program: it
/// replaces malloc and its family there.
class AllocationCounter {
public:
    AllocationCounter();
    ~AllocationCounter() { stop(); }
    AllocationCounter(const AllocationCounter&) = delete;
    AllocationCounter& operator=(const AllocationCounter&) = delete;

    void stop();
    std::int64_t ours() const;
    std::int64_t libraries() const;
    /// The callers of our first allocation, innermost first, for a failing test's message.
    std::string whereOurs() const;

    /// False under a sanitizer, which has its own malloc.
    static bool works();
};

}  // namespace vitrine::testing
