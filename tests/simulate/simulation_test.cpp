#include "sarrus/simulate/simulation.h"
#include "sarrus/joint/joints.h"
#include "sarrus/ode/integrator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/function/sinusoid.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::simulation_test {

using namespace internal;
namespace {

/// A point mass of 1 kg on a massless rod of 1 m, swinging about y.
Model pendulum() {
  ModelBuilder builder("pendulum");
  builder.body("bob", RigidInertia<double>::from_central(1.0, {0, 0, -1}, Sym3<double>::zero()));
  builder.joint("hinge", Pin{}, "world", "bob").axis({0, 1, 0});
  return builder.build();
}

/// A particle that moves up and down.
Model ball() {
  ModelBuilder builder("ball");
  builder.body("ball", solid_sphere(1.0, 0.1));
  builder.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  return builder.build();
}

/// The ball on a floor from which it comes back with `restitution` times its speed.
System bouncing(double restitution, double window = 1e-12) {
  SystemBuilder builder(ball());
  const Quantity<double> height = builder.declare().quantity<double>(
      "clearance", {Source::q}, 0.0, [](const State& s, double& h) { h = s.q(0); });
  builder.declare().event(on_crossing(
      "floor", height, Crossing::falling,
      [restitution](State& state, EventCall&) { state.set_u(0, -restitution * state.u(0)); }, window));
  return builder.build();
}

/// Quarter period of a pendulum with amplitude a: K(sin(a/2))·√(l/g), by the arithmetic-geometric mean.
double period(double amplitude) {
  double a = 1, b = std::cos(amplitude / 2);
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b), a = mean;
  }
  return 2 * std::numbers::pi / std::sqrt(g) / a;
}

/// The order of a method; those of variable order count as of order five.
double order_of(const std::string& integrator) {
  const System system(pendulum());
  SystemProblem problem(system.default_state());
  return std::min(5, make_integrator(integrator, problem)->order());
}

class EveryIntegrator : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryIntegrator, SwingsAPendulumForAPeriod) {
  const System system(pendulum());
  State state = system.default_state();
  state.set_q(0, 2.0);
  for (const double accuracy : {1e-3, 1e-5}) {
    Simulation simulation(state, {.accuracy = accuracy, .integrator = GetParam()});
    EXPECT_EQ(simulation.run(period(2.0)), Outcome::finished);
    // Steps of a local error α are α^(1/(p+1)) long, and their errors add up to α^(p/(p+1)).
    const double order = order_of(GetParam());
    const double bound = 10 * std::pow(accuracy, order / (order + 1));
    EXPECT_NEAR(simulation.state().q(0), 2.0, bound) << simulation.statistics().steps;
    EXPECT_NEAR(energy(simulation.state()), energy(state), 10 * bound);
  }
}

INSTANTIATE_TEST_SUITE_P(Study, EveryIntegrator, ::testing::ValuesIn(integrator_names()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Simulation, RecordsEveryInterval) {
  const System system(pendulum());
  State state = system.default_state();
  state.set_q(0, 1.0);
  Simulation simulation(state, {.accuracy = 1e-8, .every = 0.125});
  simulation.run(1.0);
  ASSERT_EQ(simulation.trajectory().size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(simulation.trajectory()[i].time(), 0.125 * static_cast<double>(i));
    EXPECT_NEAR(energy(simulation.trajectory()[i]), energy(state), 1e-6);
  }
  EXPECT_NEAR(
      simulation.trajectory().at(0.3).q(0),
      [&] {
        Simulation again(state, {.accuracy = 1e-10});
        again.run(0.3);
        return again.state().q(0);
      }(),
      1e-4);
}

TEST(Simulation, RepeatsBitByBitAndGoesOnFromItsOwnResult) {
  const System system(pendulum());
  State state = system.default_state();
  state.set_q(0, 1.0);
  Simulation a(state, {.accuracy = 1e-6}), b(state, {.accuracy = 1e-6});
  a.run(3.0), b.run(3.0);
  EXPECT_EQ(difference(a.state(), b.state()), "");
  ASSERT_EQ(a.trajectory().size(), b.trajectory().size());
  for (std::size_t i = 0; i < a.trajectory().size(); ++i)
    EXPECT_EQ(difference(a.trajectory()[i], b.trajectory()[i]), "");
  // Where a run ends at the end of a step, another goes on as if it had not ended.
  Simulation whole(state, {.accuracy = 1e-6});
  whole.run(4.0);
  const Trajectory& steps = whole.trajectory();
  Simulation pieces(state, {.accuracy = 1e-6, .fixed_step = 0.125}),
      one(state, {.accuracy = 1e-6, .fixed_step = 0.125});
  for (const double end : {0.5, 0.75, 3.0, 4.0}) pieces.run_until(end);
  one.run(4.0);
  EXPECT_EQ(difference(pieces.state(), one.state()), "");
  EXPECT_EQ(pieces.statistics().evaluations, one.statistics().evaluations);
  // Elsewhere the steps are others, and the motion is the same as nearly as the accuracy says.
  a.run(1.0);
  EXPECT_EQ(a.state().time(), 4.0);
  EXPECT_NEAR(a.state().q(0), steps.back().q(0), 1e-5);
  EXPECT_NEAR(a.state().u(0), steps.back().u(0), 1e-5);
}

TEST(Simulation, BouncesAtTheExactTimes) {
  const System system = bouncing(0.8);
  Simulation simulation(system.default_state(), {.accuracy = 1e-9});
  simulation.run(3.0);
  // Falls from h = 1 with √(2h/g); flight k takes 2·√(2h/g)·0.8ᵏ.
  std::vector<double> bounces;
  for (double t = std::sqrt(2 / g), flight = 2 * t; t < 3.0; flight *= 0.8, t += flight) bounces.push_back(t);
  std::vector<double> found;
  for (std::size_t i = 1; i < simulation.trajectory().size(); ++i)
    if (simulation.trajectory()[i].time() == simulation.trajectory()[i - 1].time() &&
        simulation.trajectory()[i].u(0) > 0)
      found.push_back(simulation.trajectory()[i].time());
  ASSERT_EQ(found.size(), bounces.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], bounces[i], 1e-8);
  EXPECT_EQ(simulation.event_counts().at("floor"), static_cast<long>(bounces.size()));
}

TEST(Simulation, ChatteringIsExplained) {
  // All bounces of a ball that keeps the part e of its speed end at √(2h/g)·(1 + e)/(1 − e).
  for (const double restitution : {0.1, 0.5, 0.9}) {
    const System system = bouncing(restitution, 0);
    Simulation simulation(system.default_state(), {.accuracy = 1e-4});
    expect_error([&] { simulation.run(20.0); }, {"'floor'", "chatters", "handler"});
    EXPECT_GT(simulation.trajectory().size(), 10u);
    EXPECT_NEAR(simulation.state().time(), std::sqrt(2 / g) * (1 + restitution) / (1 - restitution), 0.01);
    EXPECT_GT(simulation.state().q(0), -1e-6);
  }
}

TEST(Simulation, PrescribedMotionIsFollowedExactly) {
  SystemBuilder builder(pendulum());
  builder.prescribe("drive", "hinge", MotionLevel::position, {sinusoid(0.5, 3.0, 0.2)});
  const System system = builder.build();
  Simulation simulation(system.default_state(), {.accuracy = 1e-3});
  simulation.run(1.0);
  const State& state = simulation.state();
  const double q = 0.5 * std::sin(3.2), u = 1.5 * std::cos(3.2), rate = -4.5 * std::sin(3.2);
  EXPECT_TRUE(close(state.q(0), q));
  EXPECT_TRUE(close(state.u(0), u));
  // τ = m·l²·q̈ + m·g·l·sin q.
  EXPECT_TRUE(close(motion_force(state, 0), rate + g * std::sin(q)));
}

TEST(Simulation, LocksHoldAndLetGo) {
  // The ball falls for a quarter of a second, is held for half of one, and falls again from rest.
  SystemBuilder builder(ball());
  builder.declare().event(periodically(
      "toggle", 0.5,
      [](State& state, EventCall&) {
        if (state.lock_level(1) == MotionLevel::none)
          state.lock(1);
        else
          state.unlock(1);
      },
      0.25));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-6});
  simulation.run(0.25);
  const double held = simulation.state().q(0), fall = g / 2 * 0.25 * 0.25;
  EXPECT_NEAR(held, 1 - fall, 1e-12);
  EXPECT_EQ(simulation.state().u(0), 0);
  simulation.run(0.4);
  EXPECT_EQ(simulation.state().q(0), held);
  EXPECT_EQ(udot(simulation.state())[0], 0);
  simulation.run(0.35);
  EXPECT_NEAR(simulation.state().q(0), held - fall, 1e-12);
  EXPECT_NEAR(simulation.state().u(0), -g * 0.25, 1e-12);
}

/// A cart on a rail with a pendulum of 1 m.
Model cart_with_pendulum() {
  ModelBuilder builder("crane");
  builder.body("cart", solid_sphere(2.0, 0.1));
  builder.body("load", RigidInertia<double>::from_central(1.0, {0, 0, -1}, Sym3<double>::zero()));
  builder.joint("rail", Slider{}, "world", "cart").axis({1, 0, 0});
  builder.joint("hinge", Pin{}, "cart", "load").axis({0, 1, 0});
  return builder.build();
}

TEST(Simulation, LocksOfSpeedsAndAccelerationsLetTheOthersMove) {
  const System system(cart_with_pendulum());
  // At constant speed the pendulum swings as if the cart stood still: back where it was after a period.
  State steady = system.default_state();
  steady.set_q(1, 1.0), steady.set_u(0, 0.7);
  steady.lock(1, MotionLevel::velocity);
  Simulation swings(steady, {.accuracy = 1e-9});
  swings.run(period(1.0));
  EXPECT_NEAR(swings.state().q(0), 0.7 * period(1.0), 1e-9);
  EXPECT_NEAR(swings.state().q(1), 1.0, 1e-6);
  EXPECT_NEAR(swings.state().u(1), 0.0, 1e-6);
  // At constant acceleration a it hangs at rest where tan θ = a/g: turned about +y the load is behind.
  State faster = system.default_state();
  const double a = 2.0, angle = std::atan(a / g);
  faster.set_q(1, angle);
  faster.lock(1, MotionLevel::acceleration, {a});
  Simulation hangs(faster, {.accuracy = 1e-9});
  hangs.run(2.0);
  EXPECT_NEAR(hangs.state().q(0), a * 2, 1e-8);
  EXPECT_NEAR(hangs.state().u(0), a * 2, 1e-8);
  EXPECT_NEAR(hangs.state().q(1), angle, 1e-8);
}

TEST(Simulation, RefusesNonsense) {
  const System system(pendulum());
  const State state = system.default_state();
  expect_error([&] { Simulation(state, {.integrator = "rk45"}); }, {"rk45"});
  expect_error([&] { Simulation(state, {.accuracy = -1}); }, {"-1"});
  expect_error([&] { Simulation(state, {.every = -1}); }, {"-1"});
  Simulation simulation(state);
  expect_error([&] { simulation.run_until(-1); }, {"-1", "back"});
  EXPECT_EQ(simulation.run(0.0), Outcome::finished);
  EXPECT_EQ(simulation.trajectory().size(), 1u);
}

}  // namespace
}  // namespace sarrus::testing::simulation_test
