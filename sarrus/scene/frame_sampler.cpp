#include "sarrus/scene/frame_sampler.h"

#include <algorithm>
#include <limits>

#include "sarrus/spatial/quaternion_from_rotation.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

float* write(const Vec3<double>& v, float* out) {
  for (int i = 0; i < 3; ++i) *out++ = static_cast<float>(v[i]);
  return out;
}

float* write(const Pose<double>& X, float* out) {
  out = write(X.p, out);
  const Quaternion<double> Q = quaternion(X.R);
  for (const double component : {Q.w, Q.x, Q.y, Q.z}) *out++ = static_cast<float>(component);
  return out;
}

float* write(const std::optional<ContactPatch>& patch, float* out) {
  if (!patch) return std::fill_n(out, patch_width, 0.0f);
  *out++ = static_cast<float>(patch->kind);
  out = write(patch->b, write(patch->a, write(patch->center, out)));
  *out++ = static_cast<float>(patch->pressure);
  return out;
}

/// Writes what `compute` writes or, if it cannot be computed, `count` times NaN.
template <class Compute>
float* write_or_nan(int count, float* out, const Compute& compute) {
  try {
    return compute(out);
  } catch (const Error&) {
    return std::fill_n(out, count, std::numeric_limits<float>::quiet_NaN());
  }
}

}  // namespace

int frame_width(const Scene& scene) {
  return static_cast<int>(7 * scene.bodies.size() + scene.signals.size() + 6 * scene.arrows.size() +
                          patch_width * scene.patches.size());
}

FrameSampler::FrameSampler(const Scene& scene) : name_(scene.name), system_(scene.system) {
  require(system_ != nullptr, "the scene '{}' shows no System; make it by make_scene()", scene.name);
  for (const SceneBody& body : scene.bodies) {
    if (body.pose)
      poses_.push_back(body.pose);
    else
      ++model_bodies_;
  }
  for (const SceneSignal& signal : scene.signals) signals_.push_back(signal.value);
  for (const SceneArrow& arrow : scene.arrows) arrows_.push_back(arrow.value);
  for (const ScenePatch& patch : scene.patches) patches_.push_back(patch.value);
}

FrameSampler::FrameSampler(const System& system, const Scene& scene) : FrameSampler(scene) {
  require(&system.layout() == system_.get(),
          "the scene '{}' does not show the system of model '{}'; make it from that system", scene.name,
          system.model().name());
}

void FrameSampler::sample(const State& state, SceneFrame& frame) const {
  require(&state.layout() == system_.get(),
          "a state of another system (model '{}') cannot be shown in the scene of '{}'; make a scene of its "
          "own system",
          state.model().name(), name_);
  const std::size_t bodies = model_bodies_ + poses_.size();
  frame.time = state.time();
  frame.bodies = static_cast<int>(bodies);
  frame.signals = static_cast<int>(signals_.size());
  frame.arrows = static_cast<int>(arrows_.size());
  frame.patches = static_cast<int>(patches_.size());
  frame.numbers.resize(7 * bodies + signals_.size() + 6 * arrows_.size() + patch_width * patches_.size());

  float* out = frame.numbers.data();
  const PositionKinematics<double>& at = position(state);
  for (int b = 0; b < model_bodies_; ++b) out = write(calc_pose(state.tree(), at, b), out);
  for (const auto& pose_of : poses_)
    out = write_or_nan(7, out, [&](float* to) { return write(pose_of(state), to); });
  for (const auto& value : signals_)
    out = write_or_nan(1, out, [&](float* to) { return *to = static_cast<float>(value(state)), to + 1; });
  for (const auto& value : arrows_)
    out = write_or_nan(6, out, [&](float* to) {
      const ArrowValue arrow = value(state);
      return write(arrow.vector, write(arrow.point, to));
    });
  for (const auto& value : patches_)
    out = write_or_nan(patch_width, out, [&](float* to) { return write(value(state), to); });
}

}  // namespace sarrus
