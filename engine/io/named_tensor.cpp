#include "engine/io/named_tensor.h"

#include <algorithm>

#include "engine/core/error.h"

namespace vitrine {
namespace {

constexpr std::size_t kListed = 5;

/// "missing a, b and 3 more"; empty for an empty list.
Sentence listed(Wording title, const std::vector<Sentence>& items) {
    Sentence list;
    for (std::size_t i = 0; i < std::min(items.size(), kListed); ++i)
        list = i == 0 ? phrase(title, " ", items[i]) : phrase(list, ", ", items[i]);
    return items.size() > kListed ? phrase(list, " and ", items.size() - kListed, " more") : list;
}

/// A file may hold anything as a name.
Sentence nameOf(const NamedShape& shape) {
    return Sentence(shape.name.substr(0, 200));
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
    std::vector<Sentence> missing, unexpected, misshapen;
    std::size_t h = 0, w = 0;
    while (h < have.size() || w < want.size()) {
        if (w == want.size() || (h < have.size() && have[h].name < want[w].name)) {
            unexpected.push_back(nameOf(have[h++]));
        } else if (h == have.size() || want[w].name < have[h].name) {
            missing.push_back(nameOf(want[w++]));
        } else {
            if (have[h].shape != want[w].shape)
                misshapen.push_back(phrase(nameOf(have[h]), " with ", have[h].shape, " where ", want[w].shape,
                                           " is expected"));
            ++h, ++w;
        }
    }
    Sentence problems;
    for (const Sentence& part :
         {listed(Wording{"missing"}, missing), listed(Wording{"unexpected"}, unexpected),
          listed(Wording{"of another shape"}, misshapen)})
        if (!part.empty()) problems = problems.empty() ? part : phrase(problems, "; ", part);
    require(problems.empty(), where, "the tensors do not fit the model: ", problems);
}

}  // namespace vitrine
