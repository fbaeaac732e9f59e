#include <cmath>

#include "models/linkage_parts.h"
#include "models/mechanisms.h"
#include "sarrus/assemble/inverse_kinematics.h"
#include "sarrus/function/quintic_spline.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

namespace {

constexpr int joint_count = 6;
const char* const joint_names[joint_count] = {"base",       "shoulder",   "elbow",
                                              "wrist roll", "wrist bend", "wrist turn"};

/// A six-axis arm with a spherical wrist: 0.4 m high, links of 0.45 m and 0.4 m, a tool of 0.12 m.
Model arm_model() {
  ModelBuilder model("robot arm");
  const Vec3<double> y{0, 1, 0}, z{0, 0, 1};
  const auto link = [](double mass, double radius, double length) {
    return Pose<double>::translation({0, 0, 0.5 * length}) * solid_cylinder(mass, radius, length);
  };
  model.body("column", link(8, 0.08, 0.4));
  model.body("upper arm", link(6, 0.06, 0.45));
  model.body("forearm", link(3, 0.05, 0.25));
  model.body("roll", link(1.5, 0.045, 0.15));
  model.body("bend", link(0.6, 0.035, 0.06));
  model.body("tool", link(0.4, 0.025, 0.12));
  model.joint("base", Pin{}, "world", "column").axis(z).start({0});
  model.joint("shoulder", Pin{}, "column", "upper arm").axis(y).parent_frame({0, 0, 0.4}).start({0.3});
  model.joint("elbow", Pin{}, "upper arm", "forearm").axis(y).parent_frame({0, 0, 0.45}).start({1.4});
  model.joint("wrist roll", Pin{}, "forearm", "roll").axis(z).parent_frame({0, 0, 0.25}).start({0});
  model.joint("wrist bend", Pin{}, "roll", "bend").axis(y).parent_frame({0, 0, 0.15}).start({1.2});
  model.joint("wrist turn", Pin{}, "bend", "tool").axis(z).parent_frame({0, 0, 0.06}).start({0});
  model.point("tip", "tool", {0, 0, 0.12});
  return model.build();
}

/// A point of a figure eight in a plane that leans toward the arm.
Vec3<double> on_path(double phase) {
  return {0.55 + 0.06 * std::sin(2 * phase), 0.28 * std::sin(phase), 0.42 + 0.12 * std::sin(2 * phase)};
}

}  // namespace

Linkage robot_arm(double duration) {
  const Model model = arm_model();
  InverseKinematics ik(System(model).default_state());
  // The tool points down and a little outward, whatever the point of the path.
  const Rotation<double> down = Rotation<double>::about_y(pi - 0.35);
  const int tip = ik.targets().add_pose(Place("tool", Vec3<double>{0, 0, 0.12}), {down, on_path(0)});
  constexpr int steps = 80;
  Array<double> times;
  Array<Array<double>> q(joint_count);
  for (int i = 0; i <= steps; ++i) {
    times.push_back(duration * i / steps);
    ik.targets().set_pose(tip, {down, on_path(4 * pi * i / steps)});
    ik.solve();
    for (int k = 0; k < joint_count; ++k) q[k].push_back(ik.state().q(joint_names[k]));
  }
  SystemBuilder builder(model);
  for (int k = 0; k < joint_count; ++k)
    builder.prescribe(std::string(joint_names[k]) + " motor", joint_names[k], MotionLevel::position,
                      {quintic_spline(times, q[k])});
  const System system = builder.build();
  State start = system.default_state();
  prescribe(start);
  return {system, start};
}

}  // namespace sarrus::models
