#pragma once
/// @file
/// How the derivatives of forward dynamics are computed from a motion: in one way for a single state, in
/// another for packs.

#include "sarrus/derivatives/internal/panel_solver.h"
#include "sarrus/derivatives/internal/tree_responses.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus::internal {

/// From the derivatives of inverse dynamics, panel by panel.
template <class T>
class SingleDerivativeSolver {
 public:
  explicit SingleDerivativeSolver(const Tree<T>& tree)
      : inverse_(tree), factors_(tree.pattern()), panels_(*tree.pattern()) {}
  static int row_room(int nu) { return PanelSolver<T>::row_room(nu); }

  /// Writes rows that are `stride` numbers apart.
  void calc(const Tree<T>& tree, const InverseDynamicsInput<T>& at, In<T> port_inertia, T* rows,
            std::ptrdiff_t stride) {
    calc_inverse_dynamics_derivatives<T>(tree, at, inverse_);
    if (panels_.sweeps()) {
      panels_.set_motion(tree, inverse_, port_inertia);
    } else {
      factor(port_inertia);
      panels_.set_factors(factors_);
    }
    panels_.solve(inverse_.by_dq, inverse_.by_u, rows, stride);
    panels_.invert(rows, stride);
  }

 private:
  /// The factors of M, with inertias of ports.
  void factor(In<T> port_inertia) {
    factors_.set_entries(inverse_.by_udot);
    for (int k = 0; k < factors_.size() && !port_inertia.empty(); ++k)
      factors_.diagonal(k) += port_inertia[k];
    factor_LTDL(factors_);
  }

  InverseDynamicsDerivatives<T> inverse_;
  TreeMatrix<T> factors_;
  PanelSolver<T> panels_;
};

/// By what the tree responds to forces.
template <class T>
class PackDerivativeSolver {
 public:
  explicit PackDerivativeSolver(const Tree<T>& tree) : motion_(tree), responses_(tree) {}
  static int row_room(int nu) { return 3 * nu; }

  void calc(const Tree<T>& tree, const InverseDynamicsInput<T>& at, In<T> port_inertia, T* rows,
            std::ptrdiff_t stride) {
    calc_motion_variation<T>(tree, at, motion_);
    responses_.calc(tree, motion_, port_inertia, rows, stride);
  }

 private:
  MotionVariation<T> motion_;
  TreeResponses<T> responses_;
};

template <class T>
using DerivativeSolverOf =
    std::conditional_t<ScalarTraits<T>::lanes == 1, SingleDerivativeSolver<T>, PackDerivativeSolver<T>>;

template <class T>
class ForwardDerivativeSolver : public DerivativeSolverOf<T> {
 public:
  explicit ForwardDerivativeSolver(const Tree<T>& tree) : DerivativeSolverOf<T>(tree) {}
};

}  // namespace sarrus::internal
