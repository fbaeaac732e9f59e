#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/complementarity/force_set.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// Decides what the joints of a State that have dry friction and are at rest do next: which stick, and in
/// which direction the others start. With the forces r of friction and the accelerations
///
///     a = a₀ + G·r,   |rᵢ| ≤ limitᵢ,   aᵢ = 0 or rᵢ = ∓limitᵢ against aᵢ
///
/// it is a cone problem for all of them together. Limits are static forces at first. A joint that starts has
/// its dynamic force, which may let others start: the set of those that do only grows, so that the search
/// ends.
class FrictionDecision {
 public:
  explicit FrictionDecision(State& state);

  /// Sets modes and locks of all joints with dry friction.
  void decide();
  /// Throws an Error if another dry friction acts on the same joint, or if constraints tie it to other joints
  /// with dry friction: the forces that hold them are then not determined one by one.
  void require_independent(const DryFriction& friction);

 private:
  struct Joint {
    const DryFriction* friction;
    int speed;
    bool starts;  ///< True once it has been found to start: it has its dynamic force.
  };
  double limit(const Joint& joint) const;
  void settle_moving();
  void find_factor();
  void solve();
  void solve_for_starts();
  bool find_overloaded();
  void set_modes(State& state) const;
  std::string names_of_frictions() const;

  State& state_;
  State free_;  // with all joints at rest free, and without friction of theirs
  Array<Joint> joints_;
  MatrixX<double> factor_;  // L of G = L·Lᵀ
  Array<double> accelerations_;
  Array<RowMode> modes_;
};

}  // namespace sarrus::internal
