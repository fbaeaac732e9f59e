#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// How deviations of a motion are carried along when the end of a step is projected onto the constraints.
/// With the rows G of positions and of velocities, the position errors φ(q, p), the velocity errors
/// v(q, u, z, p), both linear here, and S = −W⁻²·Gᵀ·(G·W⁻²·Gᵀ)⁺ as in constraint_projection.h:
///   δ⁺ = δ⁻ + S_q·(G_q·δ⁻ + φ_p·δp)
///   δu⁺ = δu⁻ + S_u·(G_u·δu⁻ + v_δ·δ⁺ + v_z·δz + v_p·δp)
/// The rows are those of the projected state. That they turn while the state is moved onto the constraints is
/// left out: it matters as much as the distance of this move, which is smaller than the error of the step.
class LinearProjection {
 public:
  LinearProjection(Array<double> speed_weights, const Array<NamedValue>& parameters);

  /// Takes the projected state, where `motion` was computed.
  void calc(const State& state, const MotionDerivatives& motion);
  /// Replaces deviations of y = (q, u, z) before the projection, one per column, by those after it; the last
  /// columns belong to the parameters.
  void carry_forward(MatrixX<double>& changes) const;
  /// Replaces ∂output/∂y after the projection by that before it, and adds ∂output/∂p.
  void carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) const;

 private:
  struct Level {
    MatrixX<double> G, S;
  };
  static Level take_rows(const State& state, FactoredRows& rows);
  void difference_errors(const State& state, MatrixX<double>& position, MatrixX<double>& velocity) const;

  const Array<NamedValue>& parameters_;
  FactoredRows positions_, velocities_;
  MatrixX<double> by_y_, by_parameters_;
};

}  // namespace sarrus::internal
