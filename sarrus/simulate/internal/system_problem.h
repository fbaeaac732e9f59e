#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/ode/problem.h"
#include "sarrus/simulate/internal/constraint_keeper.h"
#include "sarrus/simulate/internal/energy_ledger.h"
#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/system.h"

namespace sarrus {
class RigidElement;
}  // namespace sarrus

namespace sarrus::internal {

/// The motion of a System as an initial-value problem. Position constraints make it a DAE of index 3. It is
/// reduced to index 1: constraints are solved for accelerations, and projection onto the constraints removes
/// the drift, unless a stabilization time is set. The problem works on a State of its own, which also holds
/// what does not change between events.
class SystemProblem : public InitialValueProblem {
 public:
  /// `with_energies` appends EnergyIntegrals to the variables.
  explicit SystemProblem(const State& state, bool with_energies = false);
  SystemProblem(const SystemProblem&) = delete;
  SystemProblem& operator=(const SystemProblem&) = delete;

  /// The problem's state; every call below brings it to its (t, y).
  const State& state() const { return state_; }
  /// The problem's state for writing, for event handlers.
  State& state() { return state_; }
  /// Work and dissipation at the problem's present time; empty if constructed without energies.
  In<double> integrals_of_power() const { return energies_; }
  /// Updates the energy scale from the present state: errors of the integrals of power are measured relative
  /// to the largest kinetic energy or work so far, and do not count before the first call. The scale has a
  /// lower bound, such that an error of `accuracy` is the kinetic energy at a speed of `accuracy` in m/s.
  void note_energies(double accuracy);
  /// All variables: those of the state and the integrals.
  void get_variables(Array<double>& y) const;
  /// Sets the weights of the speeds: the weight of a unit change of their coordinates and, for the speeds
  /// themselves, of a unit change per characteristic time. By default they follow from the unit changes in
  /// the System.
  void set_speed_weights(In<double> weights);
  /// Sets the tolerance of the constraints' position and velocity errors, in unit errors: smaller errors are
  /// not corrected.
  void set_constraint_tolerance(double tolerance) { constraints_.set_tolerance(tolerance); }
  double constraint_tolerance() const { return constraints_.tolerance(); }
  /// The weights of the speeds, also in projections onto the constraints.
  const Array<double>& speed_weights() const { return speed_weights_; }
  /// True if the ends of steps are projected onto constraints.
  bool projects() const;
  /// Sets the accuracy of steps of variable length: a step is refused if it comes so close to a singular
  /// position that rates there are not known to this accuracy. Zero: no step is refused.
  void set_step_accuracy(double accuracy) { constraints_.set_step_accuracy(accuracy); }
  /// Brings the state to (t, y), with prescribed and fast variables set, quaternions normalized and
  /// constraints met. Returns true if quaternions had to be normalized or constraints to be projected.
  bool set(double t, In<double> y);
  /// Makes the state meet its constraints after an instantaneous change: positions are projected by the
  /// smallest change, then speeds jump by an impulse of the constraints, as when parts of a mechanism latch.
  /// `occasion` describes the time in the Error if this fails: "at the start".
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
  bool calc_jacobian(double t, In<double> y, In<double> ydot, Out<double> jacobian) override;
  std::unique_ptr<LinearSolver> make_linear_solver() override;
  int equations() const override;

  /// The derivatives of the motion at (t, y), where the rates are ydot. Returns false if they are not known.
  bool calc_motion_derivatives(double t, In<double> y, In<double> ydot, MotionDerivatives& out);
  /// The exception of an implicit step whose equations are singular in a speed.
  NumericalError singular_step(double t, int speed, double step) const;

 private:
  bool move_to(double t, In<double> y);
  void place(double t, In<double> y);
  bool scale_quaternions();
  void restore_quaternion_rates(In<double> y, Out<double> ydot) const;
  /// Calls visit(i) for each variable that is not integrated because its motion is given.
  template <class F>
  void visit_prescribed(const F& visit) const;
  void require_finite(In<double> rates) const;

  State state_;
  EnergyIntegrals integrals_;
  Array<double> energies_;  // the integrals, if constructed with energies
  double energy_scale_ = 0;
  Array<double> speed_weights_, auxiliary_weights_;
  Array<double> q_error_;           // scratch memory
  Array<double> q_;                 // scratch memory
  Array<double> prescribed_error_;  // scratch memory
  ConstraintKeeper constraints_;
  Array<const RigidElement*> rigid_;
  Array<int> coordinate_of_speed_;  // the coordinate to which the error of a speed is attributed
  std::unique_ptr<MotionDerivatives> derivatives_;  // made when a Jacobian is first asked for
};

}  // namespace sarrus::internal
