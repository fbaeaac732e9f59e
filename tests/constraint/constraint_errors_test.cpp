/// What the constraints say about bad input.

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

#include "sarrus/constraint/constraints.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "tests/constraint/constraint_rows.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::constraint_errors_test {
namespace {

using V = Vec3<double>;

/// Expects that a constraint called "part" is refused with a message that has all parts.
template <class E>
void expect_refused(const E& element, std::initializer_list<const char*> parts) {
  expect_error([&] { (void)tested(element); }, parts);
}

TEST(ConstraintErrors, NumbersOutOfRange) {
  expect_refused(RodConstraint("arm", "ball", 0.0), {"'part'", "length 0", "use a ball constraint"});
  expect_refused(RodConstraint("arm", "ball", -2.0), {"'part.length'", "-2 m", "above 0"});
  expect_refused(RodConstraint("arm", "ball", nan), {"'part.length'", "nan", "finite"});
  expect_refused(PointInPlaneConstraint("arm", "ball", nan), {"'part.height'", "nan"});
  for (const double angle : {0.0, pi, -0.1, 4.0})
    expect_refused(ConstantAngleConstraint("arm", "ball", angle),
                   {"'part'", "between 0 and π", "ParallelAxesConstraint"});
  expect_refused(ConstantAngleConstraint("arm", "ball", nan), {"'part.angle'", "nan"});
  expect_refused(ConstantCoordinateConstraint("hinge", nan), {"'part.value'", "nan"});
  expect_refused(ConstantSpeedConstraint("hinge", nan), {"'part.value'", "nan"});
  expect_refused(ConstantAccelerationConstraint("hinge", nan), {"'part.value'", "nan"});
  expect_refused(GearConstraint("hinge", "track", nan), {"'part.ratio'", "nan"});
  expect_refused(GearConstraint("hinge", "track", 1.0, nan), {"'part.offset'", "nan"});
  expect_refused(PointOnPlaneContact("arm", "ball", nan), {"'part.height'", "nan"});
  expect_refused(SphereOnPlaneContact("arm", "ball", 0.0, ContactMotion::rolling),
                 {"'part.radius'", "0 m", "above 0"});
  expect_refused(SphereOnPlaneContact("arm", "ball", 1.0, ContactMotion::rolling, nan),
                 {"'part.height'", "nan"});
  expect_refused(SphereOnSphereContact("arm", "ball", -1.0, 1.0, ContactMotion::rolling),
                 {"'part.radius_F'", "-1 m"});
  expect_refused(SphereOnSphereContact("arm", "ball", 1.0, 0.0, ContactMotion::rolling),
                 {"'part.radius_M'", "0 m"});
  expect_refused(DiskOnPlaneContact("arm", "ball", 0.0, ContactMotion::rolling),
                 {"'part.radius'", "0 m", "above 0"});
  expect_refused(DiskOnPlaneContact("arm", "ball", 1.0, ContactMotion::rolling, nan),
                 {"'part.height'", "nan"});
  expect_refused(DiskOnPlaneContact("arm", "ball", 1.0, ContactMotion::rolling, 0, -0.1),
                 {"'part.crown'", "-0.1 m"});
  expect_refused(RopeConstraint({"arm", "ball"}, 0.0), {"'part.length'", "0 m", "above 0"});
  expect_refused(BeltConstraint("base", {{"arm", 0.1}, {"ring", -0.1}}),
                 {"'part.radius_1'", "-0.1 m", "above 0"});
}

TEST(ConstraintErrors, AnAngleThatIsSetLater) {
  TestedConstraint angle = tested(ConstantAngleConstraint("arm", "ball", 1.0));
  Random random(1);
  const Moment<double> moment = random_moment(angle.shape, random);
  angle.parameters[0] = pi;
  expect_error([&] { (void)angle.at(moment); }, {"'part'", "3.14159", "ParallelAxesConstraint"});
}

TEST(ConstraintErrors, BothFramesOnOneBody) {
  expect_refused(BallConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(RodConstraint("ball", "grip", 1.0), {"'part'", "both ends", "'ball'"});
  expect_refused(WeldConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(PointInPlaneConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(PointOnLineConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(ConstantAngleConstraint("ball", "grip", 1.0), {"'part'", "both ends", "'ball'"});
  expect_refused(ParallelAxesConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(ConstantOrientationConstraint("ball", "grip"), {"'part'", "both ends", "'ball'"});
  expect_refused(LineOnLineContact("ball", "grip", ContactMotion::sliding),
                 {"'part'", "both ends", "'ball'"});
  expect_refused(NoSlipConstraint("ball", "grip"), {"'part'", "'ball' twice", "another body"});
  expect_refused(NoSlipConstraint("base", "ball", "grip"), {"'part'", "'ball' twice"});
  expect_refused(BeltConstraint("base", {{"arm", 0.1}, {"arm", 0.2}}), {"'part'", "'arm' twice"});
  expect_refused(RopeConstraint({"base", "ball", "grip"}, 1.0),
                 {"'part'", "both ends on body 'ball'", "leave one"});
  expect_refused(RopeConstraint({"ball", "base", "grip"}, 1.0, RopeConstraint::Ends::closed),
                 {"'part'", "both ends on body 'ball'"});
}

TEST(ConstraintErrors, NamesThatDoNotExist) {
  expect_refused(RodConstraint("arm", "bal", 1.0), {"'part'", "'bal'", "Did you mean 'ball'?"});
  expect_refused(NoSlipConstraint("base", "arn"), {"'part'", "'arn'", "'arm'"});
  expect_refused(RopeConstraint({"base", "arn"}, 1.0), {"'part'", "'arn'", "'arm'"});
  expect_refused(BeltConstraint("base", {{"arm", 0.1}, {"rin", 0.1}}), {"'part'", "'rin'", "'ring'"});
  expect_refused(WeldConstraint("arm", {"ball", V{0, nan, 0}}), {"'part'", "'ball'", "nan"});
  expect_refused(ConstantSpeedConstraint("hing", 1.0), {"'hing'", "hinge"});
  expect_refused(ConstantSpeedConstraint({"hinge", 1}, 1.0), {"'part'", "speed 1", "'hinge'", "has 1"});
}

TEST(ConstraintErrors, CoordinatesThatAreNone) {
  const Mobility turn("socket", 0);
  expect_refused(ConstantCoordinateConstraint(turn, 1.0),
                 {"'part'", "'socket'", "4 coordinates", "3 speeds"});
  expect_refused(PrescribedCoordinateConstraint(turn, polynomial({1, 2})), {"'part'", "'socket'"});
  expect_refused(CoordinateCouplerConstraint(linear({1, 2}), {"hinge", turn}), {"'part'", "'socket'"});
  expect_refused(GearConstraint("hinge", turn, 1.0), {"'part'", "'socket'"});
  expect_refused(SpeedCouplerConstraint(linear({1, 2}), {turn}, {turn}), {"'part'", "'socket'"});
  expect_refused(GearConstraint("hinge", "hinge", 1.0), {"'part'", "with itself"});
}

TEST(ConstraintErrors, WrongNumbersOfThings) {
  expect_refused(CoordinateCouplerConstraint(linear({1, 2, 3}), {"hinge", "track"}),
                 {"'part'", "3 arguments", "2 coordinates"});
  expect_refused(CoordinateCouplerConstraint(linear({1}), {}), {"'part'", "no coordinates"});
  expect_refused(
      CoordinateCouplerConstraint(linear(std::vector<double>(17, 1.0)), std::vector<Mobility>(17, "hinge")),
      {"'part'", "17", "16"});
  expect_refused(SpeedCouplerConstraint(linear({1, 2, 3}), {"hinge"}, {"hinge"}),
                 {"'part'", "3 arguments", "2 speeds and coordinates"});
  expect_refused(SpeedCouplerConstraint(linear({1}), {}, {"hinge"}), {"'part'", "no speeds"});
  expect_refused(PrescribedCoordinateConstraint("hinge", linear({1, 2})), {"'part'", "2 arguments", "time"});
  expect_refused(RopeConstraint({"arm"}, 1.0), {"'part'", "1 points", "at least 2"});
  expect_refused(RopeConstraint({"arm", "ball"}, 1.0, RopeConstraint::Ends::closed),
                 {"'part'", "2 points", "at least 3"});
  expect_refused(BeltConstraint("base", {{"arm", 0.1}}), {"'part'", "1 pulleys", "at least 2"});
  expect_refused(BeltConstraint("base", {{"arm", 0.1, Pulley::Turns::against_the_first}, {"ring", 0.1}}),
                 {"'part'", "against itself"});
}

}  // namespace
}  // namespace sarrus::testing::constraint_errors_test
