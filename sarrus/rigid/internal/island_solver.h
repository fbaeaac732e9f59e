#pragma once
/// @file
/// The cone problem of one island in a time step: of trees that rows connect. Islands do not know of each
/// other, so that several threads may solve them at once.

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/complementarity/internal/tree_rows.h"
#include "sarrus/rigid/internal/bilateral_rows.h"
#include "sarrus/rigid/internal/poisson_impact.h"
#include "sarrus/rigid/internal/row_memory.h"
#include "sarrus/rigid/internal/step_result.h"
#include "sarrus/rigid/rigid_rows.h"

namespace sarrus::internal {

/// The bias of the first row of a group.
struct RowBias {
  double value = 0;
  double without_impact = 0;
  bool is_impact = false;  ///< With restitution.
};

/// What all islands of a step read.
struct StepProblem {
  const StepOptions& options;
  double h = 0;
  In<double> u, free_speeds;             ///< At the beginning, and at the end without rigid forces.
  const TreeMatrix<double>&M, &factors;  ///< M̂
  const RigidRows& rows;
  const Array<RowBias>& biases;          ///< Per group of rows.
  const Array<BilateralRow>& bilateral;  ///< Of the groups from `first_bilateral` on.
  int first_bilateral = 0;
  const RowMemory& memory;    ///< Of the last step.
  const Array<int>& numbers;  ///< Per speed: its number in its island.

  const RowGroup& group(int i) const { return rows.groups()[i]; }
  const BilateralRow& bilateral_row(int group) const { return bilateral[group - first_bilateral]; }
};

/// Ascending.
struct Island {
  Array<int> speeds, groups;
};

/// What a step finds. Each island writes the elements of its speeds and groups.
struct IslandMotion {
  Array<double> v;       ///< At the end.
  Array<double> moving;  ///< Speeds at which the coordinates move, before corrections.
  Array<double> way;     ///< Corrections of the coordinates, in the directions of the speeds.
  Array<char> is_acted_on;
  Array<RowForce> forces;  ///< Per group.
};

/// A solver with its memory, best kept for the same island from step to step.
class IslandSolver {
 public:
  /// Solves the problem of an island. If its rows contradict each other nothing but contradiction() is set.
  StepResult solve(const StepProblem& step, const Island& island, IslandMotion& motion);
  /// Empty, or a force per row which shows that no motion satisfies all.
  const Array<double>& contradiction() const { return solution_.ray; }

 private:
  ConeOptions cone_options() const { return {.tolerance = step_->options.solver_tolerance}; }
  /// For problems without forces to begin with: heaps that are struck may need many renewals.
  ConeOptions patient_options() const {
    return {.tolerance = step_->options.solver_tolerance, .max_renewals = 300};
  }
  double slip_way(const RowGroup& group, In<double> v) const;
  ForceSet make_set(const RowGroup& group, const RowForce* last) const;
  bool load();
  void search();
  bool limit_impact();
  void finish_closing();
  void keep_solution(IslandMotion& motion);
  int find_single_impact() const;
  bool takes_part(int group) const;
  void solve_impact(int single);
  void solve_phases();
  void integrate_impact(int single);
  void calc_responses(int first_row, int rows);
  void add_impact();
  void correct_positions(IslandMotion& motion);

  const StepProblem* step_ = nullptr;
  const Island* island_ = nullptr;
  StepResult result_;
  TreeRows operator_, normal_operator_;
  ConeSolver solver_;
  ConeSolution solution_, other_;
  Array<ForceSet> sets_;
  Array<double> free_, bias_, generalized_;
  // Of impacts:
  PoissonImpact impact_;
  ConeSolution impact_solution_;
  Array<double> impact_free_, impact_speeds_, restitution_, unit_impulse_;
  Array<Array<double>> responses_;
  Array<ForceSet> bilateral_sets_;
};

}  // namespace sarrus::internal
