#pragma once
/// @file
/// One time step at the level of speeds. With the mass matrix M, the forces f of elements, gravity and
/// motion, and the derivatives C, K of forces of joints by their own speeds and coordinates,
///
///     (M − h·C − ½·h²·K)·(v⁺ − v) = h·f + Jᵀ·r,   u = J·v⁺ + b,   q⁺ = q + h·N·v⁺
///
/// where r and u satisfy the laws of their rows (force_set.h). Dampers of joints are taken implicitly. With
/// K, springs of joints are stable however stiff they are, and lose no energy: the step of a mass on a spring
/// has determinant 1 and trace 2 − ω²h²/(1 + ½ω²h²). Other forces are those of the beginning of the step;
/// Coriolis forces are those of its middle, so that what spins freely does not gain energy. The bias of a
/// contact or stop is gap/h, so that it may close within the step but not overlap, or e·u⁻ where it is hit at
/// the speed u⁻ (Newton's law). By other laws, and wherever one contact alone takes part, the
/// impact is solved first, and a contact then leaves at least with the speed that it has after it
/// (contact_impact.h, poisson_impact.h).

#include <exception>
#include <memory>
#include <span>

#include "sarrus/base/thread_team.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/rigid/internal/island_solver.h"
#include "sarrus/rigid/internal/joint_loads.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

class StepSolver {
 public:
  StepSolver(const State& state, const StepOptions& options);

  /// Finds the speeds at the end of a step from `state`, and the way of the coordinates in the directions of
  /// the speeds. Throws an Error if rows contradict each other.
  StepResult solve(const State& state, double h);
  In<double> speeds() const { return motion_.v; }
  In<double> way() const { return motion_.way; }

  const RigidRows& rows() const { return rows_; }
  /// Forces (not impulses) of the groups of rows in their order.
  const Array<RowForce>& forces() const { return motion_.forces; }
  /// The name of the element that a group of rows belongs to.
  const std::string& element_name(const State& state, const RowGroup& group) const;
  /// Forgets the last step.
  void forget() { memory_.clear(); }
  /// Forces and modes of the last step, from which the next one begins.
  const RowMemory& memory() const { return memory_; }
  void set_memory(const RowMemory& memory) { memory_ = memory; }
  /// True if contacts, stops or constraints acted in the last step on the bodies, among them this speed's,
  /// that rows connect.
  bool is_acted_on(int speed) const { return motion_.is_acted_on[speed] != 0; }
  /// True if springs and dampers of joints added noticeably to the inertia in the last step.
  bool is_stiff() const { return is_stiff_; }

 private:
  void calc_free_speeds(const State& state, double h);
  void calc_inertia(const State& state, double h);
  void add_coriolis(const State& state, In<double> speeds, double factor, Out<double> to);
  void collect_rows(const State& state, double h);
  StepResult solve_rows(const State& state, double h);
  StepResult solve_loaded_rows(const State& state, double h);
  bool is_closed(const RowGroup& group, int number) const;
  void calc_biases(const State& state, double h);
  bool reads_as_before();
  void find_islands();
  void find_solvers(int speeds);
  void solve_islands(const State& state, double h, StepResult& result);
  [[noreturn]] void complain(const State& state, const Island& island, const Array<double>& ray) const;
  std::string describe(const State& state, const RowGroup& group) const;

  StepOptions options_;
  struct Element {
    const RigidElement* element;
    ElementId id;
    std::unique_ptr<RigidElement::Memory> memory;
  };
  Array<Element> elements_;
  MassMatrix<double> mass_;
  TreeMatrix<double> factors_;
  ForceDerivatives derivatives_;
  RigidRows rows_;
  Array<BilateralRow> bilateral_;
  int first_bilateral_ = 0;  // number of the first group of them
  InverseDynamics<double> coriolis_;
  Array<Array<double>> struck_;  // speeds after impacts, at which bodies come further
  bool is_stiff_ = false;
  Array<double> free_, no_rates_, tau_, half_, c_;
  Array<RowBias> biases_;  // per group
  Array<Island> island_memory_;
  std::span<const Island> islands_;  // those of this step
  Array<int> roots_, joined_, island_of_tree_;
  bool has_islands_ = false;
  Array<int> speeds_, speed_counts_, last_speeds_, last_speed_counts_;  // that groups of rows read
  Array<int> numbers_;                                                  // per speed: its number in its island
  Array<std::unique_ptr<IslandSolver>> solvers_;  // per speed: of the island whose first one it is
  Array<IslandSolver*> solver_of_island_;
  Array<StepResult> results_;  // per island
  Array<std::exception_ptr> failures_;
  ThreadTeam threads_;
  IslandMotion motion_;
  JointLoads loads_;
  Array<double> rates_;  // mean accelerations of the step
  RowMemory memory_;
};

}  // namespace sarrus::internal
