#include "engine/tensor/arena.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

namespace {

std::atomic<long> allocations{0};

void* allocate(std::size_t bytes, std::size_t alignment) {
    ++allocations;
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

// Every allocation of this program goes through here. Not inlined, because g++ would then see free() beside a
// new and warn of a mismatch.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
    return allocate(bytes > 0 ? bytes : 1, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes > 0 ? bytes : 1, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

namespace vitrine {
namespace {

TEST(Arena, HandsOutAlignedMemoryThatDoesNotOverlap) {
    Arena arena(4096);
    std::vector<Tensor> tensors;
    for (int i = 0; i < 50; ++i) {
        const Tensor tensor = arena.tensor(i % 2 == 0 ? DType::F32 : DType::F64, {i, 3});
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.raw()) % 64, 0u);
        for (std::int64_t k = 0; k < tensor.count(); ++k) {
            if (tensor.type() == DType::F32)
                tensor.data<float>()[k] = static_cast<float>(i);
            else
                tensor.data<double>()[k] = i;
        }
        tensors.push_back(tensor);
    }
    for (int i = 0; i < 50; ++i)
        for (std::int64_t k = 0; k < tensors[i].count(); ++k) ASSERT_EQ(tensors[i].at(k), i);
}

TEST(Arena, GrowsByBlocksAndByWhatOneTensorNeeds) {
    Arena arena(1024);
    EXPECT_EQ(arena.capacityBytes(), 0u);
    arena.tensor(DType::F32, {10});
    EXPECT_EQ(arena.capacityBytes(), 1024u);
    arena.tensor(DType::F32, {1000});
    EXPECT_EQ(arena.capacityBytes(), 1024u + 4032u);
    EXPECT_EQ(arena.peakBytes(), 1024u + 4032u);  // the rest of the first block counts as taken
    arena.reset();
    EXPECT_EQ(arena.capacityBytes(), 1024u + 4032u);
}

TEST(Arena, ZerosAreZeroInUsedMemory) {
    Arena arena;
    const Tensor used = arena.tensor(DType::F32, {8});
    for (float& x : used.elements<float>()) x = 7;
    arena.reset();
    const Tensor zeros = arena.zeros(DType::F32, {8});
    EXPECT_EQ(zeros.raw(), used.raw());
    for (float x : zeros.elements<float>()) EXPECT_EQ(x, 0);
}

TEST(Arena, RewindsToAMark) {
    Arena arena(256);
    arena.tensor(DType::F32, {8});
    const Arena::Mark mark = arena.mark();
    const void* first = arena.tensor(DType::F32, {8}).raw();
    arena.tensor(DType::F32, {500});
    arena.rewind(mark);
    EXPECT_EQ(arena.tensor(DType::F32, {8}).raw(), first);
    const void* inside = nullptr;
    {
        const ArenaScope scope(arena);
        inside = arena.tensor(DType::F32, {8}).raw();
        EXPECT_NE(inside, first);
    }
    EXPECT_EQ(arena.tensor(DType::F32, {8}).raw(), inside);
}

TEST(Arena, AStepThatRepeatsAllocatesNothing) {
    Arena arena(2048);
    const auto step = [&arena] {
        arena.reset();
        for (int i = 1; i < 40; ++i) {
            const Tensor kept = arena.zeros(DType::F32, {i, 7});
            const ArenaScope scratch(arena);
            const Tensor tensor = arena.tensor(DType::F64, {i * i});
            tensor.data<double>()[0] = i;
            const Tensor view = kept.slice(0, 1).reshaped({7});
            view.data<float>()[0] = 1;
        }
    };
    step();
    const long before = allocations;
    EXPECT_GT(before, 0);
    const std::size_t capacity = arena.capacityBytes();
    for (int i = 0; i < 10; ++i) step();
    EXPECT_EQ(allocations, before);
    EXPECT_EQ(arena.capacityBytes(), capacity);
}

}  // namespace
}  // namespace vitrine
