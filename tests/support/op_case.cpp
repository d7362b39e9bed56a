#include "tests/support/op_case.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace vitrine::testing {

Tensor randomTensor(DType type, const Shape& shape, std::uint32_t stream, double scale) {
    const Rng rng(20260101);
    Tensor result = Tensor::zeros(type, shape);
    for (std::int64_t i = 0; i < result.count(); ++i) {
        const auto value = static_cast<float>(scale * rng.normal(RandomUse::Test, stream, i));
        if (type == DType::F64)
            result.data<double>()[i] = value;
        else
            result.data<float>()[i] = value;
    }
    return result;
}

Tensor randomIds(const Shape& shape, std::int64_t bound, std::uint32_t stream) {
    const Rng rng(20260101);
    Tensor result = Tensor::zeros(DType::I32, shape);
    for (std::int64_t i = 0; i < result.count(); ++i)
        result.data<std::int32_t>()[i] = static_cast<std::int32_t>(
            rng.below(static_cast<std::uint64_t>(bound), RandomUse::Test, stream, i));
    return result;
}

double relativeError(const Tensor& a, const Tensor& b, double floor) {
    if (a.count() != b.count()) return std::numeric_limits<double>::infinity();
    double largest = floor, difference = 0;
    for (std::int64_t i = 0; i < a.count(); ++i) {
        if (a.at(i) == b.at(i)) {
            if (std::isfinite(b.at(i))) largest = std::max(largest, std::abs(b.at(i)));
            continue;
        }
        const double distance = std::abs(a.at(i) - b.at(i));
        if (!std::isfinite(distance)) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, std::abs(b.at(i)));
        difference = std::max(difference, distance);
    }
    return difference / largest;
}

bool sameBits(const Outputs& a, const Outputs& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].second.bytes() != b[i].second.bytes() ||
            std::memcmp(a[i].second.raw(), b[i].second.raw(), a[i].second.bytes()) != 0)
            return false;
    return true;
}

}  // namespace vitrine::testing
