#include "apps/sarrus/root_locus.h"

#include <algorithm>

namespace sarrus {

namespace {

using Complex = std::complex<double>;

/// A way that could go on to an eigenvalue.
struct Step {
  double length;
  int way, to;
};

/// Where a way is expected to be next: straight on.
Complex expected(const Array<Complex>& way) {
  return way.size() < 2 ? way.back() : 2.0 * way.back() - way[way.size() - 2];
}

/// Appends an eigenvalue to each way: the nearest pairs first.
void extend(Array<Array<Complex>>& ways, const Array<Complex>& next) {
  Array<Step> steps;
  for (int i = 0; i < static_cast<int>(ways.size()); ++i)
    for (int j = 0; j < static_cast<int>(next.size()); ++j)
      steps.push_back({std::abs(next[j] - expected(ways[i])) + std::abs(next[j] - ways[i].back()), i, j});
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.length < b.length; });
  Array<bool> is_extended(ways.size(), false), is_taken(next.size(), false);
  for (const Step& step : steps) {
    if (is_extended[step.way] || is_taken[step.to]) continue;
    is_extended[step.way] = is_taken[step.to] = true;
    ways[step.way].push_back(next[step.to]);
  }
}

}  // namespace

Array<Complex> eigenvalues_of(const Array<LinearMode>& modes) {
  Array<Complex> all;
  for (const LinearMode& mode : modes) {
    all.push_back(mode.eigenvalue);
    if (mode.is_oscillation()) all.push_back(std::conj(mode.eigenvalue));
  }
  return all;
}

Array<Array<Complex>> follow_eigenvalues(const EquilibriumBranch& branch) {
  Array<Array<Complex>> ways;
  for (const Complex& start : eigenvalues_of(branch.points.front().modes)) ways.push_back({start});
  for (const BranchPoint& point : branch.points)
    if (&point != &branch.points.front()) extend(ways, eigenvalues_of(point.modes));
  return ways;
}

}  // namespace sarrus
