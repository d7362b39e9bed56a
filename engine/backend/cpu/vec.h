#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace vitrine {

/// Vectors of floats, as the vector extension of g++ and clang has them: +, -, *, /, comparisons and ?: work
/// lane by lane. kLanes is what one register of this machine holds.
#if defined(__AVX512F__)
constexpr std::int64_t kLanes = 16;
#else
constexpr std::int64_t kLanes = 8;
#endif
using Vec = float __attribute__((vector_size(kLanes * 4)));
using VecInt = std::int32_t __attribute__((vector_size(kLanes * 4)));

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// The smallest multiple of kLanes that is at least n.
constexpr std::int64_t paddedToLanes(std::int64_t n) {
    return (n + kLanes - 1) / kLanes * kLanes;
}

inline Vec load(const float* from) {
    Vec v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

inline void store(float* to, Vec v) {
    std::memcpy(to, &v, sizeof v);
}

/// The first `count` (0 to kLanes) elements, zeros behind; never touches memory beyond them.
inline Vec loadPart(const float* from, std::int64_t count) {
#if defined(__AVX512F__)
    return _mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1), from);
#else
    Vec v{};
    std::memcpy(&v, from, static_cast<std::size_t>(count) * sizeof(float));
    return v;
#endif
}

inline void storePart(float* to, Vec v, std::int64_t count) {
#if defined(__AVX512F__)
    _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1), v);
#else
    std::memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(float));
#endif
}

inline Vec broadcast(float value) {
    return value - Vec{};
}

inline Vec larger(Vec a, Vec b) {
    return a > b ? a : b;
}

/// 0, 1, 2, ... kLanes - 1.
inline VecInt laneNumbers() {
    VecInt v{};
    for (int i = 0; i < kLanes; ++i) v[i] = i;
    return v;
}

namespace detail {

// Of two vectors, what one step of a butterfly over lanes at distance H keeps low and high.
template <int H, int... I>
[[gnu::always_inline]] inline Vec lowHalves(Vec a, Vec b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, ((I & H) == 0 ? I : static_cast<int>(kLanes) + I - H)...);
}
template <int H, int... I>
[[gnu::always_inline]] inline Vec highHalves(Vec a, Vec b, std::integer_sequence<int, I...>) {
    return __builtin_shufflevector(a, b, ((I & H) == 0 ? I + H : static_cast<int>(kLanes) + I)...);
}
using Lanes = std::make_integer_sequence<int, static_cast<int>(kLanes)>;

template <int H>
[[gnu::always_inline]] inline void transposeStep(Vec* v) {
    if constexpr (H > 0) {
        for (int i = 0; i < kLanes; ++i)
            if ((i & H) == 0) {
                const Vec a = v[i], b = v[i + H];
                v[i] = lowHalves<H>(a, b, Lanes());
                v[i + H] = highHalves<H>(a, b, Lanes());
            }
        transposeStep<H / 2>(v);
    }
}

template <int H>
[[gnu::always_inline]] inline Vec sumStep(Vec* v) {
    if constexpr (H > 0) {
        for (int i = 0; i < H; ++i)
            v[i] = lowHalves<H>(v[i], v[i + H], Lanes()) + highHalves<H>(v[i], v[i + H], Lanes());
        return sumStep<H / 2>(v);
    }
    return v[0];
}

}  // namespace detail

/// Transposes kLanes vectors as a square matrix, in registers.
inline void transpose(Vec* v) {
    detail::transposeStep<static_cast<int>(kLanes / 2)>(v);
}

/// Lane i of the result is the sum of the lanes of v[i]; overwrites v.
inline Vec laneSums(Vec* v) {
    return detail::sumStep<static_cast<int>(kLanes / 2)>(v);
}

inline float sumOfLanes(Vec v) {
    float sum[kLanes];
    store(sum, v);
    for (std::int64_t half = kLanes / 2; half > 0; half /= 2)
        for (std::int64_t i = 0; i < half; ++i) sum[i] += sum[i + half];
    return sum[0];
}

inline float largestLane(Vec v) {
    float most[kLanes];
    store(most, v);
    for (std::int64_t half = kLanes / 2; half > 0; half /= 2)
        for (std::int64_t i = 0; i < half; ++i) most[i] = most[i] > most[i + half] ? most[i] : most[i + half];
    return most[0];
}

/// e^x for x up to 88, with a relative error below 2e-7; 0 for x below -87 (-infinity too). The reduction and
/// the polynomial are those of Cephes' expf (Moshier).
inline Vec exponential(Vec x) {
    const Vec lowest = broadcast(-87.f);
    const Vec bounded = x < lowest ? lowest : x;
    const Vec toInteger = broadcast(12582912.f);  // 1.5 * 2^23: adding it rounds to an integer
    const Vec n = (bounded * 1.44269504088896341f + toInteger) - toInteger;
    const Vec r = (bounded - n * 0.693359375f) - n * -2.12194440e-4f;
    Vec p = broadcast(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = (p * (r * r) + r) + 1.f;
    const VecInt exponent = (__builtin_convertvector(n, VecInt) + 127) << 23;
    Vec power;
    std::memcpy(&power, &exponent, sizeof power);
    return x < lowest ? Vec{} : p * power;
}

}  // namespace vitrine
