#include "engine/decode/generate.h"

#include <algorithm>

namespace vitrine {

double Generation::logProbability() const {
    double sum = 0;
    for (const GeneratedToken& token : tokens) sum += token.logProbability;
    return sum;
}

Generation generate(NextTokenModel& model, const Decoding& decoding, const StopRules& rules,
                    std::span<const TokenId> prefix, const ForcedTokens& forced, const CancelToken* cancel) {
    validate(decoding);
    for (const auto& [step, token] : forced) {
        require(token.value >= 0 && token.value < model.vocabulary(), "decoding", "the token forced at step ",
                step.value, " is ", token.value, ", expected an id below ", model.vocabulary());
    }
    const auto start = static_cast<std::int64_t>(prefix.size());
    const std::int64_t room = model.maxPrefix() + 1 - start;
    require(room > 0, "decoding", "the prefix has ", start, " tokens, this model continues at most ",
            model.maxPrefix(), "; shorten it");
    const std::int64_t limit = std::min(decoding.maxTokens, room);

    Generation result;
    result.tokens.reserve(static_cast<std::size_t>(limit));
    std::vector<TokenId> text(prefix.begin(), prefix.end());
    text.reserve(text.size() + static_cast<std::size_t>(limit));
    std::vector<std::int32_t> scratch;
    scratch.reserve(static_cast<std::size_t>(model.vocabulary()));
    for (std::int64_t i = 0; i < limit && !result.finished; ++i) {
        if (cancel != nullptr) cancel->check();
        const StepIndex step(start + i);
        const std::span<const float> logits = model.next(text);
        const auto byHand = forced.find(step);
        GeneratedToken next;
        next.forced = byHand != forced.end();
        next.token =
            next.forced ? byHand->second : chooseToken(logits, rules.banned, decoding, step, scratch);
        next.logProbability = logProbability(logits, rules.banned, next.token);
        result.tokens.push_back(next);
        text.push_back(next.token);
        result.finished = rules.end.valid() && next.token == rules.end;
    }
    return result;
}

}  // namespace vitrine
