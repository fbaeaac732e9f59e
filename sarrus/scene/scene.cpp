#include "sarrus/scene/scene.h"

#include "sarrus/base/names.h"

namespace sarrus {

int Scene::body(std::string_view wanted) const {
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (bodies[b].name == wanted) return static_cast<int>(b);
  Array<std::string> names;
  for (const SceneBody& one : bodies) names.push_back(one.name);
  fail("the scene '{}' has no body named '{}'.{}", name, wanted, suggestion(wanted, names));
}

int Scene::add_body(std::string body_name, std::function<Pose<double>(const State&)> pose_in_world) {
  require(pose_in_world != nullptr, "the body '{}' of a scene needs a function that says where it is",
          body_name);
  bodies.push_back({.name = std::move(body_name), .parent = 0, .pose = std::move(pose_in_world)});
  return static_cast<int>(bodies.size()) - 1;
}

Visual& Scene::add_visual(int body_number, VisualShape shape, const Color& color) {
  require(body_number >= 0 && body_number < static_cast<int>(bodies.size()),
          "the scene '{}' has {} bodies; there is no body {}", name, bodies.size(), body_number);
  visuals.push_back({.body = body_number, .shape = std::move(shape), .color = color});
  return visuals.back();
}

Visual& Scene::add_visual(std::string_view body_name, VisualShape shape, const Color& color) {
  return add_visual(body(body_name), std::move(shape), color);
}

int Scene::add_signal(std::string signal_name, std::string unit, std::function<double(const State&)> value,
                      std::string group) {
  require(value != nullptr, "the signal '{}' needs a function that computes it", signal_name);
  signals.push_back({std::move(signal_name), std::move(group), std::move(unit), std::move(value)});
  return static_cast<int>(signals.size()) - 1;
}

int Scene::add_arrow(std::string arrow_name, std::string unit, std::function<ArrowValue(const State&)> value,
                     std::string group) {
  require(value != nullptr, "the arrow '{}' needs a function that computes it", arrow_name);
  arrows.push_back({std::move(arrow_name), std::move(group), std::move(unit), std::move(value)});
  return static_cast<int>(arrows.size()) - 1;
}

int Scene::add_patch(std::string patch_name, std::function<std::optional<ContactPatch>(const State&)> value) {
  require(value != nullptr, "the patch '{}' needs a function that computes it", patch_name);
  patches.push_back({std::move(patch_name), std::move(value)});
  return static_cast<int>(patches.size()) - 1;
}

}  // namespace sarrus
