#include "engine/decode/generate_many.h"

#include <algorithm>
#include <numeric>

#include "engine/model/decoder_cache.h"

namespace vitrine {
namespace {

/// One group of sentences on its way through the cache.
class Group {
public:
    Group(const Transformer& model, Backend& backend, TokenId begin, const Decoding& decoding,
          const StopRules& rules, std::int64_t slots, std::int64_t maxSource)
        : m_model(model),
          m_backend(backend),
          m_begin(begin),
          m_decoding(decoding),
          m_rules(rules),
          m_limit(std::min(decoding.maxTokens, model.contract().maxPositions)),
          m_cache(model.contract(), model.type(), slots, maxSource, m_limit),
          m_tokens(Tensor::zeros(DType::I32, {slots, 1})) {}

    void translate(std::span<const std::vector<TokenId>> sources, std::span<const std::size_t> members,
                   std::vector<Generation>& results, const CancelToken* cancel) {
        read(sources, members);
        for (std::int64_t step = 0; step < m_limit && !m_running.empty(); ++step) {
            if (cancel != nullptr) cancel->check();
            advance(StepIndex(step), results);
            giveUpSlots(results);
        }
    }

private:
    void read(std::span<const std::vector<TokenId>> sources, std::span<const std::size_t> members) {
        const auto batch = static_cast<std::int64_t>(members.size());
        std::int64_t longest = 0;
        m_running.assign(members.begin(), members.end());
        m_lengths.clear();
        for (const std::size_t member : members) {
            const auto length = static_cast<std::int64_t>(sources[member].size());
            longest = std::max(longest, length);
            m_lengths.push_back(static_cast<std::int32_t>(length));
        }
        m_arena.reset();
        const Tensor ids = m_arena.zeros(DType::I32, {batch, longest});
        for (std::size_t row = 0; row < members.size(); ++row) {
            std::int32_t* cells = ids.data<std::int32_t>() + static_cast<std::int64_t>(row) * longest;
            for (const TokenId id : sources[members[row]]) *cells++ = id.value;
        }
        const ForwardContext ctx{m_backend, m_arena};
        m_model.startCache(ctx, m_cache, m_model.encode(ctx, ids, m_lengths), m_lengths);
        std::fill_n(m_tokens.data<std::int32_t>(), batch, m_begin.value);
    }

    void advance(StepIndex step, std::vector<Generation>& results) {
        const auto batch = static_cast<std::int64_t>(m_running.size());
        m_arena.reset();
        const Tensor logits =
            m_model.step(ForwardContext{m_backend, m_arena}, m_cache, m_tokens.slice(0, batch));
        const auto columns = static_cast<std::size_t>(logits.shape()[-1]);
        for (std::size_t row = 0; row < m_running.size(); ++row) {
            Generation& result = results[m_running[row]];
            if (result.finished) continue;  // its slot runs on until it is given up
            const std::span<const float> scores = logits.elements<float>().subspan(row * columns, columns);
            GeneratedToken next;
            next.token = chooseToken(scores, m_rules.banned, m_decoding, step, m_scratch);
            next.logProbability = logProbability(scores, m_rules.banned, next.token);
            result.tokens.push_back(next);
            result.finished = m_rules.end.valid() && next.token == m_rules.end;
            m_tokens.data<std::int32_t>()[row] = next.token.value;
        }
    }

    /// Moves the unfinished sentences together once a quarter of the slots is idle.
    void giveUpSlots(const std::vector<Generation>& results) {
        const auto idle = static_cast<std::size_t>(std::count_if(
            m_running.begin(), m_running.end(), [&](std::size_t i) { return results[i].finished; }));
        if (idle < m_running.size() && idle * 4 < m_running.size()) return;
        std::vector<std::int32_t> kept;
        std::int32_t* tokens = m_tokens.data<std::int32_t>();
        for (std::size_t row = 0; row < m_running.size(); ++row) {
            if (results[m_running[row]].finished) continue;
            m_running[kept.size()] = m_running[row];
            tokens[kept.size()] = tokens[row];
            kept.push_back(static_cast<std::int32_t>(row));
        }
        m_running.resize(kept.size());
        if (!kept.empty()) m_cache.keep(kept);
    }

    const Transformer& m_model;
    Backend& m_backend;
    TokenId m_begin;
    const Decoding& m_decoding;
    const StopRules& m_rules;
    std::int64_t m_limit;
    DecoderCache m_cache;
    Arena m_arena;
    Tensor m_tokens;                     // (slots, 1) i32
    std::vector<std::size_t> m_running;  // which sentence each slot holds
    std::vector<std::int32_t> m_lengths;
    std::vector<std::int32_t> m_scratch;
};

void check(const Contract& contract, std::span<const std::vector<TokenId>> sources) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto length = static_cast<std::int64_t>(sources[i].size());
        require(length > 0, "decoding", "sentence ", i + 1, " is empty; leave it out");
        require(length <= contract.maxPositions, "decoding", "sentence ", i + 1, " has ", length,
                " tokens, this model reads at most ", contract.maxPositions, "; shorten it");
        for (const TokenId id : sources[i])
            require(id.value >= 0 && id.value < contract.sourceVocabulary, "decoding", "sentence ", i + 1,
                    " holds the token ", id.value, ", this model knows 0 to ", contract.sourceVocabulary - 1);
    }
}

}  // namespace

std::vector<Generation> generateMany(const Transformer& model, Backend& backend,
                                     std::span<const std::vector<TokenId>> sources, TokenId begin,
                                     const Decoding& decoding, const StopRules& rules, std::int64_t slots,
                                     const std::function<void(std::size_t)>& progress,
                                     const CancelToken* cancel) {
    validate(decoding);
    require(slots > 0, "decoding", "expected at least one slot, got ", slots);
    check(model.contract(), sources);
    std::vector<Generation> results(sources.size());
    if (sources.empty()) return results;
    std::vector<std::size_t> order(sources.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sources[a].size() < sources[b].size(); });
    const auto width = std::min(static_cast<std::size_t>(slots), sources.size());
    Group group(model, backend, begin, decoding, rules, static_cast<std::int64_t>(width),
                static_cast<std::int64_t>(sources[order.back()].size()));
    for (std::size_t first = 0; first < order.size(); first += width) {
        const std::size_t count = std::min(width, order.size() - first);
        group.translate(sources, std::span(order).subspan(first, count), results, cancel);
        if (progress) progress(first + count);
    }
    return results;
}

}  // namespace vitrine
