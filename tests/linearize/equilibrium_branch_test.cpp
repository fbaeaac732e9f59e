// Branches of equilibria against closed forms: buckling, snap-through and whirl.

#include "sarrus/linearize/equilibrium_branch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/system.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::equilibrium_branch_test {
namespace {

RigidInertia<double> ball_of(double mass) {
  return RigidInertia<double>::from_central(mass, {}, {0.01, 0.01, 0.01, 0, 0, 0});
}

/// An upright link of length L on a spring of stiffness k, which is relaxed at an angle, with a load on its
/// tip: k·(θ − rest) = P·L·sin θ.
State column(double k, double L, double rest) {
  ModelBuilder model("column");
  model.gravity({0, 0, 0});
  model.body("link", ball_of(2.0));
  model.joint("base", Pin{}, "world", "link").axis({0, 1, 0});
  model.point("tip", "link", {0, 0, L});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("base", k, rest));
  builder.add("load", ConstantForce("tip", {0, 0, 0}));
  State state = builder.build().default_state();
  state.set_q("base", rest);
  return state;
}

TEST(EquilibriumBranch, ColumnBucklesAtItsCriticalLoad) {
  const double k = 12, L = 0.8;
  const EquilibriumBranch branch = follow_equilibria(column(k, L, 0), "load.force_z", {.to = -2 * k / L});
  EXPECT_TRUE(branch.reached) << branch.obstacle;
  ASSERT_EQ(branch.special.size(), 1u);
  EXPECT_EQ(branch.special[0].kind, SpecialPointKind::branch);
  EXPECT_NEAR(branch.special[0].point.parameter, -k / L, 1e-6);
  for (const BranchPoint& point : branch.points) {
    EXPECT_NEAR(point.state.q("base"), 0, 1e-9);
    EXPECT_EQ(point.growing, point.parameter < -k / L ? 1 : 0);
  }
}

TEST(EquilibriumBranch, ImperfectColumnBendsWithoutBuckling) {
  const double k = 12, L = 0.8, rest = 0.05;
  const EquilibriumBranch branch = follow_equilibria(column(k, L, rest), "load.force_z", {.to = -2 * k / L});
  EXPECT_TRUE(branch.reached) << branch.obstacle;
  EXPECT_TRUE(branch.special.empty());
  EXPECT_GT(branch.points.back().state.q("base"), 1);
  EXPECT_NEAR(branch.points.back().parameter, -2 * k / L, 1e-8);
  for (const BranchPoint& point : branch.points) {
    const double theta = point.state.q("base");
    EXPECT_NEAR(k * (theta - rest), -point.parameter * L * std::sin(theta), 1e-7);
    EXPECT_EQ(point.growing, 0);
  }
}

/// Two springs from (±a, 0) to a mass at height z (von Mises' truss): P = 2k·(1 − l₀/l)·z, l = √(a² + z²),
/// with its extremes where l³ = l₀·a².
TEST(EquilibriumBranch, TrussSnapsThroughAtItsFolds) {
  const double a = 1, height = 0.4, k = 100, rest = std::hypot(a, height);
  ModelBuilder model("truss");
  model.gravity({0, 0, 0});
  model.body("mass", ball_of(1.5));
  model.joint("z", Slider{}, "world", "mass").axis({0, 0, 1});
  model.point("left", "world", {-a, 0, 0}).point("right", "world", {a, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("left spring", TwoPointSpring("left", "mass", k, rest));
  builder.add("right spring", TwoPointSpring("right", "mass", k, rest));
  builder.add("push", MobilityConstant("z", 0.0));
  const double length = std::cbrt(rest * a * a), at = std::sqrt(length * length - a * a),
               extreme = 2 * k * (rest / length - 1) * at;
  State state = builder.build().default_state();
  state.set_q("z", height);
  state.set_parameter("push.force", 2 * extreme);
  state.set_q("z", 1.1 * height);
  const EquilibriumBranch branch = follow_equilibria(state, "push.force", {.to = -2 * extreme});
  EXPECT_TRUE(branch.reached) << branch.obstacle;
  ASSERT_EQ(branch.special.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(branch.special[i].kind, SpecialPointKind::fold);
    EXPECT_NEAR(branch.special[i].point.parameter, i == 0 ? -extreme : extreme, 1e-8);
    EXPECT_NEAR(branch.special[i].point.state.q("z"), i == 0 ? at : -at, 1e-6);
  }
  for (const BranchPoint& point : branch.points)
    EXPECT_EQ(point.growing, std::abs(point.state.q("z")) < at ? 1 : 0) << point.parameter;
}

/// A disk in the middle of a shaft that turns at Ω (Jeffcott), with damping c_i within the shaft and c_e
/// outside: it whirls with ω = √(k/m) beyond Ω = ω·(1 + c_e/c_i).
State rotor(double m, double k, double inner, double outer) {
  ModelBuilder model("rotor");
  model.gravity({0, 0, 0});
  model.massless_body("cart");
  model.body("disk", ball_of(m));
  model.joint("x", Slider{}, "world", "cart").axis({1, 0, 0});
  model.joint("y", Slider{}, "cart", "disk").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  const Parameter spin = builder.declare().declare_parameter("spin", 0.0, "rad/s");
  const int x = 0, y = 1;
  builder.add("shaft", CustomForce({Source::q, Source::u, spin}, [=](const State& s, AppliedForces& forces) {
                const double turn = inner * s[spin];
                forces.add_to_speed(x, -k * s.q()[x] - (inner + outer) * s.u()[x] - turn * s.q()[y]);
                forces.add_to_speed(y, -k * s.q()[y] - (inner + outer) * s.u()[y] + turn * s.q()[x]);
              }));
  return builder.build().default_state();
}

TEST(EquilibriumBranch, RotorWhirlsBeyondItsThreshold) {
  const double m = 2, k = 800, inner = 3, outer = 4.5, omega = std::sqrt(k / m);
  const EquilibriumBranch branch = follow_equilibria(rotor(m, k, inner, outer), "spin", {.to = 100});
  EXPECT_TRUE(branch.reached) << branch.obstacle;
  ASSERT_EQ(branch.special.size(), 1u);
  EXPECT_EQ(branch.special[0].kind, SpecialPointKind::hopf);
  EXPECT_NEAR(branch.special[0].point.parameter, omega * (1 + outer / inner), 1e-5);
  EXPECT_NEAR(branch.special[0].frequency, omega, 1e-6);
  EXPECT_EQ(branch.special[0].text().find("Hopf point at "), 0u);
}

/// The bead of a pendulum in Cartesian coordinates, under a constraint, pushed aside: x/z = −f/(m·g).
TEST(EquilibriumBranch, FollowsMechanismsWithConstraints) {
  const double l = 0.7, m = 1.3;
  ModelBuilder model("bead");
  model.gravity({0, 0, -g});
  model.massless_body("cart");
  model.body("bead", ball_of(m));
  model.joint("x", Slider{}, "world", "cart").axis({1, 0, 0});
  model.joint("z", Slider{}, "cart", "bead").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bead", l));
  builder.add("push", MobilityConstant("x", 0.0));
  State state = builder.build().default_state();
  state.set_q("z", -l);
  const EquilibriumBranch branch = follow_equilibria(state, "push.force", {.to = 100});
  EXPECT_TRUE(branch.reached) << branch.obstacle;
  for (const BranchPoint& point : branch.points) {
    EXPECT_NEAR(point.state.q("x"), l * std::sin(std::atan2(point.parameter, m * g)), 1e-8);
    EXPECT_NEAR(std::hypot(point.state.q("x"), point.state.q("z")), l, 1e-9);
  }
}

TEST(EquilibriumBranch, RefusesWhatCannotBeFollowed) {
  const State state = column(12, 0.8, 0);
  EXPECT_THROW(follow_equilibria(state, "load.farce_z", {.to = 1}), Error);
  EXPECT_THROW(follow_equilibria(state, "load.force_z", {.to = 0}), Error);
  EXPECT_THROW(follow_equilibria(state, "load.force_z", {.to = 1, .step = 0}), Error);
}

/// A pair of masses of which the second hardly moves in the first mode: participation says so whatever the
/// units.
TEST(LinearModes, ParticipationSumsToOneAndKnowsWhoMoves) {
  const double k = 100;
  ModelBuilder model("two");
  model.gravity({0, 0, 0});
  model.body("first", ball_of(1)).body("second", ball_of(1));
  model.joint("a", Slider{}, "world", "first").axis({1, 0, 0});
  model.joint("b", Slider{}, "world", "second").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("soft", MobilitySpring("a", k, 0));
  builder.add("stiff", MobilitySpring("b", 9 * k, 0));
  const Array<LinearMode> modes = calc_modes(linearize(builder.build().default_state()));
  ASSERT_EQ(modes.size(), 2u);
  // Independent oscillators: half of each belongs to the coordinate, half to its speed.
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(modes[i].participation[j], j % 2 == i ? 0.5 : 0, 1e-9);
}

}  // namespace
}  // namespace sarrus::testing::equilibrium_branch_test
