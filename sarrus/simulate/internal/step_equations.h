#pragma once
/// @file
/// The equations of implicit steps (system_linear_solver.h) as lists of what is not zero. Unknowns are
/// numbered from the leaves of the tree to its root; the multipliers of the independent rows of constraints
/// come last, so that eliminating in this order is a factorization along the tree, and what is left for the
/// multipliers is the Schur complement of the constraints.

#include <optional>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/sparse_lu.h"
#include "sarrus/system/internal/motion_derivatives.h"

namespace sarrus::internal {

class StepEquations {
 public:
  /// A term of a row in the column of a speed.
  struct Term {
    int row;
    double by_q, by_u;
  };
  /// A number at a place of the matrix.
  struct Entry {
    int place;
    double value;
  };
  /// A term that enters the matrix, with the factor of its speed.
  struct Use {
    int term, place;
    double coefficient;
  };

  /// Takes the matrices. Returns false if rows of constraints are close to being dependent.
  bool take(const State& state, const MotionDerivatives& motion);

  /// Number of unknowns.
  int size() const { return size_; }
  /// The place of an independent acceleration among the unknowns.
  int unknown(int column) const { return places_[column]; }
  /// The independent acceleration at a place, or −1 for a multiplier.
  int column(int unknown) const { return order_[unknown] < accelerations_ ? order_[unknown] : -1; }
  const SparseLuPattern& pattern() const { return *pattern_; }
  /// Changes whenever the pattern does.
  int version() const { return version_; }
  /// Entries that do not depend on the length of the step: the mass matrix, rows of constraints and their
  /// transpose.
  const Array<Entry>& constant() const { return constant_; }
  const Array<Use>& uses() const { return uses_; }
  const Array<Term>& terms() const { return terms_; }
  /// The terms of a speed: those from first_term(k) to first_term(k + 1). The speeds of a joint whose speeds
  /// are not rates of coordinates have the same rows.
  int first_term(int speed) const { return first_terms_[speed]; }

 private:
  bool find_rows(const State& state, const MotionDerivatives& motion);
  void find_constant(const State& state, const MotionDerivatives& motion);
  void find_terms(const MotionDerivatives& motion);
  void find_pattern(const MotionDerivatives& motion);
  bool have_same_entries(const MotionDerivatives& motion);
  template <class ForEachUse>
  void find_places(const ForEachUse& for_each_use);
  void order_unknowns();

  int accelerations_ = 0, size_ = 0, version_ = 0;
  /// Until the order is known, accelerations have the numbers of their columns, multipliers those after them.
  struct Constant {
    int i, j;
    double value;
  };
  Array<int> rows_;            // of constraints, independent
  Array<int> order_, places_;  // the unknown at each place, and the place of each
  Array<Constant> constants_;
  Array<Term> terms_;
  Array<int> first_terms_;
  std::optional<SparseLuPattern> pattern_;
  Array<int> entries_;                // of the last have_same_entries()
  Array<std::pair<int, int>> known_;  // entries of the pattern
  Array<Entry> constant_;
  Array<Use> uses_;
};

}  // namespace sarrus::internal
