#include <array>

#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/scene/internal/type_names.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

SceneBody scene_body(const State& state, int number) {
  const Body& body = state.model().body(number);
  const RigidInertia<double>& M = state.model_parameters().inertia[number];
  SceneBody result{.name = body.name, .parent = body.parent, .mass = M.m};
  if (M.m > 0) {
    result.com = M.com();
    result.inertia = M.central();
  }
  return result;
}

/// The directions of motion of a joint in the frame M on its body: the columns of V_FM = H·u, rotated to M.
Array<SceneAxis> joint_axes(const State& state, const Body& body) {
  std::array<Motion<double>, max_joint_speeds> H;
  Pose<double> X_FM;
  body.joint.pose_and_columns(state.q().data() + body.q0, state.model_parameters().joint.data() + body.p0,
                              X_FM, H.data());
  Array<SceneAxis> axes;
  const auto add = [&](SceneAxis::Kind kind, const Vec3<double>& direction_F) {
    if (norm(direction_F) > 1e-9) axes.push_back({kind, X_FM.R.inverse_times(normalized(direction_F))});
  };
  for (int k = 0; k < body.nu; ++k) {
    add(SceneAxis::Kind::rotation, H[static_cast<std::size_t>(k)].w);
    // What a rotation about an axis beside the origin adds to the velocity there is no translation.
    const Motion<double>& V = H[static_cast<std::size_t>(k)];
    const double turn = dot(V.w, V.w);
    add(SceneAxis::Kind::translation, turn > 0 ? (dot(V.v, V.w) / turn) * V.w : V.v);
  }
  return axes;
}

SceneJoint scene_joint(const State& state, int number) {
  const Body& body = state.model().body(number);
  SceneJoint joint{.name = body.joint_name,
                   .type = joint_type_name(body.joint),
                   .body = number,
                   .parent = body.parent,
                   .X_BM = state.model_parameters().X_BM[number],
                   .X_PF = state.model_parameters().X_PF[number],
                   .axes = joint_axes(state, body)};
  for (int i = body.q0; i < body.q0 + body.nq; ++i) {
    const CoordinateLimits& limits = state.model().coordinates()[i].limits;
    joint.lower.push_back(limits.lower);
    joint.upper.push_back(limits.upper);
  }
  return joint;
}

/// A State may have other orientation coordinates than the scene was made for; then they have no value.
void add_coordinates(const State& state, Scene& scene) {
  const int nq = state.nq();
  for (int i = 0; i < nq; ++i) {
    const Coordinate& coordinate = state.model().coordinates()[i];
    const int signal = scene.add_signal(
        coordinate.name, coordinate.unit,
        [i, nq](const State& s) { return s.nq() == nq ? s.q()[i] : no_value; }, "coordinates");
    scene.joints[scene.bodies[coordinate.body].joint].coordinates.push_back(signal);
  }
}

void add_speeds(const State& state, Scene& scene) {
  for (int k = 0; k < state.nu(); ++k) {
    const Speed& speed = state.model().speeds()[k];
    const int signal = scene.add_signal(
        speed.name, speed.unit, [k](const State& s) { return s.u()[k]; }, "speeds");
    scene.joints[scene.bodies[speed.body].joint].speeds.push_back(signal);
  }
}

void add_accelerations(const State& state, Scene& scene) {
  for (int k = 0; k < state.nu(); ++k) {
    const Speed& speed = state.model().speeds()[k];
    const bool per_second = speed.unit.ends_with("/s");
    scene.add_signal(
        "d/dt " + speed.name, speed.unit + (per_second ? "²" : "/s"),
        [k](const State& s) { return udot(s)[k]; }, "accelerations");
  }
}

}  // namespace

Array<SceneEnd> joint_ends(const State& state, int body) {
  return {{state.model().body(body).parent, state.model_parameters().X_PF[body].p},
          {body, state.model_parameters().X_BM[body].p}};
}

std::string force_unit(const std::string& speed_unit) {
  if (speed_unit == "rad/s") return "N·m";
  return speed_unit == "m/s" ? "N" : "";
}

void add_mechanism(const State& state, const SceneOptions& options, Scene& scene) {
  for (int b = 0; b < state.model().body_count(); ++b) {
    scene.bodies.push_back(scene_body(state, b));
    if (b == 0 || state.model().body(b).nu == 0) continue;
    scene.bodies.back().joint = static_cast<int>(scene.joints.size());
    scene.joints.push_back(scene_joint(state, b));
  }
  if (options.coordinates) add_coordinates(state, scene);
  if (options.speeds) add_speeds(state, scene);
  if (options.accelerations) add_accelerations(state, scene);
}

}  // namespace sarrus::internal
