#pragma once
/// @file
/// Forward dynamics by the mass matrix: bias forces, M, its factors, one solve [Featherstone 2008, ch. 6].
///   (M(q) + diag(m))·u̇ = τ − (c(q, u) − g(q) − Jᵀ·F)      with the inertias m of ports, if there are any
/// O(n·depth²). Its factors can be used for further right-hand sides. AnyForwardDynamics uses the faster
/// method.

#include <optional>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// Workspace of forward dynamics by the mass matrix.
template <class T = double>
struct MatrixForwardDynamics {
  explicit MatrixForwardDynamics(const Tree<T>& tree);

  InverseDynamics<T> inverse;
  PositionKinematics<T> position;
  MassMatrix<T> mass;  ///< Afterwards `mass.matrix` holds the factors of M: see solve_LTDL().
  int nu;
};

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           MatrixForwardDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The two methods of forward dynamics.
enum class ForwardDynamicsMethod { articulated_body, mass_matrix };

/// The faster method for a tree. On chains, stars and binary trees of 1 to 60 bodies, that is the
/// articulated-body algorithm throughout: by 1.1 to 3.7 times for single states; in packs the two are level
/// up to eight bodies (docs/performance.md).
template <class T>
ForwardDynamicsMethod faster_forward_dynamics(const Tree<T>&) {
  return ForwardDynamicsMethod::articulated_body;
}

/// Workspace of forward dynamics by the faster method.
template <class T>
struct AnyForwardDynamics {
  explicit AnyForwardDynamics(const Tree<T>& tree)
      : AnyForwardDynamics(tree, faster_forward_dynamics(tree)) {}
  AnyForwardDynamics(const Tree<T>& tree, ForwardDynamicsMethod method);

  ForwardDynamicsMethod method;
  std::optional<ForwardDynamics<T>> articulated;
  std::optional<MatrixForwardDynamics<T>> matrix;
};

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           AnyForwardDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

}  // namespace sarrus
