#pragma once
/// @file
/// Derivatives of hybrid dynamics, where the rates of some speeds are given and the forces of all others. For
/// the prescribed speeds p and the free speeds f, any change of the state, of the given rates or of the given
/// forces that changes τ of inverse dynamics by c at the same u̇_f changes the results by
///   δu̇_f = −M_ff⁻¹·c_f,     δτ_p = c_p + M_pf·δu̇_f
/// M_ff has the sparsity of the tree as well: it is factored in place of M, with ones for the speeds p.
/// Directions of coordinates are those of the speeds, δq = N(q)·δ.

#include "sarrus/base/index_set.h"
#include "sarrus/derivatives/inverse_dynamics_derivatives.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Workspace and results.
template <class T = double>
struct HybridDynamicsDerivatives {
  HybridDynamicsDerivatives(const Tree<T>& tree, const IndexSet& prescribed);

  IndexSet prescribed;
  Array<T> udot, tau;   ///< Of all speeds.
  MatrixX<T> by_dq;     ///< Row i: of τ_i if speed i is prescribed, otherwise of u̇_i, by δ.
  MatrixX<T> by_u;      ///< The same by u.
  MatrixX<T> by_given;  ///< The same by u̇_k if speed k is prescribed, otherwise by τ_k.

  InverseDynamicsDerivatives<T> inverse;  ///< At u̇.
  ForwardDynamics<T> forward;
  TreeMatrix<T> factors;
  Array<T> solution, product;
};

/// Computes the results of hybrid dynamics and their derivatives.
template <class T>
void calc_hybrid_dynamics_derivatives(const Tree<T>& tree,
                                      const HybridDynamicsInput<std::type_identity_t<T>>& at,
                                      HybridDynamicsDerivatives<T>& out);

}  // namespace sarrus
