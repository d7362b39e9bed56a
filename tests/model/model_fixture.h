#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "engine/autograd/context.h"
#include "engine/model/transformer.h"

namespace vitrine {

/// A small untrained model in double on the reference backend. All sizes differ, so that a mix-up shows; the
/// output matrix is of its own.
class SmallModel : public ::testing::Test {
protected:
    static Contract contract() {
        Contract c;
        c.sourceVocabulary = 21;
        c.targetVocabulary = 23;
        c.width = 12;
        c.encoder = {{2, 5, 7, 20}, {3, 4, 6, 18}};
        c.decoder = {{1, 12, 9, 16}, {4, 3, 2, 40}};
        c.maxPositions = 16;
        c.tying = Tying::None;
        return c;
    }

    SmallModel() : m_model(contract(), DType::F64), m_backend(createBackend("reference")) {
        m_model.parameters().initialise(7);
        // Biases and norms start as zeros and ones; other numbers show whether they are used.
        const Rng rng(9);
        const Tensor values = m_model.parameters().values();
        for (std::int64_t i = m_model.parameters().decayedCount(); i < values.count(); ++i)
            values.data<double>()[i] += 0.3 * rng.normal(RandomUse::Test, 0, static_cast<std::uint64_t>(i));
    }

    ForwardContext context(Arena& arena) { return {*m_backend, arena}; }

    /// (B, N) i32.
    static Tensor ids(const std::vector<std::vector<int>>& rows) {
        const auto columns = static_cast<std::int64_t>(rows[0].size());
        const Tensor tensor = Tensor::zeros(DType::I32, {static_cast<std::int64_t>(rows.size()), columns});
        std::int32_t* cell = tensor.data<std::int32_t>();
        for (const auto& row : rows)
            for (const int id : row) *cell++ = id;
        return tensor;
    }

    /// Logits (B, T, Vt), cloned out of the arena.
    Tensor logits(const Tensor& source, const Tensor& target,
                  std::span<const std::int32_t> sourceLengths = {},
                  std::span<const std::int32_t> targetLengths = {}, Probe* probe = nullptr,
                  const Interventions* interventions = nullptr) {
        Arena arena;
        ForwardContext ctx = context(arena);
        ctx.probe = probe;
        ctx.interventions = interventions;
        const Variable memory = m_model.encode(ctx, source, sourceLengths);
        const Variable hidden = m_model.decode(ctx, target, targetLengths, memory, sourceLengths);
        return m_model.logits(ctx, hidden).clone();
    }

    Transformer m_model;
    std::unique_ptr<Backend> m_backend;
};

}  // namespace vitrine
