#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>

#include "sarrus/base/error.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/says.h"

namespace sarrus::testing::model_test {
namespace {

ModelBuilder two_links() {
  ModelBuilder builder("arm");
  builder.body("upper", solid_brick(2, {0.1, 0.1, 0.4})).body("lower", solid_brick(1, {0.1, 0.1, 0.3}));
  builder.joint("shoulder", Ball{}, "world", "upper");
  builder.joint("elbow", Pin{}, "upper", "lower")
      .parent_frame(Vec3<double>{0, 0, -0.2})
      .child_frame(Vec3<double>{0, 0, 0.15})
      .limit(0, 2.5);
  builder.frame("grip", "lower", Pose<double>::translation({0, 0, -0.15}))
      .point("tip", "lower", {0, 0, -0.2});
  return builder;
}

TEST(Model, NumbersBodiesCoordinatesAndSpeeds) {
  const Model model = two_links().build();
  EXPECT_EQ(model.body_count(), 3);
  EXPECT_EQ(model.nq(), 5);
  EXPECT_EQ(model.nu(), 4);
  EXPECT_EQ(model.body_number("lower"), 2);
  EXPECT_EQ(model.joint_body("elbow"), 2);
  EXPECT_EQ(model.coordinate_number("elbow"), 4);
  EXPECT_EQ(model.coordinate_number("shoulder.qx"), 1);
  EXPECT_EQ(model.speed_number("shoulder.wz"), 2);
  EXPECT_EQ(model.speed_number("elbow.rate"), 3);
  EXPECT_EQ(model.coordinates()[4].limits.upper, 2.5);
  EXPECT_EQ(model.coordinates()[4].unit, "rad");
  EXPECT_EQ(model.frame("grip").body, 2);
  EXPECT_EQ(model.point("tip").p_B.z, -0.2);
  EXPECT_EQ(model.default_q()[0], 1);
}

TEST(Model, SuggestsTheNameThatWasMeant) {
  const Model model = two_links().build();
  EXPECT_SAYS(message([&] { model.body_number("uper"); }), "Did you mean 'upper'?");
  EXPECT_SAYS(message([&] { model.coordinate_number("elbw"); }), "Did you mean 'elbow'?");
  EXPECT_SAYS(message([&] { model.frame("nothing like it"); }), "There is grip.");
}

TEST(Model, ReportsEveryFaultAtOnce) {
  ModelBuilder builder("broken");
  builder.body("a", {.m = -1})
      .body("a", solid_sphere(1, 0.1))
      .body("lonely", solid_sphere(1, 0.1))
      .massless_body("feather");
  builder.body("flat", RigidInertia<double>::from_central(1, {0, 0, 0}, Sym3<double>::diagonal(1, 1, 5)));
  builder.joint("j1", Pin{}, "world", "a").limit(2, 1);
  builder.joint("j2", Pin{}, "wrld", "flat").start({0, 1});
  builder.joint("j3", Pin{}, "a", "feather").parent_frame(Vec3<double>{0, NAN, 0});
  const std::string text = message([&] { builder.build(); });
  EXPECT_SAYS(text, "2 bodies are named 'a'");
  EXPECT_SAYS(text, "body 'a': ");
  EXPECT_SAYS(text, "body 'flat': ");
  EXPECT_SAYS(text, "body 'lonely' is the child of no joint");
  EXPECT_SAYS(text, "joint 'j2' refers to body 'wrld', which does not exist. Did you mean 'world'?");
  EXPECT_SAYS(text, "limits 2 to 1");
  EXPECT_SAYS(text, "has 1 coordinates but 2 starting values");
  EXPECT_SAYS(text, "joint 'j3' on its parent has a placement that is not finite");
  EXPECT_SAYS(text, "body 'feather' is massless");
}

TEST(Model, ReportsWhatWouldOnlyFailLater) {
  ModelBuilder builder("treacherous");
  builder.body("a", solid_sphere(1, 0.1)).body("b", solid_sphere(1, 0.1)).body("c", solid_sphere(1, 0.1));
  builder.massless_body("d").massless_body("e");
  builder.joint("zero", Ball{}, "world", "a").start({0, 0, 0, 0});
  builder.joint("flat", Ellipsoid{{0.1, 0, 0.1}}, "world", "b").coordinates({"w", "x", "y", "y"});
  builder.joint("outside", Pin{}, "world", "c").limit(1, 2).speed_limit(-3);
  builder.joint("loose", Pin{}, "c", "d");
  builder.joint("stuck", Weld{}, "d", "e");
  builder.frame("squashed", "a", Pose<double>{Rotation<double>(Mat3<double>::zero()), {0, 0, 0}});
  const std::string text = message([&] { builder.build(); });
  EXPECT_SAYS(text, "joint 'zero' starts with a quaternion of zeros");
  EXPECT_SAYS(text, "joint 'flat' (ellipsoid): its radius_y is 0.000000; it must be positive");
  EXPECT_SAYS(text, "coordinate 0 of joint 'outside' starts at 0, outside its limits 1 to 2");
  EXPECT_SAYS(text, "speed limit of -3");
  EXPECT_SAYS(text, "body 'd' is massless, carries no mass");
  EXPECT_SAYS(text, "2 coordinates are named 'y'");
  EXPECT_SAYS(text, "frame 'squashed' has an orientation that is no rotation");
}

TEST(Model, RefusesStagesAndBodiesOfAnotherModel) {
  const Tree<double> small(two_links().build()), large(model_of_all_joints());
  PositionKinematics<double> of_small(small);
  EXPECT_SAYS(message([&] {
                calc_position_kinematics(large, std::vector<double>(static_cast<std::size_t>(large.nq())),
                                         of_small);
              }),
              "make one from this tree");
  EXPECT_SAYS(message([&] { calc_pose(large, of_small, 1); }), "make one from this tree");
  MatrixX<double> J;
  EXPECT_SAYS(message([&] { calc_frame_jacobian(small, of_small, 1, 99, J); }), "there is no body 99");
  EXPECT_SAYS(message([&] { calc_frame_jacobian(small, of_small, 99, 1, J); }), "there is no body 99");
  EXPECT_SAYS(message([&] { small.model().body(3); }), "has bodies 0 to 2");
}

TEST(Model, RefusesImpossibleParameters) {
  const Model model = two_links().build();
  Tree<double> tree(model);
  Parameters<double> parameters(model);
  parameters.inertia[1].m = NAN;
  EXPECT_SAYS(message([&] { tree.set_parameters(parameters); }), "the mass of body 'upper' is set to nan");
  parameters.inertia.pop_back();
  EXPECT_SAYS(message([&] { tree.set_parameters(parameters); }), "parameters of 2 bodies");
}

TEST(Model, NormalizesQuaternionsAndRefusesZeroOnes) {
  const Model model = two_links().build();
  std::vector<double> q{0, 3, 0, 4, 0.5};
  normalize_quaternions(model, q);
  EXPECT_TRUE(close(q[1], 0.6));
  EXPECT_TRUE(close(q[3], 0.8));
  EXPECT_EQ(q[4], 0.5);
  q = {0, 0, 0, 0, 0};
  EXPECT_SAYS(message([&] { normalize_quaternions(model, q); }),
              "quaternion of joint 'shoulder' is (0, 0, 0, 0)");
}

TEST(Model, NamedCoordinatesNameTheirSpeeds) {
  ModelBuilder builder("cart");
  builder.body("cart", solid_sphere(1, 0.1));
  builder.joint("rail", Slider{}, "world", "cart").coordinates({"x"}).speed_limit(2).effort_limit(30);
  const Model model = builder.build();
  EXPECT_EQ(model.coordinate_number("x"), 0);
  EXPECT_EQ(model.speed_number("x.rate"), 0);
  EXPECT_EQ(model.coordinates()[0].limits.effort, 30);
}

TEST(Model, KeepsLimitsOfPositionsWhenOrientationCoordinatesChange) {
  ModelBuilder builder("floating");
  builder.body("b", solid_sphere(1, 0.1));
  builder.joint("j", Free{}, "world", "b").limit(-1, 1, 6);
  const Model angles = builder.build().with(RotationCoordinates::euler);
  EXPECT_EQ(angles.nq(), 6);
  EXPECT_EQ(angles.coordinates()[5].name, "j.z");
  EXPECT_EQ(angles.coordinates()[5].limits.upper, 1);
  EXPECT_EQ(angles.coordinates()[0].name, "j.angle_x");
}

TEST(Model, SpeedsKeepTheirNamesWhenOrientationCoordinatesChange) {
  ModelBuilder builder("floating");
  builder.body("b", solid_sphere(1, 0.1)).body("c", solid_sphere(1, 0.1)).body("d", solid_sphere(1, 0.1));
  builder.joint("j", Free{}, "world", "b");
  builder.joint("k", Universal{}, "b", "c");
  builder.joint("l", Universal{}, "c", "d").coordinates({"pitch", "roll"});
  const Model quaternions = builder.build(), angles = quaternions.with(RotationCoordinates::euler);
  for (std::size_t i = 0; i < quaternions.speeds().size(); ++i)
    EXPECT_EQ(angles.speeds()[i].name, quaternions.speeds()[i].name);
  EXPECT_EQ(angles.speed_number("j.wx"), 0);
  EXPECT_EQ(angles.speed_number("roll.rate"), 9);
}

TEST(Model, RefusesCyclesAndLoops) {
  ModelBuilder cycle("cycle");
  cycle.body("a", solid_sphere(1, 0.1)).body("b", solid_sphere(1, 0.1));
  cycle.joint("ab", Pin{}, "a", "b");
  cycle.joint("ba", Pin{}, "b", "a");
  EXPECT_SAYS(message([&] { cycle.build(); }), "the bodies a <- b <- a form a cycle");
  // One that another body leads into, and that comes first.
  cycle.body("Z", solid_sphere(1, 0.1));
  cycle.joint("az", Pin{}, "a", "Z");
  const std::string text = message([&] { cycle.build(); });
  EXPECT_SAYS(text, "form a cycle");
  EXPECT_EQ(text.find("form a cycle"), text.rfind("form a cycle")) << text;
  ModelBuilder loop = two_links();
  loop.joint("closing", Pin{}, "world", "lower");
  EXPECT_SAYS(message([&] { loop.build(); }), "body 'lower' is the child of 2 joints (elbow, closing)");
}

TEST(Model, NumberingDoesNotDependOnTheOrderOfInsertion) {
  const Model reference = model_of_all_joints();
  ModelDescription description = describe(reference);
  std::mt19937 engine(2);
  for (int k = 0; k < 10; ++k) {
    std::shuffle(description.bodies.begin(), description.bodies.end(), engine);
    std::shuffle(description.joints.begin(), description.joints.end(), engine);
    const Model model = make_model(description);
    ASSERT_EQ(model.body_count(), reference.body_count());
    for (int b = 0; b < model.body_count(); ++b) {
      EXPECT_EQ(model.body(b).name, reference.body(b).name);
      EXPECT_EQ(model.body(b).q0, reference.body(b).q0);
      EXPECT_EQ(model.body(b).parent, reference.body(b).parent);
    }
  }
}

TEST(Model, NamesComeInNaturalOrder) {
  ModelBuilder builder("star");
  for (const char* name : {"leg10", "leg2", "leg1"}) {
    builder.body(name, solid_sphere(1, 0.1));
    builder.joint(std::string("j") + name, Pin{}, "world", name);
  }
  const Model model = builder.build();
  EXPECT_EQ(model.body(1).name, "leg1");
  EXPECT_EQ(model.body(2).name, "leg2");
  EXPECT_EQ(model.body(3).name, "leg10");
}

TEST(Model, PrintsAReadableTable) {
  std::ostringstream out;
  out << two_links().build();
  EXPECT_EQ(out.str(),
            "arm: 2 bodies, 5 coordinates, 4 speeds, 3 kg, gravity (0, 0, -9.81) m/s²\n"
            "#  body       parent  joint     type  q     u     mass\n"
            "0  world\n"
            "1    upper    world   shoulder  ball  0..3  0..2  2\n"
            "2      lower  upper   elbow     pin   4     3     1\n");
}

TEST(Model, PrintsOneOfEachAsOne) {
  ModelBuilder builder("pendulum");
  builder.body("rod", solid_sphere(1, 0.1));
  builder.joint("pin", Pin{}, "world", "rod");
  std::ostringstream out;
  out << builder.build();
  EXPECT_SAYS(out.str(), "pendulum: 1 body, 1 coordinate, 1 speed, 1 kg");
}

/// Building and printing take time, and text, in proportion to the number of bodies.
TEST(Model, LongChainsAreNoTrouble) {
  constexpr int count = 20000;
  ModelBuilder builder("chain");
  for (int i = 0; i < count; ++i) {
    builder.body(fmt::format("b{}", i), solid_sphere(1, 0.1));
    builder.joint(fmt::format("j{}", i), Pin{}, i == 0 ? world_name : fmt::format("b{}", i - 1),
                  fmt::format("b{}", i));
  }
  const Model model = builder.build();
  EXPECT_EQ(model.nu(), count);
  std::ostringstream out;
  out << model;
  EXPECT_LT(out.str().size(), 120U * count);
}

TEST(Model, AxisTurnsTheJointWithinItsFrames) {
  ModelBuilder builder("axes");
  builder.body("turning", solid_sphere(1, 0.1)).body("sliding", solid_sphere(1, 0.1));
  builder.joint("pin", Pin{}, "world", "turning").axis({0, 2, 0});
  builder.joint("slider", Slider{}, "world", "sliding").axis({0, 0, -1}).parent_frame(Vec3<double>{1, 0, 0});
  const Model model = builder.build();
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  VectorX<double> q(2);
  q[model.coordinate_number("pin")] = 0.3, q[model.coordinate_number("slider")] = 0.5;
  calc_position_kinematics(tree, q, position);
  EXPECT_TRUE(close(calc_pose(tree, position, model.body_number("turning")),
                    Pose<double>::rotation(Rotation<double>::about_y(0.3))));
  EXPECT_TRUE(close(calc_pose(tree, position, model.body_number("sliding")),
                    Pose<double>::translation({1, 0, -0.5})));
}

TEST(Model, SwitchesBetweenQuaternionsAndAngles) {
  const Model quaternions = model_of_all_joints();
  const Model angles = quaternions.with(RotationCoordinates::euler);
  EXPECT_LT(angles.nq(), quaternions.nq());
  EXPECT_EQ(angles.nu(), quaternions.nu());
  Random random(9);
  const std::vector<double> q = random_coordinates(quaternions, random);
  const Array<double> converted = convert_coordinates(quaternions, q, angles);
  const Tree<double> a(quaternions), b(angles);
  PositionKinematics<double> pa(a), pb(b);
  calc_position_kinematics<double>(a, q, pa);
  calc_position_kinematics<double>(b, converted, pb);
  for (int body = 0; body < quaternions.body_count(); ++body)
    EXPECT_TRUE(close(calc_pose(b, pb, body), calc_pose(a, pa, body), 1e4, 30));
}

TEST(Model, ParametersChangeWithoutRebuilding) {
  ModelBuilder builder("spindle");
  builder.body("nut", solid_sphere(1, 0.1));
  builder.joint("thread", Screw{0.01}, "world", "nut");
  const Model model = builder.build();
  EXPECT_EQ(model.parameter_number("thread.pitch"), 0);
  // The height of the nut is pitch·angle: its derivative with respect to the pitch is the angle.
  Parameters<Dual8> parameters(model);
  parameters.joint[0] = Dual8::variable(0.02, 3);
  const Tree<Dual8> tree(model, parameters);
  PositionKinematics<Dual8> position(tree);
  calc_position_kinematics(tree, std::vector<Dual8>{Dual8(5.0)}, position);
  const Dual8 height = calc_pose(tree, position, 1).p.z;
  EXPECT_TRUE(close(height.value, 0.1));
  EXPECT_TRUE(close(height.partial[3], 5));
}

TEST(Model, RefusesArraysOfTheWrongLength) {
  const Tree<double> tree(two_links().build());
  PositionKinematics<double> position(tree);
  EXPECT_SAYS(message([&] { calc_position_kinematics(tree, std::vector<double>(3), position); }),
              "q has 3 entries, but the model has nq = 5");
}

}  // namespace
}  // namespace sarrus::testing::model_test
