// Where energy comes from and goes to, in motions whose work and losses are known by other means.

#include "sarrus/simulate/energy_balance.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulate_all.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/responses.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::energy_balance_test {
namespace {

/// A mass of 1 kg on a rail, without gravity.
Model rail() {
  ModelBuilder builder("rail");
  builder.gravity({0, 0, 0});
  builder.body("mass", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "mass");
  return builder.build();
}

/// A cart on a rail and a pendulum on the cart.
Model crane() {
  ModelBuilder builder("crane");
  builder.body("cart", solid_sphere(2.0, 0.1)).body("load", thin_rod(1.0, {0, 0, 1}));
  builder.joint("rail", Slider{}, "world", "cart").axis({1, 0, 0});
  builder.joint("hinge", Pin{}, "cart", "load").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.7});
  return builder.build();
}

EnergyBalance balance_after(double duration, const State& state, SimulationOptions options) {
  options.energy_balance = true;
  Simulation simulation(state, options);
  simulation.run(duration);
  return simulation.energy_balance();
}

/// log₂ of what halving all steps divides the imbalance by.
double order_of_imbalance(const State& state, const std::string& method, double step) {
  const auto imbalance = [&](double h) {
    return std::abs(balance_after(1.0, state, {.integrator = method, .fixed_step = h}).imbalance());
  };
  return std::log2(imbalance(step) / imbalance(step / 4)) / 2;
}

TEST(EnergyBalance, ADampedOscillatorLosesWhatItsClosedFormSays) {
  const double k = 25, c = 1.5, omega = std::sqrt(k - c * c / 4), t = 2;
  SystemBuilder builder(rail());
  builder.add("spring", MobilitySpring("rail", k, 0));
  builder.add("damper", MobilityDamper("rail", c));
  State state = builder.build().default_state();
  state.set_q(0, 1.0);
  // x(t) = e^(−ct/2)·(cos ωt + c/(2ω)·sin ωt), ẋ(t) = −k/ω·e^(−ct/2)·sin ωt.
  const double x = std::exp(-c * t / 2) * (std::cos(omega * t) + c / (2 * omega) * std::sin(omega * t));
  const double v = -k / omega * std::exp(-c * t / 2) * std::sin(omega * t);
  const double lost = 0.5 * k - 0.5 * (v * v + k * x * x);
  for (const char* method : {"merson", "dormand-prince5", "dormand-prince8", "verlet", "adams", "bdf"}) {
    const double accuracy = std::string(method) == "verlet" ? 1e-7 : 1e-9;
    const EnergyBalance balance = balance_after(t, state, {.accuracy = accuracy, .integrator = method});
    EXPECT_NEAR(balance.dissipated, lost, 2e-5) << method;
    EXPECT_NEAR(balance.imbalance(), 0, 2e-5) << method;
    EXPECT_EQ(balance.work(), 0) << method;
    EXPECT_EQ(balance.by_events, 0) << method;
    EXPECT_EQ(balance.initial, 0.5 * k) << method;
  }
}

TEST(EnergyBalance, AMotorPutsInItsTorqueTimesTheAngle) {
  SystemBuilder builder(crane());
  builder.add("motor", Motor("hinge", 5.0));
  builder.add("pull",
              ConstantForce("cart", {3, 0, 0}, ForceAxes::body));  // cart and world have the same axes
  const System system = builder.build();
  State state = system.default_state();
  state.set(system.parameter("motor.command"), 2.0);
  Simulation simulation(state, {.accuracy = 1e-10, .energy_balance = true});
  simulation.run(1.5);
  const EnergyBalance balance = simulation.energy_balance();
  const State& end = simulation.state();
  EXPECT_NEAR(balance.work_of_forces, 2.0 * (end.q(1) - state.q(1)) + 3.0 * (end.q(0) - state.q(0)), 1e-8);
  EXPECT_GT(balance.work_of_forces, 1);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-8);
  EXPECT_EQ(balance.work_of_motions, 0);
  EXPECT_EQ(balance.dissipated, 0);
}

TEST(EnergyBalance, APrescribedMotionPutsInWhatItTakes) {
  SystemBuilder builder(crane());
  builder.prescribe("shake", "rail", MotionLevel::position, {sinusoid(0.3, 4.0, 0.0)});
  builder.add("friction", MobilityDamper("hinge", 0.2));
  const State state = builder.build().default_state();
  const EnergyBalance balance = balance_after(3.0, state, {.accuracy = 1e-10});
  EXPECT_NEAR(balance.imbalance(), 0, 1e-8);
  EXPECT_GT(std::abs(balance.work_of_motions), 0.1);
  EXPECT_GT(balance.dissipated, 0.1);
  EXPECT_EQ(balance.work_of_forces, 0);
  for (const auto& [method, order, step] : {std::tuple{"rk2", 2, 0.01},
                                            {"rk3", 3, 0.01},
                                            {"merson", 4, 0.02},
                                            {"dormand-prince5", 5, 0.04},
                                            {"dormand-prince8", 8, 0.125}})
    EXPECT_GT(order_of_imbalance(state, method, step), order - 0.4) << method;
}

TEST(EnergyBalance, ALockedJointDoesWorkIfItMoves) {
  // The cart is kept at its speed while the load swings.
  const System system(crane());
  State state = system.default_state();
  state.set_u(0, 1.2);
  state.lock(1, MotionLevel::velocity);
  const EnergyBalance balance = balance_after(1.0, state, {.accuracy = 1e-10});
  EXPECT_GT(std::abs(balance.work_of_motions), 0.1);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-8);
}

TEST(EnergyBalance, ABounceIsBookedAsAnEvent) {
  // n bounces leave e²ⁿ of the energy m·g·h.
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1.0, 0.1));
  model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  SystemBuilder builder(model.build());
  const Quantity<double> height = builder.declare().quantity<double>(
      "clearance", {Source::q}, 0.0, [](const State& s, double& h) { h = s.q(0); });
  builder.declare().event(on_crossing("floor", height, Crossing::falling,
                                      [](State& state, EventCall&) { state.set_u(0, -0.8 * state.u(0)); }));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-10, .energy_balance = true});
  simulation.run(2.5);
  const EnergyBalance balance = simulation.energy_balance();
  const double bounces = static_cast<double>(simulation.event_counts().at("floor"));
  EXPECT_GT(bounces, 3);
  EXPECT_NEAR(balance.by_events, g * (std::pow(0.8, 2 * bounces) - 1), 1e-7);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-7);
  EXPECT_EQ(balance.work(), 0);
}

TEST(EnergyBalance, StiffeningSpringsIsBookedAsAnEvent) {
  // The stiffness of one grows at t = 1 by an event, that of the other with each step.
  SystemBuilder builder(rail());
  builder.add("spring", MobilitySpring("rail", 1.0, 0));
  Declaration& declare = builder.declare();
  const Discrete<double> steps = declare.discrete<double>("steps", 0.0);
  declare.update_each_step(
      steps, declare.quantity<double>("more", {steps}, 0.0,
                                      [steps](const State& s, double& x) { x = s[steps] + 1; }));
  builder.add("growing", CustomForce({Source::q, steps}, [steps](const State& s, AppliedForces& forces) {
                           forces.add_to_speed(0, -0.01 * s[steps] * s.q(0));
                         }).with_potential_energy([steps](const State& s) {
    return 0.005 * s[steps] * s.q(0) * s.q(0);
  }));
  const auto stiffen = [](State& s, EventCall&) { set_values(s, {{"spring.stiffness", 3.0}}); };
  declare.event(periodically("stiffen", 10.0, stiffen, 1.0));
  State state = builder.build().default_state();
  state.set_q(0, 1.0);
  const EnergyBalance balance =
      balance_after(1.5, state, {.accuracy = 1e-10, .integrator = "dormand-prince8"});
  EXPECT_GT(balance.by_events, 0.1);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-8);
  EXPECT_NEAR(balance.work_of_forces, 0, 1e-8);
}

TEST(EnergyBalance, ASpringPulledAtItsEndStoresAPartOfTheWork) {
  // The end moves as v·t, the mass as v·t − v/ω·sin ωt; the work is ∫ F·v dt = v²·(1 − cos ωt).
  const double omega = 3, v = 0.7, t = 1.3;
  const auto stretch = [=](const State& s) { return v * s.time() - s.q(0); };
  SystemBuilder builder(rail());
  builder.add("spring", CustomForce({Source::time, Source::q}, [=](const State& s, AppliedForces& forces) {
                          forces.add_to_speed(0, omega * omega * stretch(s));
                        }).with_potential_energy([=](const State& s) {
    return 0.5 * omega * omega * stretch(s) * stretch(s);
  }));
  const EnergyBalance balance = balance_after(t, builder.build().default_state(), {.accuracy = 1e-11});
  EXPECT_NEAR(balance.work_of_forces, v * v * (1 - std::cos(omega * t)), 1e-8);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-8);
}

TEST(EnergyBalance, CostlyForcesAreNotComputedTwice) {
  std::array<long, 2> calls{};
  std::array<double, 2> work{};
  for (const bool accounted : {false, true}) {
    SystemBuilder builder(crane());
    long& count = calls[accounted ? 1 : 0];
    const auto push = [&count](const State& s, AppliedForces& forces) {
      ++count;
      forces.add_to_speed(0, 1.0 + s.q(0));
    };
    builder.add("push", CustomForce({Source::q}, push).costly());
    Simulation simulation(builder.build().default_state(),
                          {.integrator = "dormand-prince8", .fixed_step = 0.02, .energy_balance = accounted});
    simulation.run(1.0);
    const double x = simulation.state().q(0);
    work[accounted ? 1 : 0] = accounted ? simulation.energy_balance().work_of_forces : x + x * x / 2;
  }
  EXPECT_EQ(calls[0], calls[1]);
  EXPECT_NEAR(work[0], work[1], 1e-8);
}

TEST(EnergyBalance, IsAmongTheResultsOfManySimulations) {
  SystemBuilder builder(crane());
  builder.add("friction", MobilityDamper("hinge", 0.2));
  const State state = builder.build().default_state();
  const auto results = simulate_all({state, state}, 1.0, {.accuracy = 1e-8, .energy_balance = true});
  for (const SimulationResult& result : results) {
    ASSERT_TRUE(result.energy);
    EXPECT_NEAR(result.energy->imbalance(), 0, 1e-6);
    EXPECT_GT(result.energy->dissipated, 0.01);
  }
  EXPECT_FALSE(simulate_all({state}, 1.0).front().energy);
}

TEST(EnergyBalance, WhatIsChangedBetweenTwoRunsIsAnEvent) {
  SystemBuilder builder(rail());
  builder.declare().event(periodically(
      "kick", 1.0, [](State& state, EventCall&) { state.set_u(0, state.u(0) + 1); }, 1.0));
  Simulation simulation(builder.build().default_state(), {.energy_balance = true});
  for (const double speed : {1.0, 2.0, 3.0}) {
    simulation.run(1.0);
    EXPECT_EQ(simulation.state().u(0), speed);
    EXPECT_NEAR(simulation.energy_balance().by_events, speed * speed / 2, 1e-14);
    EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-14);
  }
  EXPECT_NEAR(simulation.state().q(0), 0.0 + 1.0 + 2.0, 1e-14);
}

TEST(EnergyBalance, DoesNotChangeTheMotionBeyondItsAccuracy) {
  SystemBuilder builder(crane());
  builder.prescribe("shake", "rail", MotionLevel::position, {sinusoid(0.3, 4.0, 0.0)});
  builder.add("motor", Motor("hinge", 5.0));
  const State state = builder.build().default_state();
  for (const char* method : {"rk3", "merson", "dormand-prince5", "dormand-prince8", "verlet"}) {
    Simulation plain(state, {.accuracy = 1e-5, .integrator = method});
    Simulation with(state, {.accuracy = 1e-5, .integrator = method, .energy_balance = true});
    plain.run(2.0), with.run(2.0);
    EXPECT_NEAR(plain.state().q(1), with.state().q(1), 2e-3) << method;
    EXPECT_LT(with.statistics().evaluations, 3 * plain.statistics().evaluations) << method;
    Simulation fixed(state, {.integrator = method, .fixed_step = 0.01});
    Simulation fixed_with(state, {.integrator = method, .fixed_step = 0.01, .energy_balance = true});
    fixed.run(1.0), fixed_with.run(1.0);
    EXPECT_EQ(fixed.state().q(1), fixed_with.state().q(1)) << method;
    EXPECT_EQ(fixed.statistics().evaluations, fixed_with.statistics().evaluations) << method;
  }
}

/// 2 kg moved as 0.2·sin 3t upwards: by a prescribed motion alone, nothing is left to integrate.
TEST(EnergyBalance, OfWhatIsDrivenInAllItsFreedomsIsUnderErrorControl) {
  ModelBuilder model("lift");
  model.body("mass", solid_sphere(2.0, 0.1));
  model.joint("lift", Slider{}, "world", "mass").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.prescribe("drive", "lift", MotionLevel::position, {sinusoid(0.2, 3.0, 0.0)});
  std::vector<double> at;
  const Quantity<double> above = builder.declare().quantity<double>(
      "above", {Source::q}, 0.0, [](const State& s, double& x) { x = s.q(0) - 0.1; });
  builder.declare().event(
      report_on_crossing("up", above, Crossing::rising, [&at](const State& s) { at.push_back(s.time()); }));
  const State state = builder.build().default_state();
  const double exchanged = 2 * g * 0.4 + 0.36;  // raised and lowered, started and stopped
  for (const double accuracy : {1e-3, 1e-4, 1e-6, 1e-8})
    for (const char* method : {"dormand-prince5", "merson", "dormand-prince8", "bdf"}) {
      at.clear();
      const EnergyBalance balance =
          balance_after(20.0, state, {.accuracy = accuracy, .integrator = method, .record = false});
      EXPECT_LT(std::abs(balance.imbalance()), 100 * accuracy * exchanged) << method << " at " << accuracy;
      ASSERT_EQ(at.size(), 10u) << method << " at " << accuracy;
      for (std::size_t i = 0; i < 10; ++i)  // sin 3t = ½ at π/6 and whole turns later
        EXPECT_NEAR(at[i], (M_PI / 6 + 2 * M_PI * static_cast<double>(i)) / 3, 1e-12);
    }
  // Without an account the motion alone limits the steps.
  at.clear();
  Simulation simulation(state, {.accuracy = 1e-6, .record = false});
  simulation.run(20.0);
  EXPECT_EQ(at.size(), 10u);
}

/// A pendulum that comes to rest, where relative errors of its energies would mean nothing.
TEST(EnergyBalance, OfWhatRestsLimitsNoSteps) {
  SystemBuilder builder(crane());
  builder.add("friction", MobilityDamper("hinge", 0.5));
  builder.add("brake", MobilityDamper("rail", 5.0));
  for (const auto& [method, allowed] : {std::pair{"dormand-prince5", 1.5}, {"bdf", 2.0}}) {
    Simulation plain(builder.build().default_state(), {.accuracy = 1e-6, .integrator = method});
    Simulation with(builder.build().default_state(),
                    {.accuracy = 1e-6, .integrator = method, .energy_balance = true});
    plain.run(100.0), with.run(100.0);
    EXPECT_LT(with.statistics().steps, allowed * static_cast<double>(plain.statistics().steps)) << method;
    EXPECT_LT(std::abs(with.energy_balance().imbalance()), 1e-4 * with.energy_balance().dissipated);
    Simulation at_rest(with.state(), {.accuracy = 1e-6, .integrator = method, .energy_balance = true});
    at_rest.run(100.0);
    EXPECT_LT(at_rest.statistics().steps, 400) << method;
  }
}

TEST(EnergyBalance, SaysWhatEachElementHasDone) {
  // ẍ = −25·x − 1.5·ẋ + F with F constant: two dampers share the losses as 1 to 2, the spring stores.
  SystemBuilder builder(rail());
  builder.add("spring", MobilitySpring("rail", 25.0, 0));
  builder.add("thin", MobilityDamper("rail", 0.5));
  builder.add("thick", MobilityDamper("rail", 1.0));
  builder.add("push", MobilityConstant("rail", 3.0));
  builder.declare().event(on_schedule(
      "stiffen", [](const State&, double t) { return t < 1 ? 1.0 : INFINITY; },
      [](State& s, EventCall&) {
        set_values(s, {{"spring.stiffness", 40.0}});
      }));
  State state = builder.build().default_state();
  state.set_q(0, 1.0);
  for (const double accuracy : {1e-4, 1e-8}) {
    const double allowed = 100 * accuracy * 12.5;
    Simulation simulation(state, {.accuracy = accuracy, .energy_balance = true});
    simulation.run(2.0);
    const EnergyBalance balance = simulation.energy_balance();
    const double x = simulation.state().q(0), v = simulation.state().u(0);
    EXPECT_NEAR(balance.element("push").work, 3 * (x - 1), allowed);
    EXPECT_NEAR(balance.element("thick").dissipated, 2 * balance.element("thin").dissipated, allowed);
    EXPECT_NEAR(balance.element("thick").work, -balance.element("thick").dissipated, 1e-12);
    EXPECT_NEAR(balance.dissipated, balance.element("thin").dissipated + balance.element("thick").dissipated,
                1e-12);
    EXPECT_EQ(balance.element("spring").dissipated, 0);
    EXPECT_EQ(balance.element("gravity").work, 0);
    // The kinetic energy is the work of all forces: that of the spring without what the event put into it.
    double work = 0;
    for (const ElementEnergy& element : balance.elements) work += element.work;
    EXPECT_NEAR(v * v / 2, work, allowed);
    EXPECT_GT(balance.by_events, 1e-3);
    EXPECT_SAYS(message([&] { (void)balance.element("thickk"); }), "Did you mean 'thick'?");
  }
}

TEST(EnergyBalance, WhoDidNotAskForItIsToldHow) {
  Simulation simulation(System(rail()).default_state());
  simulation.run(0.1);
  EXPECT_SAYS(message([&] { (void)simulation.energy_balance(); }), "set energy_balance");
  const Simulation not_run(System(crane()).default_state(), {.energy_balance = true});
  EXPECT_EQ(not_run.energy_balance().imbalance(), 0);
  EXPECT_EQ(not_run.energy_balance().potential, energy(not_run.state()));
}

}  // namespace
}  // namespace sarrus::testing::energy_balance_test
