#pragma once
/// @file
/// Mass properties of a tree and their motion: center of mass, momentum, energies.

#include "sarrus/dynamics/composite_inertia.h"

namespace sarrus {

/// Position, velocity and acceleration of the center of mass of all bodies, in the world. The total mass must
/// not be zero.
template <class T>
Vec3<T> calc_com_position(const Tree<T>& tree, const PositionKinematics<T>& position);
template <class T>
Vec3<T> calc_com_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                          const VelocityKinematics<T>& velocity);
template <class T>
Vec3<T> calc_com_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                              const VelocityKinematics<T>& velocity,
                              const AccelerationKinematics<T>& acceleration);
/// The 3×nu Jacobian of the center of mass.
template <class T>
void calc_com_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const CompositeInertias<T>& composite, MatrixX<T>& J);

/// Inertia of all bodies together about the center of mass, in world axes.
template <class T>
RigidInertia<T> calc_central_inertia(const Tree<T>& tree, const PositionKinematics<T>& position);

/// Momentum of all bodies: angular about the world's origin, then linear.
template <class T>
Force<T> calc_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const VelocityKinematics<T>& velocity);
/// Momentum of all bodies: angular about the center of mass, then linear.
template <class T>
Force<T> calc_central_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                               const VelocityKinematics<T>& velocity);
/// The 6×nu matrix A of the central momentum A(q)·u.  [Orin, Goswami, Lee 2013]
template <class T>
void calc_centroidal_momentum_matrix(const Tree<T>& tree, const PositionKinematics<T>& position,
                                     const CompositeInertias<T>& composite, MatrixX<T>& A);

/// Kinetic energy.
template <class T>
T calc_kinetic_energy(const Tree<T>& tree, const PositionKinematics<T>& position,
                      const VelocityKinematics<T>& velocity);
/// Potential energy of gravity; zero where all mass is at the world's origin.
template <class T>
T calc_potential_energy(const Tree<T>& tree, const PositionKinematics<T>& position);

}  // namespace sarrus
