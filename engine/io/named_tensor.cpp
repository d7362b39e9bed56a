#include "engine/io/named_tensor.h"

#include <algorithm>

#include "engine/core/error.h"

namespace vitrine {
namespace {

constexpr std::size_t kListed = 5;

/// "missing a, b and 3 more"; empty for an empty list.
std::string listed(std::string_view title, const std::vector<std::string>& items) {
    if (items.empty()) return "";
    std::string text(title);
    for (std::size_t i = 0; i < std::min(items.size(), kListed); ++i)
        text += concat(i == 0 ? " " : ", ", items[i].substr(0, 200));
    if (items.size() > kListed) text += concat(" and ", items.size() - kListed, " more");
    return text;
}

std::vector<NamedShape> sorted(std::span<const NamedShape> shapes) {
    std::vector<NamedShape> result(shapes.begin(), shapes.end());
    std::sort(result.begin(), result.end(),
              [](const NamedShape& a, const NamedShape& b) { return a.name < b.name; });
    return result;
}

}  // namespace

std::vector<NamedShape> shapesOf(std::span<const NamedTensor> tensors) {
    std::vector<NamedShape> shapes;
    shapes.reserve(tensors.size());
    for (const NamedTensor& named : tensors) shapes.push_back({named.name, named.tensor.shape()});
    return shapes;
}

void requireTensors(std::string_view where, std::span<const NamedShape> found,
                    std::span<const NamedShape> expected) {
    const std::vector<NamedShape> have = sorted(found), want = sorted(expected);
    std::vector<std::string> missing, unexpected, misshapen;
    std::size_t h = 0, w = 0;
    while (h < have.size() || w < want.size()) {
        if (w == want.size() || (h < have.size() && have[h].name < want[w].name)) {
            unexpected.push_back(have[h++].name);
        } else if (h == have.size() || want[w].name < have[h].name) {
            missing.push_back(want[w++].name);
        } else {
            if (have[h].shape != want[w].shape)
                misshapen.push_back(concat(have[h].name, " with ", have[h].shape.text(), " where ",
                                           want[w].shape.text(), " is expected"));
            ++h, ++w;
        }
    }
    std::string problems;
    for (const std::string& part : {listed("missing", missing), listed("unexpected", unexpected),
                                    listed("of another shape", misshapen)})
        if (!part.empty()) problems += (problems.empty() ? "" : "; ") + part;
    require(problems.empty(), where, "the tensors do not fit the model: ", problems);
}

}  // namespace vitrine
