#pragma once

// For sources only: it brings in nlohmann/json.hpp, which no other header may do.

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/error.h"

namespace vitrine {

struct JsonLimits {
    std::size_t maxBytes = std::size_t{1} << 20;
    int maxDepth = 16;  ///< nested objects and arrays; the outermost one counts
};

/// Parses one JSON value and nothing after it. Throws Error "[where] ..." for a text over the limits, broken
/// JSON or UTF-8 (with line and column), numbers outside double, and a key that occurs twice in an object.
nlohmann::json parseStrictJson(std::string_view text, std::string_view where, const JsonLimits& limits = {});

/// "4", "\"four\"", "an object": a value as an error message shows it, shortened.
Sentence describeJson(const nlohmann::json& value);

/// Reads one JSON object key by key. Every failure is an Error "[where] path.key is X, expected Y". Keys that
/// were never asked for are refused by refuseOthers(), so a misspelt option cannot pass unseen. The json
/// value must outlive the reader.
class JsonObject {
public:
    JsonObject(const nlohmann::json& value, std::string where, std::string path = "");

    bool has(std::string_view key) const;
    /// The value of a key that must be there.
    const nlohmann::json& value(std::string_view key);
    /// Without bounds: any integer, when a check with a better sentence follows.
    std::int64_t integer(std::string_view key, std::int64_t low = INT64_MIN, std::int64_t high = INT64_MAX);
    double number(std::string_view key);
    bool boolean(std::string_view key);
    std::string text(std::string_view key, std::size_t maxBytes);
    /// The position of the key's text in `names`.
    std::size_t choice(std::string_view key, std::span<const std::string_view> names);
    JsonObject object(std::string_view key);
    /// Throws for the first key that nobody asked for.
    void refuseOthers() const;

    const nlohmann::json& members() const { return m_value; }
    const std::string& where() const { return m_where; }
    /// "encoder.layer" + "heads" -> "encoder.layer.heads".
    std::string pathOf(std::string_view key) const;

private:
    [[noreturn]] void wrong(std::string_view key, const Sentence& expected) const;

    const nlohmann::json& m_value;
    std::string m_where, m_path;
    std::set<std::string, std::less<>> m_asked;
};

}  // namespace vitrine
