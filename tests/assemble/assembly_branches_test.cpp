#include "sarrus/assemble/assembly_branches.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/assembly_cases.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::assembly_branches_test {
namespace {

void expect_all_assembled(const std::vector<State>& branches) {
  for (const State& state : branches)
    for (const double e : position_errors(state)) EXPECT_LE(std::abs(e), 1e-10);
}

TEST(AssemblyBranches, ElbowUpAndDown) {
  State start = arm_to({0, 1.2, 0}).default_state();
  start.set_q({0.3, 0.4});
  const std::vector<State> branches = assemble_all(start);
  ASSERT_EQ(branches.size(), 2u);
  expect_all_assembled(branches);
  const double bend = 2 * std::acos(0.6);
  EXPECT_NEAR(branches[0].q(0), pi / 2 - bend / 2, 1e-9);  // the nearer one first
  EXPECT_NEAR(branches[0].q(1), bend, 1e-9);
  EXPECT_NEAR(branches[1].q(0), pi / 2 + bend / 2, 1e-9);
  EXPECT_NEAR(branches[1].q(1), -bend, 1e-9);

  State hint = start;
  hint.set_q({2, -1 + 2 * pi});  // the same as −1
  EXPECT_NEAR(nearest_branch(branches, hint).q(1), -bend, 1e-9);
}

/// At a given angle of the crank, the tip of the rocker is where two circles meet.
TEST(AssemblyBranches, FourBarHasTwo) {
  State start = four_bar_of(1, 0.35, 0.9, 0.8).default_state();
  start.set_q(start.model().coordinate_number("crank"), 0.7);
  const std::vector<State> branches = assemble_all(start, {.assembly = {.hold = {"crank"}}});
  ASSERT_EQ(branches.size(), 2u);
  expect_all_assembled(branches);
  const double dx = 1 - 0.35 * std::cos(0.7), dy = -0.35 * std::sin(0.7), d = std::hypot(dx, dy);
  const double inner = std::acos((d * d + 0.8 * 0.8 - 0.9 * 0.9) / (2 * d * 0.8));  // at the rocker's pin
  const double back = std::atan2(-dy, -dx);
  for (const State& state : branches) {
    const double direction = state.q(state.model().coordinate_number("rocker")) + pi / 2;
    const double turned = std::remainder(direction - back, 2 * pi);
    EXPECT_NEAR(std::abs(turned), inner, 1e-9);
  }
  const auto up = [](const State& state) {
    return pose(state, state.model().body_number("coupler")).R.col(0).y > 0;
  };
  EXPECT_EQ(assemble_all(start, {.assembly = {.hold = {"crank"}, .accept = up}}).size(), 1u);
}

/// Three legs of given lengths hold a triangle in the plane (3-RPR).
struct Triangle {
  std::array<Vec3<double>, 3> base{{{0, 0, 0}, {2, 0, 0}, {0.9, 1.7, 0}}};
  std::array<Vec3<double>, 3> corner{{{0, 0, 0}, {1.1, 0, 0}, {0.4, 0.8, 0}}};
  std::array<double, 3> length{{1.1, 1.3, 1.2}};

  System system() const {
    ModelBuilder model("3-RPR");
    model.body("plate", solid_brick(1, {1, 1, 0.1}));
    model.joint("place", Planar{}, "world", "plate").start({0, 0.5, 0.5});
    SystemBuilder builder(model.build());
    for (std::size_t i = 0; i < 3; ++i)
      builder.add("leg" + std::to_string(i + 1),
                  RodConstraint(Place("world", base[i]), Place("plate", corner[i]), length[i]));
    return builder.build();
  }
  /// The same number by another way: legs 1 and 2 leave one freedom, the angle φ of the plate. For each φ,
  /// corner 0 is where two circles meet, once on each side; the third leg fits where its error changes sign.
  int count() const {
    const int steps = 200000;
    int found = 0;
    for (const double side : {-1.0, 1.0}) {
      double before = 0;
      bool known = false;
      for (int i = 0; i <= steps; ++i) {
        const double phi = 2 * pi * i / steps, c = std::cos(phi), s = std::sin(phi);
        const auto turned = [&](const Vec3<double>& p) {
          return Vec3<double>{c * p.x - s * p.y, s * p.x + c * p.y, 0};
        };
        const Vec3<double> b = base[1] - turned(corner[1]);  // corner 0 is length[1] from here
        const double d = norm(b), x = (d * d + length[0] * length[0] - length[1] * length[1]) / (2 * d);
        const double height = length[0] * length[0] - x * x;
        if (height < 0) {
          known = false;
          continue;
        }
        const Vec3<double> along = (1 / d) * b, across{-along.y, along.x, 0};
        const Vec3<double> at = x * along + side * std::sqrt(height) * across;
        const double error = norm(at + turned(corner[2]) - base[2]) - length[2];
        if (known && before * error < 0) ++found;
        before = error, known = true;
      }
    }
    return found;
  }
};

TEST(AssemblyBranches, AllPosturesOfAPlanarPlatform) {
  const Triangle triangle;
  const std::vector<State> branches = assemble_all(triangle.system().default_state(), {.starts = 300});
  expect_all_assembled(branches);
  EXPECT_GE(triangle.count(), 2);
  EXPECT_EQ(static_cast<int>(branches.size()), triangle.count());
}

/// A platform on six legs of given lengths; what it does above its base, its mirror image does below.
TEST(AssemblyBranches, StewartPlatformAndItsMirrorImage) {
  ModelBuilder model("Stewart platform");
  model.body("plate", solid_cylinder(5, 0.6, 0.1));
  model.joint("place", Free{}, "world", "plate").start({1, 0, 0, 0, 0.1, 0.05, 0.9});
  SystemBuilder builder(model.build());
  for (int i = 0; i < 6; ++i) {
    const double below = (i / 2) * 2 * pi / 3 + (i % 2 == 0 ? -0.2 : 0.2);
    const double above = ((i + 1) / 2) * 2 * pi / 3 - pi / 3 + (i % 2 == 0 ? 0.25 : -0.25);
    builder.add("leg" + std::to_string(i + 1),
                RodConstraint(Place("world", Vec3<double>{std::cos(below), std::sin(below), 0}),
                              Place("plate", Vec3<double>{0.6 * std::cos(above), 0.6 * std::sin(above), 0}),
                              1.1 + 0.02 * i));
  }
  const std::vector<State> branches =
      assemble_all(builder.build().default_state(), {.assembly = {.spread = 2}, .starts = 300});
  expect_all_assembled(branches);
  const auto mirrored = [&](const State& state) {
    for (const State& other : branches) {
      double difference = 0;
      for (int k = 4; k < 7; ++k) difference += std::abs(other.q(k) - (k == 6 ? -1 : 1) * state.q(k));
      if (difference < 1e-6) return true;
    }
    return false;
  };
  ASSERT_GE(branches.size(), 2u);
  for (const State& state : branches) EXPECT_TRUE(mirrored(state));
}

}  // namespace
}  // namespace sarrus::testing::assembly_branches_test
