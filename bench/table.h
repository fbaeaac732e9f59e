#pragma once
/// @file
#include <map>
#include <string>
#include <vector>

namespace sarrus::bench {

/// Results as operations by models: printed as a table, written as JSON.
class Table {
 public:
  Table(std::string title, std::vector<std::string> columns)
      : title_(std::move(title)), columns_(std::move(columns)) {}
  /// Prints the heading.
  void print_heading() const;
  /// Adds and prints a row; one number per column.
  void add(const std::string& row, const std::vector<double>& values);
  /// Writes everything to a JSON file: {title, unit, results: {row: {column: value}}}.
  void write_json(const std::string& path) const;

 private:
  std::string title_;
  std::vector<std::string> columns_;
  std::vector<std::pair<std::string, std::vector<double>>> rows_;
};

}  // namespace sarrus::bench
