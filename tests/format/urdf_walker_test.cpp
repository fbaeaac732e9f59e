/// A robot of human shape: fixed joints, joints that follow others, damping and friction in one file.

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/format/mimic.h"
#include "sarrus/format/urdf/urdf.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::urdf_walker_test {
namespace {

const std::string file = "tests/data/urdf/walker.urdf";

TEST(UrdfWalker, Loads) {
  const LoadedModel robot = read_urdf(file, {.base = RootJoint::free});
  EXPECT_EQ(robot.model.nu(), 6 + 30);
  EXPECT_EQ(robot.model.body_count(), 36);  // with the world
  const Model merged = read_urdf(file, {.base = RootJoint::free, .fixed_joints = FixedJoints::merge}).model;
  EXPECT_EQ(merged.body_count(), 32);  // without the sensors and soles
  EXPECT_EQ(merged.nu(), robot.model.nu());
  double mass = 0;
  for (const Body& body : robot.model.bodies()) mass += body.inertia.m;
  EXPECT_NEAR(mass, 68.96, 1e-12);  // the sum of the file's
  int followers = 0;
  for (const LoadedJoint& joint : robot.joints) followers += joint.mimic.has_value();
  EXPECT_EQ(followers, 4);
}

/// Fixed joints cost nothing and change nothing.
TEST(UrdfWalker, MovesTheSameMerged) {
  for (const RootJoint base : {RootJoint::fixed, RootJoint::free}) {
    const Model kept = read_urdf(file, {.base = base}).model,
                merged = read_urdf(file, {.base = base, .fixed_joints = FixedJoints::merge}).model;
    const Tree<double> tree(kept), merged_tree(merged);
    ForwardDynamics<double> workspace(tree), merged_workspace(merged_tree);
    VectorX<double> udot(kept.nu()), merged_udot(kept.nu());
    calc_forward_dynamics(tree, kept.default_q(), {}, {}, {}, workspace, udot);
    calc_forward_dynamics(merged_tree, merged.default_q(), {}, {}, {}, merged_workspace, merged_udot);
    for (const Speed& speed : kept.speeds())
      EXPECT_NEAR(udot[kept.speed_number(speed.name)], merged_udot[merged.speed_number(speed.name)],
                  1e-11 * udot.norm());
  }
}

/// Left and right are mirror images: standing still, joints about y hold the same on both sides, and those
/// about x and z the opposite.
TEST(UrdfWalker, IsSymmetric) {
  const Model model = read_urdf(file).model;
  Array<double> q = model.default_q();
  const std::vector<std::pair<std::string, double>> about_y{
      {"hip_pitch", -0.4}, {"knee", 0.9}, {"ankle_pitch", -0.5}, {"shoulder_pitch", -0.6}, {"elbow", -1.1}},
      about_x_or_z{
          {"hip_roll", 0.2}, {"hip_yaw", 0.1}, {"ankle_roll", -0.2}, {"shoulder_roll", 0.5}, {"wrist", 0.3}};
  const auto number = [&](const char* side, const std::string& joint) {
    return model.coordinate_number(fmt::format("{}_{}", side, joint));
  };
  for (const auto& [joint, angle] : about_y) q[number("left", joint)] = q[number("right", joint)] = angle;
  for (const auto& [joint, angle] : about_x_or_z)
    q[number("left", joint)] = angle, q[number("right", joint)] = -angle;
  const Tree<double> tree(model);
  InverseDynamics<double> workspace(tree);
  VectorX<double> tau(tree.nu());
  calc_inverse_dynamics(tree, q, {}, {}, {}, workspace, tau);
  const auto at = [&](const char* side, const std::string& joint) { return tau[number(side, joint)]; };
  for (const auto& [joint, angle] : about_y)
    EXPECT_NEAR(at("left", joint), at("right", joint), 1e-11) << joint;
  for (const auto& [joint, angle] : about_x_or_z)
    EXPECT_NEAR(at("left", joint), -at("right", joint), 1e-11) << joint;
  EXPECT_GT(std::abs(at("left", "hip_roll")), 1);  // the check is not one of zeros
  EXPECT_NEAR(tau[model.coordinate_number("neck_pan")], 0, 1e-12);
}

/// What the file says beyond the model acts in a System: fingers follow the grip, joints resist.
TEST(UrdfWalker, FingersFollowAndJointsResist) {
  const LoadedModel robot = read_urdf(file);
  const System system = robot.make_system();
  State state = system.default_state();
  std::vector<double> q(state.q().begin(), state.q().end()), u(static_cast<std::size_t>(state.nu()), 0.0);
  const auto set = [&](std::vector<double>& values, const std::string& joint, double value) {
    values[static_cast<std::size_t>(robot.model.coordinate_number(joint))] = value;
  };
  set(q, "left_grip", 0.4);
  set(u, "left_grip", 1);
  apply_mimic(robot, Out<double>(q), Out<double>(u));
  state.set_q(q), state.set_u(u);
  EXPECT_EQ(position_errors(state).size(), 4U);
  for (const double e : position_errors(state)) EXPECT_NEAR(e, 0, 1e-15);
  for (const double v : velocity_errors(state)) EXPECT_NEAR(v, 0, 1e-15);
  EXPECT_NEAR(q[static_cast<std::size_t>(robot.model.coordinate_number("left_finger_base"))], -0.4, 1e-15);
  EXPECT_NEAR(q[static_cast<std::size_t>(robot.model.coordinate_number("left_finger_tip"))], 0.3, 1e-15);
  // The rates keep them in proportion, and damping and friction take energy out.
  const In<double> rates = udot(state);
  const auto rate = [&](const char* joint) { return rates[robot.model.coordinate_number(joint)]; };
  EXPECT_NEAR(rate("left_finger_base"), -rate("left_grip"), 1e-9);
  EXPECT_NEAR(rate("left_finger_tip"), 0.5 * rate("left_grip"), 1e-9);
  // grip 0.01·1² + 0.01·1, base the same, tip half the speed, and friction smoothed by less than 1 %
  EXPECT_NEAR(energy_rates(state).dissipation, 2 * 0.02 + 0.01 * 0.25 + 0.01 * 0.5, 5e-4);
}

}  // namespace
}  // namespace sarrus::testing::urdf_walker_test
