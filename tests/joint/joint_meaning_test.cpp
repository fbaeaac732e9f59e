// What each joint's coordinates and speeds mean: poses and velocities written down by hand from the
// definitions of the joints, not derived from the library's own poses.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/joint/joints.h"
#include "tests/support/close.h"
#include "tests/support/joint_rows.h"

namespace sarrus::testing::joint_meaning_test {
namespace {

using V = Vec3<double>;
using M = Motion<double>;
constexpr double right = std::numbers::pi / 2;

/// M's axes and origin in F, and the velocity of M in F for speeds u.
struct Meaning {
  const char* name;
  Joint joint;
  std::vector<double> q, u;
  V x, y, origin;  // the z axis is x × y
  M velocity;
};

std::vector<Meaning> meanings() {
  constexpr auto euler = RotationCoordinates::euler;
  const double r = std::sqrt(0.5), s3 = std::sin(0.3), c3 = std::cos(0.3);
  // Quarter turns make every expected matrix a permutation that can be checked by eye.
  const V ex{1, 0, 0}, ey{0, 1, 0}, ez{0, 0, 1}, none{0, 0, 0};
  SphericalCoordinates spherical;
  SphericalCoordinates spherical_x;
  spherical_x.radius_axis = SphericalCoordinates::RadiusAxis::x;
  spherical_x.negate_zenith = true;
  spherical_x.azimuth_offset = right;
  FunctionBased functions(1);
  functions.rotation(ex, linear({2.0})).translation(ey, polynomial({0, 0, 3}));
  return {
      {"weld", Weld{}, {}, {}, ex, ey, none, {none, none}},
      {"pin: about z", Pin{}, {right}, {2}, ey, -ex, none, {{0, 0, 2}, none}},
      {"slider: along x", Slider{}, {0.7}, {2}, ex, ey, {0.7, 0, 0}, {none, {2, 0, 0}}},
      {"screw: pitch per radian along z",
       Screw{0.1},
       {right},
       {2},
       ey,
       -ex,
       {0, 0, 0.1 * right},
       {{0, 0, 2}, {0, 0, 0.2}}},
      {"rack and pinion: rolls along Fx",
       RackPinion{0.5},
       {right},
       {2},
       ey,
       -ex,
       {0.5 * right, 0, 0},
       {{0, 0, 2}, {1, 0, 0}}},
      {"universal: about Fx, then the new y",
       Universal{},
       {right, right},
       {1, 2},
       ey,
       ez,
       none,
       {{1, 0, 2}, none}},
      {"cylinder: angle and slide on z",
       Cylinder{},
       {right, 3},
       {1, 2},
       ey,
       -ex,
       {0, 0, 3},
       {{0, 0, 1}, {0, 0, 2}}},
      {"bend-stretch: polar", BendStretch{}, {right, 2}, {3, 5}, ey, -ex, {0, 2, 0}, {{0, 0, 3}, {-6, 5, 0}}},
      {"planar: angle, then x and y in F",
       Planar{},
       {right, 4, 5},
       {1, 2, 3},
       ey,
       -ex,
       {4, 5, 0},
       {{0, 0, 1}, {2, 3, 0}}},
      {"gimbal: body-fixed x, y, z",
       Gimbal{},
       {right, 0, right},
       {1, 2, 3},
       ez,
       -ex,
       none,
       {{1, -3, 2}, none}},
      {"ball: quaternion, w in F", Ball{}, {r, r, 0, 0}, {1, 2, 3}, ex, ez, none, {{1, 2, 3}, none}},
      {"ball: angles, w in F", Ball{euler}, {right, 0, right}, {1, 2, 3}, ez, -ex, none, {{1, 2, 3}, none}},
      {"ellipsoid: at rest on its pole",
       Ellipsoid{{0.2, 0.3, 0.5}},
       {1, 0, 0, 0},
       {0, 0, 1},
       ex,
       ey,
       {0, 0, 0.5},
       {{0, 0, 1}, none}},
      // Turned by a quarter about x the normal is −y, and the origin is at that pole.
      {"ellipsoid: where the normal is Mz",
       Ellipsoid{{0.2, 0.3, 0.5}},
       {r, r, 0, 0},
       {0, 1, 0},
       ex,
       ez,
       {0, -0.3, 0},
       {{0, 1, 0}, none}},
      // About x the pole (0, 0, rz) of the section y²/ry² + z²/rz² = 1 moves by −ry²/rz along y per radian.
      {"ellipsoid: slides by the curvature",
       Ellipsoid{{0.2, 0.3, 0.5}},
       {1, 0, 0, 0},
       {1, 0, 0},
       ex,
       ey,
       {0, 0, 0.5},
       {{1, 0, 0}, {0, -0.18, 0}}},
      {"beam: tip of a bent cantilever",
       CantileverBeam{1.5},
       {0.3, 0, 0},
       {1, 0, 0},
       ex,
       {0, c3, s3},
       {0, -0.3, 1.5 - 4.0 / 15 * 0.09 * 1.5},
       {{1, 0, 0}, {0, -1, -8.0 / 15 * 0.3 * 1.5}}},
      {"translation", Translation{}, {1, 2, 3}, {4, 5, 6}, ex, ey, {1, 2, 3}, {none, {4, 5, 6}}},
      // Azimuth 90°: the zenith turns about −Fx, so the radius swings from Fz towards Fy.
      {"spherical: radius along Mz",
       spherical,
       {right, right, 2},
       {0, 0, 3},
       -ez,
       -ex,
       {0, 2, 0},
       {none, {0, 3, 0}}},
      {"spherical: zenith rate",
       spherical,
       {right, 0, 2},
       {0, 1, 0},
       ey,
       -ex,
       {0, 0, 2},
       {{-1, 0, 0}, {0, 2, 0}}},
      {"spherical: radius along Mx, signs and offset",
       spherical_x,
       {0, right, 2},
       {1, 0, 0},
       ez,
       -ex,
       {0, 0, 2},
       {{0, 0, 1}, none}},
      {"line orientation: w in M", LineOrientation{}, {r, r, 0, 0}, {2, 3}, ex, ez, none, {{2, 0, 3}, none}},
      {"free: (w, v) in F",
       Free{},
       {r, r, 0, 0, 1, 2, 3},
       {1, 2, 3, 4, 5, 6},
       ex,
       ez,
       {1, 2, 3},
       {{1, 2, 3}, {4, 5, 6}}},
      {"free line",
       FreeLine{},
       {r, r, 0, 0, 1, 2, 3},
       {2, 3, 4, 5, 6},
       ex,
       ez,
       {1, 2, 3},
       {{2, 0, 3}, {4, 5, 6}}},
      {"bushing: angle rates and velocity",
       Bushing{},
       {right, 0, right, 1, 2, 3},
       {1, 2, 3, 4, 5, 6},
       ez,
       -ex,
       {1, 2, 3},
       {{1, -3, 2}, {4, 5, 6}}},
      {"function-based: q into 2q and 3q²",
       functions,
       {right / 2},
       {1},
       ex,
       ez,
       {0, 3 * right * right / 4, 0},
       {{2, 0, 0}, {0, 3 * right, 0}}},
  };
}

TEST(JointMeaning, PosesAndVelocitiesAreThoseOfTheDefinition) {
  for (const Meaning& m : meanings()) {
    const auto p = parameter_values<double>(m.joint);
    Pose<double> X;
    Motion<double> H[max_joint_speeds], velocity = M::zero();
    m.joint.pose_and_columns(m.q.data(), p.data(), X, H);
    for (std::size_t i = 0; i < m.u.size(); ++i) velocity += m.u[i] * H[i];
    EXPECT_TRUE(close(X.R.col(0), m.x)) << m.name;
    EXPECT_TRUE(close(X.R.col(1), m.y)) << m.name;
    EXPECT_TRUE(close(X.p, m.origin)) << m.name;
    EXPECT_TRUE(close(velocity, m.velocity)) << m.name;
  }
}

TEST(JointMeaning, EveryTypeOfTheListIsCoveredByTheLaws) {
  std::vector<bool> covered(std::variant_size_v<JointChoice::Variant>, false);
  for (const JointRow& row : joint_rows()) covered[row.joint.type().variant.index()] = true;
  for (std::size_t i = 0; i < covered.size(); ++i)
    EXPECT_TRUE(covered[i]) << "alternative " << i << " of joints.h has no row";
}

}  // namespace
}  // namespace sarrus::testing::joint_meaning_test
