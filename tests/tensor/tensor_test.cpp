#include "engine/tensor/tensor.h"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/error_of.h"

namespace vitrine {
namespace {

Tensor counting(DType type, const Shape& shape) {
    const Tensor tensor = Tensor::zeros(DType::I32, shape);
    std::iota(tensor.data<std::int32_t>(), tensor.data<std::int32_t>() + tensor.count(), 0);
    return type == DType::I32 ? tensor : tensor.converted(type);
}

TEST(Tensor, StartsAsAlignedZeros) {
    for (DType type : {DType::F32, DType::F64, DType::I32}) {
        const Tensor tensor = Tensor::zeros(type, {3, 5});
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(tensor.raw()) % 64, 0u);
        EXPECT_EQ(tensor.bytes(), 15 * sizeOf(type));
        for (int i = 0; i < 15; ++i) EXPECT_EQ(tensor.at(i), 0);
    }
    EXPECT_FALSE(Tensor().defined());
    EXPECT_TRUE(Tensor::zeros(DType::F32, {0}).defined());
}

TEST(Tensor, GivesItsElementsOnlyAsTheirOwnType) {
    const Tensor tensor = Tensor::zeros(DType::F32, {2});
    EXPECT_EQ(errorOf([&] { (void)tensor.data<double>(); }),
              "[tensor] expected elements of type f64, the tensor has f32");
    EXPECT_EQ(tensor.elements<float>().size(), 2u);
}

TEST(Tensor, AHandleSharesAndACloneDoesNot) {
    const Tensor tensor = counting(DType::F32, {2, 3});
    const Tensor handle = tensor, clone = tensor.clone(), view = tensor.reshaped({6}),
                 slice = tensor.slice(1, 2);
    tensor.data<float>()[4] = 100;
    EXPECT_EQ(handle.at(4), 100);
    EXPECT_EQ(view.at(4), 100);
    EXPECT_EQ(slice.at(1), 100);
    EXPECT_EQ(clone.at(4), 4);
    EXPECT_EQ(slice.shape(), (Shape{1, 3}));
}

TEST(Tensor, AViewKeepsTheElementsAlive) {
    Tensor slice;
    {
        const Tensor tensor = counting(DType::I32, {4, 2});
        slice = tensor.slice(2, 4).reshaped({4});
    }
    EXPECT_EQ(slice.at(0), 4);
    EXPECT_EQ(slice.at(3), 7);
}

TEST(Tensor, ConvertsBetweenAllTypes) {
    for (DType from : {DType::F32, DType::F64, DType::I32})
        for (DType to : {DType::F32, DType::F64, DType::I32}) {
            const Tensor tensor = counting(from, {2, 2}).converted(to);
            EXPECT_EQ(tensor.type(), to);
            EXPECT_EQ(tensor.shape(), (Shape{2, 2}));
            for (int i = 0; i < 4; ++i) EXPECT_EQ(tensor.at(i), i);
        }
}

TEST(Tensor, CopiesAndClears) {
    const Tensor tensor = counting(DType::F32, {4}), other = Tensor::zeros(DType::F32, {2, 2});
    other.copyFrom(tensor);
    EXPECT_EQ(other.at(3), 3);
    other.fillZero();
    EXPECT_EQ(other.at(3), 0);
    EXPECT_EQ(tensor.at(3), 3);
}

TEST(Tensor, NamesBothShapesWhenTheyDoNotFit) {
    const Tensor tensor = counting(DType::F32, {2, 3});
    EXPECT_EQ(errorOf([&] { tensor.reshaped({5}); }), "[tensor] cannot view (2, 3) as (5)");
    EXPECT_EQ(errorOf([&] { tensor.slice(1, 3); }),
              "[tensor] slice [1, 3) is outside the first axis of (2, 3)");
    EXPECT_EQ(errorOf([&] { tensor.slice(-1, 1); }),
              "[tensor] slice [-1, 1) is outside the first axis of (2, 3)");
    EXPECT_EQ(errorOf([&] { tensor.slice(2, 1); }),
              "[tensor] slice [2, 1) is outside the first axis of (2, 3)");
    EXPECT_EQ(errorOf([&] { tensor.reshaped({6}).copyFrom(Tensor::zeros(DType::F64, {6})); }),
              "[tensor] cannot copy f64 (6) into f32 (6)");
    EXPECT_EQ(errorOf([&] { tensor.copyFrom(Tensor::zeros(DType::F32, {7})); }),
              "[tensor] cannot copy f32 (7) into f32 (2, 3)");
}

}  // namespace
}  // namespace vitrine
