#pragma once
/// @file
/// M⁻¹ times the columns of −∂τ/∂δ, −∂τ/∂u and of the unit matrix, panel by panel: right-hand sides are read
/// once and results written once, whatever the number of speeds.

#include "sarrus/derivatives/internal/articulated_forces.h"
#include "sarrus/derivatives/inverse_dynamics_derivatives.h"

namespace sarrus::internal {

/// A solver for all columns, whose results are rows: row k holds x_k for all of them.
template <class T>
class PanelSolver {
 public:
  explicit PanelSolver(const TreePattern& pattern);

  /// Room that a row of results needs.
  static int row_room(int nu);
  /// True if paths are so long that sweeps are quicker, which need no factors of M.
  bool sweeps() const { return sweeps_; }
  /// Takes the motion for sweeps, and computes articulated inertias, with inertias of ports if there are any.
  void set_motion(const Tree<T>& tree, const InverseDynamicsDerivatives<T>& inverse, In<T> port_inertia);
  /// Takes the factors M = LᵀDL, which have to stay, where there are no sweeps.
  void set_factors(const TreeMatrix<T>& factors);

  /// Writes −M⁻¹·A and −M⁻¹·B into the first columns of rows that are `stride` numbers apart.
  void solve(const TwoSidedTreeMatrix<T>& A, const TwoSidedTreeMatrix<T>& B, T* rows, std::ptrdiff_t stride);
  /// Writes M⁻¹ into the columns after these.
  void invert(T* rows, std::ptrdiff_t stride);

 private:
  void read(const TwoSidedTreeMatrix<T>& A, const TwoSidedTreeMatrix<T>& B, const PanelPlan& plan);
  void solve_panel(const PanelPlan& plan, T* rows, std::ptrdiff_t stride);
  void invert_by_factors(T* inverse, std::ptrdiff_t stride);
  void invert_by_sweeps(T* inverse, std::ptrdiff_t stride);

  const TreeMatrix<T>* factors_ = nullptr;
  bool sweeps_;
  Array<SweptSpeed<T>> speeds_;
  Array<TreeArticulated<T>> inertias_;  // per node
  SweepMemory<T> memory_;
  Array<T> inverse_D_;
  Array<PanelPlan> derivative_panels_, inverse_panels_;
  AlignedArray<T> panel_;
};

}  // namespace sarrus::internal
