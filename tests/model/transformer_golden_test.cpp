// The whole Transformer against golden values of a plain PyTorch model
// (tests/golden/make_transformer_golden.py): encoder output, logits, loss and every gradient, to 1e-5
// relative, on the reference backend in double and on every backend that supports float.

#include <gtest/gtest.h>

#include <cmath>

#include "engine/autograd/context.h"
#include "engine/io/safetensors.h"
#include "engine/model/transformer.h"

namespace vitrine {
namespace {

struct GoldenCase {
    const char* name;
    std::int64_t width, heads, keyWidth, valueWidth, ffnWidth, layers, sourceVocabulary, targetVocabulary;
    bool bias;
    Tying tying;
    bool scaleEmbedding;
    double smoothing;
};

const GoldenCase kCases[] = {
    {"transformer_tied_output", 8, 2, 4, 4, 12, 2, 11, 13, true, Tying::Output, true, 0.1},
    {"transformer_untied", 6, 3, 2, 4, 10, 1, 9, 12, false, Tying::None, false, 0.0},
    {"transformer_tied_all", 8, 1, 8, 8, 16, 1, 10, 10, true, Tying::All, true, 0.2},
};

Contract contractOf(const GoldenCase& c) {
    Contract contract;
    contract.name = c.name;
    contract.sourceVocabulary = c.sourceVocabulary;
    contract.targetVocabulary = c.targetVocabulary;
    contract.width = c.width;
    contract.encoder.assign(c.layers, {c.heads, c.keyWidth, c.valueWidth, c.ffnWidth});
    contract.decoder = contract.encoder;
    contract.attentionBias = contract.ffnBias = contract.outputBias = c.bias;
    contract.tying = c.tying;
    contract.scaleEmbedding = c.scaleEmbedding;
    contract.maxPositions = 16;
    return contract;
}

/// The largest difference in units of the largest golden magnitude.
double relativeError(const Tensor& actual, const Tensor& golden) {
    EXPECT_EQ(actual.shape(), golden.shape());
    double largest = 0, difference = 0;
    for (std::int64_t i = 0; i < golden.count(); ++i) {
        largest = std::max(largest, std::abs(golden.at(i)));
        difference = std::max(difference, std::abs(actual.at(i) - golden.at(i)));
    }
    return largest > 0 ? difference / largest : difference;
}

struct Run {
    const char* backend;
    DType type;
    double tolerance;
};

class TransformerGolden : public ::testing::TestWithParam<std::tuple<GoldenCase, Run>> {};

TEST_P(TransformerGolden, MatchesPyTorch) {
    const auto& [golden, run] = GetParam();
    const SafetensorsFile file(std::string(VITRINE_SOURCE_DIR "/tests/golden/") + golden.name +
                               ".safetensors");
    Transformer model(contractOf(golden), run.type);
    ParameterStore& parameters = model.parameters();
    parameters.allocateGradients();
    std::size_t goldenParameters = 0;
    for (const StoredTensor& stored : file.tensors()) goldenParameters += stored.name.rfind("p:", 0) == 0;
    ASSERT_EQ(goldenParameters, static_cast<std::size_t>(parameters.size()));
    for (std::int64_t i = 0; i < parameters.size(); ++i)
        parameters.get(ParameterId(i))
            .value.copyFrom(file.read("p:" + parameters.name(ParameterId(i)), run.type));

    const Tensor sourceLengths = file.read("x:source_lengths", DType::I32);
    const Tensor targetLengths = file.read("x:target_lengths", DType::I32);
    Batch batch;
    batch.source = file.read("x:source", DType::I32);
    batch.targetInput = file.read("x:target", DType::I32);
    batch.labels = file.read("x:labels", DType::I32);
    batch.sourceLengths = sourceLengths.elements<std::int32_t>();
    batch.targetLengths = targetLengths.elements<std::int32_t>();

    const auto backend = createBackend(run.backend);
    Arena arena;
    ForwardContext watching{*backend, arena};
    const Variable memory = model.encode(watching, batch.source, batch.sourceLengths);
    const Variable hidden =
        model.decode(watching, batch.targetInput, batch.targetLengths, memory, batch.sourceLengths);
    EXPECT_LT(relativeError(memory.value, file.read("x:memory", run.type)), run.tolerance);
    EXPECT_LT(relativeError(model.logits(watching, hidden), file.read("x:logits", run.type)), run.tolerance);

    Tape tape(arena);
    ForwardContext training{*backend, arena, &tape};
    const std::int64_t tokens = 12;  // 4 + 6 + 2 valid labels
    const LossSums sums = model.loss(training, batch, {golden.smoothing, 0, 1.0 / tokens});
    tape.backward(*backend);
    EXPECT_EQ(sums.tokens, tokens);
    const double loss = file.read("x:loss", DType::F64).at(0);
    EXPECT_NEAR(sums.loss / tokens, loss, run.tolerance * loss);
    for (std::int64_t i = 0; i < parameters.size(); ++i) {
        const std::string& name = parameters.name(ParameterId(i));
        const Tensor gradient = parameters.get(ParameterId(i)).gradient;
        if (name.ends_with("key.bias")) {
            // Zero in exact arithmetic: softmax ignores what is added to every score of a row. Both sides
            // hold noise.
            for (std::int64_t k = 0; k < gradient.count(); ++k) EXPECT_NEAR(gradient.at(k), 0, 1e-7) << name;
            continue;
        }
        EXPECT_LT(relativeError(gradient, file.read("g:" + name, run.type)), run.tolerance)
            << "gradient of " << name;
    }
}

// Double agrees to rounding, float to the 1e-5 that the project promises.
INSTANTIATE_TEST_SUITE_P(AllBackends, TransformerGolden,
                         ::testing::Combine(::testing::ValuesIn(kCases),
                                            ::testing::Values(Run{"reference", DType::F64, 1e-9},
                                                              Run{"reference", DType::F32, 1e-5},
                                                              Run{"cpu", DType::F32, 1e-5})),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param).name) + "_" +
                                    std::get<1>(info.param).backend + "_" +
                                    std::string(nameOf(std::get<1>(info.param).type));
                         });

}  // namespace
}  // namespace vitrine
