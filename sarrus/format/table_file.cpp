#include "sarrus/format/table_file.h"

#include <fmt/format.h>

#include "sarrus/base/file.h"

namespace sarrus {

namespace {

/// A name as a field of CSV.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

/// The rows, each number with as many digits as it takes to read it back.
void append_rows(const Table& table, char separator, std::string& text) {
  for (std::size_t i = 0; i < table.rows(); ++i)
    for (std::size_t j = 0; j < table.columns(); ++j) {
      fmt::format_to(std::back_inserter(text), "{}", table(i, j));
      text += j + 1 < table.columns() ? separator : '\n';
    }
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string text;
  for (std::size_t j = 0; j < table.columns(); ++j)
    text += quoted(table.names[j]) + (j + 1 < table.columns() ? "," : "\n");
  append_rows(table, ',', text);
  return text;
}

std::string to_sto(const Table& table) {
  std::string text = fmt::format("{}\nversion=1\nnRows={}\nnColumns={}\ninDegrees=no\nendheader\n",
                                 table.title, table.rows(), table.columns());
  for (std::size_t j = 0; j < table.columns(); ++j) {
    for (const char c : table.names[j]) text += c == ' ' || c == '\t' ? '_' : c;
    text += j + 1 < table.columns() ? '\t' : '\n';
  }
  append_rows(table, '\t', text);
  return text;
}

void require_table_ending(const std::string& path) {
  require(path.ends_with(".csv") || path.ends_with(".npz") || path.ends_with(".sto"),
          "'{}' is to hold a table; give a name that ends with .csv, .npz or .sto", path);
}

void write_table(const Table& table, const std::string& path) {
  require_table_ending(path);
  replace_file(path, path.ends_with(".csv")   ? to_csv(table)
                     : path.ends_with(".npz") ? to_npz(table)
                                              : to_sto(table));
}

}  // namespace sarrus
