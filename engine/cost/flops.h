#pragma once

#include <cstdint>

namespace vitrine {

/// Floating-point operations of matrix products; a multiplication and an addition count one each, so that a
/// product (a, b) x (b, c) has 2abc (note N-4.3.4). Biases, norms, softmax and look-ups count nothing by this
/// convention.
struct Flops {
    std::int64_t convention = 0;  ///< every cell counted: the closed forms of the note
    std::int64_t executed = 0;    ///< without the query-key cells that the mask's structure hides

    Flops& operator+=(const Flops& other) {
        convention += other.convention;
        executed += other.executed;
        return *this;
    }
    friend Flops operator+(Flops a, const Flops& b) { return a += b; }
    bool operator==(const Flops&) const = default;
};

/// A product that no mask makes smaller.
inline Flops product(std::int64_t a, std::int64_t b, std::int64_t c) {
    return {2 * a * b * c, 2 * a * b * c};
}

}  // namespace vitrine
