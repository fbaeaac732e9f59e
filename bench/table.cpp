#include "bench/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "sarrus/base/error.h"

namespace sarrus::bench {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Takes a new measurement among the two best; one that is not a number replaces them for good.
void keep(double value, double& best, double& second) {
  second = std::isnan(value) ? value : std::min(second, std::max(best, value));
  best = std::isnan(value) ? value : std::min(best, value);
}

std::string number(double value) { return fmt::format("{:.{}f}", value, value < 100 ? 1 : 0); }

}  // namespace

const Series* Table::Line::best_peer(std::size_t column) const {
  const Series* best = nullptr;
  double smallest = infinity;
  for (std::size_t s = 1; s < series.size(); ++s) {
    if (!(series[s].values[column] < smallest)) continue;
    best = &series[s];
    smallest = best->values[column];
  }
  return best;
}

void Table::add(const Row& row, std::span<const BenchModel> models, std::span<const Peer> peers) {
  const std::string operation = row.peer_operation;
  std::vector<Series> series{{"Sarrus", [=](std::size_t c) { return row.nanoseconds(models[c]); }}};
  if (!operation.empty())
    for (const Peer& peer : peers)
      series.push_back(
          {peer.name(), [=, &peer](std::size_t c) { return peer.nanoseconds(operation, models[c]); }});
  add(row.title, std::move(series));
}

void Table::add(std::string title, std::vector<Series> series) {
  for (Series& s : series) s.values = s.second = std::vector<double>(columns_.size(), infinity);
  lines_.push_back({std::move(title), std::move(series)});
}

void Table::measure_once() {
  for (Line& line : lines_)
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (Series& s : line.series)
        if (!std::isnan(s.values[c]))
          keep(s.measure(c) / (units_.empty() ? 1 : units_[c]), s.values[c], s.second[c]);
}

const Table::Line& Table::line(const std::string& title) const {
  const auto found =
      std::find_if(lines_.begin(), lines_.end(), [&](const Line& l) { return l.title == title; });
  require(found != lines_.end(), "'{}' has no row '{}'", title_, title);
  return *found;
}

void Table::print() const {
  fmt::print("\n{}, best of {} rounds\n{:<29}", title_, rounds, "");
  for (const std::string& column : columns_) fmt::print("{:>8} ", column);
  fmt::print("\n");
  for (const Line& line : lines_) print(line);
  print_spread();
  std::fflush(stdout);
}

void Table::print(const Line& line) const {
  const std::vector<double>& ours = line.series.front().values;
  std::string best = fmt::format("{:<29}", "  best peer"),
              ratio = fmt::format("{:<29}", "  best peer / ours");
  bool any = false;
  fmt::print("{:<29}", line.title);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    fmt::print("{:>8} ", number(ours[c]));
    const Series* peer = line.best_peer(c);
    any = any || peer != nullptr;
    best += peer == nullptr ? "       – "
                            : fmt::format("{:>8}{}", number(peer->values[c]), peer->program.front());
    ratio += peer == nullptr ? "         " : fmt::format("{:>8.2f} ", peer->values[c] / ours[c]);
  }
  fmt::print("\n");
  if (any) fmt::print("{}\n{}\n", best, ratio);
}

void Table::print_spread() const {
  std::vector<double> percents;
  for (const Line& line : lines_)
    for (const Series& s : line.series)
      for (std::size_t c = 0; c < columns_.size(); ++c)
        if (!std::isnan(s.values[c])) percents.push_back(100 * (s.second[c] / s.values[c] - 1));
  std::sort(percents.begin(), percents.end());
  fmt::print(
      "The second best round is {:.1f} % above the best in the median, and less than {:.1f} % in nine of "
      "ten.\n",
      percents[percents.size() / 2], percents[percents.size() * 9 / 10]);
}

nlohmann::ordered_json Table::json() const {
  nlohmann::ordered_json json{{"title", title_}, {"unit", "ns"}, {"rounds", rounds}};
  for (const Line& line : lines_)
    for (const Series& s : line.series)
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (std::isnan(s.values[c])) continue;
        json["results"][line.title][s.program][columns_[c]] = s.values[c];
        json["second_best"][line.title][s.program][columns_[c]] = s.second[c];
      }
  return json;
}

void measure_in_rounds(std::initializer_list<Table*> tables) {
  for (int round = 1; round <= rounds; ++round) {
    fmt::print(stderr, "\rround {} of {}", round, rounds);
    for (Table* table : tables) table->measure_once();
  }
  fmt::print(stderr, "\n");
}

}  // namespace sarrus::bench
