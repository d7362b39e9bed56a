#include "engine/backend/cpu/dropout.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/backend/cpu/vec.h"

namespace vitrine {
namespace {

// Philox 4x32-10 as in engine/core/rng.cpp, eight blocks at a time: 32-bit words in 64-bit lanes. Upper
// halves may hold rubbish until the end: products and the packing look at the lower halves only.
using Words = std::uint64_t __attribute__((vector_size(64)));

constexpr int kBlocks = 8;

/// The 64-bit products of the lower 32 bits of each lane.
Words multiply(Words a, std::uint64_t b) {
#if defined(__AVX512F__)
    // The masked form, because g++ 12 warns falsely about the plain one.
    return reinterpret_cast<Words>(_mm512_maskz_mul_epu32(0xFF, reinterpret_cast<__m512i>(a),
                                                          _mm512_set1_epi64(static_cast<long long>(b))));
#else
    return (a & 0xFFFFFFFFu) * b;
#endif
}

template <int... I>
Words lowPairs(Words a, Words b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I % 2 == 0 ? I / 2 : kBlocks + I / 2)...);
}
template <int... I>
Words highPairs(Words a, Words b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, (I % 2 == 0 ? 4 + I / 2 : kBlocks + 4 + I / 2)...);
}

struct Philox {
    std::uint32_t step, site;
    std::uint64_t seed;
};

/// The 16-bit numbers of kBlocks * Chains blocks from `block` on, in the order of the elements. Chains are
/// independent: they hide the latency of the products.
template <int Chains>
void makeNumbers(const Philox& key, std::uint64_t block, std::uint16_t* numbers) {
    const Words lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    Words c0[Chains], c1[Chains], c2[Chains], c3[Chains];
    for (int j = 0; j < Chains; ++j) {
        const Words index = lanes + (block + static_cast<std::uint64_t>(kBlocks * j));
        c0[j] = index;
        c1[j] = (index >> 32) | (std::uint64_t{static_cast<std::uint32_t>(RandomUse::Dropout)} << 24);
        c2[j] = Words{} + key.site;
        c3[j] = Words{} + key.step;
    }
    auto key0 = static_cast<std::uint32_t>(key.seed), key1 = static_cast<std::uint32_t>(key.seed >> 32);
    for (int round = 0; round < 10; ++round) {
        for (int j = 0; j < Chains; ++j) {
            const Words product0 = multiply(c0[j], 0xD2511F53), product1 = multiply(c2[j], 0xCD9E8D57);
            c0[j] = (product1 >> 32) ^ c1[j] ^ key0;
            c1[j] = product1;
            c2[j] = (product0 >> 32) ^ c3[j] ^ key1;
            c3[j] = product0;
        }
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
    using Pairs = std::make_integer_sequence<int, kBlocks>;
    for (int j = 0; j < Chains; ++j) {
        const Words first = (c0[j] & 0xFFFFFFFFu) | (c1[j] << 32);
        const Words second = (c2[j] & 0xFFFFFFFFu) | (c3[j] << 32);
        const Words halves[2] = {lowPairs(first, second, Pairs()), highPairs(first, second, Pairs())};
        std::memcpy(numbers + 8 * kBlocks * j, halves, sizeof halves);
    }
}

}  // namespace

DropoutStream::DropoutStream(const DropoutSpec& dropout, std::int64_t ahead)
    : m_seed(dropout.rng.seed()),
      m_step(static_cast<std::uint32_t>(dropout.rng.step())),
      m_site(dropout.site),
      m_threshold(static_cast<std::int32_t>(std::lround(dropout.probability * 65536))),
      m_scale(static_cast<float>(1 / (1 - dropout.probability))),
      m_ahead(ahead) {}

void DropoutStream::refill(std::int64_t first, std::int64_t count) {
    static_assert(kBatch == 8 * kBlocks);
    const Philox key{m_step, m_site, m_seed};
    std::uint16_t numbers[kLongest + 2 * kBatch];
    m_begin = first / 8 * 8;
    const std::int64_t wanted = first - m_begin + std::max(count, m_ahead);
    std::int64_t made = 0;
    for (; wanted - made > 2 * kBatch && made + 4 * kBatch <= kLongest + 2 * kBatch; made += 4 * kBatch)
        makeNumbers<4>(key, static_cast<std::uint64_t>((m_begin + made) / 8), numbers + made);
    for (; made < wanted; made += kBatch)
        makeNumbers<1>(key, static_cast<std::uint64_t>((m_begin + made) / 8), numbers + made);
    m_end = m_begin + made;
    using Numbers = std::uint16_t __attribute__((vector_size(kLanes * 2)));
    const Vec kept = broadcast(m_scale);
    for (std::int64_t i = 0; i < made; i += kLanes) {
        Numbers part;
        std::memcpy(&part, numbers + i, sizeof part);
        store(m_factors + i, __builtin_convertvector(part, VecInt) >= m_threshold ? kept : Vec{});
    }
}

}  // namespace vitrine
