#pragma once
/// @file
#include <algorithm>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"

namespace sarrus {

/// A named remark of a table about itself, "model_file" for example.
struct TableProperty {
  std::string name, text;
};

/// A table of numbers with named columns; the first column is usually time.
struct NumberTable {
  std::string title;
  Array<std::string> names;
  Array<double> values;               ///< Row by row.
  Array<TableProperty> properties{};  ///< Files .csv do not keep them.

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return names.empty() ? 0 : values.size() / names.size(); }
  double operator()(std::size_t row, std::size_t column) const { return values[row * names.size() + column]; }
  /// The numbers of one column, by its name.
  Array<double> column(std::string_view name) const {
    const auto found = std::find(names.begin(), names.end(), name);
    require(found != names.end(), "the table has no column '{}'.{}", name, suggestion(name, names));
    Array<double> result;
    for (auto i = static_cast<std::size_t>(found - names.begin()); i < values.size(); i += names.size())
      result.push_back(values[i]);
    return result;
  }
  /// The text of a property; empty: there is none.
  std::string property(std::string_view name) const {
    for (const TableProperty& property : properties)
      if (property.name == name) return property.text;
    return "";
  }
  void add_row(const Array<double>& row) {
    require(row.size() == names.size(), "a row of {} numbers does not fit a table of {} columns", row.size(),
            names.size());
    values.insert(values.end(), row.begin(), row.end());
  }
};

}  // namespace sarrus
