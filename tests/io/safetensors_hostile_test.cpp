#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/io/safetensors.h"
#include "tests/io/io_helpers.h"
#include "tests/io/safetensors_helpers.h"

namespace vitrine {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

class HostileSafetensors : public testing::Test {
protected:
    std::string problemOf(const std::string& bytes) const {
        writeBytes(m_folder / "a", bytes);
        return errorOf([&] { SafetensorsFile(m_folder / "a").readAll(); });
    }
    /// The error for one tensor "w" of two floats, described by `entry`.
    std::string problemOfEntry(const std::string& entry) const {
        return problemOf(safetensorsBytes("{\"w\":" + entry + "}", "12345678"));
    }

    TemporaryFolder m_folder;
};

const std::string kGood = R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";

TEST_F(HostileSafetensors, TheExampleIsFine) {
    EXPECT_EQ(problemOf(safetensorsBytes(kGood, "12345678")), "no error");
    EXPECT_EQ(problemOf(safetensorsBytes(kGood + "  ", "12345678")), "no error");
}

TEST_F(HostileSafetensors, EveryTruncationIsAnError) {
    const std::string whole = safetensorsBytes(kGood, "12345678");
    for (std::size_t length = 0; length < whole.size(); ++length)
        ASSERT_THAT(problemOf(whole.substr(0, length)),
                    AnyOf(HasSubstr("expected at least 8"), HasSubstr("cut short")))
            << length;
}

TEST_F(HostileSafetensors, TrailingBytesAreAnError) {
    EXPECT_THAT(problemOf(safetensorsBytes(kGood, "123456789")), HasSubstr("followed by something else"));
    EXPECT_THAT(problemOf(safetensorsBytes("{}", "1")), HasSubstr("followed by something else"));
}

TEST_F(HostileSafetensors, EveryFlippedHeaderBitIsReadOrRefused) {
    const std::string whole = safetensorsBytes(kGood, "12345678");
    int refused = 0;
    for (std::size_t bit = 0; bit < 8 * (whole.size() - 8); ++bit) {
        std::string bytes = whole;
        bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
        refused += problemOf(bytes) != "no error";
    }
    EXPECT_GT(refused, 400);
}

TEST_F(HostileSafetensors, HeaderLengthsBeyondTheFileAllocateNothing) {
    for (const char* length : {"\xff\xff\xff\xff\xff\xff\xff\xff", "\xf8\xff\xff\xff\xff\xff\xff\xff",
                               "\x00\x09\x3d\x00\x00\x00\x00\x00", "\x00\x00\x00\x00\x00\x00\x00\x80"})
        EXPECT_THAT(problemOf(std::string(length, 8) + kGood), HasSubstr("the header claims "));
    EXPECT_THAT(problemOf(std::string("\x01\x09\x3d\x00\x00\x00\x00\x00", 8) + kGood),
                HasSubstr("the header claims 4000001 bytes, expected at most 4000000"));
}

TEST_F(HostileSafetensors, HeadersOfAnotherFormAreRefused) {
    const auto header = [&](const std::string& text) { return problemOf(safetensorsBytes(text, "")); };
    EXPECT_THAT(header(""), HasSubstr("does not look like JSON"));
    EXPECT_THAT(header(" {}"), HasSubstr("does not look like JSON"));
    EXPECT_THAT(header("[]"), HasSubstr("does not look like JSON"));
    EXPECT_THAT(header(std::string("{}\0x", 4)), HasSubstr("does not look like JSON"));
    EXPECT_THAT(header("{"), HasSubstr("not valid JSON"));
    EXPECT_THAT(header("{} x"), HasSubstr("not valid JSON"));
    EXPECT_THAT(header("{\"\xff\":1}"), HasSubstr("not valid JSON in UTF-8"));
    EXPECT_THAT(header("{\"\xed\xa0\x80\":1}"), HasSubstr("not valid JSON in UTF-8"));
    EXPECT_THAT(header("{\"w\":1e999}"), HasSubstr("not valid JSON"));
    EXPECT_THAT(header("{\"w\":1}"), HasSubstr("'w' is 1 in the header, expected an object"));
    EXPECT_THAT(header("{\"w\":null}"), HasSubstr("'w' is null in the header"));
    EXPECT_THAT(header("{\"w\":[]}"), HasSubstr("'w' is an array in the header"));
    EXPECT_THAT(header("{\"w\":{}}"), HasSubstr("tensor 'w' is incomplete"));
    EXPECT_THAT(header("{\"__metadata__\":{\"a\":1}}"), HasSubstr("the metadata 'a' is 1, expected a text"));
    EXPECT_THAT(header("{\"__metadata__\":{\"a\":{}}}"), HasSubstr("the metadata 'a' is an object"));
    EXPECT_THAT(header("{\"__metadata__\":{\"a\":\"\",\"a\":\"\"}}"), HasSubstr("'a' occurs twice"));
    EXPECT_THAT(header("{\"__metadata__\":{},\"__metadata__\":{}}"), HasSubstr("__metadata__ occurs twice"));
}

TEST_F(HostileSafetensors, EntriesOfAnotherFormAreRefused) {
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F31","shape":[2],"data_offsets":[0,8]})"),
                HasSubstr("tensor 'w' has the unknown dtype 'F31'"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":1,"shape":[2],"data_offsets":[0,8]})"),
                HasSubstr("dtype of tensor 'w' is 1, expected a text"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":"2","data_offsets":[0,8]})"),
                HasSubstr("shape of tensor 'w' is a text, expected a list of integers"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[-2],"data_offsets":[0,8]})"),
                HasSubstr("shape of tensor 'w' holds -2, expected integers from 0"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2.0],"data_offsets":[0,8]})"),
                HasSubstr("holds 2.0, expected integers"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[[2]],"data_offsets":[0,8]})"),
                HasSubstr("holds an array, expected integers"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[0]})"), HasSubstr("incomplete"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8,8]})"),
                HasSubstr("incomplete"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2]})"), HasSubstr("incomplete"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","data_offsets":[0,8]})"), HasSubstr("incomplete"));
    EXPECT_THAT(problemOfEntry(R"({"shape":[2],"data_offsets":[0,8]})"), HasSubstr("incomplete"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1})"),
                HasSubstr("has the unknown key 'x'"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"shape":[2],"data_offsets":[0,8]})"),
                HasSubstr("the key 'shape' of tensor 'w' occurs twice"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[1,1,1,1,1,1,2],"data_offsets":[0,8]})"),
                HasSubstr("more than 6 axes"));
}

TEST_F(HostileSafetensors, SizesThatDoNotFitAreRefused) {
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[3],"data_offsets":[0,8]})"),
                HasSubstr("expected 12 bytes for F32 (3)"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[8,0]})"),
                HasSubstr("the offsets 8 to 0"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[4,12]})"), HasSubstr("gap"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[-8,0]})"),
                HasSubstr("data_offsets of tensor 'w' holds -8"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[1],"data_offsets":[18446744073709551612,0]})"),
                HasSubstr("the offsets 18446744073709551612 to 0"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[2],"data_offsets":[0,18446744073709551624]})"),
                HasSubstr("data_offsets of tensor 'w' holds"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F4","shape":[3],"data_offsets":[0,1]})"),
                HasSubstr("ends within a byte"));
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,8]})"),
                HasSubstr("expected less than 2^48"));
    for (const char* shape : {"[281474976710655]", "[4294967296,4294967296]", "[65536,65536,65536,65536]",
                              "[2147483648,2147483648,2]"})
        EXPECT_THAT(problemOfEntry(concat(R"({"dtype":"F32","shape":)", shape, R"(,"data_offsets":[0,8]})")),
                    AnyOf(HasSubstr("is larger than any file"), HasSubstr("expected 1125899906842620 bytes")))
            << shape;
    EXPECT_THAT(problemOfEntry(R"({"dtype":"F32","shape":[0,65536,65536,65536,65536],"data_offsets":[0,0]})"),
                HasSubstr("is larger than any file"));
}

TEST_F(HostileSafetensors, OverlapsGapsAndRepeatedNamesAreRefused) {
    const auto two = [&](const std::string& first, const std::string& second, const std::string& name) {
        return problemOf(safetensorsBytes(
            "{\"v\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":" + first + "},\"" + name +
                "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":" + second + "}}",
            "12345678"));
    };
    EXPECT_EQ(two("[4,8]", "[0,4]", "w"), "no error");
    EXPECT_THAT(two("[0,4]", "[0,4]", "w"), HasSubstr("overlap"));
    EXPECT_THAT(two("[0,4]", "[2,6]", "w"), HasSubstr("overlap"));
    EXPECT_THAT(two("[0,4]", "[5,9]", "w"), HasSubstr("gap"));
    EXPECT_THAT(two("[0,4]", "[4,8]", "v"), HasSubstr("the tensor 'v' occurs twice"));
}

TEST_F(HostileSafetensors, ZeroSizedTensorsAndNansAreFine) {
    EXPECT_EQ(problemOf(safetensorsBytes(R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
                                         R"("b":{"dtype":"F32","shape":[],"data_offsets":[0,4]},)"
                                         R"("c":{"dtype":"F32","shape":[5,0],"data_offsets":[4,4]}})",
                                         "\xff\xff\xff\x7f")),
              "no error");
}

long peakKilobytes() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST_F(HostileSafetensors, DeepAndLongHeadersTakeLittleMemory) {
    const long before = peakKilobytes();
    EXPECT_THAT(problemOf(safetensorsBytes("{\"w\":" + std::string(1 << 20, '['), "")),
                HasSubstr("an array"));
    std::string deep = "{\"w\":{\"shape\":";
    for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
    EXPECT_THAT(problemOf(safetensorsBytes(deep, "")), HasSubstr("an object"));
    EXPECT_THAT(problemOf(safetensorsBytes("{\"" + std::string(1 << 20, 'n') + "\":1}", "")),
                HasSubstr("n' is 1 in the header"));
    std::string many = "{";
    for (int i = 0; i < 10'000; ++i)
        many += concat(i == 0 ? "" : ",", '"', i, R"(":{"dtype":"U8","shape":[0],"data_offsets":[0,0]})");
    EXPECT_THAT(problemOf(safetensorsBytes(many + "}", "")), HasSubstr("stored as U8"));
    EXPECT_THAT(problemOf(safetensorsBytes(many + R"(,"x":{"what":[]}})", "")),
                HasSubstr("the header names more than 10000 tensors"))
        << "and reads no further";
    // A sparse file: the length is real, the disk is not.
    writeBytes(m_folder / "sparse", safetensorsBytes(kGood, ""));
    std::filesystem::resize_file(m_folder / "sparse", std::uintmax_t{1} << 36);
    EXPECT_THAT(errorOf([&] { SafetensorsFile file(m_folder / "sparse"); }),
                HasSubstr("followed by something else"));
    EXPECT_LT(peakKilobytes() - before, 100 * 1024);
}

TEST_F(HostileSafetensors, FilesThatAreNoneAreRefused) {
    EXPECT_THAT(errorOf([&] { SafetensorsFile file(m_folder / "none"); }), HasSubstr("there is no file"));
    EXPECT_THAT(errorOf([&] { SafetensorsFile file(m_folder.path()); }), HasSubstr("is a folder"));
    EXPECT_THAT(errorOf([] { SafetensorsFile file("/dev/zero"); }), HasSubstr("is a device"));
}

}  // namespace
}  // namespace vitrine
