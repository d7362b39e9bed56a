#include "engine/data/batches.h"

#include <algorithm>
#include <limits>

#include "engine/text/vocabulary.h"

namespace vitrine {

PackedBatch::PackedBatch(std::int64_t cells, std::int64_t sentences)
    : m_sourceCells(static_cast<std::size_t>(cells)),
      m_inputCells(static_cast<std::size_t>(cells)),
      m_labelCells(static_cast<std::size_t>(cells)) {
    sourceLengths.reserve(static_cast<std::size_t>(sentences));
    targetLengths.reserve(static_cast<std::size_t>(sentences));
}

void PackedBatch::pack(const PairTable& table, std::span<const std::uint32_t> pairs) {
    sourceLengths.clear();
    targetLengths.clear();
    std::int64_t longestSource = 0, longestTarget = 0;
    m_sourceTokens = m_targetTokens = 0;
    for (const std::uint32_t pair : pairs) {
        const auto sourceLength = static_cast<std::int64_t>(table.source(pair).size());
        const auto targetLength = static_cast<std::int64_t>(table.target(pair).size()) + 1;
        sourceLengths.push_back(static_cast<std::int32_t>(sourceLength));
        targetLengths.push_back(static_cast<std::int32_t>(targetLength));
        longestSource = std::max(longestSource, sourceLength);
        longestTarget = std::max(longestTarget, targetLength);
        m_sourceTokens += sourceLength;
        m_targetTokens += targetLength;
    }
    const auto count = static_cast<std::int64_t>(pairs.size());
    require(count * longestSource <= static_cast<std::int64_t>(m_sourceCells.size()) &&
                count * longestTarget <= static_cast<std::int64_t>(m_inputCells.size()),
            "batch", "a batch of ", count, " x (", longestSource, " + ", longestTarget,
            ") cells does not fit into ", m_sourceCells.size());
    std::int32_t* source = m_sourceCells.data();
    std::int32_t* input = m_inputCells.data();
    std::int32_t* label = m_labelCells.data();
    for (const std::uint32_t pair : pairs) {
        const auto x = table.source(pair), y = table.target(pair);
        std::fill(std::copy(x.begin(), x.end(), source), source + longestSource, kPadId.value);
        input[0] = kBosId.value;
        std::fill(std::copy(y.begin(), y.end(), input + 1), input + longestTarget, kPadId.value);
        std::int32_t* const end = std::copy(y.begin(), y.end(), label);
        *end = kEosId.value;
        std::fill(end + 1, label + longestTarget, kPadId.value);
        source += longestSource;
        input += longestTarget;
        label += longestTarget;
    }
    this->source = Tensor(DType::I32, {count, longestSource}, m_sourceCells.data());
    targetInput = Tensor(DType::I32, {count, longestTarget}, m_inputCells.data());
    labels = Tensor(DType::I32, {count, longestTarget}, m_labelCells.data());
}

double PackedBatch::paddingShare() const {
    const std::int64_t cells = source.count() + targetInput.count();
    return cells == 0 ? 0
                      : 1 - static_cast<double>(m_sourceTokens + m_targetTokens) / static_cast<double>(cells);
}

void validate(const BatchLimits& limits) {
    const auto within = [](std::string_view name, std::int64_t value, std::int64_t low, std::int64_t high) {
        require(value >= low && value <= high, "batch", "batches.", name, " is ", value, ", expected ", low,
                " to ", high);
    };
    within("max_source", limits.maxSource, 1, 1 << 16);
    within("max_target", limits.maxTarget, 2, 1 << 16);
    within("cells", limits.cells, limits.maxSource + limits.maxTarget, 1 << 24);
    within("sentences", limits.sentences, 1, 1 << 20);
    within("pool_pairs", limits.poolPairs, 1, 1 << 24);
}

std::vector<std::uint32_t> sortByLength(const PairTable& table, const BatchLimits& limits) {
    std::vector<std::uint32_t> order;
    order.reserve(table.size());
    for (std::uint32_t pair = 0; pair < table.size(); ++pair) {
        const auto source = static_cast<std::int64_t>(table.source(pair).size());
        const auto target = static_cast<std::int64_t>(table.target(pair).size()) + 1;
        if (source >= 1 && source <= limits.maxSource && target <= limits.maxTarget) order.push_back(pair);
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const std::size_t sa = table.source(a).size(), sb = table.source(b).size();
        if (sa != sb) return sa < sb;
        const std::size_t ta = table.target(a).size(), tb = table.target(b).size();
        return ta != tb ? ta < tb : a < b;
    });
    return order;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> cutBatches(const PairTable& table,
                                                                std::span<const std::uint32_t> order,
                                                                const BatchLimits& limits) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> batches;
    std::uint32_t begin = 0;
    std::int64_t longestSource = 0, longestTarget = 0;
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        const auto source = static_cast<std::int64_t>(table.source(order[i]).size());
        const auto target = static_cast<std::int64_t>(table.target(order[i]).size()) + 1;
        require(source + target <= limits.cells, "batch", "a pair of ", source, " + ", target,
                " tokens does not fit into ", limits.cells, " cells");
        longestSource = std::max(longestSource, source);
        longestTarget = std::max(longestTarget, target);
        const std::int64_t sentences = i - begin + 1;
        if (sentences > limits.sentences || sentences * (longestSource + longestTarget) > limits.cells) {
            batches.emplace_back(begin, i);
            begin = i;
            longestSource = source;
            longestTarget = target;
        }
    }
    if (begin < order.size()) batches.emplace_back(begin, static_cast<std::uint32_t>(order.size()));
    return batches;
}

BatchSource::BatchSource(std::unique_ptr<PairStream> stream, const BatchLimits& limits, std::uint64_t seed)
    : m_stream(std::move(stream)), m_limits(limits), m_seed(seed) {
    validate(limits);
}

void BatchSource::fill(std::uint64_t pool) {
    const auto pairs = static_cast<std::uint64_t>(m_limits.poolPairs);
    m_table.clear();
    m_stream->read(pool * pairs, pairs, m_table);
    m_order = sortByLength(m_table, m_limits);
    require(!m_order.empty(), "batch", "none of ", pairs, " pairs has at most ", m_limits.maxSource,
            " source and ", m_limits.maxTarget, " target tokens; allow longer ones or check the data");
    m_batches = cutBatches(m_table, m_order, m_limits);
    const Rng rng(m_seed, pool);
    for (std::size_t i = m_batches.size() - 1; i > 0; --i)
        std::swap(m_batches[i], m_batches[rng.below(i + 1, RandomUse::Shuffle, siteKey("batches"), i)]);
    m_cursor = {pool, 0};
    m_filled = true;
}

void BatchSource::next(PackedBatch& batch) {
    if (!m_filled) fill(m_cursor.pool);
    if (m_cursor.batch == m_batches.size()) fill(m_cursor.pool + 1);
    const auto [begin, end] = m_batches[m_cursor.batch++];
    batch.pack(m_table, std::span(m_order).subspan(begin, end - begin));
}

void BatchSource::seek(DataCursor cursor) {
    fill(cursor.pool);
    require(cursor.batch <= m_batches.size(), "batch", "the checkpoint stands at batch ", cursor.batch,
            " of pool ", cursor.pool, ", which has ", m_batches.size(),
            "; the data or its settings have changed");
    m_cursor = cursor;
}

double BatchSource::epochs() const {
    const std::uint64_t length = m_stream->epochLength();
    if (length == 0) return 0;
    const double within =
        m_batches.empty() ? 0 : static_cast<double>(m_cursor.batch) / static_cast<double>(m_batches.size());
    return (static_cast<double>(m_cursor.pool) + within) * static_cast<double>(m_limits.poolPairs) /
           static_cast<double>(length);
}

}  // namespace vitrine
