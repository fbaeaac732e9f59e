#pragma once
/// @file
#include "sarrus/scene/scene.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Where everything of a Scene is at one time: the numbers of a frame of docs/viewer_protocol.md after its
/// header, in single precision.
struct SceneFrame {
  double time = 0;
  int bodies = 0, signals = 0, arrows = 0, patches = 0;
  /// Seven per body (position, quaternion w, x, y, z), one per signal, six per arrow (point, vector), eleven
  /// per patch (kind, center, a, b, pressure; zeros: there is none).
  Array<float> numbers{};
};

/// How many numbers of a frame belong to a patch.
inline constexpr int patch_width = 11;
/// How many numbers a frame of a scene holds.
int frame_width(const Scene& scene);

/// Computes frames from States. A number that cannot be computed in a State is NaN.
class FrameSampler {
 public:
  /// Throws an Error if the scene shows another System.
  FrameSampler(const System& system, const Scene& scene);
  /// For a scene that was made by make_scene().
  explicit FrameSampler(const Scene& scene);

  /// Computes the frame of a State. Nothing is allocated once the frame has been used before and the State
  /// has computed before what the signals read. A State of another System is an Error that names both.
  void sample(const State& state, SceneFrame& frame) const;

 private:
  std::string name_;
  std::shared_ptr<const internal::SystemLayout> system_;
  int model_bodies_ = 0;
  Array<std::function<Pose<double>(const State&)>> poses_;  // of bodies that only the scene has
  Array<std::function<double(const State&)>> signals_;
  Array<std::function<ArrowValue(const State&)>> arrows_;
  Array<std::function<std::optional<ContactPatch>(const State&)>> patches_;
};

}  // namespace sarrus
