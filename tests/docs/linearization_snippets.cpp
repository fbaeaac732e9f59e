/// What docs/linearization.md shows, compiled and run.

#include <gtest/gtest.h>

#include <iostream>

#include "sarrus/linearize.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"

namespace sarrus::testing {
namespace {

TEST(LinearizationSnippets, CartAndPole) {
  ModelBuilder model("cart and pole");
  model.body("cart", RigidInertia<double>::from_central(1, {}, {0.1, 0.1, 0.1, 0, 0, 0}));
  model.body("pole", RigidInertia<double>::from_central(0.2, {0, 0, 0.5}, {0.02, 0.02, 0.001, 0, 0, 0}));
  model.joint("cart", Slider{}, "world", "cart").axis({1, 0, 0});
  model.joint("pole", Pin{}, "cart", "pole").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("motor", MobilityConstant("cart", 0.0));
  const State state = builder.build().default_state();
  // [linearize]
  const Linearization linear = linearize(state, {.inputs = {"motor.force"}, .outputs = {"pole"}});
  std::cout << "states:";
  for (const std::string& name : linear.states) std::cout << " " << name;  // cart pole cart.rate pole.rate
  for (const LinearMode& mode : calc_modes(linear))
    std::cout << "\n" << mode.eigenvalue << ", damping ratio " << mode.damping_ratio();
  const double gain = std::abs(calc_frequency_response(linear, 10.0)(0, 0));  // rad per N at 10 rad/s
  // [/linearize]
  std::cout << "\n";
  // With J = I + m·l² and K = J·(M + m) − (m·l)²:  θ̈ = (M + m)·m·g·l/K·θ − m·l/K·f.
  const double m = 0.2, l = 0.5, J = 0.02 + m * l * l, K = J * 1.2 - m * l * m * l;
  EXPECT_NEAR(linear.A(3, 1), 1.2 * m * 9.81 * l / K, 1e-9);
  EXPECT_NEAR(linear.B(3, 0), -m * l / K, 1e-10);
  EXPECT_NEAR(gain, m * l / K / (100 + linear.A(3, 1)), 1e-10);
  EXPECT_EQ(linear.states, (Array<std::string>{"cart", "pole", "cart.rate", "pole.rate"}));
}

TEST(LinearizationSnippets, Column) {
  ModelBuilder model("column");
  model.gravity({0, 0, 0});
  model.body("link", RigidInertia<double>::from_central(2, {0, 0, 0.4}, {0.1, 0.1, 0.001, 0, 0, 0}));
  model.joint("base", Pin{}, "world", "link").axis({0, 1, 0});
  model.point("tip", "link", {0, 0, 0.8});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("base", 12, 0));
  builder.add("load", ConstantForce("tip", {0, 0, 0}));
  const State state = builder.build().default_state();
  // [branch]
  const EquilibriumBranch branch = follow_equilibria(state, "load.force_z", {.to = -30});
  for (const SpecialPoint& special : branch.special)
    std::cout << special.text() << "\n";  // branch point at -15: another branch of equilibria crosses
  const BranchPoint& last = branch.points.back();
  std::cout << last.growing << " modes grow under " << last.parameter << " N\n";
  // [/branch]
  // [motion]
  const LinearMode mode = calc_modes(linearize(state)).front();
  Recording recording(make_scene(state), "the first mode");
  for (const State& frame : calc_mode_motion(state, mode).frames) recording.add(frame);
  // [/motion]
  EXPECT_EQ(recording.frames(), 2 * 60 + 1);
  ASSERT_EQ(branch.special.size(), 1u);
  EXPECT_NEAR(branch.special[0].point.parameter, -15, 1e-6);  // k/L
  EXPECT_EQ(last.growing, 1);
}

}  // namespace
}  // namespace sarrus::testing
