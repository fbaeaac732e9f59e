#pragma once
/// @file
/// The response of a mechanism in a State: positions, velocities, accelerations, forces and energies.
/// Functions named by nouns read quantities that the State caches; nothing is computed twice. For everything
/// else, pass `state.tree()`, `position(state)` and `velocity(state)` to the free functions of
/// sarrus/dynamics.

#include <concepts>
#include <string_view>

#include "sarrus/dynamics/frames.h"
#include "sarrus/scalar/matrix.h"
#include "sarrus/system/quantities.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The stages of kinematics.
const PositionKinematics<double>& position(const State& state);
const VelocityKinematics<double>& velocity(const State& state);
const AccelerationKinematics<double>& acceleration(const State& state);

/// X_WF, V_WF and A_WF of a body or of a frame on a body, relative to the world and in world axes.
inline Pose<double> pose(const State& state, const FrameOn<double>& F) {
  return calc_pose(state.tree(), position(state), F);
}
inline Motion<double> velocity(const State& state, const FrameOn<double>& F) {
  return calc_velocity(state.tree(), position(state), velocity(state), F);
}
inline Motion<double> acceleration(const State& state, const FrameOn<double>& F) {
  return calc_acceleration(state.tree(), position(state), velocity(state), acceleration(state), F);
}

/// The body with the given name or, if no body has that name, the frame or point; also for pose(state,
/// "hand") and the like.
FrameOn<double> frame_named(const State& state, std::string_view name);
template <std::convertible_to<std::string_view> Name>
Pose<double> pose(const State& state, const Name& name) {
  return pose(state, frame_named(state, name));
}
template <std::convertible_to<std::string_view> Name>
Motion<double> velocity(const State& state, const Name& name) {
  return velocity(state, frame_named(state, name));
}
template <std::convertible_to<std::string_view> Name>
Motion<double> acceleration(const State& state, const Name& name) {
  return acceleration(state, frame_named(state, name));
}

/// The derivatives q̇, u̇, ż, and all of them in one array, ẏ.
In<double> ydot(const State& state);
In<double> udot(const State& state);
inline In<double> qdot(const State& state) { return {ydot(state).data(), state.nq()}; }
inline In<double> zdot(const State& state) {
  return {ydot(state).data() + state.nq() + state.nu(), state.nz()};
}

/// The forces of all elements. Gravity is not included, except the forces that cancel it on excluded bodies.
const AppliedForces& applied_forces(const State& state);
/// The generalized force of a lock or prescribed motion on a speed; zero for a free speed.
double motion_force(const State& state, int speed);
inline double motion_force(const State& state, std::string_view speed) {
  return motion_force(state, state.speed_number(speed));
}
/// The power of all locks and prescribed motions.
double motion_power(const State& state);
/// The wrench that a body's joint exerts on the body, about the body's origin, in world axes: the constraint
/// reaction and the driving force together, including the force −m·u̇ of a port. A weld carries the load of
/// the bodies attached to it, as a force sensor between the two bodies would measure. For the world: the
/// wrench that holds it in place, about its origin; the opposite is the total load of the mechanism on the
/// world.
Force<double> reaction(const State& state, int body);
/// The same by the name of the joint or, if no joint has that name, of the body that the joint carries.
Force<double> reaction(const State& state, std::string_view joint_or_body);
/// The same if the constraints exert other multipliers, such as calc_shared_multipliers() gives, which shares
/// the load among redundant rows by weights.
Force<double> reaction(const State& state, int body, In<double> multipliers);
Force<double> reaction(const State& state, std::string_view joint_or_body, In<double> multipliers);
/// The wrench of reaction() by another method: from the Newton–Euler equations of the body and all its
/// descendants, one by one, instead of a sweep of inverse dynamics. For checks: the cost is proportional to
/// their number.
Force<double> reaction_by_balance(const State& state, int body);

/// Kinetic energy of all bodies, plus ½·m·u² of the ports.
double kinetic_energy(const State& state);
double potential_energy(const State& state);
inline double energy(const State& state) { return kinetic_energy(state) + potential_energy(state); }
/// The rate at which the enabled force elements dissipate mechanical energy.
double dissipation(const State& state);
/// The potential energy of the elements that are not passive.
double driving_potential_energy(const State& state);
/// The rates at which energy enters and leaves: with E = energy(state) − driving_potential_energy(state),
///   Ė = of_motions + of_forces − dissipation.
const EnergyRates& energy_rates(const State& state);
/// The power of forces on bodies and speeds.
double power(const State& state, const AppliedForces& forces);

inline double mass(const State& state) { return state.tree().total_mass(); }
Vec3<double> center_of_mass(const State& state);
/// Momentum of all bodies: angular about the world's origin, then linear. Ports do not contribute: a port
/// acts between a joint's two bodies as a spring does, and does not change their total momentum.
Force<double> momentum(const State& state);
/// Mass, center of mass and momentum of a body and all its descendants; velocity and acceleration of their
/// center of mass, and their inertia about it in world axes.
double mass(const State& state, int body);
Vec3<double> center_of_mass(const State& state, int body);
Vec3<double> center_of_mass_velocity(const State& state, int body = 0);
Vec3<double> center_of_mass_acceleration(const State& state, int body = 0);
Force<double> momentum(const State& state, int body);
RigidInertia<double> central_inertia(const State& state, int body = 0);
/// The same by the name of the body.
inline double mass(const State& state, std::string_view body) { return mass(state, state.body_number(body)); }
inline Vec3<double> center_of_mass(const State& state, std::string_view body) {
  return center_of_mass(state, state.body_number(body));
}
inline Vec3<double> center_of_mass_velocity(const State& state, std::string_view body) {
  return center_of_mass_velocity(state, state.body_number(body));
}
inline Vec3<double> center_of_mass_acceleration(const State& state, std::string_view body) {
  return center_of_mass_acceleration(state, state.body_number(body));
}
inline RigidInertia<double> central_inertia(const State& state, std::string_view body) {
  return central_inertia(state, state.body_number(body));
}
inline Force<double> momentum(const State& state, std::string_view body) {
  return momentum(state, state.body_number(body));
}

/// The inertias m of ports −m·u̇, one per speed; empty if no element has declared any.
In<double> port_inertia(const State& state);
/// The mass matrix, with the inertias of ports on its diagonal.
const MatrixX<double>& mass_matrix(const State& state);
/// M·v and, in O(n), M⁻¹·v with the mass matrix including ports; prescribed and locked speeds are taken as
/// free. `result` must not be the array `v`.
void calc_mass_times(const State& state, In<double> v, Out<double> result);
void calc_inverse_mass_times(const State& state, In<double> v, Out<double> result);
/// The generalized forces that the given accelerations require, ports included, beyond those that elements
/// and gravity apply.
void calc_inverse_dynamics(const State& state, In<double> udot, Out<double> tau);

}  // namespace sarrus
