#include "apps/sarrus/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

/// True if a character of this code occupies two columns of a terminal.
bool is_wide(unsigned code) {
  constexpr unsigned ranges[][2] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                                    {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                                    {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const auto& range) { return code >= range[0] && code <= range[1]; });
}

/// The code of the UTF-8 character that begins at a byte.
unsigned code_at(const std::string& text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0U; };
  const unsigned first = byte(i);
  if (first < 0xE0) return first;  // one or two bytes: never wide
  if (first < 0xF0) return (first & 0x0FU) << 12U | (byte(i + 1) & 0x3FU) << 6U | (byte(i + 2) & 0x3FU);
  return (first & 0x07U) << 18U | (byte(i + 1) & 0x3FU) << 12U | (byte(i + 2) & 0x3FU) << 6U |
         (byte(i + 3) & 0x3FU);
}

}  // namespace

std::size_t display_width(const std::string& text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if ((text[i] & 0xC0) != 0x80) width += is_wide(code_at(text, i)) ? 2 : 1;
  return width;
}

namespace {

/// The first characters of a text that is too long for a table, and ….
std::string cut(const std::string& text) {
  constexpr std::size_t longest = 100;
  if (text.size() <= longest || display_width(text) <= longest) return text;
  std::size_t width = 0, end = 0;
  for (; end < text.size(); ++end)
    if ((text[end] & 0xC0) != 0x80 && (width += is_wide(code_at(text, end)) ? 2 : 1) >= longest) break;
  return text.substr(0, end) + "…";
}

}  // namespace

void TextTable::row(Array<std::string> entries) {
  for (std::string& entry : entries) entry = cut(entry);
  rows_.push_back(std::move(entries));
}

std::string counted(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

TextTable::Column TextTable::measure(std::size_t column, std::size_t first_row) const {
  Column measured;
  for (std::size_t r = first_row; r < rows_.size(); ++r) {
    const std::string& entry = rows_[r][column];
    measured.width = std::max(measured.width, display_width(entry));
    if (r == 0) continue;
    measured.is_empty = measured.is_empty && entry.empty();
    measured.is_numeric =
        measured.is_numeric && entry.find_first_not_of("+-.0123456789einfa") == std::string::npos;
  }
  return measured;
}

std::string TextTable::text_from(std::size_t first_row, std::size_t indent) const {
  Array<Column> columns;
  for (std::size_t c = 0; c < rows_.front().size(); ++c) columns.push_back(measure(c, first_row));
  std::string text;
  for (std::size_t r = first_row; r < rows_.size(); ++r) {
    std::string line(indent, ' ');
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c].is_empty) continue;
      const std::string& entry = rows_[r][c];
      const std::string blanks(columns[c].width - display_width(entry), ' ');
      line += (columns[c].is_numeric ? blanks + entry : entry + blanks) + "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace sarrus
