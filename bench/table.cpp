#include "bench/table.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace sarrus::bench {

namespace {

constexpr int rounds = 3;  // of all programs in turn: other work on the machine hits them alike
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Smaller of two measurements; one that is missing (not a number) stays so.
void keep_smaller(std::vector<double>& best, const std::vector<double>& again) {
  for (std::size_t c = 0; c < best.size(); ++c) best[c] = std::min(best[c], again[c]);
}

std::vector<double> measure_ours(const Row& row, const std::vector<BenchModel>& models) {
  std::vector<double> values;
  for (const BenchModel& model : models) values.push_back(row.nanoseconds(model));
  return values;
}

std::string number(double value) { return fmt::format("{:.{}f}", value, value < 100 ? 1 : 0); }

/// The series with the smallest number in a column, but for the first; null where none has any.
const Series* best_peer(const std::vector<Series>& series, std::size_t column) {
  const Series* best = nullptr;
  double smallest = infinity;
  for (const Series& s : series) {
    if (&s == &series.front() || !(s.values[column] < smallest)) continue;
    best = &s;
    smallest = s.values[column];
  }
  return best;
}

}  // namespace

void Table::print_heading() const {
  fmt::print("\n{}\n{:<29}", title_, "");
  for (const std::string& column : columns_) fmt::print("{:>8} ", column);
  fmt::print("\n");
}

void Table::measure(const Row& row, const std::vector<BenchModel>& models, const std::vector<double>& units) {
  const std::string operation = row.peer_operation;
  std::vector<std::pair<std::string, Measure>> peers;
  if (!operation.empty())
    for (const Peer& peer : peers_)
      peers.emplace_back(peer.name(), [&] { return peer.nanoseconds(operation, models); });
  measure(
      row.title, [&] { return measure_ours(row, models); }, peers, units);
}

void Table::measure(const std::string& title, const Measure& ours,
                    const std::vector<std::pair<std::string, Measure>>& peers,
                    const std::vector<double>& units) {
  Line line{title, {{"Sarrus", ours()}}};
  for (const auto& [name, measure_peer] : peers) line.series.push_back({name, measure_peer()});
  for (int round = 1; round < rounds; ++round) {
    keep_smaller(line.series[0].values, ours());
    for (std::size_t s = 1; s < line.series.size(); ++s)
      keep_smaller(line.series[s].values, peers[s - 1].second());
  }
  for (Series& series : line.series)
    for (std::size_t c = 0; c < units.size(); ++c) series.values[c] /= units[c];
  print(line);
  lines_.push_back(std::move(line));
}

void Table::print(const Line& line) const {
  const std::vector<double>& ours = line.series.front().values;
  std::string best = fmt::format("{:<29}", "  best peer"),
              ratio = fmt::format("{:<29}", "  best peer / ours");
  bool any = false;
  fmt::print("{:<29}", line.title);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    fmt::print("{:>8} ", number(ours[c]));
    const Series* peer = best_peer(line.series, c);
    any = any || peer != nullptr;
    best += peer == nullptr ? "       – "
                            : fmt::format("{:>8}{}", number(peer->values[c]), peer->program.front());
    ratio += peer == nullptr ? "         " : fmt::format("{:>8.2f} ", peer->values[c] / ours[c]);
  }
  fmt::print("\n");
  if (any) fmt::print("{}\n{}\n", best, ratio);
  std::fflush(stdout);
}

nlohmann::ordered_json Table::json() const {
  nlohmann::ordered_json json{{"title", title_}, {"unit", "ns"}};
  for (const Line& line : lines_)
    for (const Series& series : line.series)
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (!std::isnan(series.values[c]))
          json["results"][line.title][series.program][columns_[c]] = series.values[c];
  return json;
}

}  // namespace sarrus::bench
