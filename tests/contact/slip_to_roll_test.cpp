/// Balls, disks and hoops that slide until they roll, against closed forms: with k = I/(m·R²) and the slip
/// s = v₀ − R·ω₀ they roll after |s|·k/(μ·g·(1 + k)). What has the inertia of a disk or a hoop is a sphere
/// here: it touches in one point all the same.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/contact/contact_scenes.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::slip_to_roll_test {
namespace {

constexpr double R = 0.1;

/// A free sphere of 1 kg with the inertia k·R², on a plane that is inclined towards x.
Model sphere_on_slope(double k, double slope) {
  ModelBuilder model("sphere");
  model.gravity({g * std::sin(slope), 0, -g * std::cos(slope)});
  model.body("ball", RigidInertia<double>::from_central(
                         1, {0, 0, 0}, Sym3<double>::diagonal(k * R * R, k * R * R, k * R * R)));
  model.joint("free", Free{}, "world", "ball");
  return model.build();
}
/// So stiff that the depth is nothing beside the radius.
ContactMaterial hard(double friction) {
  return {.modulus = 1e13, .dissipation = 0, .static_friction = friction, .dynamic_friction = friction};
}
/// Pressed in by a load: 4/3·E*·√R·x^{3/2} with E* of two surfaces.
double depth_under(double load) { return std::pow(load / (4.0 / 3 * 0.5e13 * std::sqrt(R)), 2.0 / 3); }
double slip(const State& state) { return state.u(3) - R * state.u(1); }

struct SlipCase {
  double k, v0, w0, time, speed, spin, distance, energy_lost;
};

TEST(SlipToRoll, AgreesWithTheClosedForm) {
  const SlipCase cases[] = {
      {0.4, 2, 0, 0.19416533178001, 1.4285714285714, 14.285714285714, 0.33285485448002, 0.57142857142857},
      {0.4, 2, -60, 0.77666132712004, -0.28571428571429, -2.8571428571429, 0.66570970896004, 9.1428571428571},
      {0.4, 0, 50, 0.48541332945003, 1.4285714285714, 14.285714285714, 0.34672380675002, 3.5714285714286},
      {0.5, 2, 0, 0.22652622041001, 1.3333333333333, 13.333333333333, 0.37754370068335, 0.66666666666667},
      {1.0, 2, 0, 0.33978933061502, 1.0, 10.0, 0.50968399592253, 1.0}};
  for (const SlipCase& one : cases) {
    SCOPED_TRACE(one.time);
    const double transition_speed = 1e-8, rest = 1e-6;  // of the slip, when it counts as rolling
    SystemBuilder builder(sphere_on_slope(one.k, 0));
    builder.add("contact", CompliantContact({{"floor", "world", HalfSpaceShape{}, hard(0.3)},
                                             {"ball", "ball", SphereShape{R}, hard(0.3)}},
                                            {.transition_speed = transition_speed}));
    builder.on_crossing(
        "rolls", {builder.quantities().velocity},
        [&](const State& state) { return std::copysign(1.0, one.v0 - R * one.w0) * slip(state) - rest; },
        Crossing::falling, [](State&, EventCall& call) { call.stop("it rolls"); });
    Simulation simulation(
        BallOnFloor::at(builder.build(), {0, 0, R - depth_under(g)}, {one.v0, 0, 0}, {0, one.w0, 0}),
        {.accuracy = 1e-9, .energy_balance = true});
    simulation.run(1);
    const State& end = simulation.state();
    EXPECT_EQ(simulation.stop_reason(), "it rolls");
    EXPECT_NEAR(end.time(), one.time, 3e-7);
    EXPECT_NEAR(end.u(3), one.speed, 1e-6);
    EXPECT_NEAR(end.u(1), one.spin, 1e-5);
    EXPECT_NEAR(end.q(4), one.distance, 1e-6);
    EXPECT_NEAR(simulation.energy_balance().dissipated, one.energy_lost, 2e-6);
  }
}

/// On a slope of 30 degrees: a ball that slips at μ = 0.1, and what rolls without slip, which friction must
/// hold by k/(1 + k)·tan α of the load.
TEST(SlipToRoll, OnASlope) {
  const double slope = M_PI / 6, load = g * std::cos(slope);
  SystemBuilder builder(sphere_on_slope(0.4, slope));
  builder.add("contact", CompliantContact({{"floor", "world", HalfSpaceShape{}, hard(0.1)},
                                           {"ball", "ball", SphereShape{R}, hard(0.1)}}));
  const State slips = BallOnFloor::at(builder.build(), {0, 0, R - depth_under(load)}, {1, 0, 0});
  EXPECT_NEAR(udot(slips)[3], 4.0554290788875, 1e-7);
  EXPECT_NEAR(R * udot(slips)[1], 2.1239273027813, 1e-6);

  const double rows[][3] = {{0.4, 3.5035714285714, 0.16495721976846},
                            {0.5, 3.27, 0.19245008972988},
                            {1.0, 2.4525, 0.28867513459481}};
  for (const auto& [k, acceleration, friction] : rows) {
    SystemBuilder rolling(sphere_on_slope(k, slope));
    rolling.add("contact", SphereOnPlaneContact("world", "ball", R, ContactMotion::rolling));
    const State rolls = BallOnFloor::at(rolling.build(), {0, 0, R}, {0, 0, 0});
    EXPECT_NEAR(udot(rolls)[3], acceleration, 1e-12);
    EXPECT_NEAR(R * udot(rolls)[1], acceleration, 1e-12);
    EXPECT_NEAR(-multipliers(rolls)[1] / multipliers(rolls)[0], friction, 1e-12);
  }
}

}  // namespace
}  // namespace sarrus::testing::slip_to_roll_test
