/// Laws that hold for force elements whatever they are, in random states of a floating mechanism.

#include <gtest/gtest.h>

#include <algorithm>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/simulate/simulation.h"
#include "tests/force/force_rows.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::force_laws_test {
namespace {

/// What fourth-order differences with steps of 1e-3 leave: rounding over the step, and 1e-12 of the fifth
/// derivative.
constexpr double difference_factor = 1e7;

class ForceLaws : public ::testing::TestWithParam<ForceRow> {
 protected:
  const ForceRow& row() const { return GetParam(); }
  bool is_gravity() const { return row().name == "gravity"; }
  std::vector<State> states() {
    std::vector<State> all;
    for (int i = 0; i < 10; ++i) all.push_back(random_state(system, row(), random));
    return all;
  }
  /// The element's own forces; of gravity, what the recursions take is not among the applied ones.
  double power(const State& state) const {
    double sum = applied_power(state);
    if (is_gravity())
      for (int b = 1; b < state.model().body_count(); ++b) {
        const RigidInertia<double>& M = state.model_parameters().inertia[static_cast<std::size_t>(b)];
        sum += M.m * dot(state.model_parameters().gravity, velocity(state, FrameOn<double>(b, M.com())).v);
      }
    return sum;
  }
  static std::vector<double> speed_forces(const State& state) {
    std::vector<double> tau(static_cast<std::size_t>(state.nu()));
    calc_inverse_dynamics(state, std::vector<double>(tau.size(), 0.0), tau);
    return tau;
  }

  Random random{3};
  System system = system_of(row());
};
class LawsOfPassiveForces : public ForceLaws {};
class LawsOfForcesWithParameters : public ForceLaws {};

std::vector<ForceRow> rows_where(bool (*fits)(const ForceRow&)) {
  std::vector<ForceRow> rows = force_rows();
  std::erase_if(rows, [fits](const ForceRow& row) { return !fits(row); });
  return rows;
}
const auto name_of = [](const auto& test) { return test.param.name; };

TEST_P(LawsOfPassiveForces, PowerIsWhatEnergyAndDissipationLose) {
  double greatest = 0;
  for (const State& state : states()) {
    std::vector<double> rate(state.y().size(), 0.0);
    std::copy(qdot(state).begin(), qdot(state).end(), rate.begin());
    const double U_rate = differenced(state, rate, [](const State& s) { return potential_energy(s); });
    EXPECT_TRUE(close(power(state), -U_rate - dissipation(state), difference_factor,
                      std::abs(potential_energy(state))));
    EXPECT_GE(dissipation(state), 0);
    greatest = std::max(greatest, std::abs(power(state)));
  }
  EXPECT_GT(greatest, 0.01);
}

TEST_P(ForceLaws, SaysWhetherItIsPassive) {
  if (row().name == "custom_force") return;  // it cannot know
  EXPECT_EQ(system.force_element(is_gravity() ? "gravity" : "x").is_passive(), row().passive);
}

TEST_P(ForceLaws, EnergyIsBalancedAlongAMotion) {
  for (const State& state : {random_state(system, row(), random), random_state(system, row(), random)}) {
    Simulation simulation(state,
                          {.accuracy = 1e-11, .integrator = "dormand-prince8", .energy_balance = true});
    simulation.run(0.5);
    const EnergyBalance balance = simulation.energy_balance();
    const double size = balance.kinetic + std::abs(balance.potential) + std::abs(balance.work());
    EXPECT_NEAR(balance.imbalance(), 0, 1e-9 * size);
    if (row().passive)
      EXPECT_NEAR(balance.work(), 0, 1e-9 * size);
    else
      EXPECT_GT(std::abs(balance.work()), 1e-3);
  }
}

TEST_P(ForceLaws, InternalForcesLeaveMomentumAlone) {
  double greatest = 0;
  for (const State& state : states()) {
    const std::vector<double> rate(ydot(state).begin(), ydot(state).end());
    double change = 0;
    for (int i = 0; i < 3; ++i) {
      change = std::max(change,
                        std::abs(differenced(state, rate, [i](const State& s) { return momentum(s).f[i]; })));
      change = std::max(change,
                        std::abs(differenced(state, rate, [i](const State& s) { return momentum(s).t[i]; })));
    }
    greatest = std::max(greatest, change);
  }
  if (row().internal)
    EXPECT_TRUE(close(greatest, 0, difference_factor, 1e3));  // accelerations of some hundreds
  else
    EXPECT_GT(greatest, 0.1);
}

TEST_P(ForceLaws, DisabledItDoesNothing) {
  State state = random_state(system, row(), random);
  EXPECT_GT(std::abs(power(state)), 0);
  state.set_enabled(system.element(is_gravity() ? "gravity" : "x"), false);
  EXPECT_TRUE(applied_forces(state).on_bodies().empty());
  EXPECT_TRUE(applied_forces(state).on_speeds().empty());
  EXPECT_EQ(potential_energy(state), 0);
  EXPECT_EQ(dissipation(state), 0);
}

TEST_P(LawsOfForcesWithParameters, AParameterActs) {
  State state = random_state(system, row(), random);
  const double before = power(state);
  const Parameter parameter = system.parameter(row().parameter);
  const double value = state[parameter];
  state.set(parameter, value + 0.25);
  EXPECT_GT(std::abs(power(state) - before), 1e-6);
  state.set(parameter, value);
  EXPECT_EQ(power(state), before);
}

TEST_P(ForceLaws, ForcesOfPositionAloneAreKeptWhenSpeedsChange) {
  State state = random_state(system, row(), random);
  (void)applied_forces(state);
  const AppliedForces& kept = state[system.quantities().position_forces];
  EXPECT_EQ(!kept.on_bodies().empty() || !kept.on_speeds().empty(), row().position_only);
  state.set_u(random.numbers(state.nu())), state.set_time(2.0);
  (void)applied_forces(state);
  EXPECT_EQ(state.evaluations(system.quantities().position_forces), 1);
  state.set_q(0, state.q(0) + 0.1);
  (void)applied_forces(state);
  EXPECT_EQ(state.evaluations(system.quantities().position_forces), 2);
}

TEST_P(ForceLaws, OrientationCoordinatesDoNotMatter) {
  State state = random_state(system, row(), random);
  const std::vector<double> before = speed_forces(state);
  const double energy_before = potential_energy(state);
  state.set_rotation_coordinates(RotationCoordinates::euler);
  const std::vector<double> after = speed_forces(state);
  for (std::size_t k = 0; k < after.size(); ++k) EXPECT_TRUE(close(after[k], before[k], 1e4, 100.0));
  EXPECT_TRUE(close(potential_energy(state), energy_before, 1e4, 100.0));
}

TEST_P(ForceLaws, ActsAtItsEndsAlone) {
  const ForceEnds ends = system.force_element(is_gravity() ? "gravity" : "x").ends();
  if (ends.points.empty() && ends.speeds.empty()) return;  // it does not say
  for (const State& state : states()) {
    const AppliedForces& forces = applied_forces(state);
    for (int b = 0; b < state.model().body_count(); ++b) {
      const auto point = std::find_if(ends.points.begin(), ends.points.end(),
                                      [b](const FrameOn<double>& end) { return end.body == b; });
      const Force<double>& F = forces.on_body(b);
      if (point == ends.points.end()) {
        EXPECT_EQ(norm(F.f) + norm(F.t), 0);
      } else if (!ends.has_torques) {
        const Vec3<double> arm = pose(state, *point).p - pose(state, b).p;
        EXPECT_TRUE(close(F.t, cross(arm, F.f), 64, norm(F.f)));
      }
    }
    for (int k = 0; k < state.nu(); ++k)
      if (std::find(ends.speeds.begin(), ends.speeds.end(), k) == ends.speeds.end()) {
        EXPECT_EQ(forces.on_speed(k), 0);
      }
  }
}

TEST_P(ForceLaws, EvaluationTakesNoMemory) {
  State state = random_state(system, row(), random);
  double sum = 0;
  const auto evaluate = [&] {
    state.set_q(0, state.q(0) + 0.01), state.set_u(0, state.u(0) + 0.01), state.set_time(state.time() + 0.01);
    (void)applied_forces(state);
    sum += ydot(state)[0] + potential_energy(state) + dissipation(state);
  };
  evaluate();
  const long before = allocations();
  evaluate();
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(state.evaluations(system.quantities().forces), 2);
  EXPECT_TRUE(std::isfinite(sum));
}

INSTANTIATE_TEST_SUITE_P(All, ForceLaws, ::testing::ValuesIn(force_rows()), name_of);
INSTANTIATE_TEST_SUITE_P(All, LawsOfPassiveForces,
                         ::testing::ValuesIn(rows_where([](const ForceRow& row) { return row.passive; })),
                         name_of);
INSTANTIATE_TEST_SUITE_P(
    All, LawsOfForcesWithParameters,
    ::testing::ValuesIn(rows_where([](const ForceRow& row) { return !row.parameter.empty(); })), name_of);

}  // namespace
}  // namespace sarrus::testing::force_laws_test
