// The tokenizer file, one JSON object:
//   "format"  "vitrine-tokenizer"
//   "version" 1
//   "kind"    "word" or "bpe"
//   "pieces"  strings; the first four are <pad> <bos> <eos> <unk>, a piece's place is its id
//   "counts"  whole numbers, one for every piece
//   "merges"  bpe only, in order of rank: [left id, right id, count]
// Anything else (other keys, other types, deeper nesting, repeated keys or pieces) is refused.
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/error.h"
#include "engine/text/tokenizer.h"

namespace vitrine {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kPlace = "tokenizer file";
constexpr std::size_t kMaxFileBytes = std::size_t{16} << 20;
constexpr int kMaxDepth = 3;  // object, merges, one merge
constexpr std::uint64_t kMaxCount = std::uint64_t{1} << 53;

Json parse(std::string_view text) {
    require(text.size() <= kMaxFileBytes, kPlace, "the file has ", text.size(), " bytes, expected at most ",
            kMaxFileBytes);
    std::set<std::string> keys;
    const auto check = [&keys](int depth, Json::parse_event_t event, Json& value) {
        require(depth <= kMaxDepth, kPlace, "lists are nested too deeply, expected at most ", kMaxDepth,
                " levels");
        if (event == Json::parse_event_t::key && depth == 1)
            require(keys.insert(value.get<std::string>()).second, kPlace, "the key \"",
                    value.get<std::string>(), "\" stands twice");
        return true;
    };
    try {
        return Json::parse(text.begin(), text.end(), check);
    } catch (const Json::parse_error& error) {
        fail(kPlace, "expected JSON, but the text is malformed at byte ", error.byte,
             "; the file is damaged or of another kind");
    } catch (const Json::exception&) {  // a number too large for any type
        fail(kPlace, "expected JSON, but a number is out of range; the file is damaged or of another kind");
    }
}

const Json& member(const Json& object, const char* key) {
    const auto it = object.find(key);
    require(it != object.end(), kPlace, "the key \"", key, "\" is missing");
    return *it;
}

std::uint64_t wholeNumber(const Json& value, std::uint64_t limit, Wording what, std::size_t index) {
    require(value.is_number_unsigned(), kPlace, what, ' ', index, " is not a whole number from 0");
    const auto number = value.get<std::uint64_t>();
    require(number <= limit, kPlace, what, ' ', index, " is ", number, ", expected at most ", limit);
    return number;
}

const Json& list(const Json& object, const char* key) {
    const Json& value = member(object, key);
    require(value.is_array(), kPlace, "\"", key, "\" is of type ", Wording{value.type_name()},
            ", expected a list");
    require(value.size() <= Vocabulary::kMaxPieces, kPlace, "\"", key, "\" has ", value.size(),
            " entries, expected at most ", Vocabulary::kMaxPieces);
    return value;
}

Vocabulary readVocabulary(const Json& file) {
    const Json& pieces = list(file, "pieces");
    const Json& counts = list(file, "counts");
    require(pieces.size() == counts.size(), kPlace, "there are ", pieces.size(), " pieces and ",
            counts.size(), " counts, expected as many of both");
    Vocabulary vocabulary;
    require(pieces.size() >= static_cast<std::size_t>(kSpecialCount), kPlace, "there are ", pieces.size(),
            " pieces, expected at least <pad> <bos> <eos> <unk>");
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        require(pieces[i].is_string(), kPlace, "piece ", i, " is of type ", Wording{pieces[i].type_name()},
                ", expected a string");
        const auto& piece = pieces[i].get_ref<const std::string&>();
        const std::uint64_t count = wholeNumber(counts[i], kMaxCount, Wording{"count"}, i);
        if (i >= static_cast<std::size_t>(kSpecialCount)) {
            vocabulary.add(piece, count);
            continue;
        }
        const TokenId id(static_cast<std::int64_t>(i));
        require(piece == vocabulary.piece(id), kPlace, "piece ", i, " is \"", piece.substr(0, 40),
                "\", expected \"", vocabulary.piece(id),
                "\"; the first four pieces are <pad> <bos> <eos> <unk>");
        vocabulary.setCount(id, count);
    }
    return vocabulary;
}

std::vector<BpeMerge> readMerges(const Json& file, const Vocabulary& vocabulary) {
    std::vector<BpeMerge> merges;
    const auto lastId = static_cast<std::uint64_t>(vocabulary.size() - 1);
    for (const Json& entry : list(file, "merges")) {
        const std::size_t rank = merges.size();
        require(entry.is_array() && entry.size() == 3, kPlace, "merge ", rank,
                " is not [left id, right id, count]");
        BpeMerge merge;
        merge.left = TokenId(
            static_cast<std::int64_t>(wholeNumber(entry[0], lastId, Wording{"left id of merge"}, rank)));
        merge.right = TokenId(
            static_cast<std::int64_t>(wholeNumber(entry[1], lastId, Wording{"right id of merge"}, rank)));
        merge.count = wholeNumber(entry[2], kMaxCount, Wording{"count of merge"}, rank);
        const std::string joined = vocabulary.piece(merge.left) + vocabulary.piece(merge.right);
        const auto result = vocabulary.find(joined);
        require(result.has_value(), kPlace, "merge ", rank, " gives \"", joined, "\", which is not a piece");
        merge.result = *result;
        merges.push_back(merge);
    }
    return merges;
}

void checkKeys(const Json& file, bool bpe) {
    const std::string_view kind = bpe ? "bpe" : "word";
    for (const auto& [key, value] : file.items()) {
        const bool known = key == "format" || key == "version" || key == "kind" || key == "pieces" ||
                           key == "counts" || (bpe && key == "merges");
        require(known, kPlace, "the key \"", key.substr(0, 40), "\" does not belong into a ", kind,
                " tokenizer");
    }
}

}  // namespace

Tokenizer Tokenizer::fromJson(std::string_view json) {
    const Json file = parse(json);
    require(file.is_object(), kPlace, "the file is of type ", Wording{file.type_name()},
            ", expected an object");
    require(member(file, "format") == "vitrine-tokenizer", kPlace,
            "\"format\" is not \"vitrine-tokenizer\"; this is another kind of file");
    require(member(file, "version") == 1, kPlace, "\"version\" is not 1; the file is of a newer program");
    const Json& kind = member(file, "kind");
    require(kind == "word" || kind == "bpe", kPlace, "\"kind\" is neither \"word\" nor \"bpe\"");
    checkKeys(file, kind == "bpe");
    Vocabulary vocabulary = readVocabulary(file);
    if (kind == "word") return words(std::move(vocabulary));
    std::vector<BpeMerge> merges = readMerges(file, vocabulary);
    return bpe(std::move(vocabulary), std::move(merges));
}

std::string Tokenizer::toJson() const {
    Json pieces = Json::array();
    Json counts = Json::array();
    for (std::int32_t id = 0; id < size(); ++id) {
        pieces.push_back(vocabulary().piece(TokenId(id)));
        counts.push_back(vocabulary().count(TokenId(id)));
    }
    Json file;
    file["format"] = "vitrine-tokenizer";
    file["version"] = 1;
    file["kind"] = kind() == TokenizerKind::Word ? "word" : "bpe";
    file["pieces"] = std::move(pieces);
    file["counts"] = std::move(counts);
    if (kind() == TokenizerKind::Bpe) {
        Json list = Json::array();
        for (const BpeMerge& merge : merges())
            list.push_back(Json::array({merge.left.value, merge.right.value, merge.count}));
        file["merges"] = std::move(list);
    }
    return file.dump() + "\n";
}

}  // namespace vitrine
