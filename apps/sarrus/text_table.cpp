#include "apps/sarrus/text_table.h"

#include <algorithm>

namespace sarrus {

namespace {

/// Length in characters, not bytes, of a UTF-8 string.
std::size_t length(const std::string& s) {
  return static_cast<std::size_t>(
      std::count_if(s.begin(), s.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

bool TextTable::is_empty(std::size_t column) const {
  return std::all_of(rows_.begin() + 1, rows_.end(),
                     [&](const std::vector<std::string>& row) { return row[column].empty(); });
}

bool TextTable::is_numeric(std::size_t column) const {
  return std::all_of(rows_.begin() + 1, rows_.end(), [&](const std::vector<std::string>& row) {
    return row[column].find_first_not_of("+-.0123456789einfa") == std::string::npos;
  });
}

std::string TextTable::text(std::size_t indent) const {
  std::string text;
  std::vector<std::size_t> width(rows_.front().size(), 0);
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], length(row[c]));
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (is_empty(c)) continue;
      const std::string blanks(width[c] - length(row[c]), ' ');
      line += (is_numeric(c) ? blanks + row[c] : row[c] + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace sarrus
