#pragma once
/// @file
/// What a mechanism does in a State: where its bodies are, how they move and what moves them. A noun reads a
/// quantity that the State keeps; nothing is computed twice. The free functions of sarrus/dynamics take
/// `state.tree()`, `position(state)` and `velocity(state)` for everything else.

#include <concepts>
#include <string_view>

#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// The stages of kinematics.
inline const PositionKinematics<double>& position(const State& state) {
  return state[state.layout().system.position];
}
inline const VelocityKinematics<double>& velocity(const State& state) {
  return state[state.layout().system.velocity];
}
inline const AccelerationKinematics<double>& acceleration(const State& state) {
  return state[state.layout().system.acceleration_kinematics];
}

/// X_WF, V_WF and A_WF of a body or of a frame on one, in the world and in its axes.
inline Pose<double> pose(const State& state, const FrameOn<double>& F) {
  return calc_pose(state.tree(), position(state), F);
}
inline Motion<double> velocity(const State& state, const FrameOn<double>& F) {
  return calc_velocity(state.tree(), position(state), velocity(state), F);
}
inline Motion<double> acceleration(const State& state, const FrameOn<double>& F) {
  return calc_acceleration(state.tree(), position(state), velocity(state), acceleration(state), F);
}

/// The same of a body, or if no body is called so, of a frame or a point, by name: pose(state, "hand").
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

/// q̇, u̇, ż and all of them together, ẏ.
inline In<double> ydot(const State& state) { return state[state.layout().system.derivative]; }
inline In<double> udot(const State& state) { return state[state.layout().system.accelerations].udot; }
inline In<double> qdot(const State& state) {
  return {ydot(state).data(), static_cast<std::size_t>(state.nq())};
}
inline In<double> zdot(const State& state) {
  return {ydot(state).data() + state.nq() + state.nu(), static_cast<std::size_t>(state.nz())};
}

/// All forces that elements apply; gravity is not among them, except what its exclusions take back.
inline const AppliedForces& applied_forces(const State& state) { return state[state.layout().system.forces]; }
/// The force that a lock or prescribed motion exerts on a speed; zero of a speed that moves freely.
double motion_force(const State& state, int speed);
/// The power of all locks and prescribed motions.
double motion_power(const State& state);
/// The wrench that a body's joint exerts on the body, about the body's origin, in world axes: what the joint
/// bears and what drives it together, the force −m·u̇ of a port among it. A weld bears what hangs on it, as a
/// force sensor between the two bodies would measure. Of the world: what holds it in place, about its origin;
/// all that the mechanism loads the world with is the opposite.
Force<double> reaction(const State& state, int body);
/// The same by another way: from Newton's and Euler's equations of all bodies that hang on the joint, one by
/// one, instead of a sweep of inverse dynamics. For checks: it takes time for each of them.
Force<double> reaction_by_balance(const State& state, int body);

/// Of all bodies, and ½·m·u² of the ports.
inline double kinetic_energy(const State& state) { return state[state.layout().system.kinetic_energy]; }
inline double potential_energy(const State& state) { return state[state.layout().system.potential_energy]; }
inline double energy(const State& state) { return kinetic_energy(state) + potential_energy(state); }
/// The rate at which the enabled force elements lose mechanical energy.
double dissipation(const State& state);
/// The part of the potential energy that belongs to elements that are not passive.
double driving_potential_energy(const State& state);
/// At what rates energy enters and leaves: with E the energy but that of the last function,
///   Ė = of_motions + of_forces − dissipation.
inline const EnergyRates& energy_rates(const State& state) {
  return state[state.layout().system.energy_rates];
}
/// The power of forces on bodies and speeds.
double power(const State& state, const AppliedForces& forces);

inline double mass(const State& state) { return state.tree().total_mass(); }
inline Vec3<double> center_of_mass(const State& state) {
  return calc_com_position(state.tree(), position(state));
}
/// Momentum of all bodies: angular about the world's origin, then linear. What ports stand for is not among
/// them: a port acts between a joint's two bodies as a spring does, and leaves their momentum alone.
inline Force<double> momentum(const State& state) {
  return calc_momentum(state.tree(), position(state), velocity(state));
}
/// The same of a body and everything that hangs on it; how their center of mass moves, and their inertia
/// about it in world axes.
double mass(const State& state, int body);
Vec3<double> center_of_mass(const State& state, int body);
Vec3<double> center_of_mass_velocity(const State& state, int body = 0);
Vec3<double> center_of_mass_acceleration(const State& state, int body = 0);
Force<double> momentum(const State& state, int body);
RigidInertia<double> central_inertia(const State& state, int body = 0);

/// The inertias m of ports −m·u̇, one per speed; empty where no element has declared any.
inline In<double> port_inertia(const State& state) { return state[state.layout().system.port_inertia]; }
/// The mass matrix, with the inertias of ports on its diagonal.
const MatrixX<double>& mass_matrix(const State& state);
/// M·v, and M⁻¹·v in O(n), of the same matrix; prescribed and locked speeds are taken as free. `result`
/// is another array than `v`.
void calc_mass_times(const State& state, In<double> v, Out<double> result);
void calc_inverse_mass_times(const State& state, In<double> v, Out<double> result);
/// The forces on the speeds that accelerations take, those of ports included, beyond those that elements and
/// gravity apply.
void calc_inverse_dynamics(const State& state, In<double> udot, Out<double> tau);

}  // namespace sarrus
