// Linear equations of small motions and their modes against closed forms.

#include "sarrus/linearize/linear_modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/joint/joints.h"
#include "sarrus/linearize/value_derivatives.h"
#include "sarrus/model/builder.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/system.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::linearization_test {
namespace {

/// A mass on a slider with a spring and a damper.
State oscillator(double m, double k, double c) {
  ModelBuilder model("oscillator");
  model.gravity({0, 0, 0});
  model.body("mass", RigidInertia<double>::from_central(m, {}, {0.1, 0.1, 0.1, 0, 0, 0}));
  model.joint("slide", Slider{}, "world", "mass").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("slide", k, 0));
  builder.add("damper", MobilityDamper("slide", c));
  builder.add("push", MobilityConstant("slide", 0.0));
  return builder.build().default_state();
}

TEST(Linearization, OfAnOscillatorIsItsEquation) {
  const double m = 2, k = 50, c = 3;
  const Linearization linear =
      linearize(oscillator(m, k, c), {.inputs = {"push.force"}, .outputs = {"slide", "slide.rate"}});
  ASSERT_EQ(linear.states, (Array<std::string>{"slide", "slide.rate"}));
  EXPECT_EQ(linear.positions, 1);
  EXPECT_EQ(linear.speeds, 1);
  Eigen::Matrix2d A;
  A << 0, 1, -k / m, -c / m;
  EXPECT_LT((linear.A - A).norm(), 1e-14);
  EXPECT_LT((linear.B - Eigen::Vector2d(0, 1 / m)).norm(), 1e-11);
  EXPECT_LT((linear.C - Eigen::Matrix2d::Identity()).norm(), 1e-12);
  EXPECT_LT(linear.D.norm(), 1e-12);
  EXPECT_LT(linear.drift.norm(), 1e-15);
  EXPECT_LT(linear.error, 1e-9);

  const Array<LinearMode> modes = calc_modes(linear);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(std::abs(modes[0].eigenvalue), std::sqrt(k / m), 1e-10);
  EXPECT_NEAR(modes[0].damping_ratio(), c / (2 * std::sqrt(k * m)), 1e-11);
  const double w = 4;
  const std::complex<double> expected = 1.0 / std::complex<double>(k - m * w * w, c * w);
  EXPECT_LT(std::abs(calc_frequency_response(linear, w)(0, 0) - expected), 1e-11);
}

/// n point masses on massless rods: ω² = g/l times the roots of the Laguerre polynomial L_n. [E. T.
/// Whittaker]
TEST(Linearization, OfAChainOfPendulumsHasTheRootsOfLaguerre) {
  const double l = 0.5, roots[] = {0.26356031971814, 1.41340305910652, 3.59642577104072, 7.08581000585884,
                                   12.64080084427578};
  ModelBuilder model("chain");
  std::string before = "world";
  for (const std::string name : {"a", "b", "c", "d", "e"}) {
    model.body(name, RigidInertia<double>::from_central(0.3, {0, 0, -l}, {0, 0, 0, 0, 0, 0}));
    model.joint("joint " + name, Pin{}, before, name)
        .axis({0, 1, 0})
        .parent_frame(Vec3<double>{0, 0, before == "world" ? 0 : -l});
    before = name;
  }
  const Array<LinearMode> modes = calc_modes(linearize(SystemBuilder(model.build()).build().default_state()));
  ASSERT_EQ(modes.size(), 5u);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(modes[i].frequency(), std::sqrt(g / l * roots[i]), 1e-8);
    EXPECT_NEAR(modes[i].eigenvalue.real(), 0, 1e-8);
  }
}

/// A bead that a rod holds on a circle, in Cartesian coordinates: one independent coordinate is left.
TEST(Linearization, OfAMechanismWithConstraintsHasIndependentCoordinatesOnly) {
  const double l = 0.7;
  ModelBuilder model("bead");
  model.gravity({0, 0, -g});
  model.massless_body("cart");
  model.body("bead", RigidInertia<double>::from_central(1.3, {}, {0.01, 0.01, 0.01, 0, 0, 0}));
  model.joint("x", Slider{}, "world", "cart").axis({1, 0, 0});
  model.joint("z", Slider{}, "cart", "bead").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bead", l));
  State state = builder.build().default_state();
  state.set_q("z", -l);
  const Linearization linear = linearize(state);
  ASSERT_EQ(linear.states, (Array<std::string>{"x", "x.rate"}));
  EXPECT_TRUE(linear.is_exact);
  const Array<LinearMode> modes = calc_modes(linear);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].frequency(), std::sqrt(g / l), 1e-13);
}

TEST(Linearization, NamesElementsWithoutDerivatives) {
  ModelBuilder model("mass");
  model.body("mass", RigidInertia<double>::from_central(2, {}, {0.1, 0.1, 0.1, 0, 0, 0}));
  model.joint("slide", Slider{}, "world", "mass").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("mine", CustomForce({Source::q}, [](const State& state, AppliedForces& forces) {
                forces.add_to_speed(0, -50 * std::sin(state.q(0)));
              }));
  const Linearization linear = linearize(builder.build().default_state());
  EXPECT_FALSE(linear.is_exact);
  EXPECT_EQ(linear.differenced, Array<std::string>{"mine"});
  EXPECT_NEAR(linear.A(1, 0), -25, 1e-8);
}

TEST(ValueDerivatives, AreThoseOfTheEquation) {
  const double m = 2, k = 50, c = 3, x = 0.3, v = 0.7;
  State state = oscillator(m, k, c);
  state.set_q("slide", x), state.set_u("slide.rate", v);
  const ValueDerivatives by =
      calc_value_derivatives(state, {"spring.stiffness", "damper.damping", "mass.mass", "time"});
  const double udot = -(k * x + c * v) / m;
  ASSERT_EQ(by.udot.rows(), 1);
  EXPECT_NEAR(by.udot(0, 0), -x / m, 1e-11);
  EXPECT_NEAR(by.udot(0, 1), -v / m, 1e-11);
  EXPECT_NEAR(by.udot(0, 2), -udot / m, 1e-9);
  EXPECT_EQ(by.udot(0, 3), 0);
  EXPECT_LT(by.error, 1e-9);
  EXPECT_THROW(calc_value_derivatives(state, {"spring.stifness"}), Error);
}

/// A bead on a rod in motion: λ = −m·(g + v²/l) at the bottom; and a coordinate that follows time.
TEST(ValueDerivatives, OfMultipliersAndByTime) {
  const double l = 0.7, v = 1.1, m = 1.3;
  ModelBuilder model("bead");
  model.gravity({0, 0, -g});
  model.particle("bead", m).particle("other", 1);
  model.joint("place", Translation{}, "world", "bead");
  model.joint("drive", Slider{}, "world", "other").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bead", l));
  builder.prescribe("motion", "drive", MotionLevel::position, {polynomial({0, 0, 0, 1})});
  State state = builder.build().default_state();
  state.set_q(2, -l), state.set_u(0, v);
  state.set_time(0.5);
  prescribe(state);
  const ValueDerivatives by = calc_value_derivatives(state, {"bead.mass", "time"});
  ASSERT_EQ(by.multipliers.rows(), 1);
  EXPECT_NEAR(by.multipliers(0, 0), multipliers(state)[0] / m, 1e-10);
  const int drive = state.model().body(state.model().joint_body("drive")).u0;
  EXPECT_NEAR(by.udot(drive, 1), 6, 1e-8);
}

/// Rounding errors turn a double real eigenvalue into a conjugate pair; two modes are meant.
TEST(LinearModes, OfADoubleRealEigenvalueAreTwo) {
  Linearization linear;
  linear.A = Eigen::Matrix2d::Identity() * -3;
  linear.A(0, 1) = 1e-14, linear.A(1, 0) = -1e-14;
  linear.states = {"a", "b"};
  const Array<LinearMode> modes = calc_modes(linear);
  ASSERT_EQ(modes.size(), 2u);
  for (const LinearMode& mode : modes) {
    EXPECT_FALSE(mode.is_oscillation());
    EXPECT_NEAR(mode.eigenvalue.real(), -3, 1e-12);
  }
  const double independence =
      std::abs(modes[0].shape[0] * modes[1].shape[1] - modes[0].shape[1] * modes[1].shape[0]);
  EXPECT_GT(independence, 0.5);
}

TEST(Linearization, RefusesUnknownInputs) {
  const State state = oscillator(1, 1, 1);
  const auto refusal = [&](const std::string& input) {
    return message([&] { linearize(state, {.inputs = {input}}); });
  };
  EXPECT_SAYS(refusal("push.farce"), "no input 'push.farce'. Did you mean 'push.force'?");
  EXPECT_SAYS(refusal("damper"), "gravity: damper.damping");
  EXPECT_SAYS(refusal("slide"), "'slide' cannot be an input: it is a coordinate");
  EXPECT_THROW(linearize(state, {.outputs = {"slyde"}}), Error);
}

/// Their forces are not known at a state: both studies would pass over the floor.
TEST(Linearization, RigidContactIsRefusedHereAndByEquilibria) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("move", Translation{}, "world", "ball");
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, {}},
                                       {"floor", "world", HalfSpaceShape{}, {}}}));
  builder.add("spring", MobilitySpring(Mobility("move", 2), 100, 0.2));
  State state = builder.build().default_state();
  expect_error([&] { linearize(state); }, {"'contact'", "TimeStepping"});
  expect_error([&] { find_equilibrium(state); }, {"'contact'", "TimeStepping"});
  state.set_enabled("contact", false);
  EXPECT_EQ(linearize(state).A.rows(), 6);
}

}  // namespace
}  // namespace sarrus::testing::linearization_test
