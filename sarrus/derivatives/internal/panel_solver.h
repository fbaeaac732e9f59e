#pragma once
/// @file
/// M⁻¹ times the columns of −∂τ/∂δ, −∂τ/∂u and of the unit matrix, panel by panel: right-hand sides are read
/// once and results written once, whatever the number of speeds.

#include "sarrus/derivatives/internal/panel_sweeps.h"
#include "sarrus/derivatives/inverse_dynamics_derivatives.h"

namespace sarrus::internal {

/// A solver for all columns, whose results are rows: row k holds x_k for all of them.
template <class T>
class PanelSolver {
 public:
  explicit PanelSolver(const TreePattern& pattern);

  /// Room that a row of results needs.
  static int row_room(int nu);
  /// Takes the columns S_k and the forces I·S_k of everything beyond, which sweeps need.
  void set_motion(const InverseDynamicsDerivatives<T>& inverse);
  /// Takes the factors M = LᵀDL, which have to stay. For sweeps, computes W from them:
  ///   D_k·W_k = I·S_k − Σ L_dk·D_d·W_d over the speeds d beyond k
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
  SweepMemory<T> memory_;
  Array<T> inverse_D_;
  Array<PanelPlan> derivative_panels_, inverse_panels_;
  AlignedArray<T> panel_;
};

}  // namespace sarrus::internal
