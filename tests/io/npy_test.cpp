#include "engine/io/npy.h"

#include <gtest/gtest.h>

#include "tests/io/io_helpers.h"

namespace vitrine {
namespace {

/// The header as numpy.save writes it (numpy 2.4): magic, version, length and a line of 118 characters.
std::string numpyHeader(const std::string& text) {
    std::string line = text + std::string(117 - text.size(), ' ') + '\n';
    return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + line;
}

// Bytes printed by: numpy.save(file, numpy.array([[1.5, -2, 0.25]], '<f4')) and so on.
TEST(Npy, WritesTheBytesThatNumpyWrites) {
    EXPECT_EQ(npyBytes(tensorOf<float>({1, 3}, {1.5f, -2.f, 0.25f})),
              numpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }") +
                  std::string("\x00\x00\xc0\x3f\x00\x00\x00\xc0\x00\x00\x80\x3e", 12));
    EXPECT_EQ(npyBytes(tensorOf<double>({2}, {0.1, -1.0})),
              numpyHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }") +
                  std::string("\x9a\x99\x99\x99\x99\x99\xb9\x3f\x00\x00\x00\x00\x00\x00\xf0\xbf", 16));
    EXPECT_EQ(npyBytes(tensorOf<std::int32_t>({}, {-2})),
              numpyHeader("{'descr': '<i4', 'fortran_order': False, 'shape': (), }") +
                  std::string("\xfe\xff\xff\xff", 4));
    EXPECT_EQ(npyBytes(Tensor::zeros(DType::F32, {0, 4})),
              numpyHeader("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4), }"));
}

TEST(Npy, AlignsTheDataWhateverTheShape) {
    const Tensor tensor = Tensor::zeros(DType::F32, {1, 1, 1, 1, 1, 123456});
    EXPECT_EQ((npyBytes(tensor).size() - tensor.bytes()) % 64, 0u);
}

TEST(Npy, WritesAFileButNotNothing) {
    const TemporaryFolder folder;
    const Tensor tensor = tensorOf<float>({2}, {1, 2});
    writeNpy(folder / "a.npy", tensor);
    EXPECT_EQ(readBytes(folder / "a.npy"), npyBytes(tensor));
    EXPECT_EQ(errorOf([] { npyBytes(Tensor()); }), "[npy] the tensor has no elements to write");
}

}  // namespace
}  // namespace vitrine
