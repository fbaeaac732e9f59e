/// Stiff mechanisms by default options: the method is chosen, and says so.

#include <gtest/gtest.h>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "tests/support/close.h"
#include "tests/support/running_engine.h"

namespace sarrus::testing::stiff_simulation_test {
namespace {

/// An engine of 150 kg on one bushing, free in all six directions (its orientation is a quaternion), released
/// 1 mm too high and turned a little. The bushing damps at 5 % of the critical rate for translations.
System engine(double stiffness) {
  ModelBuilder model("engine");
  model.body("block", solid_brick(150, {0.6, 0.4, 0.5}));
  model.joint("mount", Free{}, "world", "block");
  SystemBuilder builder(model.build());
  const double turning = 0.05 * stiffness, damping = 2 * 0.05 * std::sqrt(150 * stiffness);
  builder.add("bushing",
              LinearBushing(0, 1, {turning, turning, turning, stiffness, stiffness, stiffness},
                            {0.05 * damping, 0.05 * damping, 0.05 * damping, damping, damping, damping}));
  return builder.build();
}

State released(const System& system, double stiffness) {
  State state = system.default_state();
  state.set_q("mount.z", 1e-3 - 150 * 9.81 / stiffness);
  return state;
}

TEST(StiffSimulation, CostOfABushingDoesNotGrowWithItsStiffness) {
  std::int64_t steps[2];
  const double stiffnesses[] = {1e6, 1e9};
  for (const int i : {0, 1}) {
    const System system = engine(stiffnesses[i]);
    Simulation simulation(released(system, stiffnesses[i]), {.record = false});
    simulation.run(20);
    steps[i] = simulation.statistics().steps;
    // at rest, the weight on the spring
    EXPECT_NEAR(simulation.state().q("mount.z"), -150 * 9.81 / stiffnesses[i], 1e-4) << stiffnesses[i];
    for (const double speed : simulation.state().u()) EXPECT_NEAR(speed, 0, 1e-2) << stiffnesses[i];
    EXPECT_GT(simulation.statistics().implicit_steps, 0) << stiffnesses[i];
    EXPECT_EQ(simulation.statistics().exact_jacobians, simulation.statistics().jacobians);
  }
  EXPECT_LT(steps[1], 3 * steps[0]);  // 30 times as many with an explicit method
}

TEST(StiffSimulation, AnEngineRunsAtTheSameCostOnMountsOfAnyStiffness) {
  for (const char* method : {"auto", "radau5", "rodas4"}) {
    Array<std::int64_t> steps, evaluations;
    for (const double stiffness : {1e6, 1e7, 1e8, 1e9}) {
      Simulation simulation(running(engine_on_mounts(stiffness).build()),
                            {.accuracy = 1e-4, .integrator = method, .record = false});
      simulation.run(5);
      const IntegratorStatistics& done = simulation.statistics();
      EXPECT_EQ(done.exact_jacobians, done.jacobians) << method;
      EXPECT_GT(simulation.state().u("turn.rate"), 20) << method;
      steps.push_back(done.steps), evaluations.push_back(done.evaluations);
    }
    for (const int i : {1, 2, 3}) {
      EXPECT_LT(steps[i], 1.3 * static_cast<double>(steps[0])) << method;
      EXPECT_LT(evaluations[i], 1.3 * static_cast<double>(evaluations[0])) << method;
    }
  }
}

TEST(StiffSimulation, BdfSolvesItsEquationsWithTheStructureOfTheProblem) {
  const State start = running(engine_on_mounts(1e6).build());
  Simulation exact(start, {.accuracy = 1e-10, .integrator = "radau5", .record = false});
  Simulation bdf(start, {.accuracy = 1e-8, .integrator = "bdf", .record = false});
  exact.run(1), bdf.run(1);
  for (int k = 0; k < start.nq(); ++k) EXPECT_NEAR(bdf.state().q(k), exact.state().q(k), 1e-5) << k;
  const IntegratorStatistics& done = bdf.statistics();
  EXPECT_EQ(done.exact_jacobians, done.jacobians);
  EXPECT_GT(done.factorizations, done.jacobians);  // most follow from a change of the step alone
  EXPECT_LT(done.jacobians, done.steps / 5);
}

TEST(StiffSimulation, ImplicitMethodsKeepConstraints) {
  // two rods with a strong damper between them, the end of the second on a level
  ModelBuilder model("slider-crank");
  model.body("crank", thin_rod(1, {0, 0, 0.3})).body("coupler", thin_rod(1, {0, 0, 0.5}));
  model.joint("input", Pin{}, "world", "crank").axis({0, 1, 0}).child_frame({0, 0, 0.15}).start({1.0});
  model.joint("knee", Pin{}, "crank", "coupler")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.15})
      .child_frame({0, 0, 0.25})
      .start({0.5});
  SystemBuilder builder(model.build());
  builder.add("damper", MobilityDamper("knee", 500));
  builder.add("slider", PointInPlaneConstraint("world", {"coupler", Vec3<double>{0, 0, -0.25}}, -0.3));
  const System system = builder.build();
  const State start = find_start_state(system.default_state()).state;
  double ends[3][2];
  int i = 0;
  for (const char* method : {"auto", "radau5", "rodas4"}) {
    Simulation simulation(start, {.accuracy = 1e-6, .integrator = method, .record = false});
    simulation.run(2);
    ends[i][0] = simulation.state().q(0), ends[i][1] = simulation.state().q(1);
    for (const double error : position_errors(simulation.state())) EXPECT_LT(std::abs(error), 1e-6) << method;
    EXPECT_GT(simulation.statistics().implicit_steps, 0) << method;
    EXPECT_EQ(simulation.statistics().exact_jacobians, simulation.statistics().jacobians) << method;
    ++i;
  }
  for (const int k : {1, 2})
    for (const int j : {0, 1}) EXPECT_NEAR(ends[k][j], ends[0][j], 1e-4);
}

}  // namespace
}  // namespace sarrus::testing::stiff_simulation_test
