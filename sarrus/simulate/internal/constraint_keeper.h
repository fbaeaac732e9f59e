#pragma once
/// @file
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// Keeps a State on its constraints while it is integrated: by projection after steps, by impulses after
/// instantaneous changes, exactly within steps near singular positions. It refuses steps after which the
/// branch of the motion would be uncertain.
class ConstraintKeeper {
 public:
  /// Works on `state`, which must outlive it.
  explicit ConstraintKeeper(State& state);

  /// Weights of the speeds in projections, one per speed.
  void set_weights(In<double> weights) { projection_.set_weights(weights); }
  /// Sets the tolerance of position and velocity errors, in unit errors: smaller errors are not corrected.
  void set_tolerance(double tolerance);
  double tolerance() const { return tolerance_; }
  /// Sets the accuracy of steps of variable length: a step is refused if it comes so close to a singular
  /// position that rates there are not known to this accuracy. Zero: no step is refused.
  void set_step_accuracy(double accuracy) { step_accuracy_ = accuracy; }

  bool has_constraints() const { return !state_.layout().constraints.empty(); }
  /// True if constraints are met by projection; false with Baumgarte stabilization.
  bool projects() const { return has_constraints() && state_[state_.layout().stabilization_time] == 0; }

  /// Projects onto the constraints if an error is too large. Returns true if the state has moved.
  bool meet();
  /// Makes the state meet its constraints after an instantaneous change: positions are projected by the
  /// smallest change, then speeds jump by an impulse of the constraints. `occasion` describes the time in the
  /// Error if this fails: "at the start".
  void settle(std::string_view occasion);
  /// Prepares the state for its rates, within a step: near a singular position it is projected exactly.
  /// Returns true if it may have moved. Refuses a step that comes near after other states of it were not
  /// projected.
  bool prepare_rates();
  /// Throws an Error if redundant rows contradict the others in their accelerations.
  void refuse_contradictions() const;

  /// Notes that a step was accepted and ends at the present state.
  void accept_step();
  /// Refuses a step that ends so far from the constraints that its projection may lead to another branch.
  void require_near() const;
  /// Notes the coordinates from which the end of a step will be projected.
  void begin_projection(In<double> q) { from_.assign(q.begin(), q.end()); }
  /// Refuses a step whose projection went too far, or that ends too close to a singular position.
  void require_good_end();
  /// Removes from the error of a step the part that projections remove.
  void remove_met_part(Out<double> q_error, Out<double> u_error);

 private:
  double independence_in_dynamics() const;
  bool is_delicate(double below) const { return projection_.independence() < below; }
  void approach_constraints();
  void require_same_branch();
  void require_clear();
  bool meet_velocities(double tolerance);
  void remove_met_velocities(Out<double> u_error);
  double rounding_of_positions() const;
  double speed_scale() const;
  void note_rank();
  void apply_impulse(double tolerance);
  void solve_for_impulse();
  [[noreturn]] void complain(const ConstraintError& error, const char* what) const;

  State& state_;
  ConstraintProjection projection_;
  double tolerance_ = 1e-4;
  double step_accuracy_ = 0;
  int refusals_ = 0;                // since the last accepted step
  double independence_before_ = 1;  // of rows, at the end of that step
  double step_start_ = 0;           // the time of that end
  bool projects_within_ = false;    // true if states within the step are projected
  double noted_independence_ = 1;   // where rates were last computed
  int generic_rank_ = 0;
  long rank_version_ = -1;  // of the constraints that generic_rank_ belongs to
  Array<double> from_;      // coordinates before a projection
  Array<double> moved_;     // workspace, per speed
  struct {
    Array<double> change, jump, multipliers, no_force;
  } impulse_;  // workspace
};

}  // namespace sarrus::internal
