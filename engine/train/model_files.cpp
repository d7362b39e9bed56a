#include "engine/train/model_files.h"

namespace vitrine {

std::vector<NamedTensor> namedParameters(const ParameterStore& store) {
    std::vector<NamedTensor> result;
    for (std::int64_t i = 0; i < store.size(); ++i)
        result.push_back({store.name(ParameterId(i)), store.get(ParameterId(i)).value});
    return result;
}

void assignParameters(ParameterStore& store, std::span<const NamedTensor> tensors) {
    requireTensors("model", shapesOf(tensors), shapesOf(namedParameters(store)));
    for (const NamedTensor& item : tensors) store.get(store.find(item.name)).value.copyFrom(item.tensor);
}

Transformer modelOf(const Checkpoint& checkpoint) {
    Transformer model(checkpoint.contract);
    assignParameters(model.parameters(), checkpoint.parameters);
    return model;
}

}  // namespace vitrine
