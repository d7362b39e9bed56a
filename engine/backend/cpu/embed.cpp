#include <algorithm>

#include "engine/backend/check.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/cpu/dropout.h"
#include "engine/backend/cpu/gemm.h"
#include "engine/core/threading.h"

namespace vitrine {
namespace {

/// row[i] *= dropout factor of element first + i.
void dropRow(DropoutStream& dropout, std::int64_t first, std::int64_t count, float* row) {
    for (std::int64_t begin = 0; begin < count; begin += DropoutStream::kLongest) {
        const std::int64_t length = std::min(DropoutStream::kLongest, count - begin);
        const float* factors = dropout.factors(first + begin, length);
#pragma omp simd
        for (std::int64_t i = 0; i < length; ++i) row[begin + i] *= factors[i];
    }
}

/// into[i] += scale * dropout factor of element first + i * gradient[i].
void addDropped(DropoutStream& dropout, std::int64_t first, std::int64_t count, float scale,
                const float* gradient, float* into) {
    for (std::int64_t begin = 0; begin < count; begin += DropoutStream::kLongest) {
        const std::int64_t length = std::min(DropoutStream::kLongest, count - begin);
        const float* factors = dropout.factors(first + begin, length);
#pragma omp simd
        for (std::int64_t i = 0; i < length; ++i) into[begin + i] += scale * factors[i] * gradient[begin + i];
    }
}

}  // namespace

void CpuBackend::embed(const Tensor& ids, const Tensor& table, double scale, const Tensor& positions,
                       std::int64_t firstPosition, const DropoutSpec& dropout, const Tensor& y) {
    const EmbedSizes n = checkEmbed(ids, table, positions, firstPosition, dropout, y);
    const std::int32_t* id = ids.data<std::int32_t>();
    const float* entries = table.data<float>();
    const float* places = positions.defined() ? positions.data<float>() : nullptr;
    float* ys = y.data<float>();
    const auto factor = static_cast<float>(scale);
    parallelFor(n.rows, grainOf(kGrainBytes, n.width * 8), [&](std::int64_t begin, std::int64_t end) {
        DropoutStream random(dropout);
        for (std::int64_t r = begin; r < end; ++r) {
            const float* entry = entries + id[r] * n.width;
            float* row = ys + r * n.width;
            if (places != nullptr) {
                const float* place = places + (firstPosition + r % n.length) * n.width;
#pragma omp simd
                for (std::int64_t i = 0; i < n.width; ++i) row[i] = factor * entry[i] + place[i];
            } else {
#pragma omp simd
                for (std::int64_t i = 0; i < n.width; ++i) row[i] = factor * entry[i];
            }
            if (dropout.active()) dropRow(random, r * n.width, n.width, row);
        }
    });
}

void CpuBackend::embedBackward(const Tensor& ids, double scale, const DropoutSpec& dropout, const Tensor& dy,
                               const Tensor& dtable) {
    const EmbedSizes n = checkEmbedBackward(ids, dropout, dy, dtable);
    if (!dtable.defined()) return;
    const std::int32_t* id = ids.data<std::int32_t>();
    const float* gradient = dy.data<float>();
    float* into = dtable.data<float>();
    const auto factor = static_cast<float>(scale);
    // Threads share the columns, not the rows: two rows may hold the same id.
    parallelFor(n.width, grainOf(kGrainBytes, n.rows * 12), [&](std::int64_t begin, std::int64_t end) {
        DropoutStream random(dropout, std::min(end - begin, DropoutStream::kLongest));
        for (std::int64_t r = 0; r < n.rows; ++r) {
            const float* from = gradient + r * n.width + begin;
            float* to = into + id[r] * n.width + begin;
            if (dropout.active()) {
                addDropped(random, r * n.width + begin, end - begin, factor, from, to);
            } else {
#pragma omp simd
                for (std::int64_t i = 0; i < end - begin; ++i) to[i] += factor * from[i];
            }
        }
    });
}

}  // namespace vitrine
