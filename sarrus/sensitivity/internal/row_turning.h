#pragma once
/// @file
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/constraint_derivatives.h"

namespace sarrus::internal {

/// How the rows G of constraints turn when coordinates change, in the directions δ of the speeds.
class RowTurning {
 public:
  explicit RowTurning(const State& state);

  /// At the position of a state, of the rows of a level.
  void calc(const State& state, MotionLevel level, In<double> multipliers, In<double> speeds);
  /// ∂(Gᵀ·λ)/∂δ.
  const MatrixX<double>& forces() const { return forces_; }
  /// ∂(G·v)/∂δ.
  const MatrixX<double>& velocities() const { return velocities_; }

 private:
  MotionVariation<double> motion_;
  ConstraintDerivatives constraints_;
  ForceDerivatives changes_;
  VariedState varied_;
  State at_rest_;
  MatrixX<double> forces_, velocities_;
};

}  // namespace sarrus::internal
