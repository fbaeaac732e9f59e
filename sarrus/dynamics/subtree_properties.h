#pragma once
/// @file
/// Mass properties of a subtree and their motion: of a body with all its descendants, welded or on joints.
/// For the whole tree, the subtree of the world, mass_properties.h is faster.

#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// The mass of a body and all its descendants.
template <class T>
ConstantOf<T> calc_mass(const Tree<T>& tree, int body);

/// Position, velocity and acceleration of the center of mass of a body and all its descendants, in the world.
/// The mass must not be zero.
template <class T>
Vec3<T> calc_com_position(const Tree<T>& tree, const PositionKinematics<T>& position, int body);
template <class T>
Vec3<T> calc_com_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                          const VelocityKinematics<T>& velocity, int body);
template <class T>
Vec3<T> calc_com_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                              const VelocityKinematics<T>& velocity,
                              const AccelerationKinematics<T>& acceleration, int body);

/// Inertia of a body and all its descendants about their center of mass, at the current position, in world
/// axes.
template <class T>
RigidInertia<T> calc_central_inertia(const Tree<T>& tree, const PositionKinematics<T>& position, int body);

/// Momentum of a body and all its descendants: angular about the world's origin, then linear.
/// calc_central_momentum() takes the angular momentum about their center of mass.
template <class T>
Force<T> calc_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const VelocityKinematics<T>& velocity, int body);
template <class T>
Force<T> calc_central_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                               const VelocityKinematics<T>& velocity, int body);

}  // namespace sarrus
