#pragma once
/// @file
/// Where the mass of a part of a tree is and how it moves: of a body with everything that hangs on it, welded
/// or on joints. The world with everything is the whole; for that, mass_properties.h is quicker.

#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// The mass of a body and of everything beyond it.
template <class T>
ConstantOf<T> calc_mass(const Tree<T>& tree, int body);

/// Position, velocity and acceleration of their center of mass, in the world. The mass must not be zero.
template <class T>
Vec3<T> calc_com_position(const Tree<T>& tree, const PositionKinematics<T>& position, int body);
template <class T>
Vec3<T> calc_com_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                          const VelocityKinematics<T>& velocity, int body);
template <class T>
Vec3<T> calc_com_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                              const VelocityKinematics<T>& velocity,
                              const AccelerationKinematics<T>& acceleration, int body);

/// Their inertia about their center of mass, as they are placed now, in world axes.
template <class T>
RigidInertia<T> calc_central_inertia(const Tree<T>& tree, const PositionKinematics<T>& position, int body);

/// Their momentum: angular about the world's origin, then linear; and with the angular momentum about their
/// center of mass.
template <class T>
Force<T> calc_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const VelocityKinematics<T>& velocity, int body);
template <class T>
Force<T> calc_central_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                               const VelocityKinematics<T>& velocity, int body);

}  // namespace sarrus
