#include "sarrus/format/table_file.h"

#include <fmt/format.h>

#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/format/table_text.h"

namespace sarrus {

namespace {

/// A name as a CSV field.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

std::string with_rows(std::string text, const NumberTable& table, char separator) {
  for (std::size_t i = 0; i < table.rows(); ++i)
    append_row(text, std::span(table.values).subspan(i * table.columns(), table.columns()), separator);
  return text;
}

}  // namespace

std::string csv_heading(const Array<std::string>& names) {
  std::string text;
  for (std::size_t j = 0; j < names.size(); ++j) {
    text += quoted(names[j]);
    text += j + 1 < names.size() ? ',' : '\n';
  }
  return text;
}

std::string sto_heading(const std::string& title, const Array<std::string>& names, std::size_t rows,
                        const Array<TableProperty>& properties) {
  std::string text =
      fmt::format("{}\nversion=1\nnRows={}\nnColumns={}\ninDegrees=no\n", title, rows, names.size());
  for (const TableProperty& property : properties)
    text += fmt::format("{}={}\n", property.name, property.text);
  text += "endheader\n";
  for (std::size_t j = 0; j < names.size(); ++j) {
    for (const char c : names[j]) text += c == ' ' || c == '\t' ? '_' : c;
    text += j + 1 < names.size() ? '\t' : '\n';
  }
  return text;
}

void append_row(std::string& text, std::span<const double> row, char separator) {
  for (std::size_t j = 0; j < row.size(); ++j) {
    text += fmt::format("{}", row[j]);
    text += j + 1 < row.size() ? separator : '\n';
  }
}

std::string to_csv(const NumberTable& table) { return with_rows(csv_heading(table.names), table, ','); }

std::string to_sto(const NumberTable& table) {
  return with_rows(sto_heading(table.title, table.names, table.rows(), table.properties), table, '\t');
}

void require_table_ending(const std::string& path) {
  require(path.ends_with(".csv") || path.ends_with(".npz") || path.ends_with(".sto"),
          "'{}' is to hold a table; give a name that ends with .csv, .npz or .sto", path);
}

void write_table(const NumberTable& table, const std::string& path) {
  require_table_ending(path);
  replace_file(path, path.ends_with(".csv")   ? to_csv(table)
                     : path.ends_with(".npz") ? to_npz(table)
                                              : to_sto(table));
}

}  // namespace sarrus
