#pragma once
/// @file
#include <string>
#include <vector>

namespace sarrus {

/// Rows of text in columns as wide as their widest entry.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heading) : rows_{std::move(heading)} {}
  void row(std::vector<std::string> entries) { rows_.push_back(std::move(entries)); }
  /// The table, each line beginning with `indent` blanks. Columns of numbers are aligned to the
  /// right; columns without entries are left out.
  std::string text(std::size_t indent = 2) const;

 private:
  bool is_empty(std::size_t column) const;
  bool is_numeric(std::size_t column) const;

  std::vector<std::vector<std::string>> rows_;
};

}  // namespace sarrus
