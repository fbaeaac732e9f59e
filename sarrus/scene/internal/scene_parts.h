#pragma once
/// @file
/// The parts of make_scene() besides shapes, in the order in which they are added.

#include <limits>

#include "sarrus/scene/make_scene.h"

namespace sarrus::internal {

/// The value of a signal where there is none.
inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

/// Adds the bodies and joints of the State's model, and the signals of coordinates, speeds and accelerations.
void add_mechanism(const State& state, const SceneOptions& options, Scene& scene);
/// Adds force elements and prescribed motions with the signals of their forces, and arrows of applied forces
/// and joint reactions.
void add_forces(const State& state, const SceneOptions& options, Scene& scene);
/// Adds arrows and signals of compliant contact; returns false if a force element is something else.
bool add_contact(const std::shared_ptr<const ForceElement>& force, ElementId id, const SceneOptions& options,
                 Scene& scene);
/// Adds the signals of energies and of numbers that the System computes.
void add_energies_and_measures(const State& state, const SceneOptions& options, Scene& scene);
/// Adds constraints with the signals of their errors and arrows of their forces.
void add_constraints(const State& state, const SceneOptions& options, Scene& scene);

/// The ends of an element on a speed: the joint's places on both bodies.
Array<SceneEnd> joint_ends(const State& state, int body);
/// The unit of the generalized force on a speed of this unit: "N·m" for "rad/s".
std::string force_unit(const std::string& speed_unit);

}  // namespace sarrus::internal
