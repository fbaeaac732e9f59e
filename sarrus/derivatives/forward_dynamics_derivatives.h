#pragma once
/// @file
/// Derivatives of forward dynamics, u̇ = M⁻¹·(τ − c + g + Jᵀ·F). With those of inverse dynamics at the motion
/// that the forces cause,
///   ∂u̇/∂δ = −M⁻¹·∂τ/∂δ,   ∂u̇/∂u = −M⁻¹·∂τ/∂u,   ∂u̇/∂τ = M⁻¹        δq = N(q)·δ
/// For a single state directions are solved for several at a time: from the factors M = LᵀDL with the
/// sparsity of the tree or, where paths are long, by sweeps with articulated inertias that cost O(n) for
/// each. For packs the matrices on the right are not formed, and sweeps yield the results at once. O(n²).

#include <memory>

#include "sarrus/base/aligned_array.h"
#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

namespace internal {
template <class T>
class ForwardDerivativeSolver;
}

/// Workspace and results of the derivatives of forward dynamics.
template <class T = double>
class ForwardDynamicsDerivatives {
 public:
  explicit ForwardDynamicsDerivatives(const Tree<T>& tree);
  ~ForwardDynamicsDerivatives();
  ForwardDynamicsDerivatives(ForwardDynamicsDerivatives&&) noexcept;
  ForwardDynamicsDerivatives& operator=(ForwardDynamicsDerivatives&&) noexcept;

  int nu() const { return nu_; }
  /// u̇ itself.
  const Array<T>& udot() const { return udot_; }
  /// ∂u̇_i/∂δ_k with δq = N·δ, ∂u̇_i/∂u_k and ∂u̇_i/∂τ_k.
  const T& by_dq(int i, int k) const { return row(i)[k]; }
  const T& by_u(int i, int k) const { return row(i)[nu() + k]; }
  const T& by_tau(int i, int k) const { return row(i)[2 * nu() + k]; }
  /// The first two as matrices.
  void dense(MatrixX<T>& by_dq, MatrixX<T>& by_u) const;
  /// Row i of all three, one after the other: nu() numbers each.
  const T* row(int i) const {
    return rows_.data() + static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(row_stride_);
  }

 private:
  template <class U>
  friend struct ForwardDerivativeKernel;
  int nu_;
  ForwardDynamics<T> forward_;
  Array<T> udot_;
  std::unique_ptr<internal::ForwardDerivativeSolver<T>> solver_;
  AlignedArray<T> rows_;
  int row_stride_;
};

/// Options of the derivatives of forward dynamics.
template <class T>
struct ForwardDerivativeOptions {
  In<T> port_inertia{};  ///< As in ForwardDynamicsOptions.
};

/// Computes u̇ and its derivatives for a state and the forces on it.
template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options = {});

}  // namespace sarrus
