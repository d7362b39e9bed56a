#include "engine/decode/table_model.h"

#include <cmath>
#include <limits>

#include "engine/core/strict_json.h"
#include "engine/io/input_file.h"

namespace vitrine {
namespace {

constexpr std::string_view kWhere = "table";
constexpr double kTolerance = 1e-6;  // of the sum of a distribution
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxCells = std::size_t{1} << 24;  // prefixes times tokens

bool hasSpace(std::string_view text) {
    return text.find_first_of(" \t\r\n") != std::string_view::npos;
}

std::string shown(std::string_view text) {
    return describeJson(nlohmann::json(text)).text;
}

}  // namespace

/// Reads the parts of one file into a model.
class TableReader {
public:
    TableModel read(const nlohmann::json& json) {
        JsonObject file(json, std::string(kWhere));
        const std::string format = file.text("format", 40);
        require(format == "vitrine-table", kWhere, "the format is ", shown(format),
                ", expected \"vitrine-table\"");
        file.integer("version", 1, 1);
        m_model.m_name = file.text("name", 200);
        readTokens(file.value("tokens"));
        if (file.has("end")) m_model.m_end = m_model.find(file.text("end", 1000));
        readPrefixes(file.value("next"));
        if (file.has("otherwise")) m_model.m_otherwise = distribution(file.value("otherwise"), "otherwise");
        file.refuseOthers();
        return std::move(m_model);
    }

private:
    void readTokens(const nlohmann::json& list) {
        require(list.is_array() && !list.empty() && list.size() <= TableModel::kMaxTokens, kWhere,
                "tokens is ", describeJson(list), ", expected a list of 1 to ", TableModel::kMaxTokens,
                " texts");
        for (const nlohmann::json& item : list) {
            require(item.is_string() && !item.get_ref<const std::string&>().empty() &&
                        !hasSpace(item.get_ref<const std::string&>()),
                    kWhere, "a token is ", describeJson(item), ", expected a text without spaces");
            const auto& token = item.get_ref<const std::string&>();
            const TokenId id(static_cast<std::int64_t>(m_model.m_tokens.size()));
            require(m_model.m_ids.emplace(token, id).second, kWhere, "the token ", shown(token),
                    " is listed twice");
            m_model.m_tokens.push_back(token);
        }
    }

    void readPrefixes(const nlohmann::json& table) {
        require(table.is_object(), kWhere, "next is ", describeJson(table),
                ", expected an object from prefixes to probabilities");
        require(table.size() * m_model.m_tokens.size() <= kMaxCells, kWhere, "the table has ", table.size(),
                " prefixes of ", m_model.m_tokens.size(), " tokens, expected at most ", kMaxCells,
                " numbers in all");
        for (const auto& [prefix, probabilities] : table.items()) {
            checkPrefix(prefix);
            m_model.m_next[prefix] = distribution(probabilities, "next." + prefix);
        }
    }

    void checkPrefix(std::string_view prefix) const {
        std::string_view rest = prefix;
        while (!rest.empty()) {
            const std::size_t space = rest.find(' ');
            const std::string_view token = rest.substr(0, space);
            require(m_model.m_ids.find(token) != m_model.m_ids.end(), kWhere, "the prefix ", shown(prefix),
                    " has ", shown(token), " in it, which is none of the tokens");
            rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
            require(space == std::string_view::npos || !rest.empty(), kWhere, "the prefix ", shown(prefix),
                    " ends in a space, expected tokens with single spaces between them");
        }
    }

    std::vector<float> distribution(const nlohmann::json& probabilities, const std::string& path) const {
        require(probabilities.is_object(), kWhere, path, " is ", describeJson(probabilities),
                ", expected an object from tokens to probabilities");
        std::vector<float> logs(m_model.m_tokens.size(), -std::numeric_limits<float>::infinity());
        double sum = 0;
        for (const auto& [token, value] : probabilities.items()) {
            const auto found = m_model.m_ids.find(token);
            require(found != m_model.m_ids.end(), kWhere, path, " names ", shown(token),
                    ", which is none of the tokens");
            require(value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1, kWhere, path,
                    " gives ", shown(token), " the probability ", describeJson(value),
                    ", expected a number from 0 to 1");
            const double probability = value.get<double>();
            sum += probability;
            logs[static_cast<std::size_t>(found->second.value)] = static_cast<float>(std::log(probability));
        }
        require(std::abs(sum - 1) <= kTolerance, kWhere, path, " sums to ", sum,
                ", expected 1; probabilities of the tokens that are not named are 0");
        return logs;
    }

    TableModel m_model;
};

TableModel TableModel::fromJson(std::string_view json) {
    JsonLimits limits;
    limits.maxBytes = kMaxFileBytes;
    limits.maxDepth = 4;
    const nlohmann::json parsed = parseStrictJson(json, kWhere, limits);
    return TableReader().read(parsed);
}

TableModel TableModel::load(const std::filesystem::path& file) {
    return fromJson(readTextFile(file, kMaxFileBytes));
}

TokenId TableModel::find(std::string_view token) const {
    const auto found = m_ids.find(token);
    require(found != m_ids.end(), kWhere, shown(token), " is none of the tokens");
    return found->second;
}

std::string TableModel::text(std::span<const TokenId> ids) const {
    std::string joined;
    for (const TokenId id : ids) {
        require(id.value >= 0 && id.value < vocabulary(), kWhere, "there is no token ", id.value,
                ", the table has ", vocabulary());
        if (!joined.empty()) joined += ' ';
        joined += m_tokens[static_cast<std::size_t>(id.value)];
    }
    return joined;
}

std::span<const float> TableModel::next(std::span<const TokenId> prefix) {
    m_key = text(prefix);
    const auto row = m_next.find(m_key);
    if (row != m_next.end()) return row->second;
    require(!m_otherwise.empty(), kWhere, "the table says nothing about what follows ", shown(m_key),
            "; list that prefix or add \"otherwise\"");
    return m_otherwise;
}

}  // namespace vitrine
