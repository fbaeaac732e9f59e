#include "sarrus/spatial/inertia_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "sarrus/base/error.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::inertia_check_test {
namespace {

const Vec3<double> origin = Vec3<double>::zero();

RigidInertia<double> central(double mass, double x, double y, double z) {
  return {mass, origin, Sym3<double>::diagonal(x, y, z)};
}
Pose<double> some_pose() {
  return {Rotation<double>::about(normalized(Vec3<double>{1, 2, 3}), 0.8), {0.4, -2, 3}};
}
/// Expects exactly one fault, whose sentence contains all of `parts`.
void expect_fault(const RigidInertia<double>& M, std::initializer_list<const char*> parts) {
  const std::vector<std::string> faults = inertia_faults(M);
  ASSERT_EQ(faults.size(), 1u);
  for (const char* part : parts)
    EXPECT_NE(faults[0].find(part), std::string::npos) << part << " in: " << faults[0];
}

TEST(InertiaFaults, NoneInRealBodiesWhereverTheyAre) {
  const RigidInertia<double> bodies[] = {
      solid_brick(2, {1, 2, 3}),  solid_sphere(2, 0.1),     thin_rod(0.5, {1, 0.5, -2}),
      thin_disk(3, 0.7),          point_mass(4, {1, 2, 3}), brick_shell(1, {0.1, 0.2, 0.3}),
      solid_cone(3, 0.5, 2),      central(1, 1, 1, 2),      central(1e-9, 1e-15, 1e-15, 2e-15),
      solid_cylinder(9, 1, 1e-6), central(0, 0, 0, 0)};
  for (const RigidInertia<double>& M : bodies) {
    EXPECT_TRUE(inertia_faults(M).empty()) << inertia_faults(M).front();
    const RigidInertia<double> moved = some_pose() * M;
    EXPECT_TRUE(inertia_faults(moved).empty()) << inertia_faults(moved).front();
  }
}

TEST(InertiaFaults, NamesWhatIsNotFinite) {
  RigidInertia<double> M = solid_sphere(1, 1);
  M.h.y = nan;
  M.I.xz = -infinity;
  expect_fault(M, {"not all numbers", "h.y = nan", "I.xz = -inf"});
  expect_fault(1e300 * solid_sphere(1.0, 0.1), {"a mass of 1e+300 kg is too large to compute with"});
  M = solid_sphere(1, 1);
  M.m = infinity;
  expect_fault(M, {"m = inf"});
}

TEST(InertiaFaults, NegativeMass) {
  expect_fault(central(-2.5, 1, 1, 1), {"mass is -2.5 kg", "positive mass"});
}

TEST(InertiaFaults, CenterOfMassOutOfReach) {
  expect_fault(RigidInertia<double>{1e-300, {1e10, 0, 0}, Sym3<double>::diagonal(1, 1, 1)},
               {"mass 1e-300 kg is too small", "check the units"});
  expect_fault(central(1e-310, 1, 1, 1), {"is too small"});
}

TEST(InertiaFaults, AllOfAMasslessBody) {
  const std::vector<std::string> faults =
      inertia_faults(RigidInertia<double>{0, {0, 0.25, 0}, Sym3<double>::diagonal(0, 3, 0)});
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_NE(faults[0].find("h = (0, 0.25, 0)"), std::string::npos) << faults[0];
  EXPECT_NE(faults[1].find("yy 3"), std::string::npos) << faults[1];
  EXPECT_NE(faults[1].find("give the body a mass"), std::string::npos) << faults[1];
}

TEST(InertiaFaults, NegativeMoment) {
  expect_fault(central(1, 1, -0.5, 1), {"axis (0, 1, 0)", "is -0.5 kg·m²", "from_central"});
}

TEST(InertiaFaults, EachNegativeMoment) { EXPECT_EQ(inertia_faults(central(1, -1, -0.5, -3)).size(), 3u); }

TEST(InertiaFaults, TriangleInequality) {
  expect_fault(central(1, 1, 3.25, 2), {"largest principal moment", "3.25 kg·m² about the axis (0, 1, 0)",
                                        "1 about (1, 0, 0)", "2 about (0, 0, 1)", "by 0.25 kg·m²"});
}

// The diagonal looks innocent, but not along the principal axes.
TEST(InertiaFaults, TriangleInequalityOfTheTurnedAxes) {
  const RigidInertia<double> M{1, origin, {2, 2, 2, 1.5, 0, 0}};  // principal moments 0.5, 2, 3.5
  expect_fault(M, {"(0.7071, 0.7071, 0)", "by 1 kg·m²"});
}

// A common slip: I about the center of mass is given with h of a displaced one.
TEST(InertiaFaults, CentralInertiaTakenForThatAboutTheOrigin) {
  const RigidInertia<double> M{2, {2, 0, 0}, solid_sphere(2, 0.1).I};
  const std::vector<std::string> faults = inertia_faults(M);
  ASSERT_EQ(faults.size(), 2u);
  for (const std::string& fault : faults)
    EXPECT_NE(fault.find("through the center of mass (1, 0, 0)"), std::string::npos) << fault;
}

TEST(InertiaFaults, ToleranceIsRelativeToTheSize) {
  for (const double scale : {1e-9, 1.0, 1e9}) {
    EXPECT_TRUE(inertia_faults(central(scale, scale, scale, scale * (2 + 1e-13))).empty());
    EXPECT_FALSE(inertia_faults(central(scale, scale, scale, scale * (2 + 1e-11))).empty());
    EXPECT_TRUE(inertia_faults(central(scale, scale, scale, scale * (2 + 1e-7)), 1e-6).empty());
  }
}

TEST(PrincipalInertia, OfABrickAnywhere) {
  const RigidInertia<double> brick = solid_brick(3, {1, 2, 4});  // moments 5, 4.25, 1.25
  const Pose<double> X = some_pose();
  const PrincipalInertia principal = principal_inertia(X * brick);
  EXPECT_NEAR(principal.moments.x, 1.25, 1e-13);
  EXPECT_NEAR(principal.moments.y, 4.25, 1e-13);
  EXPECT_NEAR(principal.moments.z, 5, 1e-13);
  EXPECT_LE(norm(principal.com - X.p), 4 * epsilon * norm(X.p));
  for (const auto& [axis, of_brick] : {std::pair(0, 2), std::pair(1, 1), std::pair(2, 0)})
    EXPECT_NEAR(std::abs(dot(principal.R.col(axis), X.R.col(of_brick))), 1, 1e-13);
}

TEST(PrincipalInertia, AxesAreARotationAndTurnTheMomentsBack) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int sample = 0; sample < 50; ++sample) {
    RigidInertia<double> M = point_mass(1, {uniform(generator), uniform(generator), uniform(generator)});
    for (int i = 0; i < 4; ++i)
      M = M + point_mass(1, {uniform(generator), uniform(generator), uniform(generator)});
    const PrincipalInertia principal = principal_inertia(M);
    EXPECT_LE(principal.moments.x, principal.moments.y);
    EXPECT_LE(principal.moments.y, principal.moments.z);
    EXPECT_NEAR(determinant(principal.R.matrix()), 1, 8 * epsilon);
    for (int axis = 0; axis < 2; ++axis) {
      const Vec3<double>& a = principal.R.col(axis);
      EXPECT_GT(std::max({a.x, a.y, a.z}) + std::min({a.x, a.y, a.z}),
                0);  // the largest component is positive
    }
    const Sym3<double> expected = M.central();
    const Sym3<double> I = rotate(
        principal.R, Sym3<double>::diagonal(principal.moments.x, principal.moments.y, principal.moments.z));
    for (const double error : {I.xx - expected.xx, I.yy - expected.yy, I.zz - expected.zz, I.xy - expected.xy,
                               I.xz - expected.xz, I.yz - expected.yz})
      EXPECT_NEAR(error, 0, 1e-13);
  }
}

TEST(PrincipalInertia, OfAscendingMomentsLeavesTheAxes) {
  const PrincipalInertia principal = principal_inertia(central(1, 2, 3, 4));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_NEAR(principal.R(i, j), i == j ? 1 : 0, 1e-15);
}

TEST(PrincipalInertia, RefusesWhatHasNoCenterOfMass) {
  const auto message = [](const RigidInertia<double>& M) -> std::string {
    try {
      principal_inertia(M);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message(central(0, 0, 0, 0)).find("mass is 0"), std::string::npos);
  EXPECT_NE(message(central(-1, 1, 1, 1)).find("mass is -1"), std::string::npos);
  EXPECT_NE(message(central(1, nan, 1, 1)).find("I.xx = nan"), std::string::npos);
}

}  // namespace
}  // namespace sarrus::testing::inertia_check_test
