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

/// An axis of motion in the frames F and M of a joint.
struct AxisPlace {
  SceneAxis::Kind kind;
  Vec3<double> in_F, in_M;
};

/// The axes of motion of a joint at the coordinates q: of the columns of V_FM = H·u, those that are not zero.
Array<AxisPlace> axis_places(const State& state, const Body& body, In<double> q) {
  std::array<Motion<double>, max_joint_speeds> H;
  Pose<double> X_FM;
  body.joint.pose_and_columns(q.data(), state.model_parameters().joint.data() + body.p0, X_FM, H.data());
  Array<AxisPlace> axes;
  const auto add = [&](SceneAxis::Kind kind, const Vec3<double>& direction) {
    if (norm(direction) > 1e-9)
      axes.push_back({kind, normalized(direction), X_FM.R.inverse_times(normalized(direction))});
  };
  for (int k = 0; k < body.nu; ++k) {
    const Motion<double>& V = H[k];
    add(SceneAxis::Kind::rotation, V.w);
    // What a rotation about an axis beside the origin adds to the velocity there is no translation.
    const double turn = dot(V.w, V.w);
    add(SceneAxis::Kind::translation, turn > 0 ? (dot(V.v, V.w) / turn) * V.w : V.v);
  }
  return axes;
}

/// The axes of motion of a joint. One that moves in M but not in F as the joint moves, such as the first axis
/// of a universal joint, is fixed on the parent.
Array<SceneAxis> joint_axes(const State& state, const Body& body) {
  constexpr double some_way = 0.3, same = 1e-6;
  Array<double> q(state.q().data() + body.q0, state.q().data() + body.q0 + body.nq);
  const Array<AxisPlace> here = axis_places(state, body, q);
  for (double& x : q) x += some_way;
  const Array<AxisPlace> there = axis_places(state, body, q);
  Array<SceneAxis> axes;
  for (std::size_t i = 0; i < here.size(); ++i) {
    const bool is_comparable = there.size() == here.size() && there[i].kind == here[i].kind;
    const bool on_parent = is_comparable && norm(there[i].in_F - here[i].in_F) < same &&
                           norm(there[i].in_M - here[i].in_M) > same;
    axes.push_back({here[i].kind, on_parent ? here[i].in_F : here[i].in_M, on_parent});
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
