#pragma once
/// @file
/// The freedom that the enabled constraints of a state leave: the rank of their rows, which rows depend on
/// which, the motions in their null space, and the distance from a singular position. Simulation, assembly,
/// diagnosis, actuation and equilibrium use the same scaling and the same tolerances (docs/constraints.md),
/// so that their answers agree with these.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/scalar/matrix.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/state.h"

namespace sarrus {

class ConstraintFreedom {
 public:
  /// Looks at a state. `level` says which rows count: of positions, of positions and velocities, or all.
  /// `weights` are the costs of a unit change of each speed, infinite for one that is held; empty: all one.
  explicit ConstraintFreedom(const State& state, MotionLevel level = MotionLevel::velocity,
                             Array<double> weights = {});
  ~ConstraintFreedom();
  ConstraintFreedom(ConstraintFreedom&&) noexcept;
  ConstraintFreedom& operator=(ConstraintFreedom&&) noexcept;

  /// Looks at another state of the same System, or at the same one after a change.
  void update(const State& state);

  /// The speeds that are neither locked nor prescribed nor held by an infinite weight, ascending.
  const Array<int>& free_speeds() const;
  int rows() const;
  int rank() const;
  /// The number of independent motions that the constraints permit.
  int mobility() const;

  /// True if a row is a linear combination of others.
  bool is_dependent(int row) const;
  /// The coefficients z of its dependency: Σ zᵢ·rowᵢ = 0, with zᵢ = 1 at the row itself.
  Array<double> calc_dependency(int row) const;
  /// The independence of the row that is closest to a linear combination of the others: the sine of the
  /// angle between the two. It estimates the distance from a singular position; one if rows are orthogonal.
  double independence() const;

  /// The rows G over the free speeds, as a dense matrix.
  MatrixX<double> calc_rows() const;
  /// An orthonormal basis of the null space of G over the free speeds: the motions that are permitted, in
  /// mobility() columns.
  MatrixX<double> calc_motions() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace sarrus
