#pragma once
/// @file
/// Derivatives of dynamics with frames of bodies held in the world: feet on the ground, a hand at a handle.
///   M·u̇ + c = τ + Gᵀ·λ,   G·u̇ + Ġ·u = 0
/// where the rows of G are the Jacobians of the held frames in world axes, and λ are the forces that hold
/// them. At the motion that the forces cause, with τ(q, u, u̇) of inverse dynamics under the forces λ and with
/// the accelerations a of the held frames, any change of the state changes u̇ and λ by
///   [M  −Gᵀ] [∂u̇]     [∂τ]
///   [G    0] [∂λ] = − [∂a]
/// so that, with S = G·M⁻¹·Gᵀ,  S·∂λ = −∂a + G·M⁻¹·∂τ  and  ∂u̇ = M⁻¹·(Gᵀ·∂λ − ∂τ). Directions of coordinates
/// are those of the speeds, δq = N(q)·δ.
///
/// Rows that follow from others (row_rank.h) have no multipliers and change nothing.

#include <memory>

#include "sarrus/base/aligned_array.h"
#include "sarrus/derivatives/frame_forces.h"
#include "sarrus/derivatives/inverse_dynamics_derivatives.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

namespace internal {
template <class T>
class PanelSolver;
}

/// A frame of a body that is held in the world: its origin, or also its orientation.
struct HeldFrame {
  FrameOn<double> frame;
  bool orientation = false;

  /// Number of rows: moments first, as everywhere.
  int rows() const { return orientation ? 6 : 3; }
};

/// Workspace and results.
class ConstrainedDynamicsDerivatives {
 public:
  ConstrainedDynamicsDerivatives(const Tree<double>& tree, Array<HeldFrame> held);
  ~ConstrainedDynamicsDerivatives();
  ConstrainedDynamicsDerivatives(ConstrainedDynamicsDerivatives&&) noexcept;
  ConstrainedDynamicsDerivatives& operator=(ConstrainedDynamicsDerivatives&&) noexcept;

  int nu() const { return inverse.motion.nu; }
  int row_count() const { return row_count_; }
  /// Number of independent rows.
  int rank() const { return rank_; }
  const Array<double>& udot() const { return udot_; }
  /// λ: forces on the bodies at the held frames, in world axes, row by row.
  const Array<double>& multipliers() const { return lambda_; }

  /// ∂u̇_i/∂δ_k, ∂u̇_i/∂u_k, ∂u̇_i/∂τ_k.
  double by_dq(int i, int k) const { return rows_[place(i) + k]; }
  double by_u(int i, int k) const { return rows_[place(i) + nu() + k]; }
  double by_tau(int i, int k) const { return rows_[place(i) + 2 * nu() + k]; }
  /// ∂λ_r/∂δ_k, ∂λ_r/∂u_k, ∂λ_r/∂τ_k.
  double multiplier_by_dq(int r, int k) const { return lambda_rows_[place(r) + k]; }
  double multiplier_by_u(int r, int k) const { return lambda_rows_[place(r) + nu() + k]; }
  double multiplier_by_tau(int r, int k) const { return lambda_rows_[place(r) + 2 * nu() + k]; }

  InverseDynamicsDerivatives<double> inverse;  ///< At u̇, under the forces λ.

 private:
  friend struct ConstrainedDerivativeKernel;
  std::ptrdiff_t place(int row) const { return static_cast<std::ptrdiff_t>(row) * stride_; }

  Array<HeldFrame> held_;
  int row_count_, rank_ = 0, stride_;
  PositionKinematics<double> position_;
  VelocityKinematics<double> velocity_;
  AccelerationKinematics<double> bias_;
  InverseDynamics<double> bias_forces_;
  MassMatrix<double> mass_;
  TreeMatrix<double> factors_;
  std::unique_ptr<internal::PanelSolver<double>> solver_;
  Array<FrameForce<double>> forces_;
  AlignedArray<double> G_, X_;      // per row: G and, per speed, the rows of M⁻¹·Gᵀ
  Array<int> paths_, path_starts_;  // per held frame: the speeds that move it
  Array<double> S_, sizes_, inverse_D_, inverse_pivots_;
  Array<int> order_;
  Array<double> udot_, lambda_;
  AlignedArray<double> rows_, lambda_rows_;
};

/// Computes u̇ and λ and their derivatives for a state and the forces on it.
void calc_constrained_dynamics_derivatives(const Tree<double>& tree, const ForwardDynamicsInput<double>& at,
                                           ConstrainedDynamicsDerivatives& out);

}  // namespace sarrus
