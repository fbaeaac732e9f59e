#include "sarrus/sparse/internal/sparse_lu.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "sarrus/sparse/internal/dense_lu.h"

namespace sarrus::internal {

/// Fill-in: what is eliminated connects all that it was connected with; the next of them hands it on.
SparseLuPattern::SparseLuPattern(int n, const Array<std::pair<int, int>>& entries) : n_(n), starts_{0} {
  Array<Array<int>> later(n);
  for (const auto& [i, j] : entries)
    if (i != j) later[std::min(i, j)].push_back(std::max(i, j));
  for (int k = 0; k < n; ++k) {
    Array<int>& own = later[k];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (!own.empty()) later[own.front()].insert(later[own.front()].end(), own.begin() + 1, own.end());
    later_.insert(later_.end(), own.begin(), own.end());
    starts_.push_back(static_cast<int>(later_.size()));
  }
  if (!is_dense()) plan_updates();
}

void SparseLuPattern::plan_updates() {
  for (int k = 0; k < n_; ++k)
    for (int a = starts_[k]; a < starts_[k + 1]; ++a) {
      const int i = later_[a], rest = starts_[k + 1] - a - 1;
      Array<int> places;
      int at = starts_[i];
      for (int b = a + 1; b < starts_[k + 1]; ++b) {
        while (later_[at] != later_[b]) ++at;
        places.push_back(at);
      }
      const bool has_gaps = rest > 0 && places.back() - places.front() != rest - 1;
      targets_.push_back({rest > 0 ? places.front() : 0, has_gaps ? static_cast<int>(listed_.size()) : -1});
      if (has_gaps) listed_.insert(listed_.end(), places.begin(), places.end());
    }
}

int SparseLuPattern::place(int i, int j) const {
  if (i == j) return i;
  const int k = std::min(i, j);
  const auto begin = later_.begin() + starts_[k], end = later_.begin() + starts_[k + 1];
  const auto found = std::lower_bound(begin, end, std::max(i, j));
  if (found == end || *found != std::max(i, j)) return -1;
  return static_cast<int>(found - later_.begin()) + (i < j ? upper() : lower());
}

Array<int> find_elimination_order(int n, const Array<std::pair<int, int>>& entries, int first_late) {
  Array<std::set<int>> neighbors(n);
  for (const auto& [i, j] : entries)
    if (i != j) neighbors[i].insert(j), neighbors[j].insert(i);
  const Array<std::set<int>> connected = neighbors;
  Array<int> order, awaited(n, 0);
  for (int i = first_late; i < n; ++i)
    awaited[i] = static_cast<int>(std::distance(connected[i].begin(), connected[i].lower_bound(first_late)));
  Array<char> is_done(n, 0);
  while (static_cast<int>(order.size()) < n) {
    int best = -1;
    for (int i = 0; i < n; ++i)
      if (!is_done[i] && awaited[i] == 0 && (best < 0 || neighbors[i].size() < neighbors[best].size()))
        best = i;
    order.push_back(best), is_done[best] = 1;
    if (best < first_late)
      for (auto late = connected[best].lower_bound(first_late); late != connected[best].end(); ++late)
        --awaited[*late];
    for (const int i : neighbors[best]) {
      neighbors[i].erase(best);
      for (const int j : neighbors[best])
        if (i != j) neighbors[i].insert(j);
    }
  }
  return order;
}

template <class T>
double SparseLu<T>::factor() {
  const SparseLuPattern& at = *pattern_;
  T *const upper = values_.data() + at.upper(), *const lower = values_.data() + at.lower();
  std::fill(taken_.begin(), taken_.end(), 0.0);
  double least = 1;
  for (int k = 0; k < at.n_; ++k) {
    const double size = size_of(values_[k]);
    if (!(size > 0) || !std::isfinite(size)) return 0;
    least = std::min(least, size / (size + taken_[k]));
    const T reciprocal = values_[k] = 1.0 / values_[k];
    const int first = at.starts_[k], end = at.starts_[k + 1];
    for (int a = first; a < end; ++a) lower[a] = product(lower[a], reciprocal);
    for (int a = first; a < end; ++a) {
      const T l = lower[a], u = upper[a];
      const T taken = product(l, u);
      values_[at.later_[a]] -= taken, taken_[at.later_[a]] += size_of(taken);
      const SparseLuPattern::Target& target = at.targets_[a];
      const auto rest = static_cast<std::size_t>(end - a - 1);
      const T *later_upper = upper + a + 1, *later_lower = lower + a + 1;
      if (target.listed < 0) {
        add_scaled(-l, later_upper, rest, upper + target.first);
        add_scaled(-u, later_lower, rest, lower + target.first);
        continue;
      }
      const int* places = at.listed_.data() + target.listed;
      for (std::size_t b = 0; b < rest; ++b) {
        upper[places[b]] -= product(l, later_upper[b]);
        lower[places[b]] -= product(u, later_lower[b]);
      }
    }
  }
  return least;
}

template <class T>
void SparseLu<T>::solve(Out<T> b) const {
  const SparseLuPattern& at = *pattern_;
  const T *upper = values_.data() + at.upper(), *lower = values_.data() + at.lower();
  for (int k = 0; k < at.n_; ++k)
    for (int a = at.starts_[k]; a < at.starts_[k + 1]; ++a) b[at.later_[a]] -= product(lower[a], b[k]);
  for (int k = at.n_ - 1; k >= 0; --k) {
    T sum = b[k];
    for (int a = at.starts_[k]; a < at.starts_[k + 1]; ++a) sum -= product(upper[a], b[at.later_[a]]);
    b[k] = product(sum, values_[k]);
  }
}

template class SparseLu<double>;
template class SparseLu<std::complex<double>>;

}  // namespace sarrus::internal
