#include "sarrus/scene/make_scene.h"

#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/scene/internal/scene_visuals.h"
#include "sarrus/system/system.h"

namespace sarrus {

using namespace internal;

namespace {

/// Everything but the shapes.
Scene make_bare_scene(const State& state, const SceneOptions& options) {
  Scene scene;
  scene.name = state.model().name();
  scene.gravity = state.model_parameters().gravity;
  if (norm(scene.gravity) > 0) scene.up = -normalized(scene.gravity);
  scene.system = state.shared_layout();
  add_mechanism(state, options, scene);
  add_forces(state, options, scene);
  add_energies_and_measures(state, options, scene);
  add_constraints(state, options, scene);
  return scene;
}

/// Every body gets a shape.
void finish_visuals(const State& state, const SceneOptions& options, Scene& scene) {
  add_contact_visuals(state, options, scene);
  add_drawn_visuals(state, scene);
  fit_contact_planes(scene);
}

}  // namespace

Scene make_scene(const State& state, const SceneOptions& options) {
  Scene scene = make_bare_scene(state, options);
  finish_visuals(state, options, scene);
  return scene;
}

Scene make_scene(const State& state, const LoadedModel& loaded, const SceneOptions& options) {
  Scene scene = make_bare_scene(state, options);
  add_loaded_visuals(loaded, options, scene);
  finish_visuals(state, options, scene);
  return scene;
}

Scene make_scene(const System& system, const SceneOptions& options) {
  return make_scene(system.default_state(), options);
}

Scene make_scene(const System& system, const LoadedModel& loaded, const SceneOptions& options) {
  return make_scene(system.default_state(), loaded, options);
}

}  // namespace sarrus
