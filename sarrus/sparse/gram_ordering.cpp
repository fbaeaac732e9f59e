#include "sarrus/sparse/internal/gram_ordering.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

constexpr std::size_t most_shared = 24;
constexpr int fewest_readers = 3;
constexpr double short_loops = 3;  // cost of an operation of the border relative to one of dense panels

/// Pairs of groups that have a row in common, each once, the later group first; and the number of
/// multiplications for their blocks.
struct Coupling {
  std::set<std::pair<int, int>> pairs{};
  double cost = 0;
};

Coupling find_coupling(const Array<GramGroup>& groups, const Array<int>& shared) {
  std::map<int, Array<int>> readers;
  Coupling coupling;
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    const double width = groups[g].width;
    for (const int row : groups[g].rows) {
      if (std::binary_search(shared.begin(), shared.end(), row)) continue;
      coupling.cost += width * width;
      for (const int other : readers[row]) {
        coupling.pairs.insert({g, other});
        coupling.cost += width * groups[other].width;
      }
      readers[row].push_back(g);
    }
  }
  return coupling;
}

/// Cost of eliminating the panels from `shared` unknowns, and of factoring those themselves.
double border_cost(const BlockPattern& pattern, double shared) {
  double sum = short_loops * shared * shared * shared / 6;
  for (const BlockPattern::Panel& panel : pattern.panels()) {
    double below = 0;
    for (const BlockPattern::Block& block : panel.below) below += pattern.panels()[block.panel].size;
    sum += short_loops * shared * panel.size * (0.5 * panel.size + 0.5 * shared + below);
  }
  return sum;
}

}  // namespace

bool GramOrdering::is_shared(int row) const { return std::binary_search(shared.begin(), shared.end(), row); }

GramOrdering arrange(const Array<GramGroup>& groups, Array<int> shared) {
  const Coupling coupling = find_coupling(groups, shared);
  Array<int> widths;
  for (const GramGroup& group : groups) widths.push_back(group.width);
  BlockPattern pattern(widths, {coupling.pairs.begin(), coupling.pairs.end()});
  const double cost =
      coupling.cost + pattern.cost() + border_cost(pattern, static_cast<double>(shared.size()));
  return {std::move(shared), std::move(pattern), cost};
}

GramOrdering arrange(const Array<GramGroup>& groups) {
  GramOrdering best = arrange(groups, {});
  std::map<int, int> readers;
  for (const GramGroup& group : groups)
    for (const int row : group.rows) ++readers[row];
  std::set<int, std::greater<>> counts;
  for (const auto& [row, count] : readers) counts.insert(count);
  for (const int least : counts) {
    Array<int> shared;
    for (const auto& [row, count] : readers)
      if (count >= least) shared.push_back(row);
    if (least < fewest_readers || shared.size() > most_shared) break;
    GramOrdering other = arrange(groups, std::move(shared));
    if (other.cost < best.cost) best = std::move(other);
  }
  return best;
}

}  // namespace sarrus::internal
