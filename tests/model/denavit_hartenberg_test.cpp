/// Joints by Denavit–Hartenberg parameters, against published robots and products of screws.

#include "sarrus/model/denavit_hartenberg.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/lie.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::denavit_hartenberg_test {
namespace {

using DH = DenavitHartenberg;
using X = Pose<double>;
using V = Vec3<double>;

struct Link {
  Joint joint;
  DH place;
};

Model robot(const std::vector<Link>& links) {
  Random random(5);
  ModelBuilder builder("robot");
  std::string parent = world_name;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const std::string name = fmt::format("link{}", i + 1);
    builder.body(name, random.inertia());
    builder.joint(fmt::format("joint{}", i + 1), links[i].joint, links[i].place, parent, name);
    parent = name;
  }
  return builder.build();
}
/// The pose of the last body.
X tip(const Model& model, const std::vector<double>& q) {
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  calc_position_kinematics(tree, q, position);
  return calc_pose(tree, position, FrameOn<double>(static_cast<int>(model.bodies().size()) - 1));
}
void expect_pose(const X& found, const X& expected, double within = 1e-14) {
  EXPECT_LT(norm(found.p - expected.p), within);
  for (int j = 0; j < 3; ++j) EXPECT_LT(norm(found.R.col(j) - expected.R.col(j)), within) << "column " << j;
}

/// The Unimate PUMA 560 in the standard convention. [Corke 2017, "Robotics, Vision and Control", sec. 7.2;
/// the poses as printed there, to four decimals]
TEST(DenavitHartenbergParameters, StandardPuma) {
  const Model puma = robot({{Pin{}, DH::standard(0, pi / 2, 0)},
                            {Pin{}, DH::standard(0.4318, 0, 0)},
                            {Pin{}, DH::standard(0.0203, -pi / 2, 0.15005)},
                            {Pin{}, DH::standard(0, pi / 2, 0.4318)},
                            {Pin{}, DH::standard(0, -pi / 2, 0)},
                            {Pin{}, DH::standard(0, 0, 0)}});
  const Rotation<double> level(Mat3<double>::rows(0, 0, 1, 0, 1, 0, -1, 0, 0));
  expect_pose(tip(puma, {0, 0, 0, 0, 0, 0}), {{}, {0.4521, -0.1500, 0.4318}}, 1e-4);
  expect_pose(tip(puma, {0, pi / 2, -pi / 2, 0, 0, 0}), {{}, {0.0203, -0.1500, 0.8636}}, 1e-4);
  expect_pose(tip(puma, {0, pi / 4, pi, 0, pi / 4, 0}), {level, {0.5963, -0.1501, -0.0144}}, 1e-4);
}

/// The same robot in the modified convention, against the closed form of its wrist. [Craig 2005,
/// "Introduction to Robotics", eq. 3.14]
TEST(DenavitHartenbergParameters, ModifiedPuma) {
  constexpr double a2 = 0.4318, a3 = 0.0203, d3 = 0.1244, d4 = 0.4318;
  const Model puma = robot({{Pin{}, DH::modified(0, 0, 0)},
                            {Pin{}, DH::modified(0, -pi / 2, 0)},
                            {Pin{}, DH::modified(a2, 0, d3)},
                            {Pin{}, DH::modified(a3, -pi / 2, d4)},
                            {Pin{}, DH::modified(0, pi / 2, 0)},
                            {Pin{}, DH::modified(0, -pi / 2, 0)}});
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    const std::vector<double> q = random.numbers(6, -3, 3);
    const auto s = [&](std::size_t k) { return std::sin(q[k - 1]); };
    const auto c = [&](std::size_t k) { return std::cos(q[k - 1]); };
    const double s23 = std::sin(q[1] + q[2]), c23 = std::cos(q[1] + q[2]);
    const double reach = a2 * c(2) + a3 * c23 - d4 * s23;
    const V x{c(1) * (c23 * (c(4) * c(5) * c(6) - s(4) * s(6)) - s23 * s(5) * c(6)) +
                  s(1) * (s(4) * c(5) * c(6) + c(4) * s(6)),
              s(1) * (c23 * (c(4) * c(5) * c(6) - s(4) * s(6)) - s23 * s(5) * c(6)) -
                  c(1) * (s(4) * c(5) * c(6) + c(4) * s(6)),
              -s23 * (c(4) * c(5) * c(6) - s(4) * s(6)) - c23 * s(5) * c(6)};
    const V z{-c(1) * (c23 * c(4) * s(5) + s23 * c(5)) - s(1) * s(4) * s(5),
              -s(1) * (c23 * c(4) * s(5) + s23 * c(5)) + c(1) * s(4) * s(5), s23 * c(4) * s(5) - c23 * c(5)};
    const X found = tip(puma, q);
    EXPECT_LT(norm(found.R.col(0) - x), 1e-14);
    EXPECT_LT(norm(found.R.col(2) - z), 1e-14);
    EXPECT_LT(norm(found.p -
                   V{c(1) * reach - d3 * s(1), s(1) * reach + d3 * c(1), -a3 * s23 - a2 * s(2) - d4 * c23}),
              1e-14);
  }
}

/// Rz, Tz, Rx and Tx as exponentials of screws, in the order of the two conventions.
X screw(const V& w, const V& v) { return exp_se3(Motion<double>{w, v}); }

TEST(DenavitHartenbergParameters, AreProductsOfScrews) {
  Random random(9);
  const V x = V::unit_x(), z = V::unit_z();
  for (int i = 0; i < 20; ++i) {
    const double a = random.number(), alpha = random.number(-3, 3), d = random.number(),
                 theta = random.number(-3, 3), pitch = 0.2;
    const X across = screw(alpha * x, {}) * screw({}, a * x);
    const auto expected = [&](const DH& dh, double turn, double shift) {
      const X along = screw((theta + turn) * z, {}) * screw({}, (d + shift) * z);
      return dh.convention == DH::Convention::standard ? along * across : across * along;
    };
    for (const DH& dh : {DH::standard(a, alpha, d, theta), DH::modified(a, alpha, d, theta)}) {
      const double q = random.number(-2, 2), q2 = random.number();
      expect_pose(tip(robot({{Pin{}, dh}}), {q}), expected(dh, q, 0));
      expect_pose(tip(robot({{Slider{}, dh}}), {q}), expected(dh, 0, q));
      expect_pose(tip(robot({{Cylinder{}, dh}}), {q, q2}), expected(dh, q, q2));
      expect_pose(tip(robot({{Screw{pitch}, dh}}), {q}), expected(dh, q, pitch * q));
      expect_pose(tip(robot({{Pin{}, dh}, {Weld{}, dh}}), {q}), expected(dh, q, 0) * expected(dh, 0, 0));
    }
  }
}

/// A robot of random pins and sliders: the screws of its joints where all coordinates are zero, multiplied in
/// order. [Brockett 1984, "Robotic manipulators and the product of exponentials formula"]
TEST(DenavitHartenbergParameters, GiveTheProductOfExponentials) {
  Random random(11);
  for (const auto make : {&DH::standard, &DH::modified}) {
    std::vector<Link> links;
    for (int i = 0; i < 6; ++i) {
      const double a = random.number(), alpha = random.number(-3, 3), d = random.number();
      const DH place = make(a, alpha, d, random.number(-3, 3));
      if (i % 3 == 2)
        links.push_back({Slider{}, place});
      else
        links.push_back({Pin{}, place});
    }
    const Model model = robot(links);
    const std::vector<double> q = random.numbers(6, -2, 2);
    X product;
    for (std::size_t i = 0; i < 6; ++i) {
      // The axis of joint i at zero: the z axis of the frame before it or of its own.
      const std::vector<Link> before(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(i)),
          with(links.begin(), links.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      const bool standard = links[i].place.convention == DH::Convention::standard;
      const X axis = !standard ? tip(robot(with), std::vector<double>(i + 1, 0.0))
                     : i == 0  ? X()
                               : tip(robot(before), std::vector<double>(i, 0.0));
      const V z = axis.R.col(2);
      product = product * (i % 3 == 2 ? screw({}, q[i] * z) : screw(q[i] * z, q[i] * cross(axis.p, z)));
    }
    expect_pose(tip(model, q), product * tip(model, std::vector<double>(6, 0.0)), 1e-13);
  }
}

TEST(DenavitHartenbergParameters, AreRefusedForJointsWithoutOneAxis) {
  ModelBuilder builder("arm");
  expect_error([&] { builder.joint("wrist", Ball{}, DH::standard(0, 0, 0), "world", "hand"); },
               {"'wrist'", "'ball'", "pin, slider"});
  expect_error(
      [&] { builder.joint("wrist", Joint(Pin{}).reversed(), DH::standard(0, 0, 0), "world", "hand"); },
      {"'wrist'", "reversed", "'pin'"});
  expect_error([&] { builder.joint("wrist", Pin{}, DH::standard(NAN, 0, 0), "world", "hand"); },
               {"'wrist'", "a = nan m", "finite"});
}

}  // namespace
}  // namespace sarrus::testing::denavit_hartenberg_test
