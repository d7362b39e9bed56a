#include "engine/io/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "engine/tensor/float16.h"
#include "tests/io/io_helpers.h"
#include "tests/io/safetensors_helpers.h"

namespace vitrine {
namespace {

using testing::HasSubstr;

std::vector<NamedTensor> mixedTensors() {
    return {{"b.weight", tensorOf<float>({2, 2}, {1.5f, -2.f, 0.25f, 3e38f})},
            {"a\"é课", tensorOf<std::int32_t>({3}, {1, INT32_MIN, INT32_MAX})},
            {"z", tensorOf<double>({1}, {0.1})},
            {"empty", Tensor::zeros(DType::F32, {0, 3})},
            {"scalar", tensorOf<float>({}, {7.f})}};
}

// The bytes that the Python package safetensors 0.8.0 writes for these tensors.
TEST(Safetensors, WritesTheBytesOfTheFormatsOwnWriter) {
    const std::string expected =
        std::string("\x50\x01\x00\x00\x00\x00\x00\x00", 8) +
        R"({"__metadata__":{"format":"pt"},"z":{"dtype":"F64","shape":[1],"data_offsets":[0,8]},)"
        R"("b.weight":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]},)"
        R"("empty":{"dtype":"F32","shape":[0,3],"data_offsets":[24,24]},)"
        R"("scalar":{"dtype":"F32","shape":[],"data_offsets":[24,28]},)"
        "\"a\\\"\xc3\xa9\xe8\xaf\xbe\":"
        R"({"dtype":"I32","shape":[3],"data_offsets":[28,40]}}      )" +
        std::string(
            "\x9a\x99\x99\x99\x99\x99\xb9?\x00\x00\xc0?\x00\x00\x00\xc0\x00\x00\x80>\xe6\xb1"
            "a\x7f\x00\x00\xe0@\x01\x00\x00\x00\x00\x00\x00\x80\xff\xff\xff\x7f",
            40);
    const TemporaryFolder folder;
    writeSafetensors(folder / "a.safetensors", mixedTensors());
    EXPECT_EQ(readBytes(folder / "a.safetensors"), expected);
}

TEST(Safetensors, ReadsBackWhatItWrote) {
    const TemporaryFolder folder;
    writeSafetensors(folder / "a", mixedTensors(), FloatStorage::AsIs, {{"who", "我"}});
    const SafetensorsFile file(folder / "a");
    for (const NamedTensor& named : mixedTensors()) {
        const Tensor tensor = file.read(named.name, named.tensor.type());
        EXPECT_TRUE(sameTensor(tensor, named.tensor)) << named.name;
    }
    EXPECT_EQ(file.metadata(), (std::map<std::string, std::string>{{"format", "pt"}, {"who", "我"}}));
    EXPECT_EQ(file.elementCount(), 9);
    ASSERT_EQ(file.tensors().size(), 5u);
    EXPECT_EQ(file.tensors()[0].name, "a\"é课");
    EXPECT_EQ(file.tensors()[0].type, "I32");
    EXPECT_EQ(file.shapes()[2], (NamedShape{"empty", {0, 3}}));
    EXPECT_EQ(file.find("nothing"), nullptr);
}

TEST(Safetensors, TheOrderOfTheTensorsDoesNotMatter) {
    const TemporaryFolder folder;
    std::vector<NamedTensor> tensors = mixedTensors();
    writeSafetensors(folder / "a", tensors);
    std::reverse(tensors.begin(), tensors.end());
    writeSafetensors(folder / "b", tensors);
    EXPECT_EQ(readBytes(folder / "a"), readBytes(folder / "b"));
}

TEST(Safetensors, AnEmptyFileOfTensorsIsFine) {
    const TemporaryFolder folder;
    writeSafetensors(folder / "a", {});
    EXPECT_TRUE(SafetensorsFile(folder / "a").readAll().empty());
}

TEST(Safetensors, StoresHalvesForShipping) {
    const TemporaryFolder folder;
    // More than one chunk of the writer and of the reader.
    const Tensor tensor = Tensor::zeros(DType::F32, {100, 1000});
    for (int i = 0; i < 100'000; ++i) tensor.data<float>()[i] = std::sin(0.01f * static_cast<float>(i));
    writeSafetensors(folder / "a", std::vector<NamedTensor>{{"w", tensor}}, FloatStorage::F16);
    EXPECT_LT(std::filesystem::file_size(folder / "a"), 200'200u);
    const SafetensorsFile file(folder / "a");
    EXPECT_EQ(file.find("w")->type, "F16");
    const Tensor back = file.read("w");
    for (int i = 0; i < 100'000; ++i)
        ASSERT_EQ(back.data<float>()[i], fromFloat16(toFloat16(tensor.data<float>()[i]))) << i;
    const Tensor wide = file.read("w", DType::F64);
    EXPECT_EQ(wide.data<double>()[99'999], back.data<float>()[99'999]);
}

TEST(Safetensors, HalvesKeepNansAndInfinitiesAndLeaveIntegersAlone) {
    const TemporaryFolder folder;
    const float inf = std::numeric_limits<float>::infinity();
    writeSafetensors(folder / "a",
                     std::vector<NamedTensor>{{"f", tensorOf<float>({4}, {NAN, inf, -inf, 65504.f})},
                                              {"i", tensorOf<std::int32_t>({1}, {123456789})}},
                     FloatStorage::F16);
    const SafetensorsFile file(folder / "a");
    const Tensor back = file.read("f");
    EXPECT_TRUE(std::isnan(back.at(0)));
    EXPECT_EQ(back.at(1), inf);
    EXPECT_EQ(back.at(2), -inf);
    EXPECT_EQ(back.at(3), 65504);
    EXPECT_EQ(file.read("i", DType::I32).at(0), 123456789);
}

TEST(Safetensors, RefusesToWriteWhatCannotBeRead) {
    const TemporaryFolder folder;
    const auto problem = [&](const std::vector<NamedTensor>& tensors, FloatStorage storage) {
        return errorOf([&] { writeSafetensors(folder / "a", tensors, storage); });
    };
    const Tensor one = tensorOf<float>({1}, {1}), big = tensorOf<float>({1}, {70000});
    EXPECT_THAT(problem({{"w", big}}, FloatStorage::F16),
                HasSubstr("the tensor 'w' holds 70000, which 16-bit"));
    EXPECT_THAT(problem({{"w", tensorOf<double>({1}, {1e300})}}, FloatStorage::F16), HasSubstr("1e+300"));
    EXPECT_THAT(problem({{"w", one}, {"w", one}}, FloatStorage::AsIs), HasSubstr("'w' is given twice"));
    EXPECT_THAT(problem({{"\xff", one}}, FloatStorage::AsIs), HasSubstr("not valid UTF-8"));
    EXPECT_THAT(problem({{"__metadata__", one}}, FloatStorage::AsIs), HasSubstr("cannot be called"));
    EXPECT_THAT(problem({{"w", Tensor()}}, FloatStorage::AsIs), HasSubstr("has no elements"));
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Safetensors, ReadsEveryFloatType) {
    const TemporaryFolder folder;
    writeBytes(folder / "a",
               safetensorsBytes(
                   R"({"h":{"dtype":"F16","shape":[2],"data_offsets":[0,4]},)"
                   R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[4,8]},)"
                   R"("d":{"dtype":"F64","shape":[1],"data_offsets":[8,16]}})",
                   std::string("\x00\x3c\x01\x00\xc0\x3f\x80\xff\x9a\x99\x99\x99\x99\x99\xb9\x3f", 16)));
    const SafetensorsFile file(folder / "a");
    EXPECT_EQ(file.read("h").at(0), 1.0);
    EXPECT_EQ(file.read("h").at(1), std::ldexp(1.0, -24));
    EXPECT_EQ(file.read("b").at(0), 1.5);
    EXPECT_EQ(file.read("b").at(1), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(file.read("d").at(0), 0.1f);
    EXPECT_EQ(file.read("d", DType::F64).at(0), 0.1);
    EXPECT_EQ(file.readAll().size(), 3u);
}

TEST(Safetensors, ReadsEveryIntegerTypeThatFits) {
    const TemporaryFolder folder;
    writeBytes(folder / "a", safetensorsBytes(R"({"q":{"dtype":"I64","shape":[2],"data_offsets":[0,16]},)"
                                              R"("u":{"dtype":"U32","shape":[1],"data_offsets":[16,20]},)"
                                              R"("s":{"dtype":"I16","shape":[1],"data_offsets":[20,22]},)"
                                              R"("c":{"dtype":"I8","shape":[1],"data_offsets":[22,23]},)"
                                              R"("b":{"dtype":"BOOL","shape":[1],"data_offsets":[23,24]}})",
                                              std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\x07\0\0\0\0\0\0\0"
                                                          "\x00\x00\x00\x80\xfd\xff\xfc\x01",
                                                          24)));
    const SafetensorsFile file(folder / "a");
    EXPECT_EQ(file.read("q", DType::I32).at(0), -2);
    EXPECT_EQ(file.read("q", DType::I32).at(1), 7);
    EXPECT_EQ(file.read("s", DType::I32).at(0), -3);
    EXPECT_EQ(file.read("c", DType::I32).at(0), -4);
    EXPECT_EQ(file.read("b", DType::I32).at(0), 1);
    EXPECT_THAT(errorOf([&] { file.read("u", DType::I32); }), HasSubstr("'u' holds 2147483648"));
    EXPECT_THAT(errorOf([&] { file.read("q"); }),
                HasSubstr("tensor 'q' is stored as I64, which cannot be read as f32"));
}

TEST(Safetensors, NamesTypesItCannotRead) {
    const TemporaryFolder folder;
    writeBytes(folder / "a", safetensorsBytes(R"({"w":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]},)"
                                              R"("v":{"dtype":"F4","shape":[2],"data_offsets":[2,3]}})",
                                              "abc"));
    const SafetensorsFile file(folder / "a");
    EXPECT_THAT(errorOf([&] { file.read("w"); }),
                HasSubstr("stored as F8_E4M3, which cannot be read as f32"));
    EXPECT_THAT(errorOf([&] { file.read("x"); }), HasSubstr("there is no tensor 'x' among the 2"));
}

TEST(Safetensors, ReadsPublicCheckpoints) {
    const std::filesystem::path folder = std::filesystem::path(VITRINE_SOURCE_DIR) / "../shared/checkpoints";
    if (!std::filesystem::exists(folder))
        GTEST_SKIP() << "there are no public checkpoints beside the sources";
    const SafetensorsFile llama(folder / "stories260K-hf-llama/model.safetensors");
    EXPECT_EQ(llama.read("model.embed_tokens.weight").shape(), (Shape{512, 64}));
    EXPECT_EQ(llama.metadata().at("format"), "pt");
    const SafetensorsFile gpt(folder / "gpt-nano-sort-hf-gpt2/model.safetensors");
    EXPECT_EQ(gpt.find("lm_head.weight")->shape, (Shape{3, 48}));
    const SafetensorsFile bert(folder / "bert_tiniest/model.safetensors");
    double sum = 0;
    for (const NamedTensor& named : bert.readAll())
        for (std::int64_t i = 0; i < named.tensor.count(); ++i) sum += std::abs(named.tensor.at(i));
    EXPECT_TRUE(std::isfinite(sum));
    EXPECT_GT(sum, 0);
}

}  // namespace
}  // namespace vitrine
