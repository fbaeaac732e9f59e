#pragma once
/// @file
/// Regressors: the equations of motion are linear in the inertias of the bodies. With π of
/// inertia_parameters.h,
///   τ = Y(q, u, u̇)·π,   kinetic energy = y_T(q, u)·π,   potential energy = y_U(q)·π.
/// Y is nu × 10·(bodies − 1). The columns of a body are zero in the rows of all speeds that do not move it.
///
/// A column H = (w, v) of the Jacobian of a body with angular velocity ω, angular acceleration α and
/// acceleration a − g of its origin, all in the body's axes, gives the body's ten entries in the row of its
/// speed:
///   m:  v·a      h:  a×w + v×α + ω·(ω·v) − v·(ω·ω)      I:  the coefficients of  w·I·α + (w×ω)·I·ω

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/model/inertia_parameters.h"

namespace sarrus {

/// Workspace of the regressor.
template <class T = double>
struct Regressor {
  explicit Regressor(const Tree<T>& tree)
      : position(tree), velocity(tree), acceleration(tree), zero(tree.nu(), T(0)) {}
  PositionKinematics<T> position;
  VelocityKinematics<T> velocity;
  AccelerationKinematics<T> acceleration;
  Array<T> zero;
};

/// Y of the motion (q, u, u̇). An empty `u` or `udot` means zero. The inertias of the tree have no effect.
template <class T>
void calc_regressor(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, Regressor<T>& workspace, MatrixX<T>& Y,
                    const InverseDynamicsOptions& options = {});

/// y_T: kinetic energy is its product with π.
template <class T>
void calc_kinetic_energy_regressor(const Tree<T>& tree, const PositionKinematics<T>& position,
                                   const VelocityKinematics<T>& velocity, Out<T> y);
/// y_U: potential energy of gravity is its product with π.
template <class T>
void calc_potential_energy_regressor(const Tree<T>& tree, const PositionKinematics<T>& position, Out<T> y);

}  // namespace sarrus
