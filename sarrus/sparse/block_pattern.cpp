#include "sarrus/sparse/internal/block_pattern.h"

#include <algorithm>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus::internal {

namespace {

using Neighbors = Array<std::set<int>>;

/// Minimum-degree ordering: always eliminates the group whose neighbors have the fewest rows in all, and
/// couples those neighbors with each other (fill-in). Returns the order; `graph` then holds, per group, the
/// neighbors that are eliminated later.
Array<int> eliminate_by_least_degree(const Array<int>& sizes, Neighbors& graph) {
  const auto degree = [&](int i) {
    int rows = 0;
    for (const int j : graph[i]) rows += sizes[j];
    return rows;
  };
  std::set<std::pair<int, int>> candidates;
  for (int i = 0; i < static_cast<int>(sizes.size()); ++i) candidates.insert({degree(i), i});
  Array<int> order;
  while (!candidates.empty()) {
    const int i = candidates.begin()->second;
    candidates.erase(candidates.begin());
    order.push_back(i);
    const std::set<int>& neighbors = graph[i];
    for (const int j : neighbors) {
      candidates.erase({degree(j), j});
      std::set<int>& others = graph[j];
      others.insert(neighbors.begin(), neighbors.end());
      others.erase(j), others.erase(i);
      candidates.insert({degree(j), j});
    }
  }
  return order;
}

/// True if at least three quarters of the rows of `wanted` are in `present`.
bool is_nearly_covered(const std::set<int>& wanted, const std::set<int>& present, const Array<int>& sizes) {
  int all = 0, covered = 0;
  for (const int i : wanted) {
    all += sizes[i];
    if (present.contains(i)) covered += sizes[i];
  }
  return 4 * covered >= 3 * all;
}

}  // namespace

BlockPattern::BlockPattern(const Array<int>& sizes, const Array<std::pair<int, int>>& coupled)
    : first_rows_(sizes.size()), panel_of_(sizes.size()), within_(sizes.size()) {
  Neighbors graph(sizes.size());
  for (const auto& [a, b] : coupled) {
    require(a != b, "a group of rows cannot be coupled with itself");
    graph[a].insert(b), graph[b].insert(a);
  }
  const Array<int> order = eliminate_by_least_degree(sizes, graph);

  for (std::size_t i = 0; i < sizes.size(); ++i) first_rows_[i] = size_, size_ += sizes[i];
  positions_.resize(size_);

  // A group joins the panel of its predecessor if the predecessor couples to it and has nearly the same later
  // neighbors: dense arithmetic is fast.
  Array<std::set<int>> later;  // per panel: the groups below
  int row = 0;
  for (std::size_t n = 0; n < order.size(); ++n) {
    const int i = order[n];
    std::set<int> joined = graph[i];
    joined.insert(i);
    const bool joins =
        !panels_.empty() && later.back().contains(i) && is_nearly_covered(joined, later.back(), sizes);
    if (!joins) {
      panels_.push_back({.first = row});
      later.emplace_back();
    }
    Panel& panel = panels_.back();
    panel_of_[i] = static_cast<int>(panels_.size()) - 1;
    within_[i] = panel.size;
    panel.size += sizes[i];
    later.back() = graph[i];
    for (int r = 0; r < sizes[i]; ++r) positions_[first_rows_[i] + r] = row++;
  }

  for (std::size_t p = 0; p < panels_.size(); ++p) {
    Panel& panel = panels_[p];
    panel.start = storage_size_;
    storage_size_ += panel.size * panel.size;
    std::set<int> below;
    for (const int j : later[p]) below.insert(panel_of_[j]);
    for (const int j : below) {
      panel.below.push_back({j, storage_size_});
      storage_size_ += panels_[j].size * panel.size;
    }
  }
  for (Panel& panel : panels_)
    for (std::size_t a = 0; a < panel.below.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        panel.targets.push_back(block_start(panel.below[a].panel, panel.below[b].panel));
}

int BlockPattern::block_start(int later, int earlier) const {
  const Panel& panel = panels_[earlier];
  if (later == earlier) return panel.start;
  for (const Block& block : panel.below)
    if (block.panel == later) return block.start;
  fail("these groups of rows have no block in common");
}

BlockPattern::Place BlockPattern::place(int a, int b) const {
  const int panel_a = panel_of_[a], panel_b = panel_of_[b];
  const bool transposed = panel_a < panel_b || (panel_a == panel_b && within_[a] < within_[b]);
  if (transposed) {
    const Place other = place(b, a);
    return {other.start, other.column_step, other.row_step};
  }
  const int width = panels_[panel_b].size;
  return {block_start(panel_a, panel_b) + within_[a] * width + within_[b], width, 1};
}

double BlockPattern::cost() const {
  double sum = 0;
  for (const Panel& panel : panels_) {
    double rows = 0;
    for (const Block& block : panel.below) rows += panels_[block.panel].size;
    const double n = panel.size;
    sum += n * n * n / 6 + rows * n * n / 2 + rows * rows * n / 2;
  }
  return sum;
}

}  // namespace sarrus::internal
