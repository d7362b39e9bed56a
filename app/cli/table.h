#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace vitrine::cli {

/// Rows of text whose columns line up: the first column to the left, the others to the right unless the
/// header's text ends in "<".
class Table {
public:
    explicit Table(std::vector<std::string> header) { m_rows.push_back(std::move(header)); }
    void add(std::vector<std::string> row) { m_rows.push_back(std::move(row)); }
    void print(std::ostream& out) const;

private:
    std::vector<std::vector<std::string>> m_rows;
};

/// "1,234,567".
std::string grouped(std::int64_t number);

}  // namespace vitrine::cli
