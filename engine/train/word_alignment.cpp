#include "engine/train/word_alignment.h"

#include <algorithm>

#include "engine/text/vocabulary.h"
#include "engine/trace/frame.h"

namespace vitrine {
namespace {

constexpr const char* kPlace = "alignment";

Site weightsSite(std::size_t layer) {
    return {Stack::Decoder, static_cast<std::int16_t>(layer), Part::CrossAttention, Quantity::Weights};
}

/// One pair as the decoder sees it when it is given the reference.
struct ForcedPair {
    std::vector<std::int32_t> source, input;
    std::vector<int> sourceWord, targetWord;  // of each token
};

ForcedPair forced(const Tokenizer& source, const Tokenizer& target, const PairExample& pair) {
    ForcedPair result;
    const std::vector<Token> sourceTokens = source.encode(pair.source),
                             targetTokens = target.encode(pair.target);
    for (const Token& token : sourceTokens) result.source.push_back(token.id.value);
    result.input.push_back(kBosId.value);
    for (const Token& token : targetTokens) result.input.push_back(token.id.value);
    result.sourceWord = wordOfToken(pair.source, pair.sourceWords, sourceTokens);
    result.targetWord = wordOfToken(pair.target, pair.targetWords, targetTokens);
    return result;
}

std::shared_ptr<const TraceFrame> watchCross(const Transformer& model, Backend& backend, Arena& arena,
                                             ForcedPair& pair) {
    auto request = std::make_shared<TraceRequest>();
    for (std::size_t layer = 0; layer < model.contract().decoder.size(); ++layer)
        request->sites.push_back(weightsSite(layer));
    FrameRecorder recorder(std::move(request), 0, 0);
    arena.reset();
    ForwardContext ctx{backend, arena};
    ctx.probe = &recorder;
    const auto row = [](std::vector<std::int32_t>& ids) {
        return Tensor(DType::I32, {1, static_cast<std::int64_t>(ids.size())}, ids.data());
    };
    model.decode(ctx, row(pair.input), {}, model.encode(ctx, row(pair.source), {}), {});
    return recorder.finish();
}

/// The source word that each target word attends to most, -1 where it has no token. weights: (T, S) of a
/// head.
std::vector<int> proposedLinks(const float* weights, const ForcedPair& pair, std::size_t sourceWords,
                               std::size_t targetWords, AlignmentReading reading) {
    const std::size_t width = pair.source.size();
    std::vector<double> mass(sourceWords * targetWords, 0);
    std::vector<bool> seen(targetWords, false);
    for (std::size_t token = 0; token < pair.targetWord.size(); ++token) {
        if (pair.targetWord[token] < 0) continue;
        const auto word = static_cast<std::size_t>(pair.targetWord[token]);
        const float* row = weights + (reading == AlignmentReading::Predicting ? token : token + 1) * width;
        seen[word] = true;
        for (std::size_t s = 0; s < width; ++s)
            if (pair.sourceWord[s] >= 0)
                mass[word * sourceWords + static_cast<std::size_t>(pair.sourceWord[s])] += row[s];
    }
    std::vector<int> links(targetWords, -1);
    for (std::size_t word = 0; word < targetWords; ++word) {
        const auto begin = mass.begin() + static_cast<std::ptrdiff_t>(word * sourceWords);
        const auto end = begin + static_cast<std::ptrdiff_t>(sourceWords);
        if (seen[word]) links[word] = static_cast<int>(std::max_element(begin, end) - begin);
    }
    return links;
}

void count(HeadAlignment& score, std::span<const int> links, const PairExample& pair) {
    score.gold += static_cast<std::int64_t>(pair.links.size());
    for (std::size_t word = 0; word < links.size(); ++word) {
        if (links[word] < 0) continue;
        ++score.proposed;
        const AlignmentLink link{links[word], static_cast<int>(word)};
        score.common += std::find(pair.links.begin(), pair.links.end(), link) != pair.links.end() ? 1 : 0;
    }
}

}  // namespace

double HeadAlignment::errorRate() const {
    return proposed + gold == 0 ? 0
                                : 1 - 2 * static_cast<double>(common) / static_cast<double>(proposed + gold);
}

std::vector<int> wordOfToken(std::string_view text, std::span<const std::string> words,
                             std::span<const Token> tokens) {
    std::vector<std::size_t> begins, ends;
    std::size_t at = 0;
    for (const std::string& word : words) {
        const std::size_t begin = text.find(word, at);
        require(begin != std::string_view::npos, kPlace, "the word '", word, "' does not stand in '", text,
                "'");
        at = begin + word.size();
        begins.push_back(begin);
        ends.push_back(at);
    }
    std::vector<int> result;
    for (const Token& token : tokens) {
        int word = -1;
        for (std::size_t i = 0; i < words.size() && word < 0; ++i)
            if (token.begin < ends[i] && token.end > begins[i]) word = static_cast<int>(i);
        result.push_back(word);
    }
    return result;
}

std::vector<HeadAlignment> alignHeads(const Transformer& model, Backend& backend, const Tokenizer& source,
                                      const Tokenizer& target, std::span<const PairExample> pairs) {
    constexpr AlignmentReading kReadings[] = {AlignmentReading::Predicting, AlignmentReading::Reading};
    const std::vector<LayerContract>& layers = model.contract().decoder;
    std::vector<HeadAlignment> scores;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        for (std::int64_t head = 0; head < layers[layer].heads; ++head)
            for (const AlignmentReading reading : kReadings)
                scores.push_back({LayerIndex(static_cast<std::int64_t>(layer)), HeadIndex(head), reading});
    Arena arena;
    for (const PairExample& pair : pairs) {
        ForcedPair given = forced(source, target, pair);
        const std::shared_ptr<const TraceFrame> frame = watchCross(model, backend, arena, given);
        for (HeadAlignment& score : scores) {
            const Tensor& weights = frame->get(weightsSite(static_cast<std::size_t>(score.layer.value)));
            const std::int64_t matrix = weights.shape()[2] * weights.shape()[3];
            const std::vector<int> links =
                proposedLinks(weights.data<float>() + score.head.value * matrix, given,
                              pair.sourceWords.size(), pair.targetWords.size(), score.reading);
            count(score, links, pair);
        }
    }
    return scores;
}

HeadAlignment bestHead(std::span<const HeadAlignment> heads, AlignmentReading reading) {
    const HeadAlignment* best = nullptr;
    for (const HeadAlignment& head : heads)
        if (head.reading == reading && (best == nullptr || head.errorRate() < best->errorRate()))
            best = &head;
    require(best != nullptr, kPlace, "the model has no cross-attention heads");
    return *best;
}

}  // namespace vitrine
