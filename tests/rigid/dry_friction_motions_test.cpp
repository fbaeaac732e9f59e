/// Motions of a Simulation with dry friction of a joint, by events, whose closed forms are known.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/system/declaration.h"
#include "tests/rigid/friction_oscillator.h"

namespace sarrus::testing::dry_friction_motions_test {
namespace {

TEST(DryFrictionInSimulations, OscillatorTurnsAndRestsWhereTheClosedFormSays) {
  for (const FrictionSwings& c : friction_swings()) {
    const System system = make_friction_oscillator(c.m, c.k, c.static_force, c.dynamic_force);
    State state = system.default_state();
    state.set_q(0, c.x0);
    const double accuracy = 1e-9;
    Simulation simulation(state, {.accuracy = accuracy, .energy_balance = true});
    simulation.stop_at_events(true);
    const auto& friction = system.force<DryFriction>("friction");
    for (std::size_t i = 0; i < c.turns.size(); ++i) {
      ASSERT_EQ(simulation.run(10), Outcome::at_event);
      EXPECT_NEAR(simulation.state().time(), static_cast<double>(i + 1) * c.half, 100 * accuracy);
      EXPECT_NEAR(simulation.state().q(0), c.turns[i], 100 * accuracy);
      EXPECT_EQ(simulation.state().u(0), 0);
      EXPECT_EQ(friction.sticks(simulation.state()), i + 1 == c.turns.size());
    }
    EXPECT_NEAR(simulation.state().time(), c.stop, 100 * accuracy);
    const double x = simulation.state().q(0);
    EXPECT_EQ(simulation.run(10), Outcome::finished);
    EXPECT_EQ(simulation.state().q(0), x);  // it does not creep
    EXPECT_NEAR(std::abs(friction.force(simulation.state())), c.spring, 100 * c.k * accuracy);
    const EnergyBalance balance = simulation.energy_balance();
    EXPECT_NEAR(balance.element("friction").dissipated, c.lost, 1e-6);
    EXPECT_NEAR(balance.imbalance(), 0, 1e-7);
  }
}

/// The block of stick_slip_belt.json, seen from the belt: friction acts on the speed relative to it, and the
/// other end of the spring moves away. Slipping begins at a spring force of s, with the belt's speed v.
struct Belt {
  double m, k, v, s, d, slip, stick, at_break, at_rest;
};
class MovingSpring : public ForceElement {
 public:
  explicit MovingSpring(const Belt& belt) : belt_(belt) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    static_cast<void>(declaration);
    return {Source::time, Source::q};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, -belt_.k * extension(state));
  }
  double extension(const State& state) const { return state.q(0) + belt_.v * state.time(); }

 private:
  Belt belt_;
};

TEST(DryFrictionInSimulations, BeltHasThePeriodOfTheLimitCycle) {
  for (const Belt& c :
       {Belt{1, 100, 0.1, 0.4 * 9.81, 0.25 * 9.81, 0.43353696277042, 0.2943, 0.03924, 0.00981},
        Belt{1, 1000, 0.5, 0.6 * 19.62, 0.3 * 19.62, 0.17615299567937, 0.023544, 0.011772, 0}}) {
    ModelBuilder model("block on a belt");
    model.body("block", solid_sphere(c.m, 0.1));
    model.joint("slip", Slider{}, "world", "block");
    SystemBuilder builder(model.build());
    builder.add("spring", MovingSpring(c));
    builder.add("friction", DryFriction("slip", c.s, c.d));
    const System system = builder.build();
    const auto& spring = system.force<MovingSpring>("spring");
    const double accuracy = 1e-9;
    Simulation simulation(system.default_state(), {.accuracy = accuracy});
    simulation.stop_at_events(true);
    simulation.run(1);
    EXPECT_NEAR(simulation.state().time(), c.at_break / c.v, 100 * accuracy);
    double start = simulation.state().time();
    for (int cycle = 0; cycle < 4; ++cycle) {
      EXPECT_NEAR(spring.extension(simulation.state()), c.at_break, 100 * accuracy);
      simulation.run(1);
      EXPECT_NEAR(simulation.state().time() - start, c.slip, 100 * accuracy);
      EXPECT_NEAR(spring.extension(simulation.state()), c.at_rest, 100 * accuracy);
      simulation.run(1);
      EXPECT_NEAR(simulation.state().time() - start, c.slip + c.stick, 100 * accuracy);
      start = simulation.state().time();
    }
  }
}

/// Time from one speed to another of a mass m that slides under Stribeck's force.
TEST(DryFrictionInSimulations, FollowsTheCurveOfStribeck) {
  const double m = 2, fs = 6, fd = 2.5, vs = 0.4, v0 = 1.2;
  ModelBuilder model("slider");
  model.body("mass", solid_sphere(m, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("friction", DryFriction("x", fs, fd, vs));
  State state = builder.build().default_state();
  state.set_u(0, v0);
  double time = 0;  // ∫ m/f(v) dv by Simpson's rule
  const int pieces = 2000;
  for (int i = 0; i <= pieces; ++i) {
    const double v = v0 * i / pieces, weight = i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2;
    time += weight * m / (fd + (fs - fd) * std::exp(-(v / vs) * (v / vs)));
  }
  time *= v0 / pieces / 3;
  for (const char* method : {"dormand-prince8", "radau5"}) {  // the second reads the derivatives
    Simulation simulation(state, {.accuracy = 1e-9, .integrator = method});
    simulation.run(2);
    EXPECT_NEAR(simulation.last_event_times().at("friction.stop"), time, 1e-7) << method;
    EXPECT_EQ(simulation.state().u(0), 0);
  }
}

}  // namespace
}  // namespace sarrus::testing::dry_friction_motions_test
