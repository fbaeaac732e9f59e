#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/internal/quaternion_scaling.h"
#include "sarrus/sensitivity/internal/row_turning.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// How deviations of a motion are carried along when the end of a step is projected onto the constraints.
/// With the rows G of positions or of velocities, the position errors φ(q, p), the velocity errors
/// v(q, u, z, p) and S = −W⁻²·Gᵀ·(G·W⁻²·Gᵀ)⁺ as in constraint_projection.h, positions take Gauss–Newton steps
/// q ← q ⊕ Δ, Δ = S·φ, and speeds u ← u + S·v. With P = 1 + S·G and multipliers λ, −W⁻²·Gᵀ·λ = Δ,
///   δΔ = S·(G·δ + φ_p·δp) + [S·∂(G·Δ) − P·W⁻²·∂(Gᵀ·λ)]·δ      at fixed Δ and λ in brackets
///   δu⁺ = δu⁻ + S·(G·δu⁻ + v_δ·δ⁺ + v_z·δz + v_p·δp) − P·W⁻²·∂(Gᵀ·λ)·δ⁺
/// where the last terms say how rows turn (row_turning.h) while the state is moved onto the constraints: they
/// are as small as the distance of this move.
class LinearProjection {
 public:
  LinearProjection(const State& state, Array<double> speed_weights, const Array<NamedValue>& parameters);

  /// Takes the end of a step before its projection and after it, where `motion` was computed.
  void calc(const State& before, const State& after, const MotionDerivatives& motion);
  /// Replaces deviations of y = (q, u, z) before the projection, one per column, by those after it; the last
  /// columns belong to the parameters.
  void carry_forward(MatrixX<double>& changes) const;
  /// Replaces ∂output/∂y after the projection by that before it, and adds ∂output/∂p.
  void carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) const;

 private:
  /// The rows of a level at a state, and the step that removes the state's errors.
  struct Level {
    MatrixX<double> G, S;
    VectorX<double> step;
    MatrixX<double> turning;        ///< What the turning of the rows adds to ∂(step)/∂δ.
    MatrixX<double> by_parameters;  ///< ∂(step)/∂p.
  };
  Level take_rows(const State& state, MotionLevel level);
  MatrixX<double> difference_by_parameters(const State& state, MotionLevel level);
  void take_position_step(State& at);
  void carry_positions(const State& at, const Level& of);
  FactoredRows& rows_of(MotionLevel level) {
    return level == MotionLevel::position ? positions_ : velocities_;
  }

  const Array<NamedValue>& parameters_;
  Array<double> weights_;
  FactoredRows positions_, velocities_;
  RowTurning turning_;
  QuaternionScaling scaling_;
  MatrixX<double> by_y_, by_parameters_;
};

}  // namespace sarrus::internal
