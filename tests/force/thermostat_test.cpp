#include "sarrus/force/thermostat.h"

#include <gtest/gtest.h>

#include "sarrus/force/two_point_spring.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "tests/force/force_rows.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::thermostat_test {
namespace {

/// A mechanism under gravity with a spring in it, in a bath with a chain of some length.
System bath(int chain_length) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", TwoPointSpring("slide", "ball", 30.0, 0.7));
  builder.add("bath", Thermostat({.temperature = 2.0,
                                  .relaxation_time = 0.5,
                                  .excluded_speeds = 6,
                                  .chain_length = chain_length,
                                  .boltzmann = 0.3}));
  return builder.build();
}

TEST(Thermostat, TogetherWithTheBathEnergyIsConserved) {
  Random random(4);
  for (const int chain_length : {1, 2, 5}) {
    const System system = bath(chain_length);
    const auto& thermostat = system.force<Thermostat>("bath");
    for (int i = 0; i < 5; ++i) {
      State state = system.default_state();
      state.set_q(random_coordinates(system.model(), random));
      state.set_u(random.numbers(state.nu()));
      state.set_z(random.numbers(state.nz()));
      const std::vector<double> rate(ydot(state).begin(), ydot(state).end());
      const auto rate_of = [&](const std::function<double(const State&)>& f) {
        return differenced(state, rate, f);
      };
      const double mechanical = rate_of([](const State& s) { return energy(s); });
      const double in_bath = rate_of([&](const State& s) { return thermostat.bath_energy(s); });
      EXPECT_GT(std::abs(mechanical), 1e-3);
      EXPECT_TRUE(close(mechanical + in_bath, 0, 1e8));  // differences with steps of 1e-3
      EXPECT_TRUE(close(mechanical, thermostat.power(state), 1e8));
    }
  }
}

TEST(Thermostat, AMassAtTheTemperatureOfTheBathIsLeftAlone) {
  ModelBuilder model("mass");
  model.gravity({0, 0, 0}).particle("mass", 2.0);
  model.joint("track", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("bath", Thermostat({.temperature = 8.0, .relaxation_time = 0.5, .boltzmann = 0.25}));
  const System system = builder.build();
  const auto& thermostat = system.force<Thermostat>("bath");
  State state = system.default_state();
  state.set_u(0, 1.0);  // m·u² = k·T
  EXPECT_TRUE(close(thermostat.current_temperature(state), 8.0));
  EXPECT_TRUE(close(udot(state)[0], 0, 0));
  EXPECT_TRUE(close(zdot(state)[0], 0));
  EXPECT_TRUE(close(zdot(state)[1], -4.0));
  state.set_u(0, 2.0);  // four times as hot: ζ grows and will brake
  EXPECT_TRUE(close(zdot(state)[0], 3.0 * 4.0));
  state.set_z(0, 0.1);
  EXPECT_TRUE(close(udot(state)[0], -0.2));
  state.set_enabled(system.element("bath"), false);
  EXPECT_TRUE(close(udot(state)[0], 0, 0));
  for (const double rate : zdot(state)) EXPECT_EQ(rate, 0);
}

}  // namespace
}  // namespace sarrus::testing::thermostat_test
