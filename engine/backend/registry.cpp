#include "engine/backend/backend.h"
#include "engine/backend/cpu/cpu_backend.h"
#include "engine/backend/reference/reference_backend.h"

namespace vitrine {

const std::vector<std::string_view>& backendOpNames() {
    static const std::vector<std::string_view> names = {"linear",
                                                        "linearBackward",
                                                        "embed",
                                                        "embedBackward",
                                                        "attention",
                                                        "attentionBackward",
                                                        "attentionStages",
                                                        "attentionApply",
                                                        "addNorm",
                                                        "addNormBackward",
                                                        "add",
                                                        "layerNorm",
                                                        "linearCrossEntropy",
                                                        "adamW",
                                                        "sumOfSquares"};
    return names;
}

std::unique_ptr<Backend> createBackend(std::string_view name) {
    if (name == "reference") return std::make_unique<ReferenceBackend>();
    if (name == "cpu") return std::make_unique<CpuBackend>();
    fail("backend", "there is no backend \"", name, "\", expected \"reference\" or \"cpu\"");
}

}  // namespace vitrine
