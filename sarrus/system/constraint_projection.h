#pragma once
/// @file
/// Moves a State onto its constraints by the smallest change in a weighted norm [Simbody theory manual, ch. 9
/// and 10.1]: with W the weights of the speeds, positions by Gauss–Newton steps q ← q + N·Δ, velocities by
/// u ← u + Δ, both with
///   Δ = −W⁻²·Gᵀ·(G·W⁻²·Gᵀ)⁺·e
/// Coordinates that formulas give (couplings.h) follow the others exactly instead, which stay as they are.

#include "sarrus/base/array.h"
#include "sarrus/sparse/gram_matrix.h"
#include "sarrus/system/constraint_set.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// The largest error of some rows, each measured by what counts as one: its unit error, of velocities that
/// per characteristic time.
struct ConstraintError {
  double size = 0;
  int constraint = -1;  ///< Number in the layout, or −1: there are no rows.
  double unit = 1;      ///< What counts as one: size·unit is the error in m, rad, m/s ...
};
ConstraintError largest_position_error(const State& state);
ConstraintError largest_velocity_error(const State& state);

/// Memory of projections, for the states of one System.
class ConstraintProjection {
 public:
  /// Weights of the speeds, what a unit change of one is worth; empty: all one.
  void set_weights(In<double> weights) { weights_.assign(weights.begin(), weights.end()); }

  /// Until no error of positions is larger than `tolerance` of its unit error. Returns whether that was
  /// achieved; the state is then on the constraints, and otherwise as near as was found.
  bool project_positions(State& state, double tolerance, int largest_number_of_steps = 20);
  /// The same for velocities. They are linear: one step, and one more for what rounding has left.
  bool project_velocities(State& state, double tolerance);
  /// Takes out of errors of coordinates and speeds what a projection would remove.
  void project_position_error(const State& state, Out<double> q_error);
  void project_velocity_error(const State& state, Out<double> u_error);

  /// The largest error beyond `tolerance`, or none. Rows that depend on others, where they were last looked
  /// at, cannot be corrected by themselves: they have a tolerance of their own.
  ConstraintError unmet_position(const State& state, double tolerance) const;
  ConstraintError unmet_velocity(const State& state, double tolerance) const;

  /// How far the row of positions that is the least so is independent of the others, where they were last
  /// looked at: the distance to a position where rows become dependent, about.
  double calc_independence(const State& state) {
    prepare(state, Level::position);
    return independence();
  }
  double independence() const { return positions_.gram ? positions_.gram->independence() : 1; }

  /// One step at a time, for those who look for positions in their own way: Δ for errors of rows of
  /// positions.
  void calc_position_step(const State& state, In<double> e, Out<double> step);

 private:
  enum class Level { position, velocity };
  /// Rows of one level: positions only, or all that restrict velocities. They are factored again only where a
  /// number has changed.
  struct Rows {
    long version = -1;
    std::optional<GramMatrix> gram;
    Array<int> widths;
    Array<double> X, inverse_squares, lambda, alignments;
    bool is_dependent(int row) const { return gram && gram->is_dependent(row); }
  };
  /// Rows of positions serve velocities as well where there are no others.
  static bool uses_positions(const ConstraintSet& set, Level level) {
    return level == Level::position || set.velocity_rows == set.position_rows;
  }
  Rows& prepare(const State& state, Level level);
  void calc_inverse_squares(const State& state);
  static void calc_step(Rows& rows, In<double> e, Out<double> step);
  void calc_images(const Rows& rows, const ConstraintJacobian& G, In<double> v, Array<double>& e) const;

  Rows positions_, velocities_;
  Array<double> weights_, inverse_squares_, X_, step_, rates_, errors_, best_;
};

}  // namespace sarrus
