/// What each constraint means: errors, velocities and accelerations that can be checked by hand.

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/constraint/constraints.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/user_function.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/constraint/constraint_rows.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::constraint_meaning_test {
namespace {

using R = Rotation<double>;
using V = Vec3<double>;
using X = Pose<double>;
using M = Motion<double>;
using List = std::vector<double>;

/// A frame at a pose, with its velocity and acceleration.
Moment<double> frame(const X& pose, const M& velocity = M::zero(), const M& acceleration = M::zero()) {
  Moment<double> moment;
  moment.frames = {{pose, velocity, acceleration}};
  return moment;
}
Moment<double> frames(std::vector<AcceleratedMotion<double>> all) {
  Moment<double> moment;
  moment.frames = std::move(all);
  return moment;
}
Moment<double> mobilities(const List& q, const List& u, const List& udot) {
  Moment<double> moment;
  moment.time = 2;
  moment.q = q, moment.u = u, moment.udot = udot;
  return moment;
}

::testing::AssertionResult are(const List& found, const List& expected) {
  if (found.size() != expected.size())
    return ::testing::AssertionFailure() << found.size() << " numbers instead of " << expected.size();
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (auto r = close(found[i], expected[i], 1e4); !r) return r << " (number " << i << ")";
  return ::testing::AssertionSuccess();
}
::testing::AssertionResult errors(const TestedConstraint& constraint, const Moment<double>& moment,
                                  const List& expected) {
  return are(constraint.at(moment).errors, expected);
}
::testing::AssertionResult velocities(const TestedConstraint& constraint, const Moment<double>& moment,
                                      const List& expected) {
  const ConstraintValues<double> values = constraint.at(moment);
  List found;
  for (int i = 0; i < static_cast<int>(values.drifts.size()); ++i)
    found.push_back(values.velocity(i, moment));
  return are(found, expected);
}
::testing::AssertionResult accelerations(const TestedConstraint& constraint, const Moment<double>& moment,
                                         const List& expected) {
  const ConstraintValues<double> values = constraint.at(moment);
  List found;
  for (int i = 0; i < constraint.shape.rows(); ++i) found.push_back(values.acceleration(i, moment));
  return are(found, expected);
}

TEST(ConstraintMeaning, Rod) {
  const TestedConstraint rod = tested(RodConstraint("arm", "ball", 5.0));
  EXPECT_TRUE(errors(rod, frame({R(), {3, 4, 0}}), {0}));
  EXPECT_TRUE(errors(rod, frame({R(), {0, 0, -7}}), {2}));
  EXPECT_TRUE(errors(rod, frame({R(), {0, 0, 0}}), {-5}));
  // Moving across the rod at 10 m/s is a motion on a circle with the acceleration 100/5 m/s² towards its
  // center.
  const M across{{1, 2, 3}, {-8, 6, 0}};
  EXPECT_TRUE(velocities(rod, frame({R(), {3, 4, 0}}, across), {0}));
  EXPECT_TRUE(accelerations(rod, frame({R(), {3, 4, 0}}, across, {{}, {-12, -16, 0}}), {0}));
  EXPECT_TRUE(velocities(rod, frame({R(), {3, 4, 0}}, {{}, {3, 4, 9}}), {5}));
  // The force acts along the rod.
  EXPECT_TRUE(close(rod.at(frame({R::about_x(0.3), {3, 4, 0}})).wrench(0).f, V{0.6, 0.8, 0}));
  EXPECT_EQ(norm(rod.at(frame({R::about_x(0.3), {3, 4, 0}})).wrench(0).t), 0);
}

TEST(ConstraintMeaning, BallAndPointsInPlanesAndOnLines) {
  const Moment<double> moment =
      frame({R::about_y(0.4), {1, 2, 3}}, {{7, 8, 9}, {4, 5, 6}}, {{1, 1, 1}, {7, 8, 9}});
  const TestedConstraint ball = tested(BallConstraint("arm", "ball"));
  EXPECT_TRUE(errors(ball, moment, {1, 2, 3}));
  EXPECT_TRUE(velocities(ball, moment, {4, 5, 6}));
  EXPECT_TRUE(accelerations(ball, moment, {7, 8, 9}));
  const TestedConstraint plane = tested(PointInPlaneConstraint("arm", "ball", 0.5));
  EXPECT_TRUE(errors(plane, moment, {2.5}));
  EXPECT_TRUE(velocities(plane, moment, {6}));
  EXPECT_TRUE(accelerations(plane, moment, {9}));
  const TestedConstraint line = tested(PointOnLineConstraint("arm", "ball"));
  EXPECT_TRUE(errors(line, moment, {1, 2}));
  EXPECT_TRUE(velocities(line, moment, {4, 5}));
  EXPECT_TRUE(accelerations(line, moment, {7, 8}));
}

TEST(ConstraintMeaning, Angle) {
  const TestedConstraint angle = tested(ConstantAngleConstraint("arm", "ball", pi / 3));
  const V anywhere{1, 2, 3};
  EXPECT_TRUE(errors(angle, frame({R::about_x(pi / 3), anywhere}), {0}));
  EXPECT_TRUE(errors(angle, frame({R::about_x(-pi / 2), anywhere}), {pi / 6}));
  EXPECT_TRUE(errors(angle, frame({R::about_z(1.0), anywhere}), {-pi / 3}));
  EXPECT_TRUE(errors(angle, frame({R::about_y(pi), anywhere}), {2 * pi / 3}));
  // A turn about x takes z away from z; one about either z axis does nothing.
  const X leaning{R::about_x(pi / 3), anywhere};
  EXPECT_TRUE(velocities(angle, frame(leaning, {{2, 0, 0}, {}}), {2}));
  EXPECT_TRUE(velocities(angle, frame(leaning, {{0, 0, 3}, {5, 5, 5}}), {0}));
  EXPECT_TRUE(velocities(angle, frame(leaning, {3.0 * leaning.R.col(2), {}}), {0}));
  // Spinning about F's z axis keeps the angle.
  EXPECT_TRUE(accelerations(angle, frame(leaning, {{0, 0, 3}, {}}), {0}));
}

TEST(ConstraintMeaning, ParallelAxes) {
  const TestedConstraint parallel = tested(ParallelAxesConstraint("arm", "ball"));
  EXPECT_TRUE(errors(parallel, frame({R::about_z(1.0), {1, 2, 3}}), {0, 0}));
  for (const double turn : {1e-12, 0.3, 2.0, 3.1}) {
    EXPECT_TRUE(errors(parallel, frame({R::about_x(turn), {}}), {turn, 0}));
    EXPECT_TRUE(errors(parallel, frame({R::about_y(turn), {}}), {0, turn}));
    EXPECT_TRUE(errors(parallel, frame({R::about_y(-turn) * R::about_z(0.4), {}}), {0, -turn}));
    // about the same axis again, the angle grows as fast as the turn
    EXPECT_TRUE(velocities(parallel, frame({R::about_x(turn), {}}, {{2, 0, 0}, {}}), {2, 0}));
    EXPECT_TRUE(accelerations(parallel, frame({R::about_x(turn), {}}, {{2, 0, 0}, {}}), {0, 0}));
  }
  const List opposite = parallel.at(frame({R::about_y(pi), {}})).errors;
  EXPECT_TRUE(close(std::hypot(opposite[0], opposite[1]), pi));
  // A turn about the common axis is free.
  EXPECT_TRUE(velocities(parallel, frame({R::about_z(1.0), {}}, {{2, 3, 9}, {}}), {2, 3}));
}

TEST(ConstraintMeaning, OrientationAndWeld) {
  const TestedConstraint orientation = tested(ConstantOrientationConstraint("arm", "ball"));
  const TestedConstraint weld = tested(WeldConstraint("arm", "ball"));
  const V axis{0.6, 0, 0.8}, place{1, 2, 3};
  for (const double turn : {0.0, 1e-10, 0.5, 3.0}) {
    const X pose{R::about(axis, turn), place};
    EXPECT_TRUE(errors(orientation, frame(pose), {0.6 * turn, 0, 0.8 * turn}));
    EXPECT_TRUE(errors(weld, frame(pose), {0.6 * turn, 0, 0.8 * turn, 1, 2, 3}));
    const M screw{2.0 * axis, {4, 5, 6}};
    EXPECT_TRUE(velocities(weld, frame(pose, screw), {1.2, 0, 1.6, 4, 5, 6}));
    EXPECT_TRUE(accelerations(weld, frame(pose, screw, {axis, {7, 8, 9}}), {0.6, 0, 0.8, 7, 8, 9}));
  }
  // Half a turn away the error is largest, and still something reduces it at once.
  const ConstraintValues<double> half = orientation.at(frame({R::about(axis, pi), place}));
  EXPECT_TRUE(close(norm(V{half.errors[0], half.errors[1], half.errors[2]}), pi));
  EXPECT_TRUE(close(std::abs(half.wrench(0).t.x * axis.x + half.wrench(0).t.z * axis.z), axis.x));
}

TEST(ConstraintMeaning, CoordinatesAndSpeeds) {
  const Moment<double> one = mobilities({0.5}, {3.0}, {-1.0});
  const TestedConstraint coordinate = tested(ConstantCoordinateConstraint("hinge", 0.2));
  EXPECT_TRUE(errors(coordinate, one, {0.3}));
  EXPECT_TRUE(velocities(coordinate, one, {3}));
  EXPECT_TRUE(accelerations(coordinate, one, {-1}));
  const TestedConstraint speed = tested(ConstantSpeedConstraint("hinge", 0.2));
  EXPECT_TRUE(velocities(speed, one, {2.8}));
  EXPECT_TRUE(accelerations(speed, one, {-1}));
  EXPECT_TRUE(accelerations(tested(ConstantAccelerationConstraint("hinge", 0.2)), one, {-1.2}));
  // 1 + 2·t + 3·t² is 17 at t = 2, with the derivatives 14 and 6.
  const TestedConstraint prescribed = tested(PrescribedCoordinateConstraint("hinge", polynomial({1, 2, 3})));
  EXPECT_TRUE(errors(prescribed, one, {-16.5}));
  EXPECT_TRUE(velocities(prescribed, one, {-11}));
  EXPECT_TRUE(accelerations(prescribed, one, {-7}));
}

TEST(ConstraintMeaning, Couplers) {
  const Moment<double> two = mobilities({3, 4}, {5, 6}, {7, 8});
  // x·y: its rate is 5·4 + 3·6, its second rate 7·4 + 3·8 + 2·5·6.
  const TestedConstraint product = tested(CoordinateCouplerConstraint(
      user_function_of<2>([](const auto& x) { return x[0] * x[1]; }), {"hinge", "track"}));
  EXPECT_TRUE(errors(product, two, {12}));
  EXPECT_TRUE(velocities(product, two, {38}));
  EXPECT_TRUE(accelerations(product, two, {112}));
  // A gear is the coupler of a linear function.
  const TestedConstraint gear = tested(GearConstraint("hinge", {"sleeve", 0}, -2.0, 0.5));
  EXPECT_TRUE(errors(gear, two, {9.5}));
  EXPECT_TRUE(velocities(gear, two, {16}));
  EXPECT_TRUE(accelerations(gear, two, {22}));
  const TestedConstraint linear_coupler =
      tested(CoordinateCouplerConstraint(linear({2, 1}, -0.5), {"hinge", {"sleeve", 0}}));
  EXPECT_TRUE(errors(linear_coupler, two, {9.5}));
  EXPECT_TRUE(accelerations(linear_coupler, two, {22}));
  // u₀² + u₁·q₀ of the speeds of hinge and track and the coordinate of hinge: 25 + 18, at the rate
  // 2·5·7 + 8·3 + 6·5.
  const TestedConstraint speeds = tested(
      SpeedCouplerConstraint(user_function_of<3>([](const auto& x) { return x[0] * x[0] + x[1] * x[2]; }),
                             {"hinge", "track"}, {"hinge"}));
  EXPECT_TRUE(velocities(speeds, two, {43}));
  EXPECT_TRUE(accelerations(speeds, two, {124}));
}

TEST(ConstraintMeaning, NoSlip) {
  // Wheels of radii 2 and 3 that turn about x axes beside the point where they meet; n is z.
  const X first{R(), {0, -2, 0}}, second{R(), {0, 3, 0}};
  const TestedConstraint wheels = tested(NoSlipConstraint("base", "arm", "drum"));
  EXPECT_TRUE(
      velocities(wheels, frames({{first, {{3, 0, 0}, {}}, {}}, {second, {{-2, 0, 0}, {}}, {}}}), {0}));
  EXPECT_TRUE(velocities(wheels, frames({{first, {{3, 0, 0}, {}}, {}}, {second, M::zero(), {}}}), {6}));
  EXPECT_TRUE(velocities(wheels, frames({{first, {{}, {7, 7, 7}}, {}}, {second, {{}, {1, 1, 1}}, {}}}), {6}));
  // A disk that rolls along z on the case: its center is 2 beside the point and moves with 2·ω.
  const TestedConstraint disk = tested(NoSlipConstraint("base", "drum"));
  EXPECT_TRUE(velocities(disk, frame(first, {{3, 0, 0}, {0, 0, -6}}), {0}));
  // The contact point moves on with the disk, so the material point there has no acceleration along z.
  EXPECT_TRUE(accelerations(disk, frame(first, {{3, 0, 0}, {0, 0, -6}}), {0}));
}

TEST(ConstraintMeaning, PlaneContacts) {
  const Moment<double> moment = frame({R::about_y(0.4), {1, 2, 3}}, {{1, 2, 4}, {4, 5, 6}});
  const TestedConstraint point = tested(PointOnPlaneContact("arm", "ball", 0.5));
  EXPECT_TRUE(errors(point, moment, {2.5}));
  EXPECT_TRUE(velocities(point, moment, {6, 4, 5}));
  const TestedConstraint sphere =
      tested(SphereOnPlaneContact("arm", "ball", 2.0, ContactMotion::rolling, 0.5));
  EXPECT_TRUE(errors(sphere, moment, {0.5}));
  EXPECT_TRUE(velocities(sphere, moment, {6, 0, 7}));
  // Rolling along x turns about +y; spinning about z is free.
  EXPECT_TRUE(velocities(sphere, frame({R(), {1, 2, 2.5}}, {{0, 3, 8}, {6, 0, 0}}), {0, 0, 0}));
  EXPECT_TRUE(
      velocities(tested(SphereOnPlaneContact("arm", "ball", 2.0, ContactMotion::sliding)), moment, {6}));
  // The force acts at the point that touches: along y it turns the sphere about +x.
  EXPECT_TRUE(close(sphere.at(moment).wrench(2).t, V{2, 0, 0}));
}

/// The velocity of the point of M's body that is at `point`, from the rate of its position.
V material_velocity(const Moment<double>& moment, const V& point) {
  const Pose<Dual8> X_FM = with_rates(moment).frames[0].X;
  const Vec3<Dual8> moved = X_FM * moment.frames[0].X.inverse_times(point).cast<Dual8>();
  return {moved.x.partial[0], moved.y.partial[0], moved.z.partial[0]};
}
/// Expects that the velocity rows are the part of a velocity normal to n.
void expect_slip(const TestedConstraint& contact, const Moment<double>& moment, const V& velocity,
                 const V& n) {
  const ConstraintValues<double> values = contact.at(moment);
  const V t1 = values.wrench(1).f, t2 = values.wrench(2).f;
  EXPECT_TRUE(close(norm(t1), 1.0));
  EXPECT_TRUE(close(norm(t2), 1.0));
  EXPECT_TRUE(close(dot(t1, t2), 0.0));
  EXPECT_TRUE(close(values.wrench(0).f, n));
  const V slip = values.velocity(1, moment) * t1 + values.velocity(2, moment) * t2;
  EXPECT_TRUE(close(slip, velocity - dot(velocity, n) * n, 1e3, norm(velocity)));
}

TEST(ConstraintMeaning, SphereOnSphere) {
  const TestedConstraint balls =
      tested(SphereOnSphereContact("arm", "ball", 3.0, 2.0, ContactMotion::rolling));
  EXPECT_TRUE(errors(balls, frame({R(), {3, 4, 0}}), {0}));
  EXPECT_TRUE(errors(balls, frame({R(), {0, 0, -7}}), {2}));
  // On top, moving along x without turning: the lowest point slips at the speed of the center.
  EXPECT_TRUE(velocities(balls, frame({R(), {0, 0, 5}}, {{}, {1, 0, 0}}), {0, 1, 0}));
  EXPECT_TRUE(velocities(balls, frame({R(), {0, 0, 5}}, {{0, 0.5, 0}, {1, 0, 0}}), {0, 0, 0}));
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const V n = normalized(random.vector());
    const Moment<double> touching = frame({random.rotation(), 5.0 * n}, random.motion());
    expect_slip(balls, touching, material_velocity(touching, 3.0 * n), n);
  }
}

/// The lowest point of a wheel, from points all around its edge.
V lowest_point_of_edge(const X& pose, double radius) {
  V lowest = pose * V{radius, 0, 0};
  for (double step = 0.01, middle = 0, reach = pi; step > 1e-10; reach = 2 * step, step *= 0.01) {
    double best = middle;
    for (double angle = middle - reach; angle <= middle + reach; angle += step) {
      const V at = pose * V{radius * std::cos(angle), radius * std::sin(angle), 0};
      if (at.z < lowest.z) lowest = at, best = angle;
    }
    middle = best;
  }
  return lowest;
}

TEST(ConstraintMeaning, DiskOnPlane) {
  const double radius = 2, height = 0.5, crown = 0.25;
  const TestedConstraint disk =
      tested(DiskOnPlaneContact("arm", "ball", radius, ContactMotion::rolling, height, crown));
  // Upright, its axis along y: it rolls along x when it turns about y.
  const R upright = R::about_x(-pi / 2);
  EXPECT_TRUE(close(upright.col(2), V{0, 1, 0}));
  EXPECT_TRUE(errors(disk, frame({upright, {7, 8, 2.75}}), {0}));
  EXPECT_TRUE(velocities(disk, frame({upright, {7, 8, 2.75}}, {{0, 4, 0}, {9, 0, 0}}), {0, 0, 0}));
  EXPECT_TRUE(velocities(disk, frame({upright, {7, 8, 2.75}}, {{0, 4, 0}, {9, 3, 1}}), {1, 0, 3}));
  // A force along the track turns it back, one across it leans it over.
  const ConstraintValues<double> standing = disk.at(frame({upright, {7, 8, 2.75}}));
  EXPECT_TRUE(close(standing.wrench(1).t, V{0, -2.25, 0}));
  EXPECT_TRUE(close(standing.wrench(2).t, V{2.25, 0, 0}));
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const R turn = random.rotation();
    const V middle{random.number(), random.number(), 0};
    // as high as its lowest point is low
    const V below = lowest_point_of_edge({turn, middle}, radius);
    const Moment<double> touching =
        frame({turn, {middle.x, middle.y, height + crown - below.z}}, random.motion());
    EXPECT_NEAR(disk.at(touching).errors[0], 0, 1e-9);
    const V point{below.x, below.y, height};
    const V track = normalized(cross(turn.col(2), V{0, 0, 1}));
    const ConstraintValues<double> values = disk.at(touching);
    const V velocity = material_velocity(touching, point);
    EXPECT_TRUE(close(values.wrench(1).f, track));
    EXPECT_NEAR(values.velocity(0, touching), velocity.z, 1e-6);
    EXPECT_NEAR(values.velocity(1, touching), dot(velocity, track), 1e-6);
    EXPECT_NEAR(values.velocity(2, touching), dot(velocity, cross(V{0, 0, 1}, track)), 1e-6);
  }
}

TEST(ConstraintMeaning, LineOnLine) {
  const TestedConstraint edges = tested(LineOnLineContact("arm", "ball", ContactMotion::rolling));
  // M's edge along y (a turn about x by −90° takes z to y), 2 beside F's in the direction −x of z × y.
  const R along_y = R::about_x(-pi / 2);
  EXPECT_TRUE(errors(edges, frame({along_y, {-2, 9, 7}}), {2}));
  EXPECT_TRUE(errors(edges, frame({along_y, {0, 9, 7}}), {0}));
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    // Edges that meet at a chosen point of both.
    const R turn = random.rotation();
    const V point{0, 0, random.number()};
    const Moment<double> touching = frame({turn, point - random.number() * turn.col(2)}, random.motion());
    EXPECT_TRUE(errors(edges, touching, {0}));
    expect_slip(edges, touching, material_velocity(touching, point),
                normalized(cross(V{0, 0, 1}, turn.col(2))));
  }
}

TEST(ConstraintMeaning, Rope) {
  // Down to a block and up again, and a third piece from there to a hook on a third body.
  const TestedConstraint rope =
      tested(RopeConstraint({{"base", V{0, 0, 5}}, "ball", {"base", V{6, 0, 5}}, "drum"}, 10.0));
  ASSERT_EQ(rope.shape.frames.size(), 2U);
  const auto at = [](const V& block, const V& hook, const V& block_rate = {}, const V& hook_rate = {}) {
    return frames({{{R(), block}, {{9, 9, 9}, block_rate}, {}}, {{R(), hook}, {{9, 9, 9}, hook_rate}, {}}});
  };
  EXPECT_TRUE(errors(rope, at({3, 0, -4}, {6, 0, -2}), {2}));  // 5 + 5 + 2 − 10
  EXPECT_TRUE(velocities(rope, at({3, 0, -4}, {6, 0, -2}, {0, 0, -1}, {0, 0, 2}), {1.6 - 2}));
  // The block hangs on two pieces, each with 4/5 of its tension upwards.
  const ConstraintValues<double> values = rope.at(at({3, 0, -4}, {6, 0, -2}));
  EXPECT_TRUE(close(values.wrench(0, 0).f, V{0, 0, -1.6}));
  EXPECT_TRUE(close(values.wrench(0, 1).f, V{0, 0, -1}));
  // Through two points it is a rod.
  const TestedConstraint straight = tested(RopeConstraint({"arm", "ball"}, 0.7)),
                         rod = tested(RodConstraint("arm", "ball", 0.7));
  Random random(3);
  const Moment<double> moment = random_moment(rod.shape, random);
  EXPECT_TRUE(are(straight.at(moment).errors, rod.at(moment).errors));
  EXPECT_TRUE(are(straight.at(moment).biases, rod.at(moment).biases));
  EXPECT_TRUE(close(straight.at(moment).wrench(0).f, rod.at(moment).wrench(0).f));
  // Closed, it is the circumference.
  const TestedConstraint loop =
      tested(RopeConstraint({"base", "ball", "drum"}, 11.0, RopeConstraint::Ends::closed));
  EXPECT_TRUE(errors(loop, at({3, 0, 0}, {0, 4, 0}), {1}));
}

TEST(ConstraintMeaning, Belt) {
  using Turns = Pulley::Turns;
  const TestedConstraint belt =
      tested(BeltConstraint("base", {{"arm", 0.2}, {"drum", 0.4}, {"ring", 0.1, Turns::against_the_first}}));
  const auto turning = [](double w) {
    return AcceleratedMotion<double>{{R::about_z(w), {w, 0, 0}}, {{0, 0, w}, {}}, {}};
  };
  EXPECT_TRUE(velocities(belt, frames({turning(10), turning(5), turning(-20)}), {0, 0}));
  EXPECT_TRUE(velocities(belt, frames({turning(10), turning(4), turning(20)}), {0.4, 4}));
}

/// How F moves as seen from M.
AcceleratedMotion<double> seen_from_M(const AcceleratedMotion<double>& motion) {
  const Pose<double> back = motion.X.inverse();
  return {back, {-(back.R * motion.V.w), back.R * (cross(motion.V.w, motion.X.p) - motion.V.v)}, {}};
}

TEST(ConstraintMeaning, ItDoesNotMatterFromWhichBodyOneLooks) {
  const std::vector<TestedConstraint> both_ways{
      tested(RodConstraint("arm", "ball", 0.5)),
      tested(ConstantAngleConstraint("arm", "ball", 0.5)),
      tested(SphereOnSphereContact("arm", "ball", 0.3, 0.3, ContactMotion::sliding)),
      tested(LineOnLineContact("arm", "ball", ContactMotion::sliding)),
  };
  Random random(9);
  for (const TestedConstraint& constraint : both_ways)
    for (int i = 0; i < 10; ++i) {
      const Moment<double> there = random_moment(constraint.shape, random);
      Moment<double> back = there;
      back.frames[0] = seen_from_M(there.frames[0]);
      const ConstraintValues<double> a = constraint.at(there), b = constraint.at(back);
      EXPECT_TRUE(are(a.errors, b.errors));
      EXPECT_TRUE(close(a.velocity(0, there), b.velocity(0, back), 1e3, norm(a.wrench(0).t)));
    }
}

}  // namespace
}  // namespace sarrus::testing::constraint_meaning_test
