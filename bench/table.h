#pragma once
/// @file
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/peer.h"
#include "bench/row.h"

namespace sarrus::bench {

/// Nanoseconds of one program, per column.
struct Series {
  std::string program;
  std::vector<double> values;
};

/// Results as operations by models, ours and those of the peers: measured, printed row by row, and kept.
class Table {
 public:
  Table(std::string title, std::vector<std::string> columns, const std::vector<Peer>& peers)
      : title_(std::move(title)), columns_(std::move(columns)), peers_(peers) {}

  /// Measures all columns of a row in one program.
  using Measure = std::function<std::vector<double>()>;

  void print_heading() const;
  /// Measures a row in a few rounds of all programs, the best counting; prints it. Numbers are divided by
  /// `units`, one per column, where there are any.
  void measure(const Row& row, const std::vector<BenchModel>& models, const std::vector<double>& units = {});
  /// The same of anything that can be measured, by ourselves and by some peers.
  void measure(const std::string& title, const Measure& ours,
               const std::vector<std::pair<std::string, Measure>>& peers,
               const std::vector<double>& units = {});
  /// {title, unit, results: {row: {program: {column: ns}}}}.
  nlohmann::ordered_json json() const;

  struct Line {
    std::string title;
    std::vector<Series> series;  ///< Ours first.
  };
  const std::vector<Line>& lines() const { return lines_; }

 private:
  void print(const Line& line) const;

  std::string title_;
  std::vector<std::string> columns_;
  const std::vector<Peer>& peers_;
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
