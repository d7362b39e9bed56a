#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/tensor/tensor.h"
#include "engine/trace/site.h"

namespace vitrine {

/// One change to a run; everything downstream of it follows.
struct Intervention {
    enum class Action : std::uint8_t {
        Set,      ///< the selected elements become `value`
        Scale,    ///< the selected elements are multiplied by `value` (0 switches a head or a sublayer off)
        Replace,  ///< the whole tensor becomes `replacement` (equal count)
        Bypass    ///< the stage is skipped: Scaled := Scores, Masked := Scaled, Norm := Sum
    };
    Site site;
    Action action = Action::Scale;
    /// The selected elements: all batch entries, and along each axis one index or -1 for all.
    /// head: of Scores..Weights and Heads; row: query position N; column: key position M or feature.
    std::int32_t head = -1, row = -1, column = -1;
    float value = 0;
    Tensor replacement{};

    bool operator==(const Intervention& other) const;
};

/// An immutable list; empty for an untouched run.
class Interventions {
public:
    Interventions() = default;
    explicit Interventions(std::vector<Intervention> items) : m_items(std::move(items)) {}

    bool empty() const { return m_items.empty(); }
    const std::vector<Intervention>& items() const { return m_items; }
    bool touches(const Site& site) const;
    /// True when any stage between scores and heads of this attention (or its mask) is changed.
    bool touchesAttention(Stack stack, std::int16_t layer, Part part) const;
    bool bypasses(const Site& site) const;
    /// Applies every Set, Scale and Replace of the site in order. heads: how many heads the tensor holds, for
    /// Heads (B, N, h*dv); ignored for (B, h, N, M). Throws Error when an index is outside the tensor, except
    /// for target positions of the decoder: those that are not written yet are left alone.
    void apply(const Site& site, const Tensor& tensor, std::int64_t heads = 1) const;

    bool operator==(const Interventions& other) const { return m_items == other.m_items; }

private:
    std::vector<Intervention> m_items;
};

}  // namespace vitrine
