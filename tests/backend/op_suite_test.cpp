#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/core/threading.h"
#include "tests/backend/cases.h"

namespace vitrine {
namespace {

using namespace vitrine::testing;

/// The tolerance table, for every backend: how far a float result may be from the reference in double, as a
/// fraction of the largest element of the result.
double toleranceOf(const std::string& op) {
    static const std::map<std::string, double> table = {
        {"linear", 2e-6},
        {"linearBackward", 3e-6},
        {"embed", 5e-7},
        {"embedBackward", 3e-6},
        {"attention", 2e-6},
        {"attentionBackward", 5e-6},
        {"attentionStages", 2e-6},
        {"attentionApply", 2e-6},
        {"addNorm", 2e-6},
        {"addNormBackward", 3e-6},
        {"add", 2e-7},
        {"layerNorm", 2e-6},
        {"adamW", 1e-6},
        {"linearCrossEntropy", 5e-6},
        {"sumOfSquares", 1e-6},
    };
    const auto entry = table.find(op);
    return entry == table.end() ? 0 : entry->second;
}

/// The outputs of every case on the reference in double, computed once.
const std::vector<Outputs>& expectedOutputs() {
    static const std::vector<Outputs> all = [] {
        const auto reference = createBackend("reference");
        std::vector<Outputs> outputs;
        for (const OpCase& c : opCases()) outputs.push_back(c.run(*reference, DType::F64));
        return outputs;
    }();
    return all;
}

struct Device {
    std::string backend;
    int threads;

    friend std::ostream& operator<<(std::ostream& out, const Device& device) {
        return out << device.backend << " with " << device.threads << " threads";
    }
};

class OpSuite : public ::testing::TestWithParam<Device> {
protected:
    void SetUp() override {
#if defined(__SANITIZE_THREAD__)
        if (GetParam().threads > 1)
            GTEST_SKIP() << "the thread sanitizer sees races that libgomp does not have";
#endif
        setThreadCount(GetParam().threads);
    }
    void TearDown() override {
        setThreadCount(0);
    }
};

TEST_P(OpSuite, AgreesWithTheReferenceInDouble) {
    const auto backend = createBackend(GetParam().backend);
    std::map<std::string, double> worst;
    for (std::size_t k = 0; k < opCases().size(); ++k) {
        const OpCase& c = opCases()[k];
        const Outputs &expected = expectedOutputs()[k], got = c.run(*backend, DType::F32);
        ASSERT_EQ(expected.size(), got.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            const double error = relativeError(got[i].second, expected[i].second);
            worst[c.op] = std::max(worst[c.op], error);
            EXPECT_LE(error, toleranceOf(c.op)) << c.op << ' ' << c.label << ": " << got[i].first;
        }
    }
    for (const auto& [op, error] : worst) RecordProperty("worst_" + op, std::to_string(error * 1e6) + "e-6");
}

TEST_P(OpSuite, RepeatsTheSameBitsWithFreshAndUsedScratch) {
    if (GetParam().backend == "reference") GTEST_SKIP() << "plain loops without scratch";
    const auto used = createBackend(GetParam().backend);
    for (const OpCase& c : opCases()) {
        const auto fresh = createBackend(GetParam().backend);
        const Outputs first = c.run(*used, DType::F32);
        EXPECT_TRUE(sameBits(first, c.run(*used, DType::F32))) << c.op << ' ' << c.label;
        EXPECT_TRUE(sameBits(first, c.run(*fresh, DType::F32))) << c.op << ' ' << c.label;
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, OpSuite,
                         ::testing::Values(Device{"reference", 1}, Device{"cpu", 1}, Device{"cpu", 2},
                                           Device{"cpu", 3}),
                         [](const auto& info) {
                             return info.param.backend + std::to_string(info.param.threads);
                         });

}  // namespace
}  // namespace vitrine
