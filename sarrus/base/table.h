#pragma once
/// @file
#include <string>
#include <vector>

#include "sarrus/base/error.h"

namespace sarrus {

/// Columns of numbers with names; the first is usually time.
struct Table {
  std::string title;
  std::vector<std::string> names;
  std::vector<double> values;  ///< Row by row.

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return names.empty() ? 0 : values.size() / names.size(); }
  double operator()(std::size_t row, std::size_t column) const { return values[row * names.size() + column]; }
  void add_row(const std::vector<double>& row) {
    require(row.size() == names.size(), "a row of {} numbers does not fit a table of {} columns", row.size(),
            names.size());
    values.insert(values.end(), row.begin(), row.end());
  }
};

}  // namespace sarrus
