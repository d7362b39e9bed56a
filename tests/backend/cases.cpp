#include "tests/backend/cases.h"

namespace vitrine::testing {
namespace {

struct AllCases {
    std::vector<OpCase> cases;
    std::vector<GradientCase> gradients;

    AllCases() {
        for (const auto add : {addLinearCases, addEmbedCases, addAttentionCases, addNormCases, addLossCases,
                               addOptimizerCases})
            add(cases, gradients);
    }
};

const AllCases& allCases() {
    static const AllCases all;
    return all;
}

}  // namespace

const std::vector<OpCase>& opCases() {
    return allCases().cases;
}

const std::vector<GradientCase>& gradientCases() {
    return allCases().gradients;
}

}  // namespace vitrine::testing
