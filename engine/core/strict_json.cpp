#include "engine/core/strict_json.h"

#include <cstdio>
#include <cstring>
#include <vector>

namespace vitrine {
using nlohmann::json;

namespace {

constexpr std::size_t kShown = 60;  // bytes of a foreign text that an error message repeats

std::string inQuotes(std::string_view text) {
    const bool cut = text.size() > kShown;
    return json(text.substr(0, kShown)).dump(-1, ' ', false, json::error_handler_t::replace) +
           (cut ? "..." : "");
}

/// Where the text is broken. What the library says besides is about its own states and repeats the text.
Sentence placeOf(const json::exception& error) {
    const char* text = std::strstr(error.what(), "parse error at");
    std::size_t line = 0, column = 0;
    if (text == nullptr || std::sscanf(text, "parse error at line %zu, column %zu", &line, &column) != 2)
        return phrase("it holds a number that is out of range");
    if (std::strstr(text, "UTF-8") != nullptr)
        return phrase("there is a byte that is not UTF-8 at line ", line, ", column ", column);
    return phrase("there is an error at line ", line, ", column ", column);
}

Sentence integerRange(std::int64_t low, std::int64_t high) {
    if (low == high) return Sentence(concat(low));
    if (low == INT64_MIN) return Wording{"an integer"};
    if (high >= INT64_MAX - 1) return phrase("an integer from ", low);
    return phrase("an integer from ", low, " to ", high);
}

Sentence keyList(const json& object) {
    std::string list;
    int count = 0;
    for (const auto& item : object.items()) {
        if (++count > 8) return Sentence(list + ", ...");
        list += (list.empty() ? "" : ", ") + inQuotes(item.key());
    }
    return list.empty() ? Wording{"none"} : Sentence(list);
}

}  // namespace

json parseStrictJson(std::string_view text, std::string_view where, const JsonLimits& limits) {
    require(text.size() <= limits.maxBytes, where, "the JSON text has ", text.size(),
            " bytes, expected at most ", limits.maxBytes);
    // The library takes a zero byte for the end and would not look at what follows.
    require(text.find('\0') == std::string_view::npos, where, "expected JSON text, but it holds a zero byte");
    std::vector<std::set<std::string>> keys;  // of the objects that are open
    const auto check = [&](int depth, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start)
            require(depth < limits.maxDepth, where, "the JSON text nests deeper than ", limits.maxDepth,
                    " levels");
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end) keys.pop_back();
        if (event == json::parse_event_t::key) {
            const auto& key = parsed.get_ref<const std::string&>();
            if (!keys.back().insert(key).second)
                fail(where, "the key ", inQuotes(key), " occurs twice in one object; keep one of them");
        }
        return true;
    };
    try {
        return json::parse(text.begin(), text.end(), check);
    } catch (const json::exception& error) {
        fail(where, "expected valid JSON, but ", placeOf(error), "; correct the text");
    }
}

Sentence describeJson(const json& value) {
    if (value.is_object()) return Wording{"an object"};
    if (value.is_array()) return Wording{"an array"};
    return Sentence(value.is_string() ? inQuotes(value.get_ref<const std::string&>()) : value.dump());
}

JsonObject::JsonObject(const json& value, std::string where, std::string path)
    : m_value(value), m_where(std::move(where)), m_path(std::move(path)) {
    if (value.is_object()) return;
    fail(m_where, m_path.empty() ? Wording{"the JSON text"} : Sentence(m_path), " is ", describeJson(value),
         ", expected an object");
}

std::string JsonObject::pathOf(std::string_view key) const {
    return m_path.empty() ? std::string(key) : concat(m_path, '.', key);
}

void JsonObject::wrong(std::string_view key, const Sentence& expected) const {
    fail(m_where, pathOf(key), " is ", describeJson(*m_value.find(key)), ", expected ", expected);
}

bool JsonObject::has(std::string_view key) const {
    return m_value.contains(key);
}

const json& JsonObject::value(std::string_view key) {
    const auto it = m_value.find(key);
    if (it == m_value.end())
        fail(m_where, pathOf(key), " is missing; the keys given here are ", keyList(m_value));
    m_asked.emplace(key);
    return *it;
}

std::int64_t JsonObject::integer(std::string_view key, std::int64_t low, std::int64_t high) {
    const json& number = value(key);
    // An unsigned number above the signed range would wrap when read as signed.
    const bool tooLarge =
        number.is_number_unsigned() && number.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX);
    const bool fits = number.is_number_integer() && !tooLarge && number.get<std::int64_t>() >= low &&
                      number.get<std::int64_t>() <= high;
    if (!fits) wrong(key, integerRange(low, high));
    return number.get<std::int64_t>();
}

double JsonObject::number(std::string_view key) {
    const json& number = value(key);
    if (!number.is_number()) wrong(key, Wording{"a number"});
    return number.get<double>();
}

bool JsonObject::boolean(std::string_view key) {
    const json& flag = value(key);
    if (!flag.is_boolean()) wrong(key, Wording{"true or false"});
    return flag.get<bool>();
}

std::string JsonObject::text(std::string_view key, std::size_t maxBytes) {
    const json& string = value(key);
    if (!string.is_string()) wrong(key, Wording{"a text"});
    if (string.get_ref<const std::string&>().size() > maxBytes)
        wrong(key, phrase("a text of at most ", maxBytes, " bytes"));
    return string.get<std::string>();
}

std::size_t JsonObject::choice(std::string_view key, std::span<const std::string_view> names) {
    const json& string = value(key);
    Sentence expected;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (string.is_string() && string.get_ref<const std::string&>() == names[i]) return i;
        const Sentence name(concat('"', names[i], '"'));
        expected = i == 0 ? name : phrase(expected, " or ", name);
    }
    wrong(key, expected);
}

JsonObject JsonObject::object(std::string_view key) {
    return JsonObject(value(key), m_where, pathOf(key));
}

void JsonObject::refuseOthers() const {
    for (const auto& item : m_value.items())
        if (m_asked.find(item.key()) == m_asked.end())
            fail(m_where, pathOf(inQuotes(item.key())),
                 " is not a known key; remove it or correct its spelling");
}

}  // namespace vitrine
