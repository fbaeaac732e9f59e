#pragma once
/// @file
/// A Scene is what there is to draw and to plot of a System: bodies with their shapes, joints, constraints,
/// forces; numbers, arrows and patches that are computed from a State. It is plain data: make_scene() makes
/// one, and everything in it can be changed or added to. Numbers refer to positions in the lists, from 0. The
/// lists are those of docs/viewer_protocol.md.
///
///     Scene scene = make_scene(system);
///     scene.add_visual(0, PlaneShape{}, {0.9, 0.9, 0.9});                          // fixed on the world
///     scene.add_visual("hand", FrameShape{0.1});                                   // moves with a body
///     const int target = scene.add_body("target", [](const State& s) { … });       // moves by itself
///     scene.add_visual(target, SphereShape{0.02}, {1, 0, 0});
///     scene.add_signal("reach", "m", [](const State& s) { return norm(pose(s, "hand").p); });
///     scene.add_arrow("lift", "N", [](const State& s) { return ArrowValue{…}; });

#include <functional>
#include <memory>
#include <optional>

#include "sarrus/contact/contact_patch.h"
#include "sarrus/scene/visual.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// A body of the scene. Body 0 is the world, the others of the model follow, with the same numbers; then come
/// bodies that only the scene has.
struct SceneBody {
  std::string name;
  int parent = -1;  ///< The body at the other end of its joint; −1 for the world.
  int joint = -1;   ///< −1 for the world and for welded bodies.
  double mass = 0;
  Vec3<double> com = Vec3<double>::zero();           ///< Center of mass, in body axes.
  Sym3<double> inertia = Sym3<double>::zero();       ///< About the center of mass, in body axes.
  std::function<Pose<double>(const State&)> pose{};  ///< In the world; empty for bodies of the model.
};

/// A direction of motion of a joint.
struct SceneAxis {
  enum class Kind { rotation, translation };
  Kind kind = Kind::rotation;
  Vec3<double> direction;  ///< In the joint's frame on the body, at the state of make_scene().
  bool on_parent = false;  ///< The direction is given, and does not move, in the joint's frame on the parent.
};

/// A joint that moves.
struct SceneJoint {
  std::string name;
  std::string type;  ///< "Pin", "SphericalCoordinates", …
  int body = 0, parent = 0;
  Pose<double> X_BM{}, X_PF{};  ///< The joint's frame on the body and on the parent.
  Array<SceneAxis> axes{};
  Array<int> coordinates{}, speeds{};  ///< Numbers of signals.
  Array<double> lower{}, upper{};      ///< Limits, one per coordinate; infinite: none.
};

/// A point of a body at which a constraint or force acts.
struct SceneEnd {
  int body = 0;
  Vec3<double> point = Vec3<double>::zero();  ///< In body axes.
};

struct SceneConstraint {
  std::string name, type;
  Array<SceneEnd> ends{};
  Array<int> errors{};  ///< Numbers of signals.
  Array<int> arrows{};  ///< Numbers of the arrows of its forces.
};

struct SceneForce {
  std::string name, type;
  Array<SceneEnd> ends{};
  Array<int> values{};  ///< Numbers of signals.
  Array<int> arrows{};
};

/// A number that is computed from a State.
struct SceneSignal {
  std::string name;
  std::string
      group;  ///< "coordinates", "speeds", "accelerations", "forces", "energies", "errors", "measures".
  std::string unit;
  std::function<double(const State&)> value;
};

/// A point and a vector in world axes.
struct ArrowValue {
  Vec3<double> point = Vec3<double>::zero(), vector = Vec3<double>::zero();
};

/// An arrow that is computed from a State.
struct SceneArrow {
  std::string name;
  std::string group;  ///< "applied forces", "applied torques", "joint reactions", "contact forces",
                      ///< "constraint forces".
  std::string unit;
  std::function<ArrowValue(const State&)> value;
};

/// An area in which surfaces touch, or a point, that is computed from a State; none where nothing touches.
struct ScenePatch {
  std::string name;
  std::function<std::optional<ContactPatch>(const State&)> value;
};

/// A number that the user of a live viewer sets by a slider.
struct SceneInput {
  std::string name;
  std::string group;  ///< "coordinates", "parameters", "inputs".
  std::string unit;
  double lower = 0, upper = 1, value = 0;
};

/// A button of a live viewer, and the key that presses it; empty: none.
struct SceneButton {
  std::string name, key{};
};

struct Scene {
  std::string name;
  Vec3<double> gravity = Vec3<double>::zero();
  Vec3<double> up{0, 0, 1};
  double size = 1;  ///< The radius of a sphere about everything that moves, in meters.
  Array<SceneBody> bodies{};
  Array<SceneJoint> joints{};
  Array<SceneConstraint> constraints{};
  Array<SceneForce> forces{};
  Array<Visual> visuals{};
  Array<SceneSignal> signals{};
  Array<SceneArrow> arrows{};
  Array<ScenePatch> patches{};
  Array<SceneInput> inputs{};
  Array<SceneButton> buttons{};
  Array<std::string> notes{};  ///< Sentences to show: a mesh is missing, for example.
  std::shared_ptr<const internal::SystemLayout>
      system{};  ///< The System that it shows; States of others are refused.

  /// The number of the body with a name. An unknown name is an Error that suggests the nearest.
  int body(std::string_view name) const;
  /// Adds a body that moves as a function says: a target, a contact point, a camera.
  int add_body(std::string name, std::function<Pose<double>(const State&)> pose_in_world);
  /// Adds a shape on a body and returns it, for its place, opacity or name.
  Visual& add_visual(int body, VisualShape shape, const Color& color = {});
  Visual& add_visual(std::string_view body, VisualShape shape, const Color& color = {});
  /// Adds a number to plot or an arrow to draw; returns its number.
  int add_signal(std::string name, std::string unit, std::function<double(const State&)> value,
                 std::string group = "measures");
  int add_arrow(std::string name, std::string unit, std::function<ArrowValue(const State&)> value,
                std::string group = "applied forces");
  /// Adds an area of contact; returns its number.
  int add_patch(std::string name, std::function<std::optional<ContactPatch>(const State&)> value);
};

}  // namespace sarrus
