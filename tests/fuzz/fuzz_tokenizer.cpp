// Any bytes are either refused with an Error or give a tokenizer that keeps its promises. Behind the first
// NUL byte stands a text to encode with it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/error.h"
#include "engine/text/normalise.h"
#include "engine/text/tokenizer.h"

namespace {

void check(bool promise) {
    if (!promise) std::abort();
}

void checkEncoding(const vitrine::Tokenizer& tokenizer, std::string_view text) {
    const std::string normal = vitrine::normalise(text);
    check(vitrine::normalise(normal) == normal || normal.size() > vitrine::kMaxTextBytes);
    std::vector<vitrine::TokenId> ids;
    bool unknown = false;
    std::size_t last = 0;
    for (const vitrine::Token& token : tokenizer.encode(text)) {
        check(token.begin <= token.end && token.end <= text.size());
        check(last <= token.end);
        last = token.end;
        unknown = unknown || token.unknown;
        ids.push_back(token.id);
    }
    check(ids == tokenizer.encodeIds(text));
    const std::string back = tokenizer.decode(ids);
    if (tokenizer.kind() == vitrine::TokenizerKind::Bpe && !unknown) check(back == normal);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::size_t nul = std::min(input.find('\0'), size);
    try {
        const auto tokenizer = vitrine::Tokenizer::fromJson(input.substr(0, nul));
        check(vitrine::Tokenizer::fromJson(tokenizer.toJson()).toJson() == tokenizer.toJson());
        checkEncoding(tokenizer, input.substr(std::min(nul + 1, size)));
    } catch (const vitrine::Error&) {
    }
    return 0;
}
