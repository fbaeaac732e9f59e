#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/ode/problem.h"
#include "sarrus/simulate/energy_balance.h"
#include "sarrus/system/constraint_projection.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The motion of a System as an initial-value problem. It works on a State of its own, which also holds what
/// does not change between events.
class SystemProblem : public InitialValueProblem {
 public:
  /// With EnergyIntegrals beside the variables, or without.
  explicit SystemProblem(const State& state, bool with_energies = false);

  /// Brought to (t, y) by every call below.
  const State& state() const { return state_; }
  /// For handlers of events.
  State& state() { return state_; }
  /// Work and dissipation at the time to which the problem was brought; empty: not asked for.
  In<double> integrals_of_power() const { return energies_; }
  /// Takes note of the energies in the present state: errors of the integrals of power are measured by the
  /// largest so far, kinetic ones or work, and do not count before. The least that is worth an error of
  /// `accuracy` is such that a motion at that speed, in m/s, is none.
  void note_energies(double accuracy);
  /// All variables there: those of the state and the integrals.
  void get_variables(Array<double>& y) const;
  /// Unit weights of the speeds: what a change of their coordinates by one is worth; of the speeds
  /// themselves, one per characteristic time. By default they follow from the unit changes that the System
  /// has been given.
  void set_speed_weights(In<double> weights);
  /// The largest error of a constraint's position or velocity that is left as it is, in its unit errors.
  void set_constraint_tolerance(double tolerance);
  double constraint_tolerance() const { return constraint_tolerance_; }
  /// The accuracy of steps whose lengths are free: those are refused that meet a singular position so nearly
  /// that rates there are not known to this. Zero: none is refused.
  void set_step_accuracy(double accuracy) { step_accuracy_ = accuracy; }
  /// Brings the state to (t, y): with prescribed variables, unit quaternions, constraints and fast variables
  /// where they belong. Returns whether quaternions had to be scaled or constraints to be met.
  bool set(double t, In<double> y);
  /// Lets the state, in which somebody has changed something at once, meet its constraints: positions are
  /// moved onto them by the smallest change, then speeds jump by an impulse of the constraints, as when parts
  /// of a mechanism latch. `occasion` says when that is, for the Error if it cannot be done: "at the start".
  void settle(std::string_view occasion);

  int nq() const override { return state_.nq(); }
  int nu() const override { return state_.nu(); }
  int nz() const override { return state_.nz() + integrals(); }
  int integrals() const override { return static_cast<int>(energies_.size()); }
  std::string variable_name(int index) const override;
  void calc_derivative(double t, In<double> y, Out<double> ydot) override;
  void calc_qdot(double t, In<double> q, In<double> u, Out<double> qdot) override;
  void calc_qddot(double t, In<double> y, In<double> ydot, Out<double> qddot) override;
  bool project(double t, Out<double> y, Out<double> error) override;
  ErrorSize measure_error(double t, In<double> y, In<double> error, ErrorNorm norm) override;
  void calc_error_weights(double t, In<double> y, Out<double> weights) override;

 private:
  bool move_to(double t, In<double> y);
  void place(double t, In<double> y);
  bool scale_quaternions();
  bool meet_constraints();
  bool is_near_singular() const;
  void approach_constraints();
  void require_same_branch();
  void require_clear();
  bool is_delicate(double below) const { return projection_.independence() < below; }
  bool meet_velocities(double tolerance);
  void remove_met_part(Out<double> u_error);
  double rounding_of_positions() const;
  double speed_scale() const;
  void note_rank();
  void apply_impulse(double tolerance);
  void solve_for_impulse();
  [[noreturn]] void complain(const ConstraintError& error, const char* what) const;
  void require_near(double position_error) const;
  void refuse_contradictions() const;
  bool has_constraints() const { return !state_.layout().constraints.empty(); }
  /// Whether constraints are met by moving onto them; not where accelerations draw them there.
  bool projects() const { return has_constraints() && state_[state_.layout().stabilization_time] == 0; }
  /// Calls visit(i) for each variable that is not integrated because its motion is given.
  template <class F>
  void visit_prescribed(const F& visit) const;
  void require_finite(In<double> rates) const;

  State state_;
  EnergyIntegrals integrals_;
  Array<double> energies_;  // the integrals, if they are wanted
  double energy_scale_ = 0;
  Array<double> speed_weights_, auxiliary_weights_;
  Array<double> q_error_;           // scratch memory
  Array<double> q_;                 // scratch memory
  Array<double> from_;              // coordinates before a projection
  Array<double> prescribed_error_;  // scratch memory
  struct {
    Array<double> change, jump, multipliers, no_force;
  } impulse_;  // scratch memory
  ConstraintProjection projection_;
  double constraint_tolerance_ = 1e-4;
  double step_accuracy_ = 0;
  int refusals_ = 0;                // since the last step that was accepted
  double independence_before_ = 1;  // of rows, where that one ended
  int generic_rank_ = 0;
  long rank_version_ = -1;          // of the constraints that it belongs to
  Array<int> coordinate_of_speed_;  // one that its error is blamed on
};

}  // namespace sarrus
