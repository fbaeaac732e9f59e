#pragma once
/// @file
/// Projected Gauss–Seidel sweeps: each force set in turn gets the forces that solve its own rows while those
/// of all others stay as they are. Coulomb's law is exact, and no equations are factored: for heaps, in which
/// so many contacts slide that Newton's methods are slow. Sweeps stall where masses differ much and in
/// towers.

#include "sarrus/complementarity/internal/row_responses.h"
#include "sarrus/complementarity/internal/scaled_problem.h"

namespace sarrus::internal {

class ProjectedSweeps {
 public:
  /// Begins from scaled forces r. Problem and responses live as long as sweeps are made.
  void start(const ScaledProblem& problem, const RowResponses& rows, const Eigen::VectorXd& r);
  /// One sweep forth and one back.
  void sweep();
  /// Scaled, as in ScaledProblem.
  const Eigen::VectorXd& forces() const { return r_; }

 private:
  struct Set {
    const ForceSet* set;
    int bundle, row;  // its number within the bundle
    int first_row, first_entry;
  };
  void sweep(const Set& set);
  void find_changes(const Set& set, double* u, double* change);

  const ScaledProblem* problem_ = nullptr;
  const RowResponses* rows_ = nullptr;
  Array<Set> sets_;
  Array<double> G_;  // of each set with itself, scaled
  Eigen::VectorXd r_, v_;
};

}  // namespace sarrus::internal
