#include "engine/trace/intervention.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/core/error.h"

namespace vitrine {
namespace {

/// A tensor seen as (outer, heads, rows, columns).
struct Grid {
    std::int64_t outer = 1, heads = 1, rows = 1, columns = 1;
    std::int64_t headStride = 0, rowStride = 0;
};

Grid gridOf(const Site& site, const Tensor& tensor, std::int64_t heads) {
    const Shape& shape = tensor.shape();
    Grid grid;
    if (shape.rank() == 4) {  // (B, h, N, M)
        grid = {shape[0], shape[1], shape[2], shape[3], shape[2] * shape[3], shape[3]};
    } else if (shape.rank() == 3 && site.quantity == Quantity::Heads) {  // (B, N, h*dv)
        const std::int64_t width = shape[2] / heads;
        grid = {shape[0], heads, shape[1], width, width, shape[2]};
    } else if (shape.rank() == 3) {
        grid = {shape[0], 1, shape[1], shape[2], 0, shape[2]};
    } else {
        fail("intervention", siteName(site), " has shape ", shape.text(), ", expected three or four axes");
    }
    return grid;
}

/// The decoder grows by a row for each token, and its self-attention by a column: a change of a later one
/// waits. Keys and values of cross-attention are the source's.
bool isNotThereYet(const Intervention& item, const Grid& grid) {
    const Site& site = item.site;
    if (site.stack == Stack::Encoder) return false;
    const bool keysGrow = site.part == Part::SelfAttention && site.quantity >= Quantity::Scores &&
                          site.quantity <= Quantity::Weights;
    const bool rowsGrow = site.part != Part::CrossAttention ||
                          (site.quantity != Quantity::Key && site.quantity != Quantity::Value);
    return (rowsGrow && item.row >= grid.rows) || (keysGrow && item.column >= grid.columns);
}

void checkIndex(const Site& site, Wording axis, std::int32_t index, std::int64_t length) {
    require(index >= -1 && index < length, "intervention", siteName(site), " has ", length, " entries along ",
            axis, ", so index ", index, " is outside; use 0 to ", length - 1, " or -1 for all");
}

template <class T>
void change(const Intervention& item, const Tensor& tensor, const Grid& grid) {
    T* data = tensor.data<T>();
    const auto range = [](std::int32_t index, std::int64_t length) {
        return std::pair<std::int64_t, std::int64_t>(index < 0 ? 0 : index, index < 0 ? length : index + 1);
    };
    const auto [head0, head1] = range(item.head, grid.heads);
    const auto [row0, row1] = range(item.row, grid.rows);
    const auto [column0, column1] = range(item.column, grid.columns);
    const T value = static_cast<T>(item.value);
    const std::int64_t entry = tensor.count() / std::max<std::int64_t>(grid.outer, 1);
    for (std::int64_t b = 0; b < grid.outer; ++b)
        for (std::int64_t head = head0; head < head1; ++head)
            for (std::int64_t row = row0; row < row1; ++row) {
                T* cells = data + b * entry + head * grid.headStride + row * grid.rowStride;
                for (std::int64_t column = column0; column < column1; ++column)
                    cells[column] = item.action == Intervention::Action::Set ? value : cells[column] * value;
            }
}

}  // namespace

bool Intervention::operator==(const Intervention& other) const {
    const bool sameTensor =
        replacement.defined() == other.replacement.defined() &&
        (!replacement.defined() ||
         (replacement.shape() == other.replacement.shape() &&
          replacement.type() == other.replacement.type() &&
          std::memcmp(replacement.raw(), other.replacement.raw(), replacement.bytes()) == 0));
    return site == other.site && action == other.action && head == other.head && row == other.row &&
           column == other.column &&
           std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(other.value) && sameTensor;
}

bool Interventions::touches(const Site& site) const {
    return std::any_of(m_items.begin(), m_items.end(),
                       [&](const Intervention& item) { return item.site == site; });
}

bool Interventions::touchesAttention(Stack stack, std::int16_t layer, Part part) const {
    return std::any_of(m_items.begin(), m_items.end(), [&](const Intervention& item) {
        return item.site.stack == stack && item.site.layer == layer && item.site.part == part &&
               item.site.quantity >= Quantity::Query && item.site.quantity <= Quantity::Heads;
    });
}

bool Interventions::bypasses(const Site& site) const {
    return std::any_of(m_items.begin(), m_items.end(), [&](const Intervention& item) {
        return item.site == site && item.action == Intervention::Action::Bypass;
    });
}

void Interventions::apply(const Site& site, const Tensor& tensor, std::int64_t heads) const {
    for (const Intervention& item : m_items) {
        if (!(item.site == site) || item.action == Intervention::Action::Bypass) continue;
        if (item.action == Intervention::Action::Replace) {
            require(item.replacement.defined() && item.replacement.count() == tensor.count(), "intervention",
                    siteName(site), " has shape ", tensor.shape().text(), ", the replacement has ",
                    item.replacement.defined() ? Sentence(item.replacement.shape().text())
                                               : Wording{"no elements"});
            tensor.copyFrom(item.replacement.type() == tensor.type()
                                ? item.replacement
                                : item.replacement.converted(tensor.type()));
            continue;
        }
        const Grid grid = gridOf(site, tensor, heads);
        if (isNotThereYet(item, grid)) continue;
        checkIndex(site, Wording{"heads"}, item.head, grid.heads);
        checkIndex(site, Wording{"rows"}, item.row, grid.rows);
        checkIndex(site, Wording{"columns"}, item.column, grid.columns);
        if (tensor.type() == DType::F64)
            change<double>(item, tensor, grid);
        else
            change<float>(item, tensor, grid);
    }
}

}  // namespace vitrine
