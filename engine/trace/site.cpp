#include "engine/trace/site.h"

#include <array>
#include <charconv>
#include <vector>

#include "engine/core/error.h"

namespace vitrine {
namespace {

constexpr std::array<std::string_view, 3> kStacks = {"encoder", "decoder", "output"};
constexpr std::array<std::string_view, 5> kParts = {"embedding", "self", "cross", "ffn", "head"};
constexpr std::array<std::string_view, 17> kQuantities = {
    "tokens",  "positions", "query",  "key",    "value",    "scores", "scaled", "mask",  "masked",
    "weights", "heads",     "hidden", "output", "residual", "sum",    "norm",   "logits"};

template <class Enum, std::size_t N>
bool lookUp(const std::array<std::string_view, N>& names, std::string_view name, Enum& result) {
    for (std::size_t i = 0; i < N; ++i) {
        if (names[i] == name) {
            result = static_cast<Enum>(i);
            return true;
        }
    }
    return false;
}

std::vector<std::string_view> splitAtDots(std::string_view name) {
    std::vector<std::string_view> words;
    for (std::size_t begin = 0;;) {
        const std::size_t dot = name.find('.', begin);
        words.push_back(name.substr(begin, dot - begin));
        if (dot == std::string_view::npos) return words;
        begin = dot + 1;
    }
}

bool fits(const Site& site) {
    const Quantity q = site.quantity;
    switch (site.part) {
        case Part::Embedding:
            return q == Quantity::Tokens || q == Quantity::Positions || q == Quantity::Output;
        case Part::FeedForward:
            return q >= Quantity::Hidden && q <= Quantity::Norm;
        case Part::Head:
            return q == Quantity::Logits;
        case Part::CrossAttention:
            if (site.stack != Stack::Decoder) return false;
            [[fallthrough]];
        case Part::SelfAttention:
            return q >= Quantity::Query && q <= Quantity::Norm && q != Quantity::Hidden;
    }
    return false;
}

bool parse(const std::vector<std::string_view>& words, Site& site) {
    if (words.size() == 2 && words[0] == "output") {
        site = {Stack::Output, -1, Part::Head, Quantity::Logits};
        return words[1] == "logits";
    }
    if (words.size() < 3 || !lookUp(kStacks, words[0], site.stack) || site.stack == Stack::Output)
        return false;
    if (!lookUp(kQuantities, words.back(), site.quantity)) return false;
    site.layer = -1;
    if (words.size() == 3) {
        site.part = Part::Embedding;
        return words[1] == "embedding" && fits(site);
    }
    const std::string_view number = words[1];
    const auto result = std::from_chars(number.data(), number.data() + number.size(), site.layer);
    const bool wholeNumber =
        result.ec == std::errc() && result.ptr == number.data() + number.size() && site.layer >= 0;
    return words.size() == 4 && wholeNumber && lookUp(kParts, words[2], site.part) &&
           site.part != Part::Embedding && site.part != Part::Head && fits(site);
}

}  // namespace

std::string_view nameOf(Stack stack) {
    return kStacks[static_cast<std::size_t>(stack)];
}
std::string_view nameOf(Part part) {
    return kParts[static_cast<std::size_t>(part)];
}
std::string_view nameOf(Quantity quantity) {
    return kQuantities[static_cast<std::size_t>(quantity)];
}

std::string siteName(const Site& site) {
    if (site.stack == Stack::Output) return "output.logits";
    std::string name(nameOf(site.stack));
    if (site.layer >= 0) name += '.' + std::to_string(site.layer);
    name += '.';
    name += nameOf(site.part);
    name += '.';
    name += nameOf(site.quantity);
    return name;
}

Site parseSite(std::string_view name) {
    Site site;
    // Comparing the text refuses other spellings of a layer, such as "01" or "-0".
    if (!parse(splitAtDots(name), site) || siteName(site) != name) {
        fail("trace", "'", name.substr(0, 80),
             "' is not a site; expected a name such as encoder.0.self.weights, "
             "decoder.1.cross.scores, decoder.embedding.output or output.logits");
    }
    return site;
}

bool fitsPattern(std::string_view name, std::string_view pattern) {
    constexpr std::size_t kNone = std::string_view::npos;
    // The latest * takes as little as it can; where the rest does not fit, it takes one character more.
    // Earlier ones never need to: what they could take besides, the latest can take as well.
    std::size_t star = kNone, taken = 0;
    std::size_t n = 0, p = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++n;
            ++p;
        } else if (star != kNone) {
            n = ++taken;
            p = star + 1;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == kNone;
}

std::string siteAxes(const Site& site) {
    const std::string rows = site.stack == Stack::Encoder ? "S" : "T";
    const std::string keys = site.part == Part::CrossAttention ? "S" : rows;
    switch (site.quantity) {
        case Quantity::Positions:
            return rows + ",d";
        case Quantity::Query:
            return "B," + rows + ",h*dk";
        case Quantity::Key:
            return "B," + keys + ",g*dk";
        case Quantity::Value:
            return "B," + keys + ",g*dv";
        case Quantity::Mask:
            return "B," + rows + "," + keys;
        case Quantity::Scores:
        case Quantity::Scaled:
        case Quantity::Masked:
        case Quantity::Weights:
            return "B,h," + rows + "," + keys;
        case Quantity::Heads:
            return "B," + rows + ",h*dv";
        case Quantity::Hidden:
            return "B," + rows + ",f";
        case Quantity::Logits:
            return "B,T,Vt";
        default:
            return "B," + rows + ",d";
    }
}

}  // namespace vitrine
