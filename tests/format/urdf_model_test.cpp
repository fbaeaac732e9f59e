#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/format/mimic.h"
#include "sarrus/format/urdf/urdf.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/close.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::urdf_model_test {
namespace {

const std::string arm_file = "tests/data/urdf/arm.urdf";

VectorX<double> inverse_dynamics(const Model& model, const std::vector<double>& q,
                                 const std::vector<double>& u, const std::vector<double>& udot) {
  const Tree<double> tree(model);
  InverseDynamics<double> workspace(tree);
  VectorX<double> tau(tree.nu());
  calc_inverse_dynamics(tree, q, u, udot, {}, workspace, tau);
  return tau;
}

/// The arm of the file, written by hand.
Model arm_by_hand() {
  ModelBuilder builder("arm");
  builder.massless_body("base");
  builder.joint("root_joint", Weld{}, "world", "base");
  builder.body("upper", Pose<double>{Rotation<double>::about_y(0.1), {0, 0, 0.25}} *
                            RigidInertia<double>{2, {0, 0, 0}, {0.05, 0.05, 0.004, 0.001, 0, 0.002}});
  builder.joint("shoulder", Pin{}, "base", "upper")
      .parent_frame(Pose<double>{Rotation<double>::about_z(0.5), {0, 0, 0.1}})
      .axis({0, 1, 0});
  builder.body("lower", RigidInertia<double>{0.7, {0, 0, 0}, {0.01, 0.01, 0.001, 0, 0, 0}});
  builder.joint("slide", Slider{}, "upper", "lower")
      .parent_frame(Pose<double>{Rotation<double>::about_x(0.3), {0, 0, 0.5}})
      .axis({0, 0, -1});
  builder.body("tool",
               RigidInertia<double>::from_central(0.3, {0, 0.02, 0.1}, {0.0004, 0.0005, 0.0006, 0, 0, 0}));
  builder.joint("flange", Weld{}, "lower", "tool")
      .parent_frame(Pose<double>{Rotation<double>::about_z(1.5707963267948966), {0.05, 0, 0.2}});
  return builder.build();
}

TEST(UrdfModel, IsTheOneWrittenByHand) {
  const Model read = read_urdf(arm_file).model, made = arm_by_hand();
  ASSERT_EQ(read.body_count(), made.body_count());
  Random random(3);
  const std::vector<double> q = random.numbers(2), u = random.numbers(2), udot = random.numbers(2);
  const VectorX<double> tau = inverse_dynamics(read, q, u, udot),
                        expected = inverse_dynamics(made, q, u, udot);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(close(tau[i], expected[i]));
  for (int b = 0; b < read.body_count(); ++b) EXPECT_EQ(read.body(b).name, made.body(b).name);
}

TEST(UrdfModel, KeepsLimitsDampingAndFriction) {
  const LoadedModel robot = read_urdf(arm_file);
  const Coordinate& shoulder = robot.model.coordinates()[0];
  EXPECT_EQ(shoulder.name, "shoulder");
  EXPECT_EQ(shoulder.limits.lower, -2);
  EXPECT_EQ(shoulder.limits.upper, 2.5);
  EXPECT_EQ(shoulder.limits.effort, 40);
  EXPECT_EQ(shoulder.limits.speed, 3);
  EXPECT_EQ(robot.joint("shoulder").damping, 0.2);
  EXPECT_EQ(robot.joint("shoulder").friction, 0.1);
  EXPECT_EQ(robot.joint("slide").damping, 0);
  EXPECT_SAYS(message([&] { robot.joint("sholder"); }), "Did you mean 'shoulder'?");
}

TEST(UrdfModel, FreeBaseFallsAsItShould) {
  const Model model = read_urdf(arm_file, {.base = RootJoint::free}).model;
  EXPECT_EQ(model.nq(), 9);
  EXPECT_EQ(model.nu(), 8);
  // In free fall, with the joints at rest, no forces are needed.
  std::vector<double> q(9, 0.0), udot(8, 0.0);
  q[0] = 1, q[8] = 0.2;
  udot[static_cast<std::size_t>(model.speed_number("root_joint.vz"))] = -9.81;
  EXPECT_LT(inverse_dynamics(model, q, std::vector<double>(8, 0.0), udot).norm(), 1e-13);
}

TEST(UrdfModel, MergedLinksMoveAlike) {
  const LoadedModel kept = read_urdf(arm_file),
                    merged = read_urdf(arm_file, {.fixed_joints = FixedJoints::merge});
  EXPECT_EQ(kept.model.body_count(), 5);
  EXPECT_EQ(merged.model.body_count(), 4);
  Random random(4);
  const std::vector<double> q = random.numbers(2), u = random.numbers(2), udot = random.numbers(2);
  const VectorX<double> a = inverse_dynamics(kept.model, q, u, udot),
                        b = inverse_dynamics(merged.model, q, u, udot);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(close(b[i], a[i]));
  // The link is still found, as a frame, and its shapes are where they were.
  const Tree<double> tree(kept.model), merged_tree(merged.model);
  PositionKinematics<double> position(tree), merged_position(merged_tree);
  calc_position_kinematics(tree, q, position);
  calc_position_kinematics(merged_tree, q, merged_position);
  EXPECT_TRUE(close(calc_pose(merged_tree, merged_position, merged.model.frame("tool")),
                    calc_pose(tree, position, kept.model.body_number("tool"))));
  const Geometry &shape = kept.visuals.back(), &moved = merged.visuals.back();
  EXPECT_EQ(shape.body, "tool");
  EXPECT_EQ(moved.body, "lower");
  EXPECT_EQ(moved.link, "tool");
  EXPECT_TRUE(
      close(calc_pose(merged_tree, merged_position, {merged.model.body_number(moved.body), moved.X_BG}),
            calc_pose(tree, position, {kept.model.body_number(shape.body), shape.X_BG})));
}

TEST(UrdfModel, HasEveryJointType) {
  const Model model = read_urdf("tests/data/urdf/joints.urdf").model;
  const auto type = [&](const char* joint) { return model.body(model.joint_body(joint)).joint.type_name(); };
  EXPECT_EQ(type("turn"), "pin");
  EXPECT_EQ(type("spin"), "pin");
  EXPECT_EQ(type("push"), "slider");
  EXPECT_EQ(type("hold"), "weld");
  EXPECT_EQ(type("fly"), "free");
  EXPECT_EQ(type("skid"), "planar");
  EXPECT_EQ(type("roll"), "ball");
  EXPECT_EQ(model.nu(), 3 + 6 + 3 + 3);
  const CoordinateLimits& spin =
      model.coordinates()[static_cast<std::size_t>(model.coordinate_number("spin"))].limits;
  EXPECT_TRUE(std::isinf(spin.lower) && std::isinf(spin.upper));
  EXPECT_EQ(spin.speed, 2);
}

TEST(UrdfModel, FollowersAreSetThroughTheWholeChain) {
  const LoadedModel robot = read_urdf("tests/data/urdf/joints.urdf");
  const Model& model = robot.model;
  Array<double> q = model.default_q(), u(model.nu(), 0.0);
  q[model.coordinate_number("turn")] = 0.3;
  u[model.speed_number("turn.rate")] = 0.7;
  apply_mimic(robot, q, u);
  EXPECT_TRUE(close(q[model.coordinate_number("spin")], -2 * 0.3 + 0.5));
  EXPECT_TRUE(close(q[model.coordinate_number("push")], 3 * (-2 * 0.3 + 0.5)));
  EXPECT_TRUE(close(u[model.speed_number("spin.rate")], -2 * 0.7));
  EXPECT_TRUE(close(u[model.speed_number("push.rate")], -6 * 0.7));
  expect_error([&] { apply_mimic(robot, VectorX<double>(2)); }, {"q has 2 entries", "nq"});
}

/// A System couples them; what apply_mimic() sets satisfies its constraints.
TEST(UrdfModel, FollowersAreGeared) {
  const LoadedModel robot = read_urdf("tests/data/urdf/joints.urdf");
  State state = robot.make_system().default_state();
  Array<double> q = robot.model.default_q(), u(robot.model.nu(), 0.0);
  q[robot.model.coordinate_number("turn")] = 0.3;
  u[robot.model.speed_number("turn.rate")] = 0.7;
  state.set_q(q);
  state.set_u(u);
  ASSERT_EQ(position_errors(state).size(), 2u);
  EXPECT_GT(std::abs(position_errors(state)[0]), 0.01);
  apply_mimic(robot, q, u);
  state.set_q(q);
  state.set_u(u);
  for (const double e : position_errors(state)) EXPECT_TRUE(close(e, 0));
  for (const double e : velocity_errors(state)) EXPECT_TRUE(close(e, 0));
}

/// A robot whose root is called like the world.
std::string on_the_world(const std::string& joint) {
  return "<robot name='r'><link name='world'/><link name='a'><inertial><mass value='1'/></inertial></link>" +
         joint + "</robot>";
}

TEST(UrdfModel, RootCalledWorldIsTheWorld) {
  const std::string text =
      on_the_world("<joint name='j' type='prismatic'><parent link='world'/><child link='a'/></joint>");
  const Model model = read_urdf_text(text, "r.urdf").model;
  EXPECT_EQ(model.body_count(), 2);
  EXPECT_EQ(model.body(1).parent, 0);
  const LoadedModel floating = read_urdf_text(text, "r.urdf", {.base = RootJoint::free});
  EXPECT_EQ(floating.model.body(1).name, "world_link");
  EXPECT_EQ(floating.model.nu(), 7);
}

TEST(UrdfModel, RootJointGetsAFreeName) {
  const Model model =
      read_urdf_text(
          "<robot name='r'><link name='b'/><link name='a'><inertial><mass value='1'/></inertial></link>"
          "<joint name='root_joint' type='prismatic'><parent link='b'/><child link='a'/></joint></robot>",
          "r.urdf")
          .model;
  EXPECT_EQ(model.body(1).joint_name, "root_joint_");
}

TEST(UrdfModel, MasslessEndsCanBeWelded) {
  const std::string text =
      "<robot name='r'><link name='b'><inertial><mass value='1'/></inertial></link><link name='tip'/>"
      "<joint name='j' type='revolute'><parent link='b'/><child link='tip'/><axis xyz='0 0 1'/>"
      "<limit lower='0.5' upper='1' effort='1' velocity='1'/></joint></robot>";
  expect_error([&] { read_urdf_text(text, "r.urdf"); },
               {"r.urdf:1: joint 'j' moves link 'tip'", "give it a mass"});
  const LoadedModel robot = read_urdf_text(text, "r.urdf", {.massless_ends = MasslessEnds::weld});
  EXPECT_EQ(robot.model.nq(), 0);
  const Tree<double> tree(robot.model);
  PositionKinematics<double> position(tree);
  calc_position_kinematics(tree, {}, position);
  EXPECT_TRUE(close(calc_pose(tree, position, robot.model.body_number("tip")),
                    Pose<double>::rotation(Rotation<double>::about_z(0.5))));
}

TEST(UrdfModel, LongChainsAreRead) {
  constexpr int links = 1500;
  std::string text = "<robot name='chain'><link name='l0'/>";
  for (int i = 1; i <= links; ++i)
    text += fmt::format(
        "<link name='l{0}'><inertial><mass value='1'/></inertial></link><joint name='j{0}' type='continuous'>"
        "<parent link='l{1}'/><child link='l{0}'/><origin xyz='1 0 0'/><axis xyz='0 0 1'/></joint>",
        i, i - 1);
  EXPECT_EQ(read_urdf_text(text + "</robot>", "chain.urdf").model.nu(), links);
}

}  // namespace
}  // namespace sarrus::testing::urdf_model_test
