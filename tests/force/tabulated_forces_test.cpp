/// Dampers, friction and stops are evaluated side by side: their sum and what each dissipates must be those
/// of the single elements.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::tabulated_forces_test {
namespace {

constexpr int joints = 19;  // two registers of eight and a part of one

std::string joint(int i) { return "pin" + std::to_string(i); }

System chain() {
  ModelBuilder model("chain");
  for (int i = 0; i < joints; ++i) {
    model.body("link" + std::to_string(i), thin_rod(1.0, {1.0, 0, 0}));
    model.joint(joint(i), Pin{}, i == 0 ? "world" : "link" + std::to_string(i - 1),
                "link" + std::to_string(i));
  }
  SystemBuilder builder(model.build());
  for (int i = 0; i < joints; ++i) {
    builder.add(joint(i) + ".damper", MobilityDamper(joint(i), 0.1 * i));
    const double peak = i == 17 ? 0.5 : 0;  // in the last register alone
    builder.add(joint(i) + ".friction", JointFriction(joint(i), {1.0 + i + peak, 1.0 + i, 0.5, 0.3, 0.02}));
    if (i % 3 == 0) builder.add(joint(i) + ".more", JointFriction(joint(i), {0.5, 0.5, 1.0, 0.01, 0}));
    builder.add(joint(i) + ".stop", MobilityStop(joint(i), -0.5, 0.1 * i, 100.0, 0.3));
  }
  return builder.build();
}

/// The sum of what the enabled elements apply one by one.
AppliedForces sum_of_elements(const System& system, const State& state) {
  AppliedForces sum(state.model().body_count(), state.nu());
  for (const std::string& name : system.forces())
    if (name != "gravity" && state.is_enabled(name)) system.force_element(name).add_forces(state, sum);
  return sum;
}

/// None of them brings in energy: what their forces take from the motion is dissipated or, in stops, stored.
void expect_losses_of_elements(const System& system, const State& state) {
  double sum = 0;
  const Array<double>& losses = energy_rates(state).losses;
  const Array<std::string> names = system.forces();
  for (int i = 0; i < static_cast<int>(losses.size()); ++i) {
    const std::string& name = names[i];
    const bool acts = name != "gravity" && state.is_enabled(name);
    const double expected = acts ? system.force_element(name).dissipation(state) : 0;
    EXPECT_TRUE(close(losses[i], expected, 10, 50.0)) << name;
    sum += expected;
  }
  EXPECT_TRUE(close(dissipation(state), sum, 100, 500.0));
}

void expect_sum_of_elements(const System& system, const State& state) {
  expect_losses_of_elements(system, state);
  const AppliedForces expected = sum_of_elements(system, state);
  for (int k = 0; k < state.nu(); ++k)
    EXPECT_TRUE(close(applied_forces(state).on_speed(k), expected.on_speed(k), 10, 50.0)) << k;
}

class TabulatedForces : public ::testing::Test {
 protected:
  System system = chain();
  State state = system.default_state();
  Random random{5};

  void move() {
    std::vector<double> q = random.numbers(state.nq()), u = random.numbers(state.nu());
    state.set_q(q), state.set_u(u);
  }
};

TEST_F(TabulatedForces, AreTheSumOfTheElements) {
  for (int i = 0; i < 20; ++i) {
    move();
    expect_sum_of_elements(system, state);
  }
}

TEST_F(TabulatedForces, FollowParametersAndFlags) {
  move();
  (void)applied_forces(state);
  state.set_parameter("pin3.damper.damping", 7.0);
  expect_sum_of_elements(system, state);
  state.set_parameter("pin4.friction.static_force", 11.0);
  expect_sum_of_elements(system, state);
  state.set_parameter("pin5.stop.upper", -0.4), state.set_parameter("pin5.stop.lower", -0.45);
  expect_sum_of_elements(system, state);
  for (const char* off : {"pin6.damper", "pin7.friction", "pin8.stop", "pin9.more"}) {
    state.set_enabled(off, false);
    expect_sum_of_elements(system, state);
    state.set_enabled(off, true);
  }
  expect_sum_of_elements(system, state);
}

}  // namespace
}  // namespace sarrus::testing::tabulated_forces_test
