#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/decode/generate.h"

namespace vitrine {

/// A model that is a table: probabilities of the next token by prefix, so that small examples on paper run
/// through the real decoder. Read from a JSON file such as
///
///     {"format": "vitrine-table", "version": 1, "name": "A, B, C",
///      "tokens": ["<eos>", "A", "B"], "end": "<eos>",
///      "next": {"": {"A": 0.6, "B": 0.4}, "A": {"<eos>": 1}, "A B": {"A": 0.5, "<eos>": 0.5}},
///      "otherwise": {"<eos>": 1}}
///
/// Token i of "tokens" has id i. A key of "next" is a prefix, its tokens joined by single spaces, "" the
/// empty one. Tokens that a distribution does not name have probability 0. "end" and "otherwise" (the
/// distribution after every prefix that is not listed) may be left out.
class TableModel final : public NextTokenModel {
public:
    /// Strict: throws Error naming the entry for anything but the form above, unknown tokens, numbers outside
    /// [0, 1] and distributions whose sum is not 1 within 1e-6.
    static TableModel fromJson(std::string_view json);
    static TableModel load(const std::filesystem::path& file);

    const std::string& name() const { return m_name; }
    const std::vector<std::string>& tokens() const { return m_tokens; }
    /// Throws Error for an unknown token.
    TokenId find(std::string_view token) const;
    /// The tokens joined by spaces.
    std::string text(std::span<const TokenId> ids) const;
    /// Nothing is banned; the end token is the file's.
    StopRules rules() const { return {m_end, {}}; }

    std::int64_t vocabulary() const override { return static_cast<std::int64_t>(m_tokens.size()); }
    std::int64_t maxPrefix() const override { return kMaxPrefix; }
    /// log p of every token, -infinity where p is 0. Throws Error when the table says nothing about the
    /// prefix.
    std::span<const float> next(std::span<const TokenId> prefix) override;

    static constexpr std::int64_t kMaxPrefix = 10000;
    static constexpr std::size_t kMaxTokens = 10000;

private:
    friend class TableReader;
    TableModel() = default;

    std::string m_name;
    std::vector<std::string> m_tokens;
    std::map<std::string, TokenId, std::less<>> m_ids;
    TokenId m_end;
    std::map<std::string, std::vector<float>, std::less<>> m_next;  // by prefix text: (Vt) log p
    std::vector<float> m_otherwise;                                 // (Vt) log p, empty when there is none
    std::string m_key;
};

}  // namespace vitrine
