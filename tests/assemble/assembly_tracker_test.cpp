#include "sarrus/assemble/assembly_tracker.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/function/linear.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/responses.h"
#include "tests/support/assembly_cases.h"
#include "tests/support/linkages.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::assembly_tracker_test {
namespace {

/// A crank that is turned by hand, all the way round: as if assembled anew each time, in at most three steps.
TEST(AssemblyTracker, FollowsADrivenCrank) {
  State start = four_bar(Closure::ball).start;
  start.set_u(0, 0);
  AssemblyTracker tracker(assembled(start, {.hold = {"crank"}}), {.hold = {"crank"}});
  const int turns = 200;
  for (int i = 1; i <= turns; ++i) {
    tracker.state().set_q(0, 2 * pi * i / turns);
    const TrackingResult tracking = tracker.follow();
    ASSERT_TRUE(tracking.kept()) << i;
    EXPECT_LE(tracking.steps, 3);
    EXPECT_LE(tracking.position_error, 1e-10);
    EXPECT_GT(tracking.independence, 1e-3);
  }
  for (int k = 1; k < 3;
       ++k) {  // back on the same branch, with the turn of the crank taken up by the coupler
    const double turned = std::remainder(tracker.state().q(k) - start.q(k), 2 * pi);
    EXPECT_NEAR(turned, 0, 1e-8);
  }
}

/// The crank follows a motion in time; speeds come along, and with them the next position.
TEST(AssemblyTracker, FollowsTime) {
  const Linkage linkage = four_bar(Closure::in_plane);
  SystemBuilder builder(linkage.system.model());
  for (const bool x : {true, false}) {
    const Rotation<double> R = x ? Rotation<double>::about_y(pi / 2) : Rotation<double>::about_x(-pi / 2);
    builder.add(x ? "tip.x" : "tip.y", PointInPlaneConstraint(Place("rocker", Pose<double>{R, {0, 0.8, 0}}),
                                                              Place("coupler", Vec3<double>{0, 0.9, 0})));
  }
  builder.prescribe("turn", "crank", MotionLevel::position, {linear({6.0})});
  State start = builder.build().default_state();
  start.set_q(linkage.start.q());
  AssemblyTracker tracker(assembled(start));
  EXPECT_NEAR(tracker.state().u(1), linkage.start.u(1), 1e-9);
  int steps = 0;
  for (int i = 1; i <= 100; ++i) {
    tracker.state().set_time(0.002 * i);
    const TrackingResult tracking = tracker.follow();
    ASSERT_TRUE(tracking.kept());
    steps += tracking.steps;
    EXPECT_NEAR(tracker.state().q(0), 0.012 * i, 1e-15);
  }
  EXPECT_LE(steps, 200);  // two each
}

/// An arm whose tip is moved outwards stretches, and can go no further.
TEST(AssemblyTracker, NoticesWhereItEnds) {
  ModelBuilder model("arm with a rail");
  model.body("upper", thin_rod(1, {1, 0, 0})).body("lower", thin_rod(1, {1, 0, 0}));
  model.body("slide", solid_sphere(1, 0.1));
  model.joint("shoulder", Pin{}, "world", "upper").child_frame({-0.5, 0, 0});
  model.joint("elbow", Pin{}, "upper", "lower").parent_frame({0.5, 0, 0}).child_frame({-0.5, 0, 0});
  model.joint("rail", Slider{}, "world", "slide");
  SystemBuilder builder(model.build());
  builder.add("tip", BallConstraint("slide", Place("lower", Vec3<double>{0.5, 0, 0})));
  State start = builder.build().default_state();
  const int rail = start.model().coordinate_number("rail"), elbow = start.model().coordinate_number("elbow");
  start.set_q(rail, 1.0);
  start.set_q(elbow, 1.0);
  AssemblyTracker tracker(assembled(start, {.hold = {"rail"}}), {.hold = {"rail"}});
  TrackingResult tracking;
  double reached = 1;
  while (reached < 3) {
    tracker.state().set_q(rail, reached + 0.01);
    tracking = tracker.follow();
    if (!tracking.kept()) break;
    reached += 0.01;
    EXPECT_NEAR(tracker.state().q(elbow), 2 * std::acos(reached / 2), 1e-7);
  }
  EXPECT_NE(tracking.loss, TrackingLoss::none);
  EXPECT_NEAR(reached, 2, 0.02);
  EXPECT_LE(tracker.state().q(rail), 2.0001);
  expect_error([&] { AssemblyTracker(start, {}); }, {"off by", "assemble()"});
}

}  // namespace
}  // namespace sarrus::testing::assembly_tracker_test
