#pragma once
/// @file
/// The shapes of make_scene(), in the order in which they are added.

#include "sarrus/scene/make_scene.h"

namespace sarrus::internal {

/// Adds the shapes of a model file.
void add_loaded_visuals(const LoadedModel& loaded, const SceneOptions& options, Scene& scene);
/// Adds the surfaces of compliant contact: as shapes of bodies that have none, else as collision shapes.
void add_contact_visuals(const State& state, const SceneOptions& options, Scene& scene);
/// Sets the size of the scene in this State, and adds shapes to bodies that have none.
void add_drawn_visuals(const State& state, Scene& scene);
/// Gives planes that are not the ground, such as inclines and walls, a size that fits the scene.
void fit_contact_planes(Scene& scene);

/// Muted colors that neighbors can be told apart by, on a light and on a dark ground; the world is gray.
Color body_color(int body);

}  // namespace sarrus::internal
