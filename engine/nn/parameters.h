#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/autograd/tape.h"
#include "engine/core/ids.h"

namespace vitrine {

/// How a parameter starts out.
enum class Initial : std::uint8_t {
    Zero,
    One,
    XavierUniform,  ///< uniform in +-sqrt(6 / (in + out)) for a matrix (out, in) (Glorot and Bengio 2010)
    Embedding       ///< normal with standard deviation d^-1/2 for a table (V, d)
};

using ParameterId = Index<struct ParameterIdTag>;

/// All trained tensors of a model in one flat buffer: matrices (weight-decayed) first, then vectors. Names
/// are hierarchical and stable ("decoder.0.cross.query.weight"); checkpoints hold names, never positions.
/// Parameters of one kind declared one after another are adjacent in memory, so that joined() can show the
/// query, key and value weights of an attention as one matrix without copying.
class ParameterStore {
public:
    explicit ParameterStore(DType type) : m_type(type) {}

    /// Declares a parameter; matrices (rank 2) are decayed, vectors are not. Only before allocate().
    ParameterId declare(std::string name, const Shape& shape, Initial initial);
    void allocate();
    /// Gives every parameter a gradient (zero).
    void allocateGradients();
    /// Fills every parameter as declared; a pure function of the seed and the names.
    void initialise(std::uint64_t seed);

    DType type() const { return m_type; }
    std::int64_t size() const { return static_cast<std::int64_t>(m_items.size()); }
    const std::string& name(ParameterId id) const { return item(id).name; }
    const Shape& shape(ParameterId id) const { return item(id).shape; }
    /// Throws Error for an unknown name.
    ParameterId find(std::string_view name) const;

    Variable get(ParameterId id) const;
    /// Parameters first..last as one, stacked along the first axis. They must be adjacent and agree in the
    /// other axes.
    Variable joined(ParameterId first, ParameterId last) const;

    Tensor values() const { return m_values; }        ///< flat, all parameters
    Tensor gradients() const { return m_gradients; }  ///< flat, undefined until allocateGradients()
    std::int64_t decayedCount() const {
        return m_decayed;
    }  ///< the first elements of the flat buffers are decayed

private:
    struct Item {
        std::string name;
        Shape shape;
        Initial initial;
        std::int64_t offset = 0;
    };
    const Item& item(ParameterId id) const { return m_items[static_cast<std::size_t>(id.value)]; }
    Variable view(std::int64_t offset, const Shape& shape) const;

    DType m_type;
    std::vector<Item> m_items;
    std::int64_t m_decayed = 0;
    Tensor m_values, m_gradients;
};

}  // namespace vitrine
