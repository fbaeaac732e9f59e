#include <algorithm>
#include <charconv>
#include <string_view>

#include "sarrus/base/file.h"
#include "sarrus/format/table_file.h"

namespace sarrus {

namespace {

/// A text line by line.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  /// Takes the next line; false at the end.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

/// The fields of a line; a field in double quotes may contain the separator, and "" for a quote.
Array<std::string> split(std::string_view line, char separator) {
  Array<std::string> fields{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == separator && !quoted)
      fields.emplace_back();
    else
      fields.back() += line[i];
  }
  return fields;
}

double number_in(std::string_view field) {
  while (field.starts_with(' ')) field.remove_prefix(1);
  while (field.ends_with(' ')) field.remove_suffix(1);
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  require(error == std::errc() && end == field.data() + field.size(), "'{}' is not a number", field);
  return value;
}

/// Reads the heading of an STO file: a title, then lines NAME=TEXT, some of which say how the table is
/// written.
void read_heading(Lines& lines, NumberTable& table) {
  static const Array<std::string> of_the_format{"version", "nRows", "nColumns", "inDegrees"};
  std::string_view line;
  while (lines.next(line)) {
    if (line == "endheader") return;
    if (lines.number() == 1) {
      table.title = line;
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string name(line.substr(0, equals));
    if (std::find(of_the_format.begin(), of_the_format.end(), name) == of_the_format.end())
      table.properties.push_back({name, std::string(line.substr(equals + 1))});
  }
  fail("there is no line 'endheader'");
}

void read(Lines& lines, char separator, NumberTable& table) {
  std::string_view line;
  require(lines.next(line), "it is empty");
  table.names = split(line, separator);
  while (lines.next(line)) {
    if (line.empty()) continue;
    Array<double> row;
    for (const std::string& field : split(line, separator)) row.push_back(number_in(field));
    table.add_row(row);
  }
}

NumberTable read_npz(const std::string& path, const std::string& bytes) {
  try {
    NumberTable table = from_npz(bytes);
    table.title = path;
    return table;
  } catch (const Error& error) {
    fail("{}: {}", path, error.what());
  }
}

}  // namespace

NumberTable read_table(const std::string& path) {
  const bool is_sto = path.ends_with(".sto");
  require(is_sto || path.ends_with(".csv") || path.ends_with(".npz"),
          "'{}' cannot be read as a table; give a file .csv, .npz or .sto", path);
  const std::string text = read_file(path);
  if (path.ends_with(".npz")) return read_npz(path, text);
  Lines lines(text);
  try {
    NumberTable table{path, {}, {}};
    if (is_sto) read_heading(lines, table);
    read(lines, is_sto ? '\t' : ',', table);
    return table;
  } catch (const Error& error) {
    fail("{}:{}: {}", path, lines.number(), error.what());
  }
}

}  // namespace sarrus
