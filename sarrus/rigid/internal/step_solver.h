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

#include <limits>
#include <memory>

#include "sarrus/complementarity/cone_solver.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/rigid/impact_law.h"
#include "sarrus/rigid/internal/bilateral_rows.h"
#include "sarrus/rigid/internal/poisson_impact.h"
#include "sarrus/rigid/internal/row_memory.h"
#include "sarrus/rigid/internal/tree_rows.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

struct StepOptions {
  double position_tolerance = 1e-6;
  double capture_speed = 0.01;
  double solver_tolerance = 1e-9;
  bool implicit_joints = true;
  ImpactLaw impact_law = ImpactLaw::newton;
  /// What closes within a step at a greater speed [m/s] has none at its end; otherwise it loses it in the
  /// next step.
  double closing_speed = std::numeric_limits<double>::infinity();
  /// Gaps below this of contacts that acted in the last step are closed [m].
  double touching_gap = 0;
};

/// The result of a step, with the worst of its islands.
struct StepResult {
  ConeCertificate certificate;
  int islands = 0;  ///< Problems that were solved.
  int rows = 0, contacts = 0, most_islands = 0;
  int first_tries = 0, factorizations = 0, relaxed = 0, limited_impacts = 0;
  double penetration = 0;            ///< Largest overlap at the beginning [m].
  double rigid_work = 0;             ///< Of all rigid forces and constraints [J].
  bool has_moved_positions = false;  ///< Overlaps or errors of constraints were removed.

  /// Adds what is said of a solution.
  void note(const ConeSolution& solution);
};

/// True of contacts and stops.
inline bool has_gap(const RowGroup& group) {
  return group.kind == ForceSetKind::contact || group.kind == ForceSetKind::unilateral;
}

class StepSolver {
 public:
  StepSolver(const State& state, const StepOptions& options);

  /// Finds the speeds at the end of a step from `state`, and the way of the coordinates in the directions of
  /// the speeds. Throws an Error if rows contradict each other.
  StepResult solve(const State& state, double h);
  In<double> speeds() const { return v_; }
  In<double> way() const { return way_; }

  const RigidRows& rows() const { return rows_; }
  /// Forces (not impulses) of the groups of rows in their order.
  const Array<RowForce>& forces() const { return forces_; }
  /// The name of the element that a group of rows belongs to.
  const std::string& element_name(const State& state, const RowGroup& group) const;
  /// Forgets the last step.
  void forget() { memory_.clear(); }
  /// Forces and modes of the last step, from which the next one begins.
  const RowMemory& memory() const { return memory_; }
  void set_memory(const RowMemory& memory) { memory_ = memory; }
  /// True if contacts, stops or constraints acted in the last step on the bodies, among them this speed's,
  /// that rows connect.
  bool is_acted_on(int speed) const { return is_acted_on_[speed] != 0; }
  /// True if springs and dampers of joints added noticeably to the inertia in the last step.
  bool is_stiff() const { return is_stiff_; }

 private:
  /// Trees that rows connect, and their rows.
  struct Island {
    Array<int> speeds, groups;
  };
  void calc_free_speeds(const State& state, double h);
  void calc_inertia(const State& state, double h);
  void add_coriolis(const State& state, In<double> speeds, double factor, Out<double> to);
  void collect_rows(const State& state, double h);
  StepResult solve_rows(const State& state, double h);
  ConeOptions cone_options() const { return {.tolerance = options_.solver_tolerance}; }
  /// For problems without forces to begin with: heaps that are struck may need many renewals.
  ConeOptions patient_options() const {
    return {.tolerance = options_.solver_tolerance, .max_renewals = 300};
  }
  bool is_closed(const RowGroup& group) const;
  void calc_biases(const State& state, double h);
  void find_islands();
  double slip_way(const RowGroup& group, double h, In<double> v) const;
  ForceSet make_set(const RowGroup& group, double h, In<double> v) const;
  bool load_island(const State& state, const Island& island, double h);
  void solve_island(const State& state, const Island& island, double h, StepResult& result);
  bool limit_impact(const Island& island, StepResult& result);
  void search();
  void finish_closing(const Island& island, StepResult& result);
  void keep_solution(const State& state, const Island& island, double h, StepResult& result);
  int find_single_impact(const Island& island) const;
  bool takes_part(int group) const;
  void solve_impact(const State& state, const Island& island, int single, StepResult& result);
  void solve_phases(StepResult& result);
  void integrate_impact(const Island& island, int number, StepResult& result);
  void calc_responses(const Island& island, int first_row, int rows);
  void add_impact();
  void correct_positions(const Island& island, double h, StepResult& result);
  [[noreturn]] void complain(const State& state, const Island& island) const;
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
  Array<double> moving_;         // speeds at which the coordinates move, before corrections
  bool is_stiff_ = false;
  Array<char> is_acted_on_;
  Array<double> v_, way_, free_, no_rates_, tau_, half_, c_;
  struct Bias {
    double value = 0;  // of the first row
    double without_impact = 0;
    bool is_impact = false;
  };
  Array<Bias> biases_;  // per group
  Array<Island> islands_;
  RowMemory memory_;
  Array<RowForce> forces_;
  // Of the island that is solved:
  TreeRows operator_, normal_operator_;
  ConeSolver solver_;
  ConeSolution solution_, other_;
  Array<ForceSet> sets_;
  Array<double> island_free_, island_bias_;
  PoissonImpact impact_;
  ConeSolution impact_solution_;
  Array<double> impact_free_, impact_speeds_, restitution_;
  Array<Array<double>> responses_;
  Array<ForceSet> bilateral_sets_;
};

}  // namespace sarrus::internal
