#pragma once
/// @file
/// Factors of sparse matrices without exchanges, for equations of motion: numbered from the leaves of a tree
/// to its root, they fill in no more than the elements between its branches demand, and pivots are about as
/// good as those of the mass matrix.

#include <complex>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

/// Where a matrix and its factors may have entries, in the order of elimination. The pattern is symmetric.
class SparseLuPattern {
 public:
  /// Off the diagonal, (i, j) stands for (j, i) too.
  SparseLuPattern(int n, const Array<std::pair<int, int>>& entries);

  int size() const { return n_; }
  /// The number of entries of the factors.
  int count() const { return n_ + 2 * starts_[n_]; }
  /// True if it is so full that a dense matrix is better; then there is no SparseLu for it.
  bool is_dense() const { return 2 * static_cast<long>(count()) > static_cast<long>(n_) * n_; }
  /// The place of an entry among the values, or −1 if it is not in the pattern.
  int place(int i, int j) const;
  /// Calls f(i, j, place) for all of them.
  template <class F>
  void for_each(F f) const {
    for (int k = 0; k < n_; ++k) {
      f(k, k, k);
      for (int a = starts_[k]; a < starts_[k + 1]; ++a)
        f(k, later_[a], upper() + a), f(later_[a], k, lower() + a);
    }
  }

 private:
  template <class T>
  friend class SparseLu;
  int upper() const { return n_; }
  int lower() const { return n_ + starts_[n_]; }
  void plan_updates();

  int n_;
  Array<int> starts_, later_;  // per k: the later rows with entries in column k, ascending
  /// Where the rest of `later_` stands in the list of a later row: from a place on, or, if it has gaps, at
  /// listed places.
  struct Target {
    int first, listed;  // listed: −1, or where the list begins
  };
  Array<Target> targets_;  // per entry of later_
  Array<int> listed_;
};

/// An order of elimination with little fill-in, by least degrees: place k has the unknown that is eliminated
/// k-th. Unknowns from `first_late` on, whose diagonal entries are zero, wait for all others that they are
/// connected with.
Array<int> find_elimination_order(int n, const Array<std::pair<int, int>>& entries, int first_late);

template <class T>
class SparseLu {
 public:
  explicit SparseLu(const SparseLuPattern& pattern)
      : pattern_(&pattern), values_(pattern.count()), taken_(pattern.size()) {}

  /// The entries by their places; afterwards the factors.
  Array<T>& values() { return values_; }
  /// Returns how far pivots have canceled: the least, relative to what was added and subtracted for it; zero
  /// if one is zero or not finite.
  double factor();
  /// Replaces b by the solution.
  void solve(Out<T> b) const;

 private:
  const SparseLuPattern* pattern_;
  Array<T> values_;
  Array<double> taken_;  // from the diagonal entries
};

extern template class SparseLu<double>;
extern template class SparseLu<std::complex<double>>;

}  // namespace sarrus::internal
