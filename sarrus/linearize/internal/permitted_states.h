#pragma once
/// @file
/// The states near a given one that satisfy the constraints, numbered by independent deviations.

#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// Directions of motion that constraints permit, by independent speeds: column i has a one at speed
/// `independent[i]` and zeros at the other independent ones.
struct PermittedDirections {
  Array<int> independent;
  MatrixX<double> basis;  ///< One row per speed of the System.

  /// Those of the rows of a level; speeds that vary most are independent.
  PermittedDirections(const State& state, MotionLevel level);
};

/// States at deviations x = (ξ, η, ζ): positions q₀ + N·Z_q·ξ and speeds u₀ + Z_u·η, of which the dependent
/// ones are then projected onto the constraints, and auxiliary variables z₀ + ζ.
class PermittedStates {
 public:
  explicit PermittedStates(const State& state);

  int positions() const { return static_cast<int>(positions_.independent.size()); }
  int speeds() const { return static_cast<int>(speeds_.independent.size()); }
  int size() const { return positions() + speeds() + state_.nz(); }
  Array<std::string> names() const;
  /// The state at x. Throws an Error if constraints cannot be satisfied there.
  const State& at(const VectorX<double>& x);
  /// Moves the state to x. Returns false, with the state anywhere, if constraints cannot be satisfied there.
  bool move_to(const VectorX<double>& x);
  /// Z_q·ξ: how fast all speeds would have to be for positions to change by ξ in a unit of time.
  VectorX<double> direction_of_positions(const VectorX<double>& x) const {
    return positions_.basis * x.head(positions());
  }
  /// ẋ of the last state.
  VectorX<double> rates() const;
  /// ∂ẋ/∂x at the given state, exactly; nothing if the derivatives of the System are not known, or if parts
  /// of it would have to be differenced, which are named.
  struct ExactDerivatives {
    std::optional<MatrixX<double>> A{};
    Array<std::string> differenced{};
  };
  ExactDerivatives exact_derivatives() const;
  /// The state to which parameters may be set; at() keeps them.
  State& state() { return state_; }

 private:
  MatrixX<double> speeds_by_positions(const MatrixX<double>& errors_by_dq) const;

  State state_;
  Array<double> q_, u_, z_;  // of the given state
  PermittedDirections positions_, speeds_;
  ConstraintProjection position_projection_, speed_projection_;  // of dependent coordinates and speeds
};

}  // namespace sarrus::internal
