#include "bench/table.h"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sarrus/base/error.h"

namespace sarrus::bench {

void Table::print_heading() const {
  fmt::print("{}\n{:<44}", title_, "");
  for (const std::string& column : columns_) fmt::print("{:>9}", column);
  fmt::print("\n");
}

void Table::add(const std::string& row, const std::vector<double>& values) {
  rows_.emplace_back(row, values);
  fmt::print("{:<44}", row);
  for (double value : values) fmt::print("{:>9.0f}", value);
  fmt::print("\n");
  std::fflush(stdout);
}

void Table::write_json(const std::string& path) const {
  nlohmann::ordered_json json{{"title", title_}, {"unit", "ns"}};
  for (const auto& [row, values] : rows_)
    for (std::size_t c = 0; c < columns_.size(); ++c) json["results"][row][columns_[c]] = values[c];
  std::ofstream file(path);
  file << json.dump(2) << '\n';
  require(file.good(), "cannot write '{}'", path);
}

}  // namespace sarrus::bench
