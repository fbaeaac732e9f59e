#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// The number of terminal columns of a UTF-8 text: one per character, two for those of East Asian scripts.
std::size_t display_width(const std::string& text);

/// "1 joint", "2 joints".
std::string counted(std::size_t count, const std::string& what);

/// Rows of text in columns as wide as their widest entry.
class TextTable {
 public:
  explicit TextTable(Array<std::string> heading) : rows_{std::move(heading)} {}
  /// Entries longer than a line of most terminals are cut, with … at the end.
  void row(Array<std::string> entries);
  /// The table, each line beginning with `indent` blanks. Columns of numbers are aligned to the right;
  /// columns without entries are left out.
  std::string text(std::size_t indent = 2) const { return text_from(0, indent); }
  std::string text_without_heading(std::size_t indent = 2) const { return text_from(1, indent); }

 private:
  struct Column {
    std::size_t width = 0;
    bool is_empty = true, is_numeric = true;
  };
  Column measure(std::size_t column, std::size_t first_row) const;
  std::string text_from(std::size_t first_row, std::size_t indent) const;

  Array<Array<std::string>> rows_;
};

}  // namespace sarrus
