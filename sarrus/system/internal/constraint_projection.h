#pragma once
/// @file
/// Projects a State onto the constraint manifold by the smallest change in a weighted norm [Simbody theory
/// manual, ch. 9 and 10.1]: with W the weights of the speeds, positions by Gauss–Newton steps q ← q + N·Δ,
/// velocities by u ← u + Δ, both with
///   Δ = −W⁻²·Gᵀ·(G·W⁻²·Gᵀ)⁺·e
/// Coordinates that are given by formulas (couplings.h) are not projected: they are computed exactly from the
/// others, which stay as they are.

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// Projections of the states of one System, and their workspace.
class ConstraintProjection {
 public:
  /// Sets the weights W of the speeds: the cost of a unit change of each; empty: all one.
  void set_weights(In<double> weights) {
    const Array<double> all(weights.begin(), weights.end());
    positions_ = FactoredRows(MotionLevel::position, all);
    velocities_ = FactoredRows(MotionLevel::velocity, all);
  }

  /// Projects positions until no error is larger than `tolerance` times its unit error. Returns true if that
  /// was achieved; otherwise the state is at the best positions found.
  bool project_positions(State& state, double tolerance, int largest_number_of_steps = 20);
  /// Projects velocities in the same way. Their equations are linear: one step is enough, and a second
  /// removes rounding errors.
  bool project_velocities(State& state, double tolerance);
  /// Removes from an integration error of coordinates or speeds the part that a projection would remove.
  void project_position_error(const State& state, Out<double> q_error);
  void project_velocity_error(const State& state, Out<double> u_error);

  /// The largest error beyond `tolerance`, or none. Rows that were linearly dependent on others when last
  /// factored cannot be corrected by themselves: they have a tolerance of their own.
  ConstraintError unmet_position(const State& state, double tolerance) const;
  ConstraintError unmet_velocity(const State& state, double tolerance) const;

  /// The independence of the position row that is closest to a linear combination of the others. It estimates
  /// the distance to a singular position, where rows become dependent.
  double calc_independence(const State& state) {
    prepare(state, Level::position);
    return independence();
  }
  double independence() const { return positions_.independence(); }

  /// A single Gauss–Newton step Δ for given errors of the position rows, for callers with their own search.
  void calc_position_step(const State& state, In<double> e, Out<double> step);

 private:
  enum class Level { position, velocity };
  /// The factored position rows also serve velocities if there are no velocity rows.
  static bool uses_positions(const ConstraintSet& set, Level level) {
    return level == Level::position || set.velocity_rows == set.position_rows;
  }
  FactoredRows& prepare(const State& state, Level level);

  FactoredRows positions_{MotionLevel::position}, velocities_{MotionLevel::velocity};
  Array<double> step_, rates_, errors_, best_;
};

}  // namespace sarrus::internal
