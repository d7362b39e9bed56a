#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace vitrine {

/// An integer that cannot be mistaken for another kind of index. The default value -1 means "none".
template <class Tag>
struct Index {
    std::int32_t value = -1;

    constexpr Index() = default;
    constexpr explicit Index(std::int64_t v) : value(static_cast<std::int32_t>(v)) {}
    constexpr bool valid() const { return value >= 0; }
    constexpr auto operator<=>(const Index&) const = default;
};

using TokenId = Index<struct TokenIdTag>;        ///< an entry of a vocabulary
using LayerIndex = Index<struct LayerIndexTag>;  ///< a layer of one stack, from 0
using HeadIndex = Index<struct HeadIndexTag>;    ///< an attention head of one layer, from 0
using StepIndex = Index<struct StepIndexTag>;    ///< a training step or a step of a translation, from 0
using SlotIndex = Index<struct SlotIndexTag>;    ///< a sequence held by a key/value cache, from 0

}  // namespace vitrine

template <class Tag>
struct std::hash<vitrine::Index<Tag>> {
    std::size_t operator()(vitrine::Index<Tag> index) const noexcept {
        return std::hash<std::int32_t>{}(index.value);
    }
};
