// Force elements in simulations whose outcome is known.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus::testing::forces_in_motion_test {
namespace {

/// A mass of 1 kg on a rail, without gravity.
Model rail() {
  ModelBuilder builder("rail");
  builder.gravity({0, 0, 0});
  builder.body("mass", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "mass");
  return builder.build();
}

TEST(ForcesInMotion, ADampedOscillatorFollowsItsClosedForm) {
  // x(t) = e^(−ct/2)·(cos ωt + c/(2ω)·sin ωt), ω² = k − c²/4.
  const double k = 25, c = 1.5, omega = std::sqrt(k - c * c / 4);
  SystemBuilder builder(rail());
  builder.add("spring", MobilitySpring("rail", k, 0));
  builder.add("damper", MobilityDamper("rail", c));
  State state = builder.build().default_state();
  state.set_q(0, 1.0);
  for (const char* method : {"merson", "dormand-prince5", "dormand-prince8", "adams", "bdf"}) {
    Simulation simulation(state, {.accuracy = 1e-9, .integrator = method, .every = 0.25});
    simulation.run(2.0);
    for (const State& s : simulation.trajectory()) {
      const double t = s.time();
      const double x = std::exp(-c * t / 2) * (std::cos(omega * t) + c / (2 * omega) * std::sin(omega * t));
      EXPECT_NEAR(s.q(0), x, 5e-6) << method << " at " << t;
    }
  }
}

TEST(ForcesInMotion, WhatADamperTakesIsWhatIsMissing) {
  ModelBuilder model("pendulum");
  model.body("rod", thin_rod(1.0, {0, 0, 1}));
  model.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({2.0});
  SystemBuilder builder(model.build());
  builder.add("damper", MobilityDamper("hinge", 0.3));
  const Quantity<double> lost =
      builder.declare().quantity<double>("lost", {Source::u, builder.quantities().velocity}, 0.0,
                                         [](const State& s, double& x) { x = 0.3 * s.u(0) * s.u(0); });
  const Auxiliary heat = builder.declare().auxiliary(
      "heat", {0.0}, {lost}, [lost](const State& s, Out<double> rate) { rate[0] = s[lost]; });
  const State state = builder.build().default_state();
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(5.0);
  EXPECT_NEAR(energy(simulation.state()) + simulation.state()[heat][0], energy(state), 1e-7);
  EXPECT_GT(simulation.state()[heat][0], 1.0);
}

TEST(ForcesInMotion, AThermostatGivesAnOscillatorTheCanonicalDistribution) {
  // [Frenkel, Smit 2002, case study 12]: with one thermostat the harmonic oscillator stays on a closed curve;
  // a chain of two or more visits the canonical distribution, for which ⟨v²⟩ = kT/m, ⟨x²⟩ = kT/k and ⟨v⁴⟩ =
  // 3·(kT/m)².
  const auto moments = [](int chain_length) {
    SystemBuilder builder(rail());
    builder.add("spring", MobilitySpring("rail", 1.0, 0.0));
    builder.add(
        "bath",
        Thermostat({.temperature = 1, .relaxation_time = 1, .chain_length = chain_length, .boltzmann = 1}));
    State state = builder.build().default_state();
    state.set_u(0, 1.0);
    std::array<double, 3> sum{};
    long count = 0;
    SimulationOptions options{.accuracy = 1e-5, .every = 0.1, .record = false};
    options.report = [&](const State& s) {
      const double v2 = s.u(0) * s.u(0);
      sum[0] += v2, sum[1] += s.q(0) * s.q(0), sum[2] += v2 * v2;
      ++count;
    };
    Simulation simulation(state, options);
    simulation.run(20000.0);
    for (double& s : sum) s /= static_cast<double>(count);
    return sum;
  };
  const auto [v2, x2, v4] = moments(3);
  EXPECT_NEAR(v2, 1.0, 0.05);
  EXPECT_NEAR(x2, 1.0, 0.05);
  EXPECT_NEAR(v4, 3.0, 0.3);
  const auto single = moments(1);
  EXPECT_GT(std::abs(single[2] - 3.0), 0.6);  // what is not canonical
}

}  // namespace
}  // namespace sarrus::testing::forces_in_motion_test
