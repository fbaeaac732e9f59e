/// Inverse kinematics against forward kinematics, closed forms and optimality conditions.

#include "sarrus/assemble/inverse_kinematics.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/assemble/marker_fitting.h"
#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::inverse_kinematics_test {

using namespace internal;
namespace {

/// Two links of 1 m in the x-z plane; the angles are about y.
ModelBuilder planar_arm(double lower = -10, double upper = 10) {
  ModelBuilder model("planar arm");
  for (const std::string name : {"upper", "lower"})
    model.body(name, Pose<double>::translation({0.5, 0, 0}) * solid_brick(1, {1, 0.1, 0.1}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, -1, 0});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, -1, 0})
      .parent_frame({1, 0, 0})
      .start({0.5})
      .limit(lower, upper);
  return model;
}

/// Six pins with arms between them in no special directions; the second may turn by `most` to either side.
Model six_pins(double most = 100) {
  ModelBuilder model("arm");
  Random random(7);
  for (int i = 0; i < 6; ++i) {
    const std::string link = "link" + std::to_string(i);
    model.body(link, solid_brick(1, {0.1, 0.1, 0.3}));
    model.joint("joint" + std::to_string(i), Pin{}, i == 0 ? "world" : "link" + std::to_string(i - 1), link)
        .axis(normalized(random.vector()))
        .parent_frame(0.3 * normalized(random.vector()))
        .limit(i == 1 ? -most : -100, i == 1 ? most : 100);
  }
  return model.build();
}

/// The tip (1 + cos e)² + sin² e = r² gives the elbow, whatever the way there.
TEST(InverseKinematics, OfATwoLinkArmIsThatOfTheLawOfCosines) {
  const System system(planar_arm().build());
  InverseKinematics ik(system.default_state());
  const int tip = ik.targets().add_point({"lower", {1, 0, 0}}, {1.2, 0, 0.9});
  EXPECT_TRUE(ik.solve().reached(1e-10));
  EXPECT_NEAR(ik.state().q("elbow"), std::acos((1.2 * 1.2 + 0.9 * 0.9 - 2) / 2), 1e-9);

  // Out of reach: stretched along the way there.
  ik.targets().set_point(tip, {3, 0, 4});
  const InverseKinematicsResult& far = ik.solve();
  EXPECT_FALSE(far.reached());
  EXPECT_NEAR(far.position_error, 3, 1e-9);
  EXPECT_NEAR(ik.state().q("shoulder"), std::atan2(4, 3), 1e-4);
}

TEST(InverseKinematics, ReachesPosesThatThereAre) {
  const System system(six_pins());
  Random random(3);
  int reached = 0;
  constexpr int tries = 50;
  for (int i = 0; i < tries; ++i) {
    State wanted = system.default_state();
    for (int k = 0; k < 6; ++k) wanted.set_q(k, std::numbers::pi * random.number());
    InverseKinematics ik(system.default_state(), {.restarts = 50});
    ik.targets().add_pose("link5", pose(wanted, "link5"));
    if (!ik.solve().reached(1e-8)) continue;
    ++reached;
    const Pose<double> X = pose(ik.state(), "link5"), Y = pose(wanted, "link5");
    EXPECT_NEAR(norm(X.p - Y.p), 0, 1e-8);
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(norm(X.R.col(j) - Y.R.col(j)), 0, 1e-8);
  }
  EXPECT_GE(reached, tries - 1);
}

/// At a minimum no motion within the limits makes the sum of squares smaller: differences of the distance.
TEST(InverseKinematics, StaysWithinLimitsAtTheBestPlace) {
  const System system(planar_arm(0.2, 1.0).build());
  InverseKinematics ik(system.default_state());
  const Vec3<double> target{0.3, 0, 0.4};  // nearer than the elbow can bring the tip
  ik.targets().add_point({"lower", {1, 0, 0}}, target);
  ik.solve();
  EXPECT_NEAR(ik.state().q("elbow"), 1.0, 1e-12);
  const double reach = std::sqrt(2 + 2 * std::cos(1.0));
  EXPECT_NEAR(ik.result().position_error, reach - 0.5, 1e-9);

  InverseKinematics free(system.default_state(), {.within_limits = false});
  free.targets().add_point({"lower", {1, 0, 0}}, target);
  EXPECT_TRUE(free.solve().reached(1e-9));
}

/// A joint at its limit takes those along that gears tie to it: the best place is that of both held there.
TEST(InverseKinematics, StopsGearedJointsTogetherAtALimit) {
  constexpr double most = 0.2;
  SystemBuilder builder(six_pins(most));
  builder.add("gear", GearConstraint("joint1", "joint3", -1.0));
  const System system = builder.build(), free(six_pins());
  Random random(5);
  int at_limit = 0;
  for (int i = 0; i < 40; ++i) {
    State wanted = free.default_state();
    for (int k = 0; k < 6; ++k) wanted.set_q(k, 0.4 * random.number());
    wanted.set_q("joint3", -wanted.q("joint1"));
    InverseKinematics ik(system.default_state());
    const auto aim = [&](InverseKinematics& search) {
      for (const char* link : {"link1", "link3", "link5"})
        search.targets().add_point({link, {0.1, 0.2, 0.3}}, pose(wanted, link) * Vec3{0.1, 0.2, 0.3});
    };
    aim(ik);
    EXPECT_TRUE(ik.solve().converged) << i;
    EXPECT_LT(ik.result().iterations, 60) << i;
    const double angle = ik.state().q("joint1");
    EXPECT_NEAR(ik.state().q("joint3"), -angle, 1e-7);
    EXPECT_LE(std::abs(angle), most);
    if (std::abs(angle) < most - 1e-9) continue;
    ++at_limit;
    State stopped = free.default_state();
    for (int k = 0; k < 6; ++k) stopped.set_q(k, ik.q()[k]);
    stopped.set_q("joint1", angle), stopped.set_q("joint3", -angle);
    InverseKinematics held(stopped, {.hold = {"joint1", "joint3"}});
    aim(held);
    EXPECT_NEAR(ik.result().cost, held.solve().cost, 1e-9 * ik.result().cost) << i;
  }
  EXPECT_GT(at_limit, 10);
}

/// Of two targets for one point the mean is best, with weights; with priorities the first is met.
TEST(InverseKinematics, WeighsTargetsOrObeysPriorities) {
  const System system(planar_arm().build());
  const Place tip("lower", Vec3<double>{1, 0, 0});
  const Vec3<double> a{1.2, 0, 0.5}, b{1.0, 0, 0.9};
  InverseKinematics weighted(system.default_state());
  weighted.targets().add_point(tip, a, {.weight = 3});
  weighted.targets().add_point(tip, b, {.weight = 1});
  weighted.solve();
  const Vec3<double> mean = 0.75 * a + 0.25 * b;
  EXPECT_NEAR(norm(pose(weighted.state(), "lower") * Vec3<double>{1, 0, 0} - mean), 0, 1e-8);

  InverseKinematics ranked(system.default_state());
  ranked.targets().add_point(tip, a);
  ranked.targets().add_point(tip, b, {.weight = 1e4, .priority = 1});
  ranked.solve();
  EXPECT_NEAR(norm(pose(ranked.state(), "lower") * Vec3<double>{1, 0, 0} - a), 0, 1e-8);
}

/// With freedom to spare, the second priority is met as far as the first leaves it.
TEST(InverseKinematics, UsesTheNullSpaceForLowerPriorities) {
  const System system(six_pins());
  State wanted = system.default_state();
  for (int k = 0; k < 6; ++k) wanted.set_q(k, 0.3);
  const Vec3<double> p = pose(wanted, "link5").p;
  InverseKinematics ik(system.default_state());
  ik.targets().add_point("link5", p);
  ik.targets().add_coordinate("joint0", 0.2, {.priority = 1});
  ik.solve();
  EXPECT_NEAR(norm(pose(ik.state(), "link5").p - p), 0, 1e-8);
  EXPECT_NEAR(ik.state().q("joint0"), 0.2, 1e-6);
}

TEST(InverseKinematics, KeepsConstraintsAndLocks) {
  ModelBuilder model = planar_arm();
  model.body("crank", solid_brick(1, {0.1, 0.1, 0.1}));
  model.joint("crank", Pin{}, "world", "crank").axis({0, -1, 0}).parent_frame({2, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("loop", BallConstraint(Place("lower", Vec3<double>{1, 0, 0}),
                                     Place("crank", Vec3<double>{-0.5, 0, 0})));
  const System system = builder.build();
  State start = system.default_state();
  InverseKinematics ik(start);
  ik.targets().add_coordinate("crank", 0.6);
  EXPECT_TRUE(ik.solve().reached(1e-8));
  EXPECT_LE(largest_position_error(ik.state()).size, 1e-9);

  start.lock("elbow");
  InverseKinematics held(start);
  held.targets().add_point({"lower", {1, 0, 0}}, {0, 0, 1});
  held.solve();
  EXPECT_EQ(held.state().q("elbow"), start.q("elbow"));
}

TEST(InverseKinematics, OrientationsOfFreeBodies) {
  ModelBuilder model("body");
  model.body("body", solid_brick(1, {1, 2, 3}));
  model.joint("body", Free{}, "world", "body");
  const System system(model.build());
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const Pose<double> X{random.rotation(), random.vector()};
    InverseKinematics ik(system.default_state());
    ik.targets().add_pose("body", X);
    EXPECT_TRUE(ik.solve().reached(1e-9));
    EXPECT_NEAR(norm(pose(ik.state(), "body").p - X.p), 0, 1e-9);
  }
}

/// Forty markers on a tree of bodies along a motion, some of them missing, found again exactly.
TEST(MarkerFitting, FindsTheMotionAgain) {
  const System system(six_pins());
  Random random(9);
  Array<Marker> markers;
  for (int m = 0; m < 40; ++m)
    markers.push_back(
        {"m" + std::to_string(m), Place("link" + std::to_string(m % 6), 0.2 * random.vector())});
  Array<Array<Vec3<double>>> frames;
  Array<Array<double>> expected;
  State state = system.default_state();
  for (int f = 0; f < 30; ++f) {
    for (int k = 0; k < 6; ++k) state.set_q(k, 0.5 * std::sin(0.1 * f + k));
    expected.push_back({state.q().begin(), state.q().end()});
    Array<Vec3<double>> frame;
    for (const Marker& marker : markers) {
      const FrameOn<double> on = marker.on.find(system.model(), "a marker");
      frame.push_back(pose(state, on.body) * on.X_BF.p);
    }
    for (int lost = 0; lost < 5; ++lost) frame[random.index(40)].x = std::nan("");
    frames.push_back(frame);
  }
  State start = system.default_state();
  for (int k = 0; k < 6; ++k) start.set_q(k, 0.5 * std::sin(k) + 0.1);
  const FittedMotion motion = fit_markers(start, markers, frames);
  for (int f = 0; f < 30; ++f) {
    EXPECT_LE(motion.rms[f], 1e-9) << f;
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(motion.q[f][k], expected[f][k], 1e-7) << f;
  }
}

/// With noise the gradient of the sum of squares is zero: Σ w·Jᵀ·e over the markers.
TEST(MarkerFitting, IsOptimalWithNoise) {
  const System system(six_pins());
  Random random(11);
  Array<Marker> markers;
  Array<Vec3<double>> frame;
  const State state = system.default_state();
  for (int m = 0; m < 20; ++m) {
    markers.push_back({"m", Place("link" + std::to_string(m % 6), 0.2 * random.vector()), 1.0 + m});
    const FrameOn<double> on = markers.back().on.find(system.model(), "a marker");
    frame.push_back(pose(state, on.body) * on.X_BF.p + 0.05 * random.vector());
  }
  const FittedMotion motion = fit_markers(state, markers, {frame});
  State fitted = state;
  fitted.set_q(motion.q[0]);
  PositionKinematics<double> position(fitted.tree());
  calc_position_kinematics(fitted.tree(), fitted.q(), position);
  Array<double> gradient(fitted.nu(), 0.0);
  for (int m = 0; m < 20; ++m) {
    const FrameOn<double> on = markers[m].on.find(system.model(), "a marker");
    const Vec3<double> e = calc_pose(fitted.tree(), position, on).p - frame[m];
    add_frame_jacobian_transpose_times(fitted.tree(), position, on,
                                       Force<double>{Vec3<double>::zero(), markers[m].weight * e},
                                       Out<double>(gradient));
  }
  for (const double g : gradient) EXPECT_NEAR(g, 0, 1e-6);
}

TEST(InverseKinematics, NamesAndNumbersAreChecked) {
  const System system(planar_arm().build());
  InverseKinematics ik(system.default_state());
  EXPECT_SAYS(message([&] { ik.targets().add_point("lowre", {0, 0, 0}); }), "'lower'");
  EXPECT_SAYS(message([&] { ik.targets().add_coordinate("elbw", 0); }), "'elbow'");
  EXPECT_SAYS(message([&] { ik.targets().add_point("lower", {0, 0, 0}, {.weight = -1}); }), "-1");
  const int elbow = ik.targets().add_coordinate("elbow", 0.5);
  EXPECT_SAYS(message([&] { ik.targets().set_point(elbow, {0, 0, 0}); }), "not one for a point");
  EXPECT_SAYS(message([&] { ik.targets().set_point(7, {0, 0, 0}); }), "no target 7");
  EXPECT_SAYS(message([&] { InverseKinematics(system.default_state(), {.hold = {"elbw"}}); }), "elbw");
}

}  // namespace
}  // namespace sarrus::testing::inverse_kinematics_test
