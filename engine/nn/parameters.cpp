#include "engine/nn/parameters.h"

#include <cmath>

namespace vitrine {

ParameterId ParameterStore::declare(std::string name, const Shape& shape, Initial initial) {
    require(!m_values.defined(), "parameters", "'", name, "' is declared after the store was allocated");
    m_items.push_back({std::move(name), shape, initial, 0});
    return ParameterId(size() - 1);
}

void ParameterStore::allocate() {
    std::int64_t offset = 0;
    for (const bool matrices : {true, false}) {
        for (Item& item : m_items) {
            if ((item.shape.rank() >= 2) != matrices) continue;
            item.offset = offset;
            offset += item.shape.count();
        }
        if (matrices) m_decayed = offset;
    }
    m_values = Tensor::zeros(m_type, {offset});
}

void ParameterStore::allocateGradients() {
    if (!m_gradients.defined()) m_gradients = Tensor::zeros(m_type, m_values.shape());
}

namespace {

double initialValue(Initial initial, const Shape& shape, const Rng& rng, std::uint32_t site,
                    std::uint64_t index) {
    switch (initial) {
        case Initial::Zero:
            return 0;
        case Initial::One:
            return 1;
        case Initial::Embedding:
            return rng.normal(RandomUse::Init, site, index) / std::sqrt(static_cast<double>(shape[-1]));
        case Initial::XavierUniform: {
            const double bound = std::sqrt(6.0 / static_cast<double>(shape[0] + shape[1]));
            return (2 * rng.uniformDouble(RandomUse::Init, site, index) - 1) * bound;
        }
    }
    return 0;
}

}  // namespace

void ParameterStore::initialise(std::uint64_t seed) {
    const Rng rng(seed);
    for (std::int64_t i = 0; i < size(); ++i) {
        const Item& item = m_items[static_cast<std::size_t>(i)];
        const Tensor value = get(ParameterId(i)).value;
        const std::uint32_t site = siteKey(item.name);
        for (std::int64_t k = 0; k < value.count(); ++k) {
            const double number =
                initialValue(item.initial, item.shape, rng, site, static_cast<std::uint64_t>(k));
            if (m_type == DType::F64)
                value.data<double>()[k] = number;
            else
                value.data<float>()[k] = static_cast<float>(number);
        }
    }
}

ParameterId ParameterStore::find(std::string_view name) const {
    for (std::int64_t i = 0; i < size(); ++i)
        if (m_items[static_cast<std::size_t>(i)].name == name) return ParameterId(i);
    fail("parameters", "the model has no parameter '", name, "'");
}

Variable ParameterStore::view(std::int64_t offset, const Shape& shape) const {
    const std::int64_t end = offset + shape.count();
    return {m_values.slice(offset, end).reshaped(shape),
            m_gradients.defined() ? m_gradients.slice(offset, end).reshaped(shape) : Tensor()};
}

Variable ParameterStore::get(ParameterId id) const {
    return view(item(id).offset, item(id).shape);
}

Variable ParameterStore::joined(ParameterId first, ParameterId last) const {
    const Item& begin = item(first);
    std::int64_t rows = 0, end = begin.offset;
    for (std::int32_t i = first.value; i <= last.value; ++i) {
        const Item& part = m_items[static_cast<std::size_t>(i)];
        if (part.shape.rank() != begin.shape.rank()) continue;  // weights and biases are declared in turn
        require(part.offset == end && (part.shape.rank() == 1 || part.shape[1] == begin.shape[1]),
                "parameters", "'", part.name, "' is not adjacent to '", begin.name, "'");
        rows += part.shape[0];
        end += part.shape.count();
    }
    return view(begin.offset, begin.shape.rank() == 1 ? Shape{rows} : Shape{rows, begin.shape[1]});
}

}  // namespace vitrine
