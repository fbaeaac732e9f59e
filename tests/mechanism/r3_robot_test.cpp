/// The Manutec r3 robot with all its drives against the values of another program, an implementation of the
/// same 36 equations in Modelica at a tolerance of 1e-6.

#include <gtest/gtest.h>

#include "sarrus/simulate/simulation.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/r3_robot.h"

namespace sarrus::testing::r3_robot_test {

using namespace internal;
namespace {

/// Currents times torque constants and ratios bear the weight, with no friction anywhere.
TEST(R3Robot, BeginsInEquilibrium) {
  const R3Robot robot;
  EXPECT_EQ(robot.start.y().size(), 36u);
  const In<double> rates = ydot(robot.start);
  const std::vector<AuxiliaryEntry>& names = robot.system.layout().auxiliaries;
  for (int i = 0; i < 12; ++i) EXPECT_NEAR(rates[i], 0, 1e-6);
  for (int i = 12; i < 36; ++i) {  // what controllers integrate, they do not know of the gears' twists
    const std::string& name = names[static_cast<std::size_t>(i - 12)].name;
    EXPECT_TRUE(name.ends_with("2") || std::abs(rates[i]) < 1e-5) << name << " " << rates[i];
  }
  for (int a = 3; a < 6; ++a) EXPECT_NEAR(motion_force(robot.start, a), 0, 1e-7);
}

TEST(R3Robot, MovesAndSticksAsInAnotherProgram) {
  const R3Robot robot;
  Simulation simulation(robot.start, {.accuracy = 1e-10, .integrator = "dormand-prince8", .record = false});
  simulation.run_until(0.5);
  const double angles[6] = {-0.29997126, -0.21106371, 0.79106530, 0.27955155, -0.55243761, 0.28011189};
  for (int a = 0; a < 6; ++a) EXPECT_NEAR(simulation.state().q(a), angles[a], 1e-8) << "axis " << a + 1;
  const std::vector<FrictionEvent>& events = *robot.events;
  const std::pair<double, int> first[3] = {{0.00062883, 2}, {0.00074861, 1}, {0.00154550, 3}};
  ASSERT_GE(events.size(), 6u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(events[i].time, first[i].first, 5e-9);
    EXPECT_EQ(events[i].axis, first[i].second);
    EXPECT_TRUE(events[i].is_start);
  }
}

/// The same with DryFriction elements, which decide for themselves when axes stick and start.
TEST(R3Robot, MovesAndSticksWithElementsForItsFriction) {
  const R3Robot robot(R3Friction::elements), twin;
  Simulation simulation(robot.start,
                        {.accuracy = 1e-10, .integrator = "dormand-prince8", .energy_balance = true});
  simulation.run_until(0.5);
  const double angles[6] = {-0.29997126, -0.21106371, 0.79106530, 0.27955155, -0.55243761, 0.28011189};
  for (int a = 0; a < 6; ++a) EXPECT_NEAR(simulation.state().q(a), angles[a], 1e-8) << "axis " << a + 1;
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-6);

  Simulation by_hand(twin.start, {.accuracy = 1e-10, .integrator = "dormand-prince8", .record = false});
  by_hand.run_until(0.5);
  std::vector<MotionEvent> starts;
  for (const MotionEvent& event : simulation.trajectory().events())
    if (event.name.ends_with(".start")) starts.push_back(event);
  const std::pair<double, int> first[3] = {{0.00062883, 2}, {0.00074861, 1}, {0.00154550, 3}};
  ASSERT_GE(starts.size(), 6u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(starts[i].time, first[i].first, 5e-9);
    EXPECT_EQ(starts[i].name, "friction" + std::to_string(first[i].second) + ".start");
  }
  std::erase_if(*twin.events, [](const FrictionEvent& event) { return !event.is_start; });
  ASSERT_EQ(twin.events->size(), starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    EXPECT_NEAR(starts[i].time, (*twin.events)[i].time, 1e-8);
    EXPECT_EQ(starts[i].name, "friction" + std::to_string((*twin.events)[i].axis) + ".start");
  }
}

/// To the end of the path and half a second beyond: every axis arrives where it was sent.
TEST(R3Robot, ComesToRestAtTheEndOfItsPath) {
  const R3Robot robot;
  Simulation simulation(robot.start, {.accuracy = 1e-6, .record = false});
  simulation.run_until(1.8560450019);
  const double wanted[6] = {60, -70, -35, 45, 110, 45};
  for (int a = 0; a < 6; ++a)
    EXPECT_NEAR(simulation.state().q(a) * 180 / 3.14159265358979323846, wanted[a], 0.5) << "axis " << a + 1;
  for (int a = 0; a < 6; ++a) EXPECT_NEAR(simulation.state().u(a), 0, 0.02) << "axis " << a + 1;
}

}  // namespace
}  // namespace sarrus::testing::r3_robot_test
