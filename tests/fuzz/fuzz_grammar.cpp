// Any bytes are either refused with an Error or give a grammar whose samples are found again by their
// Chinese.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "engine/core/error.h"
#include "engine/data/grammar.h"
#include "engine/text/utf8.h"

namespace {

void check(bool promise) {
    if (!promise) std::abort();
}

void checkGrammar(const vitrine::Grammar& grammar) {
    for (std::uint64_t index = 0; index < 4; ++index) {
        const vitrine::PairExample pair = grammar.sample(vitrine::Rng(1), index, vitrine::CorpusPart::Train);
        check(!vitrine::invalidUtf8At(pair.source) && !vitrine::invalidUtf8At(pair.target));
        check(pair.sourceWords.size() <= 40 && pair.targetWords.size() <= 40);
        for (const vitrine::AlignmentLink& link : pair.links)
            check(link.source >= 0 && link.source < static_cast<int>(pair.sourceWords.size()) &&
                  link.target >= 0 && link.target < static_cast<int>(pair.targetWords.size()));
        const auto found = grammar.findAlignment(pair.source);
        check(!found || found->source == pair.source);
    }
    const vitrine::GrammarCounts counts = grammar.counts();
    check(counts.pairs == UINT64_MAX || grammar.countDistinctSources(20'000) <= counts.pairs);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        checkGrammar(vitrine::Grammar::parse(text));
    } catch (const vitrine::Error&) {
    }
    return 0;
}
