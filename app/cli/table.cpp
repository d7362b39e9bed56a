#include "app/cli/table.h"

#include <algorithm>
#include <ostream>

#include "engine/text/utf8.h"

namespace vitrine::cli {

void Table::print(std::ostream& out) const {
    std::vector<std::vector<std::string>> rows = m_rows;
    std::vector<bool> toTheLeft(rows[0].size(), false);
    toTheLeft[0] = true;
    for (std::size_t c = 0; c < rows[0].size(); ++c)
        if (!rows[0][c].empty() && rows[0][c].back() == '<') {
            rows[0][c].pop_back();
            toTheLeft[c] = true;
        }
    std::vector<std::size_t> widths(rows[0].size(), 0);
    for (const auto& row : rows)
        for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], codePointCount(row[c]));
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t c = 0; c < row.size(); ++c) {
            const std::string space(widths[c] - codePointCount(row[c]), ' ');
            line += "  " + (toTheLeft[c] ? row[c] + space : space + row[c]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (auto at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > first; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

}  // namespace vitrine::cli
