#pragma once
/// @file
#include <functional>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "bench/peer.h"
#include "bench/row.h"

namespace sarrus::bench {

/// How often every number is measured, with all the others in between.
constexpr int rounds = 10;

/// Nanoseconds of one program, per column; not a number where it has no such operation.
struct Series {
  /// Measures one column.
  using Measure = std::function<double(std::size_t)>;

  std::string program;
  Measure measure;
  std::vector<double> values{};  ///< The best of all rounds.
  std::vector<double> second{};  ///< The second best: how far the best can be trusted.
};

/// Results as operations by models, ours and those of the peers.
class Table {
 public:
  /// Numbers are divided by `units`, one per column, where there are any.
  Table(std::string title, std::vector<std::string> columns, std::vector<double> units = {})
      : title_(std::move(title)), columns_(std::move(columns)), units_(std::move(units)) {}

  /// A row to be measured, on models and by peers that stay where they are.
  void add(const Row& row, std::span<const BenchModel> models, std::span<const Peer> peers);
  /// The same of anything that can be measured; ours is the first series.
  void add(std::string title, std::vector<Series> series);
  /// Measures every number once: all programs on a column in turn, then the next column.
  void measure_once();
  void print() const;
  /// {title, unit, rounds, results: {row: {program: {column: ns}}}, second_best: the same}.
  nlohmann::ordered_json json() const;

  struct Line {
    std::string title;
    std::vector<Series> series;  ///< Ours first.

    /// The peer with the smallest number in a column; null where none has any.
    const Series* best_peer(std::size_t column) const;
  };
  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<Line>& lines() const { return lines_; }
  const Line& line(const std::string& title) const;

 private:
  void print(const Line& line) const;
  void print_spread() const;

  std::string title_;
  std::vector<std::string> columns_;
  std::vector<double> units_;
  std::vector<Line> lines_;
};

/// Measures whole tables in rounds and keeps the best of each number. Other work on the machine comes and
/// goes in stretches of seconds or minutes: it hits all programs alike, and one quiet round is enough.
void measure_in_rounds(std::initializer_list<Table*> tables);

}  // namespace sarrus::bench
